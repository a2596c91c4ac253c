import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ErrorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import {
  announceCourtBookings,
  findCourtBookingSnapshots,
  lockCourtBookings,
  readClock,
} from '../../db/queries/operators/court-bookings.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { recordChanges } from '../audit/record-change.ts';
import type { ChangeType } from '../changes/change-types.ts';
import type { ServiceContext } from '../service-context.ts';

interface Change {
  action: AuditAction;
  /** The change that is announced to the external service. */
  type: ChangeType;
}

/** Changes a booking, or returns false if nothing needs to change. */
type ChangeOne = (booking: CourtBooking, em: SqlEntityManager) => Promise<boolean>;

/**
 * The common part of the operators' functions for bookings: it takes the locks in the same order as every writer (key,
 * then booking; `change` takes those of courts) and records the audit event.
 *
 * @param createError of the calling function, whose list must have the errors of this one
 * @throws ApiError `court_booking_not_found`, and what `change` throws.
 */
export function changeCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  {
    courtBookingId: id,
    createError,
    ...verb
  }: Change & { courtBookingId: string; createError: ErrorFactory<'court_booking_not_found'> },
  change: ChangeOne,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await lockCourtBookings(queryIn(em), [id]);
    if (!(await em.findOne(CourtBooking, id))) throw createError('court_booking_not_found');
    await changeLockedCourtBookings(context, em, supporter, verb, [id], change);
    return id;
  });
}

/**
 * Changes locked bookings, records the changes, and announces them to the external services, in the order of the ids.
 * The number of statements does not depend on the number of bookings.
 */
export async function changeLockedCourtBookings(
  context: ServiceContext,
  em: SqlEntityManager,
  supporter: Supporter,
  { action, type }: Change,
  ids: readonly string[],
  change: ChangeOne,
): Promise<void> {
  const query = queryIn(em);
  const snapshots = async (of: readonly string[]) =>
    new Map((await findCourtBookingSnapshots(query, of)).map(({ id, snapshot }) => [id, snapshot]));
  const before = await snapshots(ids);
  const bookings = new Map(
    (await em.find(CourtBooking, { id: { $in: [...ids] } })).map((booking) => [booking.id, booking]),
  );
  const changed: CourtBooking[] = [];
  for (const id of ids) {
    const booking = bookings.get(id)!;
    if (await change(booking, em)) changed.push(booking);
  }
  if (changed.length === 0) return;

  // The database clock, which the database functions also use, in microseconds. Each write is later than the previous
  // one.
  const now = await readClock(query);
  for (const booking of changed) booking.updatedAt = now;
  await em.flush();
  const changedIds = changed.map(({ id }) => id);
  const after = await snapshots(changedIds);
  await recordChanges(em, context, supporter, {
    action,
    subjectType: 'court_booking',
    changes: changedIds.map((id) => ({ subjectId: id, before: before.get(id)!, after: after.get(id)! })),
  });
  await announceCourtBookings(query, {
    type,
    actorType: supporter.actor.type,
    requestId: context.requestId,
    ids: changedIds,
  });
}
