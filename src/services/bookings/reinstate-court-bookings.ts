import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { courtBookingList } from '../../db/queries/operators/court-booking-list.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import { emptySelection } from '../../db/queries/operators/selection.ts';
import { overlap, type StoredBooking } from '../../rules/court-booking.ts';
import { isActive } from '../../rules/court-booking-status.ts';
import type { Known } from '../../rules/known.ts';
import { type ReinstatementResult, resultOfReinstatement } from '../../rules/reinstate-court-booking.ts';
import { toOccupant } from '../../rules/working-state.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { confirmMillis, confirmTokenFor, isConfirmed, useToken } from '../confirmations/confirm-token.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, text, uuid } from '../values/fields.ts';
import {
  changeLockedCourtBookings,
  type LockedCourtBookings,
  loadPlace,
  lockCourtBookings,
} from './change-court-booking.ts';
import { maxCancellations } from './operator-cancellation.ts';
import { changesPast, pastErrors } from './past-bookings.ts';
import { writingAt } from './writes/write-court-bookings.ts';

/** Which cancellations to withdraw: those that match everything that is given. */
export const ReinstateCourtBookingsInput = z
  .strictObject({
    requestId: text(1, 255).optional(),
    courtId: uuid().optional(),
    organizationId: uuid().optional(),
    externalServiceId: uuid().optional(),
    userId: uuid().optional(),
    cancelledFrom: instant().optional(),
    cancelledUntil: instant().optional(),
    ...changesPast,
    confirmToken: text(1, 255).optional(),
  })
  .refine(({ requestId, cancelledFrom }) => requestId !== undefined || cancelledFrom !== undefined, {
    message: 'Give requestId, or cancelledFrom.',
  });

type Input = z.output<typeof ReinstateCourtBookingsInput>;

export const reinstateCourtBookingsErrors = [
  'nothing_to_change',
  'confirmation_outdated',
  ...pastErrors,
] as const;
const createError = errorFactory(reinstateCourtBookingsErrors);

/** The bookings that were or would be reinstated. The ids are in the order of the bookings, earliest first. */
export interface CourtBookingsReinstatement {
  /** False for a dry run, which changes nothing. */
  done: boolean;
  /** Active again. */
  ids: string[];
  /** They stay cancelled, because another booking takes their time. */
  takenIds: string[];
  /** They stay cancelled, because their court is closed. */
  closedIds: string[];
  /** They stay cancelled by their partner alone. */
  partnerIds: string[];
  /** True if more cancellations match than one call withdraws. */
  hasMore: boolean;
  /** Only from a dry run that found something to change. */
  confirmToken: string | null;
}

/**
 * Withdraws the operators' cancellations of bookings: those of one request, or of a time, each as by
 * `reinstateCourtBooking`. Blocks that were lifted stay so. A booking that cannot come back stays cancelled, and the
 * result says why. One call judges the first 500. Without `confirmToken` it is a dry run. The token is valid once, for ten minutes, and
 * only while the result stays the same.
 *
 * @throws ApiError `nothing_to_change` (no cancellation matches), `confirmation_outdated`, `court_booking_over`.
 */
export function reinstateCourtBookings(
  context: ServiceContext,
  supporter: Supporter,
  { confirmToken, changesPast, ...given }: Input,
): Promise<CourtBookingsReinstatement> {
  return context.database.transaction(async (em) => {
    const database = inTransaction(context.database, em);
    const isUnused = confirmToken === undefined || (await useToken(database.query, supporter, confirmToken));
    const { ids, hasMore } = await findCancelled(database, given);
    if (ids.length === 0 && confirmToken === undefined)
      throw createError('nothing_to_change', {
        message: 'No operator’s cancellation matches, so nothing was changed. Choose another time or record.',
      });
    const locked = await lockWithPlaces(database, ids);
    const results = judge(context, ids, locked);
    const plan = { ...sortOut(ids, results), hasMore };
    if (confirmToken === undefined) {
      const token = confirmTokenFor(given, plan, context.now() + confirmMillis);
      const changes = plan.ids.length + plan.partnerIds.length > 0;
      return { ...plan, done: false, confirmToken: changes ? token : null };
    }
    if (!isUnused || !isConfirmed(confirmToken, given, plan, context.now()))
      throw createError('confirmation_outdated');
    const change = { action: 'reinstateCourtBookings', changesPast } as const;
    await changeLockedCourtBookings(
      { ...context, database },
      supporter,
      change,
      locked,
      ({ id }) => results.get(id)!,
    );
    return { ...plan, done: true, confirmToken: null };
  });
}

