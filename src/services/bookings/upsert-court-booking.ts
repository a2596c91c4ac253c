import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant } from '../values/fields.ts';
import { Participant, rejectAmbiguousParticipants } from './participant.ts';
import {
  contentOf,
  courtBookingFields,
  maxParticipants,
  type StoredCourtBooking,
} from './stored-court-booking.ts';
import { writeInGroup } from './writes/court-booking-groups.ts';
import { openUsersOf, toSnapshot } from './writes/known-court-bookings.ts';
import { authorOf } from './writes/write-court-bookings.ts';

/** The errors of an upsert, copied from section 4.2 of the document. */
export const upsertCourtBookingErrors = [
  ...partnerErrors,
  'mutually_exclusive_fields_violation',
  'duplicate_entries_provided',
  'invalid_time_range',
  'organization_access_denied',
  'user_access_denied',
  'court_not_found',
  'stale_write',
  'version_conflict',
  'court_booking_overlap',
] as const;

const createError = errorFactory(upsertCourtBookingErrors);

/** The documented body. Date-times may have any offset. Not in the document: which fields are required, and the maximum of 50 participants. */
export const UpsertCourtBookingInput = z
  .strictObject({
    ...courtBookingFields,
    startDate: instant().describe('The first instant that the booking occupies.'),
    endDate: instant().describe('The first instant that the booking no longer occupies; after `startDate`.'),
    externalUpdatedAt: instant().describe(
      'When the booking last changed in your system, to the microsecond. Versions are compared by it.',
    ),
    participants: z
      .array(Participant)
      .max(maxParticipants)
      .default([])
      .describe('Each person once. Left out: nobody; the whole booking is replaced.'),
  })
  .meta({
    id: 'UpsertCourtBookingRequest',
    description: 'The complete court booking. Fields that you leave out are removed from a stored booking.',
    'x-sdk-note':
      'A `Date` is exact to the millisecond. If your system keeps microseconds, send `externalUpdatedAt` as text.',
  });
export type UpsertCourtBookingInput = z.output<typeof UpsertCourtBookingInput>;

/**
 * Creates or updates the booking with this external id (document, section 4.2).
 *
 * The checks from "duplicate entries" on need the database. They are, in their order, in
 * `rules/upsert-court-booking.ts`, and run under the locks of the booking's key and of the courts.
 *
 * A dry run returns or throws what the upsert would, and writes nothing.
 *
 * @throws ApiError `mutually_exclusive_fields_violation`, `duplicate_entries_provided`, `invalid_time_range`,
 * `court_not_found`, `organization_access_denied`, `user_access_denied`, `stale_write`, `version_conflict`,
 * `court_booking_overlap`, `service_unavailable`.
 */
export async function upsertCourtBooking(
  context: ServiceContext,
  partner: Partner<'court-bookingwrite'>,
  externalCourtBookingId: string,
  input: UpsertCourtBookingInput,
  { action = 'upsertCourtBooking', isDryRun }: { action?: AuditAction; isDryRun?: boolean } = {},
): Promise<{ created: boolean; booking: StoredCourtBooking }> {
  rejectAmbiguousParticipants(input, createError);
  const { externalServiceId } = partner;
  const item = { action: 'upsert', externalCourtBookingId, content: contentOf(input) } as const;
  const author = authorOf(context, partner, action);
  const { database, newId } = context;
  const { result, known } = await writeInGroup({
    ...{ database, newId, externalServiceId },
    ...{ item, author, isDryRun },
  });
  if (result.outcome === 'refused')
    throw createError(result.rejection.error, rejectionDetails(result.rejection, context.now()));
  const booking = { ...toSnapshot(result.booking), openUsers: openUsersOf(known, result.booking) };
  return { created: result.outcome === 'created', booking };
}
