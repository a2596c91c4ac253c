import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { judgeErasure } from '../../rules/erase-user.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import { eraseFirstCopies } from '../erasing/erase-copies.ts';
import { erasePersons } from '../erasing/erase-persons.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { lockUsers, toUserError } from './writes/write-users.ts';

export const EraseUserInput = z.strictObject({ userId: uuid() });

export const eraseUserErrors = [
  ...partnerErrors,
  'user_access_denied',
  'user_not_managed',
  // Only for operators.
  'user_not_found',
] as const;
const createError = errorFactory(eraseUserErrors);

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
  const erasures = await context.database.transaction(async (em) => {
    const items = [{ action: 'erase', userId }] as const;
    const { known } = await lockUsers(em, { context, by, items, locks: 'exclusive' });
    const verdict = judgeErasure(known, userId);
    if (verdict.outcome === 'refused') throw toUserError({ context, by }, verdict.rejection, createError);
    return verdict.outcome === 'erased' ? erasePersons(em, context, by, [verdict.before]) : [];
  }, waitsFor);
  await eraseFirstCopies(context, erasures, waitsFor);
  return userId;
}
