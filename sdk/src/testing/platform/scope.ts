export const scopes = ['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread'] as const;

/** A permission of a token. */
export type Scope = (typeof scopes)[number];

/** Returns true if the granted scopes include the needed one. A write scope includes the read scope. */
export function allows(granted: readonly string[], needed: string): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/read$/, 'write'));
}
