/** The scopes of the interface. */
export const scopes = ['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread'] as const;

/** What a token may do. */
export type Scope = (typeof scopes)[number];

/** Whether a token of these scopes may do what needs this one: who may write may read. */
export function allows(granted: readonly string[], needed: string): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/read$/, 'write'));
}
