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

/** The type of a test event. It is never in the feed. */
export const testedType = 'webhook_endpoint.tested';

/** When a change of each type is made, for the documents of partners and of operators. */
export const meaningsOfChanges: Record<ChangeType, string> = {
  'court_booking.created': 'A booking was created.',
  'court_booking.updated':
    'A booking was updated. This includes a booking that the partner had cancelled and that is active again.',
  'court_booking.cancelled': 'A booking was cancelled, by the partner or by an operator.',
  'court_booking.reinstated':
    'An operator took back the cancellation by operators. If the partner cancelled it too, the booking stays cancelled.',
  'court_booking.version_reset':
    'An operator reset the `externalUpdatedAt` that updates of a booking are compared with.',
  'user.created': 'A user was created.',
  'user.updated': 'A user was updated.',
  'user.erased': 'A user was erased.',
  'organization_access.granted': 'The external service may book the courts of an organization.',
  'organization_access.revoked': 'The external service may no longer book the courts of an organization.',
  'user_access.granted': 'The external service was granted access to a user.',
  'user_access.revoked': 'The external service no longer has access to a user.',
  'court.created': 'An organization has a new court.',
  'court.updated': 'A court was renamed or reactivated.',
  'court.deactivated': 'A court was deactivated. It accepts no new bookings; existing bookings remain.',
  'webhook_endpoint.paused':
    'A webhook endpoint was paused, because it failed for too long or by an operator. It receives nothing until it is resumed.',
  'webhook_endpoint.resumed': 'A webhook endpoint was resumed. It first receives what it missed.',
};