async function findCancelled(database: Database, given: Omit<Input, 'changesPast' | 'confirmToken'>) {
  const { requestId, userId, cancelledFrom: from, cancelledUntil: until, ...where } = given;
  const list = courtBookingList({
    ...where,
    participantUserId: userId,
    cancelled: { from, until },
    // White space around it was pasted with it.
    cancelledByOperator: requestId === undefined ? {} : { requestId: requestId.trim() },
    blocks: false,
  });
  const limit = maxCancellations + 1;
  const page = { by: 'START_DATE', order: 'asc', limit } as const;
  const selection = { ...emptySelection(), columns: new Set(['id']) };
  const rows = await new Reader(database, 'primary').page(list, page, selection);
  return {
    ids: rows.slice(0, maxCancellations).map(({ id }) => id as string),
    hasMore: rows.length === limit,
  };
}

/** Locks all keys, then all courts, as every writer does. The bookings can be of several external services. */
async function lockWithPlaces(database: Database, ids: readonly string[]): Promise<LockedCourtBookings[]> {
  const locked = await lockCourtBookings(database, ids);
  const courtIds = locked.flatMap(({ bookings }) => bookings.map(({ content }) => content.courtId));
  await lockRows(database.query, 'courts', [...new Set(courtIds)]);
  const placed: LockedCourtBookings[] = [];
  for (const set of locked) placed.push(await loadPlace(database, set));
  return placed;
}

/** Judges each booking as if those before it were active again, also those of other external services. */
function judge({ newId }: ServiceContext, ids: readonly string[], locked: readonly LockedCourtBookings[]) {
  const all = locked.flatMap(({ known, loaded, bookings }) => {
    const writing = writingAt(loaded, newId);
    return bookings.map((booking) => ({ booking, known, writing }));
  });
  const byId = new Map(all.map((one) => [one.booking.id, one]));
  const back: StoredBooking[] = [];
  const results = new Map<string, ReinstatementResult>();
  for (const { booking, known, writing } of ids.flatMap((id) => byId.get(id) ?? [])) {
    const state: Pick<Known, 'externalServiceId' | 'court' | 'occupants'> = {
      externalServiceId: known.externalServiceId,
      court: known.court,
      occupants: (place) => [
        ...known.occupants(place),
        ...back
          .filter(({ content }) => content.courtId === place.courtId && overlap(content, place))
          .map(toOccupant),
      ],
    };
    const result = resultOfReinstatement(state, booking, writing);
    results.set(booking.id, result);
    if (result.outcome === 'reinstated' && isActive(result.booking)) back.push(result.booking);
  }
  return results;
}

function sortOut(ids: readonly string[], results: ReadonlyMap<string, ReinstatementResult>) {
  const errorOf = (result: ReinstatementResult | undefined) =>
    result?.outcome === 'refused' ? result.rejection.error : undefined;
  const reinstated = (isBack: boolean) => (id: string) => {
    const result = results.get(id);
    return result?.outcome === 'reinstated' && isActive(result.booking) === isBack;
  };
  return {
    ids: ids.filter(reinstated(true)),
    takenIds: ids.filter((id) => errorOf(results.get(id)) === 'court_booking_overlap'),
    closedIds: ids.filter((id) => errorOf(results.get(id)) === 'court_not_found'),
    partnerIds: ids.filter(reinstated(false)),
  };
}
