import { resultOfCancellationByOperator } from '../../../../src/rules/cancel-court-booking-as-operator.ts';
import type { StoredBooking } from '../../../../src/rules/court-booking.ts';
import type { ChangeResult } from '../../../../src/rules/court-booking-change.ts';
import { formatInstant, parseInstant } from '../../../../src/rules/instant.ts';
import { resultOfReinstatement } from '../../../../src/rules/reinstate-court-booking.ts';
import {
  resultOfVersionReset,
  versionResetFault,
} from '../../../../src/rules/reset-court-booking-version.ts';
import { isDate } from '../../from-outside.ts';
import { announce } from './announce.ts';
import { ApiError, notFound, nothingToChange } from './api-error.ts';
import { knownTo } from './known.ts';
import { toCourt } from './list-courts.ts';
import { toUser } from './read-user.ts';
import { type By, type Change, type ExternalService, keyOf, type World } from './world.ts';
import { announceBooking, writingIn } from './write-court-booking.ts';

/** Each action of an operator has a request id of its own. */
export const byOperator = (world: World): By => ({ actor: 'OPERATOR', requestId: world.newId() });

/**
 * Cancels a booking as an operator. Nothing changes if an operator has already cancelled it for the same reason.
 *
 * @throws ApiError `court_booking_not_found`; Error `nothing_to_change` if an operator has cancelled it for another reason
 */
export function cancelAsOperator(world: World, service: ExternalService, id: string, reason: string): void {
  change(world, service, id, (booking) => {
    const result = resultOfCancellationByOperator(booking, reason, writingIn(world));
    if (result.outcome !== 'refused') return result;
    throw nothingToChange(
      `An operator has cancelled ${JSON.stringify(id)} already, for another reason: "${booking.cancellationReason}". To give another one, reinstate it first.`,
    );
  });
}

/**
 * Reverses an operator's cancellation. If the partner has cancelled the booking too, it stays cancelled.
 *
 * @throws ApiError `court_booking_not_found`, `court_not_found`, `court_booking_overlap`; Error `nothing_to_change` if only the partner has
 * cancelled it
 */
export function reinstateAsOperator(world: World, service: ExternalService, id: string): void {
  change(world, service, id, (booking) => {
    const result = resultOfReinstatement(knownTo(world, service), booking, writingIn(world));
    if (result.outcome !== 'refused') return result;
    const { error } = result.rejection;
    if (error !== 'nothing_to_change') throw new ApiError(error);
    throw nothingToChange(`No operator has cancelled ${JSON.stringify(id)}: its partner has.`);
  });
}

/**
 * Sets the stored version.
 * @throws ApiError `court_booking_not_found`; TypeError for a date that is invalid or in the future
 */
export function resetVersion(
  world: World,
  service: ExternalService,
  id: string,
  externalUpdatedAt: Date | string,
): void {
  const text = isDate(externalUpdatedAt) ? externalUpdatedAt.toISOString() : externalUpdatedAt;
  const parsed = parseInstant(text);
  const fault = 'fault' in parsed ? parsed.fault : versionResetFault(parsed.instant, world.clock.now());
  if (fault !== undefined || 'fault' in parsed) throw new TypeError(`externalUpdatedAt: ${fault}`);
  change(world, service, id, (booking) => resultOfVersionReset(booking, parsed.instant, writingIn(world)));
}

function change(
  world: World,
  service: ExternalService,
  id: string,
  judge: (booking: StoredBooking) => ChangeResult,
): void {
  const key = keyOf(service, id);
  const stored = world.bookings.get(key);
  if (!stored) throw new ApiError('court_booking_not_found');
  const result = judge(stored);
  if (!('booking' in result)) return;
  world.bookings.set(key, result.booking);
  announceBooking(world, result.booking, `court_booking.${result.outcome}`, byOperator(world));
}

/**
 * Grants or revokes access to the courts of an organization.
 *
 * @throws TypeError `organization_not_found`; Error `nothing_to_change`
 */
export function setOrganizationAccess(
  world: World,
  service: ExternalService,
  organizationId: string,
  isGranted: boolean,
): void {
  const organization = world.organizations.get(organizationId);
  if (!organization) throw notFound('organization', `with the id ${organizationId}`);
  if (service.organizations.has(organizationId) === isGranted)
    throw nothingToChange(
      isGranted
        ? `The external service may book the courts of the organization ${organizationId} already.`
        : `The external service has no access to the organization ${organizationId}.`,
    );
  if (isGranted) service.organizations.add(organizationId);
  else service.organizations.delete(organizationId);
  announce(world, service, byOperator(world), {
    type: `organization_access.${isGranted ? 'granted' : 'revoked'}`,
    subjectId: organizationId,
    data: isGranted ? { ...organization } : { id: organizationId },
    timestamp: formatInstant(world.clock.next()),
  });
}

/**
 * Grants or revokes access to a user of another external service.
 *
 * @throws ApiError `user_not_found`; Error `nothing_to_change`
 */
export function setUserAccess(
  world: World,
  service: ExternalService,
  userId: string,
  isGranted: boolean,
): void {
  const user = world.users.get(userId);
  if (!user || user.isErased) throw new ApiError('user_not_found');
  if (service.grantedUsers.has(userId) === isGranted)
    throw nothingToChange(
      isGranted
        ? `The external service was granted the user ${userId} already.`
        : `The external service was not granted the user ${userId}; a user that it manages stays open to it.`,
    );
  if (isGranted && user.managedById === service.id)
    throw nothingToChange(`The external service manages the user ${userId}, who is open to it already.`);
  if (isGranted) service.grantedUsers.add(userId);
  else service.grantedUsers.delete(userId);
  announce(world, service, byOperator(world), {
    type: `user_access.${isGranted ? 'granted' : 'revoked'}`,
    subjectId: userId,
    data: isGranted ? toUser(user, service) : { id: userId },
    timestamp: formatInstant(world.clock.next()),
  });
}

export function announceCourt(world: World, courtId: string, type: Change['type']): void {
  const court = world.courts.get(courtId)!;
  const timestamp = formatInstant(world.clock.next());
  const by = byOperator(world);
  for (const service of world.externalServices.values())
    if (service.organizations.has(court.organization.id))
      announce(world, service, by, { type, subjectId: courtId, data: toCourt(court), timestamp });
}

/**
 * Activates or deactivates a court.
 * @throws ApiError `court_not_found`
 */
export function setCourtActive(world: World, courtId: string, active: boolean): void {
  const court = world.courts.get(courtId);
  if (!court) throw new ApiError('court_not_found');
  if (court.active === active) return;
  court.active = active;
  announceCourt(world, courtId, active ? 'court.updated' : 'court.deactivated');
}
