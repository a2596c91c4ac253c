import { isNoRange } from '../instant.ts';

export const reversedRange = 'The range ends before it begins.';
export const emptyRange = 'The range is empty. Let it end after it begins.';

/** Returns what is wrong with a time range, whose end is exclusive. */
export const timeRangeFault = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  isNoRange(from, to) ? (from === to ? emptyRange : reversedRange) : undefined;
