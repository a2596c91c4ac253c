import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
    await vi.waitFor(
      async () => {
        const { rows } = await admin.query('select sync_state from pg_stat_replication');
        expect(rows).toEqual([{ sync_state: 'sync' }]);
      },
      { timeout: 20_000, interval: 50 },
    );
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
    await expect.poll(cancelWaitingCommits, { interval: 20, timeout: 5_000 }).toBeGreaterThan(0);
    const statuses = [(await first).status, (await send()).status];
    servers.replica.resume();
    // The request that hung may still hold the lock of its key.
    await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBeLessThan(300);
    return statuses;
  };
  const upsert = (id: string, slot: number) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0], {}, slot),
    });
  const cancel = (id: string) =>
    service.cancelCourtBooking(tenant.externalServiceId, id, '2026-11-21T12:00:00Z', {
      method: 'DELETE',
      token: tenant.token,
    });

  it('is not acknowledged when a booking is sent again', async () => {
    expect(await statusesOf(() => upsert('again', 1))).toEqual([503, 503]);
  });

  it('is not acknowledged when a cancellation is sent again', async () => {
    servers.replica.resume();
    expect((await upsert('cancelled', 2)).status).toBe(201);
    servers.replica.pause();
    expect(await statusesOf(() => cancel('cancelled'))).toEqual([503, 503]);
  });

  it('is not acknowledged when a cancellation without a booking is sent again in a batch', async () => {
    const batch = (atomic: boolean, id: string) => () =>
      service.batchCourtBookings(tenant.externalServiceId, {
        method: 'POST',
        token: tenant.token,
        body: {
          atomic,
          items: [
            { action: 'cancel', externalCourtBookingId: id, externalUpdatedAt: '2026-11-21T12:00:00Z' },
          ],
        },
      });
    expect(await statusesOf(batch(true, 'unknown'))).toEqual([503, 503]);
  });

  it('is not acknowledged when a user is sent again', async () => {
    const body = userBody();
    const create = () => service.createUser(tenant.externalServiceId, { token: tenant.token, body });
    expect(await statusesOf(create)).toEqual([503, 503]);
  });

  it('is not acknowledged when a user is sent again by its external id', async () => {
    const { email, firstName, lastName } = userBody();
    const put = () =>
      service.call(
        `/api/v1/external-services/${tenant.externalServiceId}/users/by-external-id/put`,
        { method: 'PUT', token: tenant.token, body: { email, firstName, lastName } },
        'upsertUser',
      );
    expect(await statusesOf(put)).toEqual([503, 503]);
  });

  it('is not shown as a change', async () => {
    const changes = () =>
      service.call(
        `/api/v1/external-services/${tenant.externalServiceId}/changes`,
        { token: tenant.token },
        'listChanges',
      );
    servers.replica.resume();
    expect((await changes()).status).toBe(200);
    servers.replica.pause();
    const put = upsert('shown', 3);
    await expect.poll(cancelWaitingCommits, { interval: 20, timeout: 5_000 }).toBeGreaterThan(0);
    await put;
    expect(await statusesOf(changes)).toEqual([503, 503]);
  });
});
