import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
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
import { eraseFirstCopies } from '../erasing/erase-copies.ts';
import { beginErasure } from '../erasing/erasure.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findIdentifiers } from './find-identifiers.ts';
import { findUserForUpdate } from './find-user-for-update.ts';

export const EraseUserInput = z.strictObject({ userId: uuid() });

export const eraseUserErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'user_access_denied',
  'user_not_managed',
  // Only for operators.
  'user_not_found',
  'internal_server_error',
] as const;
const createError = errorFactory(eraseUserErrors);

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
 * Erases a user, for the partner that manages it and for operators: name, address, birthday, enumerations, links,
 * grants, and all copies of them. The row stays, because bookings refer to it. Repeating the call changes nothing.
 *
 * The user is erased in one transaction, which takes no locks that writes of bookings wait for. Then the copies are
 * erased, each booking in its own transaction.
 *
 * @throws ApiError for a partner `user_access_denied`, `user_not_managed`, for an operator `user_not_found`;
 * `service_unavailable`.
 */
export async function eraseUser(
  context: ServiceContext,
  by: Partner<'userwrite'> | Supporter,
  { userId }: z.output<typeof EraseUserInput>,
): Promise<string> {
  const waitsFor =
    'externalServiceId' in by
      ? { resource: `erasing of ${by.externalServiceId}`, externalServiceId: by.externalServiceId }
      : undefined;
  const erasure = await context.database.transaction((em) => erasePerson(em, context, by, userId), waitsFor);
  if (erasure) await eraseFirstCopies(context, [erasure], waitsFor);
  return userId;
}

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
