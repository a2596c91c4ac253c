import { z } from 'zod';
import type { ErrorType } from '../../../errors.ts';
import { externalId, instant } from '../../values/fields.ts';
import { cancelCourtBookingErrors } from '../cancel-court-booking.ts';
import { UpsertCourtBookingInput, upsertCourtBookingErrors } from '../upsert-court-booking.ts';

/** An item. A fault in it rejects only this item. */
export const BatchItem = z.discriminatedUnion('action', [
  UpsertCourtBookingInput.extend({
    action: z.literal('upsert'),
    externalCourtBookingId: externalId(),
  }).meta({
    id: 'BatchUpsert',
    description: 'A booking to create or replace.',
  }),
  z
    .strictObject({
      action: z.literal('cancel'),
      externalCourtBookingId: externalId(),
      externalUpdatedAt: instant().describe('When it was cancelled in your system.'),
    })
    .meta({ id: 'BatchCancellation', description: 'A booking to cancel.' }),
]);
export type BatchItem = z.output<typeof BatchItem>;

/** Errors of a single operation that are checked before the items of a batch. */
const judgedBefore = [
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
] as const;

export const batchItemErrors = [
  ...new Set([...upsertCourtBookingErrors, ...cancelCourtBookingErrors, 'service_unavailable' as const]),
].filter((type) => !(judgedBefore as readonly ErrorType[]).includes(type));
