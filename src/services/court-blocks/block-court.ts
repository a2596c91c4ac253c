import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { ApiError, errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { queryIn } from '../../db/connection/query.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { OrganizationGrant, operatorsService } from '../../db/entities/external-service.ts';
import { insertExternalService, insertGrantForCourt } from '../../db/queries/operators/court-blocks.ts';
import { actForOperators } from '../access/act-for-partner.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { rejectReversed } from '../bookings/past-bookings.ts';
import { upsertCourtBooking } from '../bookings/upsert-court-booking.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, reasonText, uuid } from '../values/fields.ts';
import { recordBlock } from './record-block.ts';

export const BlockCourtInput = z.strictObject({
  courtId: uuid(),
  startDate: instant(),
  endDate: instant(),
  reason: reasonText(255),
});

export const blockCourtErrors = ['court_not_found', 'invalid_time_range', 'court_booking_overlap'] as const;
const createError = errorFactory(blockCourtErrors);

/**
 * Blocks a court for a time range. For partners it looks like another partner's booking. A block is a booking of the
 * operators' external service, with the same checks as any other. Returns its id.
 *
 * @throws ApiError `court_not_found` (it does not exist or is deactivated), `invalid_time_range` (also
 * if it ends in the past),
 * `court_booking_overlap` (an active booking or another block overlaps).
 */
export function blockCourt(
  context: ServiceContext,
  supporter: Supporter,
  { courtId, reason, startDate, endDate }: z.output<typeof BlockCourtInput>,
): Promise<string> {
  rejectReversed(startDate, endDate);
  if (Date.parse(endDate) <= context.now())
    throw createError('invalid_time_range', {
      message: 'The block ends in the past, so it would block nothing. Enter an "endDate" in the future.',
    });
  return context.database.transaction(async (em) => {
    const within = { ...context, database: inTransaction(context.database, em) };
    const booking = await whileOpen(em, courtId, () => {
      const externalUpdatedAt = new Date(context.now()).toISOString();
      const input = { courtId, startDate, endDate, externalUpdatedAt, participants: [] };
      return placeBlock(within, supporter, input);
    });
    await em.nativeUpdate(CourtBooking, booking.id, { blockReason: reason });
    await recordBlock(em, context, supporter, 'blockCourt', {
      ...booking,
      courtBookingId: booking.id,
      reason,
    });
    return booking.id;
  });
}

type Input = Parameters<typeof upsertCourtBooking>[3];

async function placeBlock(context: ServiceContext, supporter: Supporter, input: Input) {
  try {
    const { booking } = await upsertCourtBooking(context, actForOperators(supporter), context.newId(), input);
    return booking;
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'court_booking_overlap') throw error;
    throw createError('court_booking_overlap', {
      message: 'Active bookings or blocks are in the way. Cancel the bookings first, or remove the block.',
      conflictingIds: error.conflictingIds,
    });
  }
}

/**
 * Runs `work` while the operators' external service has access to the organization of a court. The grant is removed
 * before the transaction ends, so nobody ever sees it or is notified of it. A concurrent block in the same
 * organization waits.
 */
async function whileOpen<Result>(
  em: SqlEntityManager,
  courtId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const query = queryIn(em);
  await insertExternalService(query, operatorsService);
  await insertGrantForCourt(query, operatorsService.id, courtId);
  const result = await work();
  await em.nativeDelete(OrganizationGrant, { externalService: operatorsService.id });
  return result;
}
