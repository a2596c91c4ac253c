/** The scopes, spelled as in the document, which has only the first two. */
export const scopes = [
  'userwrite',
  'court-bookingwrite',
  'userread',
  'court-bookingread',
  'webhookwrite',
] as const;

/** A permission of a token. */
export type Scope = (typeof scopes)[number];

/** Not in the document: a write scope includes its read scope. */
const including: Partial<Record<Scope, Scope>> = {
  userread: 'userwrite',
  'court-bookingread': 'court-bookingwrite',
};

/** Returns the scopes that allow what needs this scope. Each of them is sufficient. */
export function allowing(needed: Scope): Scope[] {
  const wider = including[needed];
  return wider === undefined ? [needed] : [needed, wider];
}

/** Returns true if the granted scopes include the needed one. */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  return allowing(needed).some((scope) => granted.includes(scope));
}

/** The message for a token without any of the scopes that suffice. */
export const lacksScope = (sufficient: readonly Scope[]): string =>
  `The API token lacks the scope ${sufficient.map((one) => `"${one}"`).join(' or ')} that this operation needs. Ask an operator for a token with it.`;
