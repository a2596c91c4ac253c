import type { SandboxClient } from './sandbox-client.ts';

/** Clients that do one thing wrong. The name is `fault: scenario check`, with the only check that must fail. */
export type WrongClients = Record<string, new () => SandboxClient>;

/** A part of the advice for some faults. */
const advice: Record<string, RegExp> = {
  'misses changes after an expired cursor': /did not list its bookings/,
  'reads local times as UTC':
    /^In the database, lost-response-\d starts two hours earlier, ends two hours earlier; /,
  'waits for Retry-After after 429 only': /^Sent again after 0\.\d s, although Retry-After said 2 s\.$/,
  'drops retryable items': /"retryable": true/,
  'swallows every rejection': /^5 of 5 rejected rows are not in "rejected" of the copy/,
  'stops at the first rejection': /^In the database, final-errors-1 does not exist: no request named it; /,
  'drops bookings of an erased person': /^privacy-0 was not sent\./,
  'never sends cancellations': /cancellations-\d is not cancelled: /,
  'stores the cursor before the page': /changes were not applied, such as .* had stored the cursor/,
  'stores changes before the cursor, and does not know them again': /was applied twice/,
  'takes a short page for the last one, and reads from "latest" before': /stopped after an empty page/,
  'applies only its last page': /was read, and not applied/,
};

export type FailingClient = ReturnType<typeof toFailingClients>[number];

export const toFailingClients = (wrong: WrongClients) =>
  Object.entries(wrong).map(([name, create]) => {
    const [fault, scenario, check] = /^(.+): (\S+) (\S+)$/.exec(name)!.slice(1) as [string, string, string];
    return { fault, scenario, check, advice: advice[fault], create };
  });
