/** The scopes of the interface, spelled as documented wherever they are seen; those that read are not in the document. */
export const scopes = ['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread'] as const;

export type Scope = (typeof scopes)[number];

/** Not in the document: who may write may read. */
const including: Partial<Record<Scope, Scope>> = {
  userread: 'userwrite',
  'court-bookingread': 'court-bookingwrite',
};

/** Whether a token of these scopes may do what needs this one. */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  const wider = including[needed];
  return granted.includes(needed) || (wider !== undefined && granted.includes(wider));
}
