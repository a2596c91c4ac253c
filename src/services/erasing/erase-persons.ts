import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { queryIn } from '../../db/connection/query.ts';
import { FormerUserName, User, UserGrant, UserLink } from '../../db/entities/user.ts';
import { deleteSavedQueries } from '../../db/queries/jobs/delete-saved-queries.ts';
import { deleteWebhookResponses } from '../../db/queries/jobs/delete-webhook-responses.ts';
import type { Erasure } from '../../db/queries/jobs/erasures.ts';
import {
  eraseFromAuditEvents,
  eraseUsersFromChanges,
  findServicesOfUsers,
} from '../../db/queries/partners/erase-users.ts';
import { findLastNames } from '../../db/queries/partners/user-identifiers.ts';
import type { StoredUser } from '../../rules/user.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { findIdentifiers } from '../users/find-identifiers.ts';
import { beginErasure } from './erasure.ts';

/** The personal fields of a user's audit events. */
const personal = [
  'email',
  'firstName',
  'lastName',
  'birthday',
  'gender',
  'mainSportType',
  'playingHand',
  'externalUserId',
];

/**
 * Erases locked users without the copies, in the transaction `em`. Returns the searches for the copies, for
 * `eraseFirstCopies` after the commit.
 *
 * The statements that look through all records run once for all users.
 */
export async function erasePersons(
  em: SqlEntityManager,
  context: ServiceContext,
  by: Partner<'userwrite'> | Supporter,
  persons: readonly StoredUser[],
): Promise<Erasure[]> {
  const query = queryIn(em);
  const userIds = persons.map(({ id }) => id);
  const services = await findServicesOfUsers(query, userIds);
  const begun: Erasure[] = [];
  for (const { id: userId, managedById } of persons) {
    const { addresses, links } = await findIdentifiers(query, userId, managedById);
    const lastNames = await findLastNames(query, userId);
    begun.push(await beginErasure(query, context, { userId, addresses, links, lastNames }));
  }
  await deleteSavedQueries(query);
  await em.nativeDelete(UserLink, { user: { $in: userIds } });
  await em.nativeDelete(FormerUserName, { user: { $in: userIds } });
  await em.nativeDelete(UserGrant, { user: { $in: userIds } });
  const erasedAt = new Date(context.now()).toISOString();
  await em.nativeUpdate(
    User,
    { id: { $in: userIds } },
    {
      email: null,
      firstName: null,
      lastName: null,
      birthday: null,
      gender: null,
      mainSportType: null,
      playingHand: null,
      erasedAt,
      updatedAt: erasedAt,
    },
  );
  await eraseFromAuditEvents(query, userIds, personal);
  await eraseUsersFromChanges(query, userIds);
  await deleteWebhookResponses(query, userIds);
  for (const { id: userId, managedById } of persons) {
    await recordChange(em, context, by, {
      action: 'eraseUser',
      subjectId: userId,
      after: { status: 'ERASED' },
    });
    for (const { id } of services.filter((service) => service.userId === userId))
      await appendChange(em, context, by, {
        type: 'user.erased',
        subjectId: userId,
        data: { id: userId, managed: id === managedById, status: 'ERASED' },
        audience: { externalServiceId: id },
      });
  }
  return begun;
}
