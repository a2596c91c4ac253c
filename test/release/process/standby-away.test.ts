import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changesOf } from '../../harness/clients/changes.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { startPrimaryAndReplica } from '../../harness/servers/replica.ts';
import type { CallAnswer } from '../../harness/servers/test-service.ts';
import { use, useClient, useServiceAt, useTenant } from '../../harness/servers/use-test-service.ts';

/** A commit that is cancelled while it waits for the standby is stored, but only on the primary. */
describe('while the synchronous standby hangs, a write whose commit was cancelled', () => {
  const servers = use(
    async () => {
      const { primary, replica, stop } = await startPrimaryAndReplica();
      return { url: primary.url, replica, stop };
    },
    ({ stop }) => stop(),
  );
  const service = useServiceAt(servers);
  const admin = useClient(servers);
  const tenant = useTenant(service);
  beforeAll(async () => {
    await admin.query("alter system set synchronous_standby_names = '*'");
    await admin.query('select pg_reload_conf()');
    const states = 'select from pg_stat_replication where sync_state = $1';
    await vi.waitUntil(async () => (await admin.query(states, ['sync'])).rowCount === 1, {
      timeout: 120_000,
    });
    expect((await upsert('cancelled', 2)).status).toBe(201);
  });
  beforeEach(() => servers.replica.pause());

  const cancelWaitingCommits = async () => {
    const { rowCount } = await admin.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return rowCount!;
  };

  /** Sends a request, cancels its commit, sends it again while the standby hangs, and again when the standby is back. */
  const statusesOf = async (send: () => Promise<CallAnswer>) => {
    const first = send();
    await expect.poll(cancelWaitingCommits, { interval: 20 }).toBeGreaterThan(0);
    const statuses = [(await first).status, (await send()).status];
    servers.replica.resume();
    // The request that hung may still hold the lock of its key.
    await expect.poll(async () => (await send()).status).toBeLessThan(300);
    return statuses;
  };
  const upsert = (id: string, slot: number) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0], {}, slot),
    });
  const cancel = (id: string) =>
    service.cancelCourtBooking(tenant.externalServiceId, id, externalUpdatedAt, { token: tenant.token });
  const body = userBody();
  const { email, firstName, lastName } = userBody();

  const externalUpdatedAt = '2026-11-21T12:00:00Z';
  const cancellation = { action: 'cancel', externalCourtBookingId: 'unknown', externalUpdatedAt };
  it.each<[string, () => Promise<CallAnswer>]>([
    ['a booking', () => upsert('again', 1)],
    ['a cancellation', () => cancel('cancelled')],
    [
      'a cancellation without a booking, in a batch,',
      () =>
        service.batchCourtBookings(tenant.externalServiceId, {
          token: tenant.token,
          body: { atomic: true, items: [cancellation] },
        }),
    ],
    ['a user', () => service.createUser(tenant.externalServiceId, { token: tenant.token, body })],
    [
      'a user by its external id',
      () => userCalls(service).upsert(tenant, 'put', { email, firstName, lastName }),
    ],
  ])('is not acknowledged when %s is sent again', async (_what, send) => {
    expect(await statusesOf(send)).toEqual([503, 503]);
  });

  it('is not shown as a change', async () => {
    const changes = () => changesOf(service).page(tenant);
    servers.replica.resume();
    expect((await changes()).status).toBe(200);
    servers.replica.pause();
    const put = upsert('shown', 3);
    await expect.poll(cancelWaitingCommits, { interval: 20 }).toBeGreaterThan(0);
    await put;
    expect(await statusesOf(changes)).toEqual([503, 503]);
  });
});
