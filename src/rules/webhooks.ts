const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Not in the document: the maximum number of endpoints per external service. */
export const maxEndpoints = 20;

/** The delay after each attempt. Together they are 75 hours, which covers a weekend. */
export const waitMillis = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** An endpoint that only fails for this many days is paused. */
export const failingDays = 5;
