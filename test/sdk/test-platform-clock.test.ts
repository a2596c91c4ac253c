import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';

let platform: TestPlatform;
let client: PartnerClient;

beforeEach(() => {
  platform = createTestPlatform({ now: '2026-11-20T12:00:00Z' });
  client = createPartnerClient(platform.clientOptions);
});

const booking = (fields = {}) => ({
  courtId: platform.courts()[0]!.id,
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T11:00:00Z',
  ...fields,
});

describe('clock', () => {
  it('starts at the given time and advances on request', async () => {
    await client.upsertCourtBooking('a', booking());
    platform.advance(60_000);
    await client.upsertCourtBooking('a', booking({ externalUpdatedAt: '2026-11-20T11:30:00Z' }));
    expect(platform.bookings()).toMatchObject([
      { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:01:00.000Z' },
    ]);
  });

  it('expires data after 30 days', async () => {
    await client.upsertCourtBooking('a', booking());
    const { nextCursor } = await client.listChanges({ limit: 1 });
    await client.cancelCourtBooking('a', '2026-11-20T11:30:00Z');
    platform.advance(30 * 86_400_000 + 1);
    expect(await client.safe.listChanges({ cursor: nextCursor })).toMatchObject({
      error: { type: 'cursor_expired' },
    });
  });

  it('ends waiting calls', async () => {
    const { nextCursor } = await client.listChanges({ cursor: 'latest' });
    const waiting = client.safe.listChanges({ cursor: nextCursor, wait: 30 });
    while (platform.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    platform.advance(30_000);
    expect(await waiting).toMatchObject({ ok: true, data: { items: [], caughtUp: true } });
  });

  it('decides about birthdays and about versions in the future', async () => {
    const user = { email: 'bob@example.com', externalUserId: 'b', firstName: 'B', lastName: 'B' };
    const born = { ...user, birthday: '2026-11-21' };
    expect(await client.safe.createUser(born)).toMatchObject({ error: { type: 'invalid_schema' } });
    platform.advance(86_400_000);
    expect(await client.safe.createUser(born)).toMatchObject({ status: 201 });
    await client.upsertCourtBooking('a', booking({ externalUpdatedAt: '2026-11-22T00:00:00Z' }));
    const stale = await client.safe.upsertCourtBooking('a', booking());
    expect(!stale.ok && stale.error.message).toContain("lies in the future of this service's clock");
  });
});
