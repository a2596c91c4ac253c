import type { ChangeType } from '../../rules/change-types.ts';

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
