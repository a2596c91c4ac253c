import { reversedRange, timeRangeFault } from './time-range.ts';

/** Changes to send again: by sequence or by time. Instants compare as strings. */
export interface ResendRange {
  fromSequence?: number | undefined;
  toSequence?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns what is wrong with a range, and what to do. */
export function resendRangeFault({ fromSequence, toSequence, from, to }: ResendRange): string | undefined {
  const bySequence = fromSequence !== undefined || toSequence !== undefined;
  const byTime = from !== undefined || to !== undefined;
  if (bySequence === byTime)
    return 'Give a range by fromSequence, toSequence or both, or one by from, to or both.';
  if (fromSequence !== undefined && toSequence !== undefined && fromSequence > toSequence)
    return reversedRange;
  return timeRangeFault({ from, to });
}
