import type { Participant } from '../../../../src/rules/court-booking.ts';
import { erased, userOperations } from '../../../../src/rules/erase-user.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { announce } from './announce.ts';
import { findByEmail, findLinked, servicesOf } from './read-user.ts';
import type { By, Change, User, World } from './world.ts';
import { announceBooking } from './write-court-booking.ts';

/** Erases a user, and every copy of the personal data. Repeating it has no effect. */
export function eraseUser(world: World, user: User, by: By): void {
  eraseGuest(world, eraseAccount(world, user, by), by);
}

/** Erases a user. Returns the addresses, which bookings may still contain. */
export function eraseAccount(world: World, user: User, by: By): string[] {
  if (user.isErased) return [];
  const { id, managedById, allLinks } = user;
  // A former address or id may belong to another user by now.
  const addresses = [...new Set(user.allEmails)]
    .filter((email) => (findByEmail(world, email) ?? user) === user)
    .sort();
  const services = servicesOf(world, user);
  const timestamp = formatInstant(world.clock.next());
  world.users.set(id, { ...erased(user), allEmails: [], allLinks: [] });
  // Requests no longer name the user, nor do those that were rejected because of the user's address.
  for (const service of world.externalServices.values())
    for (const request of service.requests) {
      const { operation, externalId = '' } = request;
      const isNamed = userOperations.includes(operation) && allLinks.includes(`${service.id}/${externalId}`);
      if ((isNamed && !findLinked(world, service, externalId)) || `${request.conflictingIds}` === id)
        request.externalId = undefined;
    }
  for (const service of services) {
    service.grantedUsers.delete(id);
    const data = { id, managed: service.id === managedById, status: 'ERASED' };
    for (const change of service.changes) if (change.subjectId === id) forgetPerson(change);
    announce(world, service, by, { type: 'user.erased', subjectId: id, data, timestamp });
  }
  return addresses;
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
