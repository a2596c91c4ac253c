import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CourtBooking } from '../../db/court-booking.ts';
import { databaseFunctions } from '../../db/functions.ts';
import type { Refuse } from '../../errors.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ChangeType } from '../changes/change-types.ts';
import type { AuditAction } from '../records/audit-actions.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';

interface Change {
  /** The verb. */
  action: AuditAction;
  /** What is announced to the external service. */
  type: ChangeType;
  courtBookingId: string;
  /** Of the verb: its list must have what is refused here. */
  refuse: Refuse<'court_booking_not_found'>;
}

/**
 * What an operator's verbs on a booking have in common: the locks of every writer in their order (key, booking; `change`
 * takes those of courts), and the audit event.
 *
 * @param change changes the booking, or answers false when there is nothing to change.
 * @throws ApiError `court_booking_not_found`, and what `change` throws.
 */
export function changeCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  { action, type, courtBookingId: id, refuse }: Change,
  change: (booking: CourtBooking, em: SqlEntityManager) => Promise<boolean>,
): Promise<string> {
  const { schema } = databaseFunctions();
  return context.database.transaction(async (em) => {
    // The key never changes, so it may be read before it is locked.
    await em.execute(
      `select pg_advisory_xact_lock(${schema}.court_booking_key(external_service_id, external_court_booking_id))
       from court_bookings where id = ?`,
      [id],
    );
    // MikroORM has no such lock: FOR UPDATE would wait for whoever names the booking in a foreign key.
    await em.execute('select from court_bookings where id = ? for no key update', [id]);
    const booking = await em.findOne(CourtBooking, id);
    if (!booking) throw refuse('court_booking_not_found');
    const snapshot = async () => {
      const [row] = await em.execute<{ snapshot: Record<string, unknown> }[]>(
        `select ${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id)) as snapshot
         from court_bookings b where id = ?`,
        [id],
      );
      return row!.snapshot;
    };
    const before = await snapshot();
    if (!(await change(booking, em))) return id;
    // The clock of those who write by functions, to the microsecond: each write is later than the one before it.
    const [clock] = await em.execute<{ now: string }[]>(
      `select ${schema}.as_instant(clock_timestamp()) as now`,
    );
    booking.updatedAt = clock!.now;
    await em.flush();
    await recordChange(em, context, supporter, {
      action,
      subjectType: 'court_booking',
      subjectId: id,
      before,
      after: await snapshot(),
    });
    await em.execute(
      `select ${schema}.announce_court_booking(
         ?, b, ${schema}.court_booking_snapshot(b, ${schema}.court_booking_participants_as_named(b.id)),
         ${schema}.court_booking_open_users(b), b.updated_at, ?, ?
       ) from court_bookings b where id = ?`,
      [type, supporter.actor.type, context.requestId, id],
    );
    return id;
  });
}
