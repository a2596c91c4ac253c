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
    description: 'The documented body, and which booking.',
  }),
  z
    .strictObject({
      action: z.literal('cancel'),
      externalCourtBookingId: externalId(),
      externalUpdatedAt: instant().describe("Time of the cancellation in the partner's system."),
    })
    .meta({ id: 'BatchCancellation' }),
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
