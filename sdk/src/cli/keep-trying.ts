import { setTimeout as delay } from 'node:timers/promises';
import type { PartnerError } from '../index.ts';
import { CommandError, UsageError } from './command-error.ts';
import { explain } from './explain.ts';
import { colored, print, printJson } from './terminal.ts';

type Called<Data> = { ok: true; data: Data } | { ok: false; error: PartnerError };

/** What is shown while the service does not respond. */
export interface WaitingOutput {
  waiting(reason: string): void;
  resumed(): void;
}

/** For people. */
export const waitingText: WaitingOutput = {
  waiting: (reason) => print(colored('yellow', `${reason} Trying again until it responds.`)),
  resumed: () => print(colored('green', 'The service responds again.')),
};

/** For programs. */
export const waitingJson: WaitingOutput = {
  waiting: (reason) => printJson({ event: 'waiting', reason }),
  resumed: () => printJson({ event: 'resumed' }),
};

/**
 * Calls the service until it succeeds, for as long as it takes.
 *
 * @param call gets the number of failures so far
 * @returns undefined if the signal fires
 * @throws CommandError if waiting does not help
 */
export async function keepTrying<Data>(
  call: (failures: number) => PromiseLike<Called<Data>>,
  {
    url,
    signal,
    show,
    isOnce = false,
    failureOf = explained,
  }: {
    url: string;
    signal: AbortSignal;
    show: WaitingOutput;
    /** True if the command does not wait for the service. */
    isOnce?: boolean;
    failureOf?: (error: PartnerError, url: string) => CommandError;
  },
): Promise<Data | undefined> {
  for (let failures = 0; ; failures += 1) {
    const read = await call(failures);
    if (signal.aborted) return undefined;
    if (read.ok) {
      if (failures > 0) show.resumed();
      return read.data;
    }
    if (isOnce || !isTemporary(read.error)) throw failureOf(read.error, url);
    if (failures === 0) show.waiting(explain(read.error, url).text);
    await delay(Math.max(read.error.retryAfterMs ?? 0, 2_000), undefined, { signal }).catch(() => {});
  }
}

const isTemporary = ({ type, status = 0 }: PartnerError) =>
  type === 'network_error' || type === 'timeout' || status === 429 || status >= 500;

/** The error of a command that cannot continue. */
export function explained(error: PartnerError, url: string): CommandError {
  // A value of the command line is not valid.
  if (['invalid_argument', 'invalid_schema'].includes(error.type)) return new UsageError(error.message);
  const { text, who, next } = explain(error, url);
  return new CommandError(`${text} ${who}: ${next}`);
}
