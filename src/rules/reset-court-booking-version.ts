/**
 * Returns what is wrong with a version that an operator sets.
 *
 * @param externalUpdatedAt an instant
 * @param now Unix milliseconds
 */
export const versionResetFault = (externalUpdatedAt: string, now: number) =>
  externalUpdatedAt > new Date(now).toISOString()
    ? 'Must not lie in the future: it would block the booking until then.'
    : undefined;
