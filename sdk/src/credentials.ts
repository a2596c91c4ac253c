import { type CallSettings, endedBy } from './call.ts';
import { issuesOf, optionChecks } from './check-arguments.ts';
import { withDeadline } from './deadline.ts';
import type { OperationName } from './documented-responses.ts';
import { reasonOf } from './from-outside.ts';
import type { PartnerClientOptions } from './partner-client.ts';
import { PartnerError } from './partner-error.ts';
import type { CallFields } from './result.ts';

/** Returns the credentials of a client. A value that must be requested is a promise. */
export interface Credentials {
  token: () => string | Promise<string>;
  externalServiceId: () => string | Promise<string>;
}

/**
 * Creates the credentials of a client.
 *
 * @param ask requests the external service that the token belongs to
 */
export function credentialsOf(
  { token, externalServiceId }: PartnerClientOptions,
  ask: () => Promise<string>,
): Credentials {
  let asked: Promise<string> | undefined;
  return {
    token: () => (typeof token === 'string' ? token : freshToken(token)),
    externalServiceId: () => {
      if (externalServiceId) return externalServiceId;
      // All calls share one request. After a failure the next call sends a new one.
      asked ??= ask().catch((error) => {
        asked = undefined;
        throw error;
      });
      return asked;
    },
  };
}

async function freshToken(make: () => string | Promise<string>): Promise<string> {
  let token: unknown;
  try {
    token = await make();
  } catch (cause) {
    throw tokenUnavailable(`The token function failed: ${reasonOf(cause)}`, cause);
  }
  const [issue] = issuesOf({ token }, optionChecks);
  if (issue) throw tokenUnavailable(`The token function returned no token. ${issue.message}`);
  return token as string;
}

const tokenUnavailable = (message: string, cause?: unknown) =>
  new PartnerError(message, { type: 'token_unavailable', attempts: 0, cause });

/**
 * Waits for values that a call needs, within the limits of the call.
 *
 * @throws PartnerError with the fields of the call
 */
export async function within<Needed extends object>(
  needed: Promise<Needed>,
  { signal, timeoutMs }: CallSettings,
  fields: CallFields<OperationName>,
): Promise<Needed> {
  const found = await withDeadline(timeoutMs, signal, () => needed).catch((error: PartnerError) => {
    // Several calls may wait for the same value, so the error may have the fields of another call.
    throw new (error.constructor as typeof PartnerError)(error.message, {
      ...error,
      ...fields,
      attempts: error.attempts,
    });
  });
  if (found) return found;
  throw endedBy(signal, 'call', fields);
}
