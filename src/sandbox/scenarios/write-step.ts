import type { Row, Step } from '../scenario.ts';

/** A step in which the partner sends these rows. */
export const writeStep = (rows: Row[], more: Partial<Step> = {}): Step => ({
  action: 'write',
  text: `Send these ${rows.length} rows as your system sends changes of bookings.`,
  rows,
  ...more,
});

/** A step in which the partner reads the changes. */
export const followStep = (more: Partial<Step> = {}): Step => ({
  action: 'follow',
  text: 'Read the changes from your stored cursor until caughtUp is true, apply them, and report your copy.',
  ...more,
});
