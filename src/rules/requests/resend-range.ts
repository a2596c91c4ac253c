import { isNoRange } from '../instant.ts';
import { emptyRange, reversedRange } from './messages.ts';

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

/** Returns what is wrong with a time range, whose end is exclusive. */
export const timeRangeFault = ({ from, to }: Pick<ResendRange, 'from' | 'to'>): string | undefined =>
  isNoRange(from, to) ? (from === to ? emptyRange : reversedRange) : undefined;
