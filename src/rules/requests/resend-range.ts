import { reversedRange, timeRangeFault } from './time-range.ts';

/** Changes to send again. Each end is a sequence or a time. Instants compare as strings. */
export interface ResendRange {
  fromSequence?: number | undefined;
  toSequence?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns what is wrong with a range, and what to do. */
export function resendRangeFault({ fromSequence, toSequence, from, to }: ResendRange): string | undefined {
  const starts = [fromSequence, from].filter((one) => one !== undefined).length;
  const ends = [toSequence, to].filter((one) => one !== undefined).length;
  if (starts > 1 || ends > 1 || starts + ends === 0)
    return 'Give a start by fromSequence or from, an end by toSequence or to, or both.';
  if (fromSequence !== undefined && toSequence !== undefined && fromSequence > toSequence)
    return reversedRange;
  return timeRangeFault({ from, to });
}
