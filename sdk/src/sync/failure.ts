import { withDeadline } from '../deadline.ts';
import { SyncError } from './sync-error.ts';

/**
 * The fields that are used from an error of a client's call. Errors are recognized by `type`, because this module does not import the
 * client's classes.
 */
export interface CallFailure {
  type?: string;
  retryable?: boolean;
  message?: string;
  issues?: { path: (string | number)[]; code: string; message: string }[] | undefined;
}

/** Returns true if the same call may succeed later. The client has already made several attempts. */
export const isPassing = ({ retryable = false }: CallFailure): boolean => retryable;

/** These end a run as `interrupted`, even if they cannot heal by themselves. */
const noResponse = ['network_error', 'token_unavailable'];

/**
 * Ends the run because of the error of a call.
 *
 * @throws SyncError, or the cause if it is no error of a call: a bug in this module, or in a function of the caller
 */
export function endRun(cause: unknown): never {
  const { type, message } = (cause ?? {}) as CallFailure;
  if (type === undefined) throw cause;
  if (type === 'aborted')
    throw new SyncError(type, 'Ended by the signal. Run it again to continue.', { cause });
  if (noResponse.includes(type) || isPassing(cause as CallFailure))
    throw new SyncError('interrupted', `The service did not respond (${type}). Run it again to continue.`, {
      cause,
    });
  throw new SyncError('refused', `The service rejects the call (${type}): ${message}`, { cause });
}

/**
 * Waits for work that has no signal of its own, such as reading a source.
 *
 * @throws the reason of the signal, as soon as it fires
 */
export async function untilAborted<Result>(
  work: () => Result | Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const done = await withDeadline(Number.POSITIVE_INFINITY, signal, async () => ({ result: await work() }));
  if (!done) throw signal?.reason;
  return done.result;
}
