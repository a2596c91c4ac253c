import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import type { Refuse } from '../../errors.ts';
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
 * @param refuse of the calling function, whose list must have the errors of this one
 * @throws ApiError `court_booking_not_found`, and what `change` throws.
 */
export function changeCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  {
    courtBookingId: id,
    refuse,
    ...verb
  }: Change & { courtBookingId: string; refuse: Refuse<'court_booking_not_found'> },
  change: ChangeOne,
): Promise<string> {
  return context.database.transaction(async (em) => {
    await lockCourtBookings(context, em, [id]);
    if (!(await em.findOne(CourtBooking, id))) throw refuse('court_booking_not_found');
    await changeLockedCourtBookings(context, em, supporter, verb, [id], change);
    return id;
  });
}

/** Locks bookings: first all keys, in the same order as a batch, then the rows. */
export async function lockCourtBookings(
  { database }: ServiceContext,
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<void> {
  const { query } = inTransaction(database, em);
  // The key never changes, so it may be read before it is locked.
  await query(
    `select pg_advisory_xact_lock(keys.key) from (
       select distinct ${databaseFunctions().schema}.court_booking_key(external_service_id, external_court_booking_id) as key
       from court_bookings where id = any ($1::uuid[])
       order by 1
     ) keys`,
    [ids],
  );
  // MikroORM does not support this lock. FOR UPDATE would wait for transactions that reference the booking in a
  // foreign key.
  await query('select from court_bookings where id = any ($1::uuid[]) order by id for no key update', [ids]);
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
  const { schema } = databaseFunctions();
  const { query } = inTransaction(context.database, em);
  const snapshots = async (of: readonly string[]) => {
    const rows = await query<{ id: string; snapshot: Record<string, unknown> }>(
      `select b.id, ${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id)) as snapshot
       from court_bookings b where id = any ($1::uuid[])`,
      [of],
    );
    return new Map(rows.map(({ id, snapshot }) => [id, snapshot]));
  };
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
  const [clock] = await query<{ now: string }>(`select ${schema}.as_instant(clock_timestamp()) as now`, []);
  for (const booking of changed) booking.updatedAt = clock!.now;
  await em.flush();
  const changedIds = changed.map(({ id }) => id);
  const after = await snapshots(changedIds);
  await recordChanges(em, context, supporter, {
    action,
    subjectType: 'court_booking',
    changes: changedIds.map((id) => ({ subjectId: id, before: before.get(id)!, after: after.get(id)! })),
  });
  await query(
    `select ${schema}.announce_court_booking(
       $1, b, ${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id)),
       ${schema}.court_booking_open_users(b), b.updated_at, $2, $3
     )
     from unnest($4::uuid[]) with ordinality as changed (id, position) join court_bookings b on b.id = changed.id
     order by changed.position`,
    [type, supporter.actor.type, context.requestId, changedIds],
  );
}
