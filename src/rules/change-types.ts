import { allows, type Scope } from './requests/scope.ts';

/** The types of changes, each with the scope that may read it. The list may grow. */
export const scopesOfChanges = {
  'court_booking.created': 'court-bookingread',
  'court_booking.updated': 'court-bookingread',
  'court_booking.cancelled': 'court-bookingread',
  'court_booking.reinstated': 'court-bookingread',
  'court_booking.version_reset': 'court-bookingread',
  'user.created': 'userread',
  'user.updated': 'userread',
  'user.erased': 'userread',
  'organization_access.granted': 'court-bookingread',
  'organization_access.revoked': 'court-bookingread',
  'user_access.granted': 'userread',
  'user_access.revoked': 'userread',
  'court.created': 'court-bookingread',
  'court.updated': 'court-bookingread',
  'court.deactivated': 'court-bookingread',
  'webhook_endpoint.paused': 'court-bookingread',
  'webhook_endpoint.resumed': 'court-bookingread',
} as const;

export type ChangeType = keyof typeof scopesOfChanges;

export const changeTypes = Object.keys(scopesOfChanges) as [ChangeType, ...ChangeType[]];

/**
 * Not in the document: a token that may not read a kind of changes must not have them sent anywhere. Returns the message
 * for the first type that it may not read.
 */
export function lacksScopeOfChanges(
  scopes: readonly Scope[],
  types: readonly ChangeType[],
): string | undefined {
  const type = types.find((one) => !allows(scopes, scopesOfChanges[one]));
  if (type === undefined) return undefined;
  return `The API token lacks the scope "${scopesOfChanges[type]}" that reading changes of the type "${type}" needs. Ask an operator for a token with it, or leave the type out.`;
}
