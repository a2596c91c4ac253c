import { z } from 'zod';
import { externalId } from '../../values/fields.ts';
import { UpsertUserInput, upsertUserErrors } from '../upsert-user.ts';

/** An item. A fault in it rejects only this item. */
export const UserBatchItem = (today: () => string) =>
  z.discriminatedUnion('action', [
    UpsertUserInput(today)
      .extend({ action: z.literal('upsert') })
      .meta({ id: 'BatchUserUpsert', description: 'A user to create or update.' }),
    z
      .strictObject({ action: z.literal('erase'), externalUserId: externalId() })
      .meta({ id: 'BatchUserErasure', description: 'A user to erase.' }),
  ]);
export type UserBatchItem = z.output<ReturnType<typeof UserBatchItem>>;

/** Errors of the single operations, without those that are checked before the items. */
export const userBatchItemErrors = [
  'invalid_schema',
  ...upsertUserErrors.slice(upsertUserErrors.indexOf('user_access_denied')),
  'internal_server_error',
  'service_unavailable',
] as const;
