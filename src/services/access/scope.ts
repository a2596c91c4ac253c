/** The scopes of the interface, spelled as documented wherever they are seen. */
export const scopes = ['userwrite', 'court-bookingwrite'] as const;

export type Scope = (typeof scopes)[number];
