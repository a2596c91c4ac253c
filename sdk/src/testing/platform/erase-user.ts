import type { Participant } from '../../../../src/rules/court-booking.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { announce } from './announce.ts';
import { findByEmail } from './read-user.ts';
import { findForChange } from './update-user.ts';
import type { By, Change, ExternalService, User, World } from './world.ts';
import { announceBooking } from './write-court-booking.ts';

/** Erases a user, and every copy of the personal data. Repeating it has no effect. */
export function eraseUser(world: World, user: User, by: By): void {
  eraseGuest(world, eraseAccount(world, user, by), by);
}

/** Erases a user. Returns the addresses, which bookings may still contain. */
function eraseAccount(world: World, user: User, by: By): string[] {
  if (user.isErased) return [];
  // A former address may belong to another user by now.
  const addresses = [...(user.email === undefined ? [] : [user.email]), ...user.formerEmails]
    .filter((email) => (findByEmail(world, email) ?? user) === user)
    .sort();
  const services = [...world.externalServices.values()].filter(
    (one) =>
      one === user.managedBy || one.grantedUsers.has(user.id) || [...one.links.values()].includes(user.id),
  );
  const timestamp = formatInstant(world.clock.next());
  const { id, managedBy } = user;
  const { email, firstName, lastName, birthday, gender, mainSportType, playingHand, ...rest } = user;
  const erased = { ...rest, formerEmails: [], isErased: true };
  world.users.set(id, erased);
  for (const service of services) {
    service.grantedUsers.delete(id);
    for (const [externalUserId, userId] of service.links)
      if (userId === id) service.links.delete(externalUserId);
    const data = { id, managed: service === managedBy, status: 'ERASED' };
    for (const change of service.changes) if (change.subjectId === id) forgetPerson(change);
    announce(world, service, by, { type: 'user.erased', subjectId: id, data, timestamp });
  }
  return addresses;
}

/**
 * Erases the user that is linked to an external id. If none is, nothing changes. `addresses` receives the addresses, which bookings may
 * still contain. A batch erases them after its last item.
 *
 * @throws ApiError `user_access_denied`, `user_not_managed`
 */
export function eraseByExternalId(
  world: World,
  externalService: ExternalService,
  externalUserId: string,
  by: By,
  addresses: string[][],
): { outcome: 'erased'; id: string } | { outcome: 'unchanged' } {
  const id = externalService.links.get(externalUserId);
  if (id === undefined) return { outcome: 'unchanged' };
  addresses.push(eraseAccount(world, findForChange(world, externalService, id), by));
  return { outcome: 'erased', id };
}

/** Removes the addresses of a person from all bookings and changes. The participant stays, without identity. */
export function eraseGuest(world: World, emails: readonly string[], given: By): void {
  for (const { changes } of world.externalServices.values())
    for (const change of changes)
      if (change.data.participants) change.data = withoutAddresses(change.data, emails);
  const by = { ...given, actor: 'OPERATOR' } as const;
  for (const email of emails)
    for (const [key, booking] of world.bookings) {
      if (withoutAddresses(booking.content, [email]) === booking.content) continue;
      // A booking with several of these addresses is changed once.
      const anew = { ...booking, content: withoutAddresses(booking.content, emails) };
      world.bookings.set(key, anew);
      announceBooking(world, anew, 'court_booking.updated', by, world.clock.next());
    }
}

/** Returns the same object if no participant has one of the addresses. */
function withoutAddresses<Named extends { participants: readonly Participant[] }>(
  named: Named,
  emails: readonly string[],
): Named {
  const isNamed = ({ email }: Participant) => email !== undefined && emails.includes(email);
  if (!named.participants.some(isNamed)) return named;
  const participants = named.participants.map((one) => (isNamed(one) ? { erased: true as const } : one));
  return { ...named, participants };
}

/** The change for a revoked access contains only the id. */
function forgetPerson(change: Change): void {
  if (change.type === 'user_access.revoked') return;
  const { id, managed } = change.data;
  change.data = { id, ...(managed === undefined ? {} : { managed }), status: 'ERASED' };
}
