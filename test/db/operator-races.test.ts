import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { authorizeSupporter } from '../../src/services/access/authorize-operator.ts';
import { cancelCourtBookingAsOperator } from '../../src/services/bookings/cancel-court-booking-as-operator.ts';
import { cancelCourtBookings } from '../../src/services/bookings/cancel-court-bookings.ts';
import { moveCourtBooking } from '../../src/services/bookings/move-court-booking.ts';
import { reinstateCourtBooking } from '../../src/services/bookings/reinstate-court-booking.ts';
import { resetCourtBookingVersion } from '../../src/services/bookings/reset-court-booking-version.ts';
import { blockCourt } from '../../src/services/court-blocks/block-court.ts';
import { unblockCourt } from '../../src/services/court-blocks/unblock-court.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import { execute } from '../harness/global-setup.ts';
import type { CallAnswer } from '../harness/servers/test-service.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const supporter = authorizeSupporter({ id: newId(), name: 'Jo', role: 'SUPPORT' });
const names = Array.from({ length: 30 }, (_, n) => `b-${n}`);
const stamp = (n: number) => new Date(Date.UTC(2026, 10, 20) + n).toISOString();
const instant = (n: number) => stamp(n).replace('Z', '000Z');

describe('operators who change what two partners write at the same time', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  let partners: Tenant[];
  beforeAll(async () => {
    const tenant = await service.factories.tenant(3);
    partners = [tenant, await service.factories.neighbour(tenant)];
  });

  const context = () => ({ database: service.database, newId, now: Date.now, requestId: newId() });
  /** Any number from 0 to below `most`, without a pattern that the work shares. */
  const some = (most: number) => Math.floor(Math.random() * most);
  const one = <Value>(values: readonly Value[]) => values[some(values.length)]!;
  const place = (n: number) => bookingBody(one(partners[0]!.courtIds), {}, n);

  let version = 0;
  const next = () => {
    version += 1;
    return stamp(version);
  };
  const upsert = () => ({ ...place(some(24)), externalUpdatedAt: next() });
  const item = (externalCourtBookingId: string) =>
    some(4) === 0
      ? { action: 'cancel', externalCourtBookingId, externalUpdatedAt: next() }
      : { action: 'upsert', externalCourtBookingId, ...upsert() };
  const write = ({ externalServiceId, token }: Tenant): Promise<CallAnswer> => {
    const [id, act] = [one(names), some(6)];
    if (act === 0) return service.cancelCourtBooking(externalServiceId, id, next(), { token });
    if (act > 2) return service.upsertCourtBooking(externalServiceId, id, { token, body: upsert() });
    const items = names.toSorted(() => Math.random() - 0.5).map(item);
    return service.batchCourtBookings(externalServiceId, { token, body: { atomic: some(2) === 0, items } });
  };

  const ids = async () =>
    (
      await service.database.query<{ id: string }>(
        'select id from court_bookings where block_reason is null',
        [],
      )
    ).map(({ id }) => id);
  const verbs: ((courtBookingId: string) => Promise<unknown>)[] = [
    (courtBookingId) => cancelCourtBookingAsOperator(context(), supporter, { courtBookingId, reason: 'x' }),
    (courtBookingId) => reinstateCourtBooking(context(), supporter, { courtBookingId }),
    (courtBookingId) => reinstateCourtBooking(context(), supporter, { courtBookingId }),
    (courtBookingId) =>
      resetCourtBookingVersion(context(), supporter, { courtBookingId, externalUpdatedAt: instant(some(9)) }),
    (courtBookingId) => {
      const { courtId, startDate } = place(some(24)) as { courtId: string; startDate: string };
      return moveCourtBooking(context(), supporter, { courtBookingId, courtId, startDate });
    },
    async () => {
      const { organizationId } = partners[0]!;
      const range = { from: '2027-01-01T00:00:00.000000Z', to: '2027-01-03T00:00:00.000000Z' };
      const input = { organizationId, ...range, reason: `flood ${some(1_000_000)}` };
      const { confirmToken } = await cancelCourtBookings(context(), supporter, input);
      await cancelCourtBookings(context(), supporter, { ...input, confirmToken: confirmToken! });
    },
    async () => {
      const { courtId, startDate, endDate } = place(some(24)) as Record<
        'courtId' | 'startDate' | 'endDate',
        string
      >;
      const block = { courtId, startDate, endDate, reason: 'net' };
      const courtBookingId = await blockCourt(context(), supporter, block);
      await unblockCourt(context(), supporter, { courtBookingId });
    },
  ];

  it('cause no deadlock, and each change follows the one before', async () => {
    const statuses = new Set<number>();
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await Promise.all([
      ...Array.from({ length: 10 }, async (_, n) => {
        for (let round = 0; round < runs(12); round += 1)
          statuses.add((await write(partners[n % 2]!)).status);
      }),
      ...Array.from({ length: 6 }, async () => {
        for (let round = 0; round < runs(12); round += 1) {
          const verb = some(verbs.length);
          try {
            await verbs[verb]!(one(await ids()) ?? newId());
            count(`${verb} done`);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            count(error.type);
          }
        }
      }),
    ]);
    // On a busy machine, waiting may take too long.
    for (const status of statuses) expect([200, 201, 409, 503]).toContain(status);
    // Which verbs have an effect depends on chance.
    expect(verbs.filter((_, verb) => outcomes.has(`${verb} done`)).length).toBeGreaterThan(3);
    const allowed =
      /^(\d done|nothing_to_change|confirmation_outdated|service_unavailable|court_booking_(overlap|not_found))$/;
    for (const outcome of outcomes.keys()) expect(outcome).toMatch(allowed);

    const events = await service.database.query<{ id: string; before: unknown; after: unknown }>(
      `select subject_id as id, before, after from audit_events where subject_type = 'court_booking' order by at, id`,
      [],
    );
    const last = new Map<string, unknown>();
    for (const { id, before, after } of events) {
      expect(before).toEqual(last.get(id) ?? null);
      last.set(id, after);
    }
    // PostgreSQL writes the statistics of a connection when it closes.
    await service.app.close();
    await service.database.close();
    const sql = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    expect(await execute(service.url, sql)).toEqual([{ deadlocks: 0 }]);
  });
});
