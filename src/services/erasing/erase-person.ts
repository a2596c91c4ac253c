import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { FormerUserName, User, UserGrant, UserLink } from '../../db/entities/user.ts';
import { deleteWebhookResponses } from '../../db/queries/jobs/delete-webhook-responses.ts';
import type { Erasure } from '../../db/queries/jobs/erasures.ts';
import {
  eraseFromAuditEvents,
  eraseUserFromChanges,
  findServicesOfUser,
} from '../../db/queries/partners/erase-user.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { findIdentifiers } from '../users/find-identifiers.ts';
import { findUserForUpdate } from '../users/find-user-for-update.ts';
import { beginErasure } from './erasure.ts';

const createError = errorFactory(['user_access_denied', 'user_not_managed', 'user_not_found']);

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
 * Erases a user without the copies, in the transaction `em`. Returns the search for the copies, for `eraseFirstCopies`
 * after the commit, or undefined if the user was already erased.
 *
 * @throws ApiError like `eraseUser`.
 */
export async function erasePerson(
  em: SqlEntityManager,
  context: ServiceContext,
  by: Partner<'userwrite'> | Supporter,
  userId: string,
): Promise<Erasure | undefined> {
  const query = queryIn(em);
  const { managedById, isErased } = await findUserForUpdate(query, by, userId, createError, true);
  if (isErased) return undefined;
  const { addresses, links } = await findIdentifiers(query, userId, managedById);
  const begun = await beginErasure(query, context, { userId, addresses, links });
  const services = await findServicesOfUser(query, userId, managedById);
  await em.nativeDelete(UserLink, { user: userId });
  await em.nativeDelete(FormerUserName, { user: userId });
  await em.nativeDelete(UserGrant, { user: userId });
  const erasedAt = new Date(context.now()).toISOString();
  await em.nativeUpdate(
    User,
    { id: userId },
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
  await eraseFromAuditEvents(query, userId, personal);
  await eraseUserFromChanges(query, userId);
  await deleteWebhookResponses(query, userId);
  await recordChange(em, context, by, {
    action: 'eraseUser',
    subjectType: 'user',
    subjectId: userId,
    after: { status: 'ERASED' },
  });
  for (const id of services)
    await appendChange(em, context, by, {
      type: 'user.erased',
      subjectId: userId,
      data: { id: userId, managed: id === managedById, status: 'ERASED' },
      audience: { externalServiceId: id },
    });
  return begun;
}
