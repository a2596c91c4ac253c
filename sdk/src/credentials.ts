import { setAlarm } from './alarm.ts';
import { type CallSettings, endedBy } from './call.ts';
import { issuesOf, optionChecks } from './check-arguments.ts';
import type { OperationName } from './operation.ts';
import type { PartnerClientOptions } from './partner-client.ts';
import { PartnerError } from './partner-error.ts';
import type { CallFields } from './result.ts';

/** What a client is known by; a promise where it has to be asked for. */
export interface Credentials {
  token: () => string | Promise<string>;
  externalServiceId: () => string | Promise<string>;
}

/**
 * The credentials of a client.
 *
 * @param ask asks the service whose token it is
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
      // Asked once for all calls; and again after a failure.
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
    throw tokenUnavailable(`The token function failed: ${cause}`, cause);
  }
  const [issue] = issuesOf({ token }, optionChecks);
  if (issue) throw tokenUnavailable(`The token function returned no token. ${issue.message}`);
  return token as string;
}

const tokenUnavailable = (message: string, cause?: unknown) =>
  new PartnerError(message, { type: 'token_unavailable', attempts: 0, cause });

/**
 * Waits for what a call needs, within the limits of the call.
 *
 * @throws PartnerError as one of the call itself
 */
export async function within<Needed extends object>(
  needed: Promise<Needed>,
  { signal, timeoutMs }: CallSettings,
  fields: CallFields<OperationName>,
): Promise<Needed> {
  const alarm = setAlarm(timeoutMs, signal);
  let found: Needed | undefined;
  try {
    found = signal?.aborted ? undefined : await Promise.race([needed, alarm.rung]);
  } catch (error) {
    // It may be that of another call, which waits for the same.
    const { message, attempts } = error as PartnerError;
    const Class = (error as PartnerError).constructor as typeof PartnerError;
    throw new Class(message, { ...(error as PartnerError), ...fields, attempts });
  } finally {
    alarm.off();
  }
  if (!found) throw endedBy(signal, 'call', fields);
  return found;
}
