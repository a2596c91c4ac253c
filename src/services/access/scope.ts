/** The scopes, spelled as in the document. The read scopes are not in it. */
export const scopes = ['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread'] as const;

export type Scope = (typeof scopes)[number];

/** Not in the document: a write scope includes its read scope. */
const including: Partial<Record<Scope, Scope>> = {
  userread: 'userwrite',
  'court-bookingread': 'court-bookingwrite',
};

/** Returns true if the granted scopes include the needed one. */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  const wider = including[needed];
  return granted.includes(needed) || (wider !== undefined && granted.includes(wider));
}
