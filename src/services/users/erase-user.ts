import { z } from 'zod';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { refusals } from '../../errors.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import { deleteWebhookResponses } from '../erasing/delete-webhook-responses.ts';
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
const refuse = refusals(eraseUserErrors);

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
      ? { thing: `erasing of ${by.externalServiceId}`, externalServiceId: by.externalServiceId }
      : undefined;
  const erasure = await context.database.transaction(async (em) => {
    const { query } = inTransaction(context.database, em);
    const { managedById, isErased } = await findUserForUpdate(query, by, userId, refuse, true);
    if (isErased) return undefined;
    const { addresses, links } = await findIdentifiers(query, userId, managedById);
    const begun = await beginErasure(query, context, { userId, addresses, links });
    const known = await query<{ id: string }>(
      `select external_service_id as id from user_links where user_id = $1
       union select external_service_id from user_grants where user_id = $1
       union select $2`,
      [userId, managedById],
    );
    await query('delete from user_links where user_id = $1', [userId]);
    await query('delete from former_user_names where user_id = $1', [userId]);
    await query('delete from user_grants where user_id = $1', [userId]);
    const erasedAt = new Date(context.now()).toISOString();
    await query(
      `update users set email = null, first_name = null, last_name = null, birthday = null, gender = null,
         main_sport_type = null, playing_hand = null, erased_at = $2, updated_at = $2
       where id = $1`,
      [userId, erasedAt],
    );
    await query(
      `update audit_events
       set before = before - $2::text[] || '{"erased": true}', after = after - $2::text[] || '{"erased": true}'
       where subject_id = $1`,
      [userId, personal],
    );
    // The outbox comes first. Changes that are sequenced meanwhile are then found in `changes`.
    for (const table of ['change_outbox', 'changes'])
      await query(
        `update ${table} set data = '{"status": "ERASED"}' || (
           select jsonb_object_agg(field, value) from jsonb_each(data) as d (field, value)
           where field in ('id', 'managed', 'managedBy')
         )
         where subject_id = $1`,
        [userId],
      );
    await deleteWebhookResponses(query, 'subject_id = $1', [userId]);
    await recordChange(em, context, by, {
      action: 'eraseUser',
      subjectType: 'user',
      subjectId: userId,
      after: { status: 'ERASED' },
    });
    for (const { id } of known)
      await appendChange(em, context, by, {
        type: 'user.erased',
        subjectId: userId,
        data: { id: userId, managed: id === managedById, status: 'ERASED' },
        audience: { externalServiceId: id },
      });
    return begun;
  }, waitsFor);
  if (erasure) await eraseFirstCopies(context, erasure, waitsFor);
  return userId;
}
