import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';

let platform: TestPlatform;
let client: PartnerClient;

const clientOf = (options: TestPlatform['clientOptions'], more = {}) =>
  createPartnerClient({ ...options, initialDelayMs: 1, ...more });

beforeEach(() => {
  platform = createTestPlatform({
    now: '2026-11-20T12:00:00Z',
    courts: ['Centre', { name: 'Side', id: '01990B2E-6F6C-7C1E-9A53-0F2A5A6F1C03' }],
    organizations: [{ name: 'Hill', courts: ['North'], granted: false }],
    users: [{ email: 'Ada@example.com', externalUserId: 'member-1', firstName: 'Ada', lastName: 'Lovelace' }],
  });
  client = clientOf(platform.clientOptions);
});

const courtId = () => platform.courts()[0]!.id;
const booking = (fields = {}) => ({
  courtId: courtId(),
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T11:00:00Z',
  ...fields,
});

describe('platform', () => {
  it('begins with the given data and without changes', async () => {
    expect(platform.courts()).toMatchObject([
      { name: 'Centre', active: true, organization: { name: 'Test club' } },
      { name: 'Side', id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03' },
      { name: 'North', organization: { name: 'Hill' } },
    ]);
    expect(platform.users()).toMatchObject([{ firstName: 'Ada', externalUserId: 'member-1', managed: true }]);
    expect([platform.bookings(), platform.changes(), platform.calls]).toEqual([[], [], []]);
    expect((await client.listUsers({ email: 'ada@example.com' })).items).toEqual(platform.users());
    expect((await client.listCourts()).items.map(({ name }) => name)).toEqual(['Centre', 'Side']);
  });

  it('begins with two courts by default, and is independent of other platforms', async () => {
    const [one, other] = [createTestPlatform(), createTestPlatform()];
    await clientOf(one.clientOptions).upsertCourtBooking('a', booking({ courtId: one.courts()[0]!.id }));
    expect([one.courts().length, one.bookings().length, other.bookings().length]).toEqual([2, 1, 0]);
    expect(Math.abs(one.now().getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('returns the sent request id if it is well-formed, and otherwise its own', async () => {
    const { fetch, token, baseUrl } = platform.clientOptions;
    const answeredUnder = async (requestId: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId };
      const { headers: told } = await fetch(new Request(new URL('/api/v1/token', baseUrl), { headers }));
      return told.get('X-Request-Id');
    };
    for (const kept of ['AZaz09_.:=+/-', 'x'.repeat(128)]) expect(await answeredUnder(kept)).toBe(kept);
    for (const replaced of ['!x', 'x!', 'a b', 'x'.repeat(129)])
      expect(await answeredUnder(replaced)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('records the calls as they were sent', async () => {
    await client.safe.upsertCourtBooking('a/b', booking(), { requestId: 'mine' });
    await client.cancelCourtBooking('a/b', '2026-11-20T13:00:00+01:00');
    expect(platform.calls).toMatchObject([
      {
        operation: 'upsertCourtBooking',
        path: { externalCourtBookingId: 'a/b' },
        body: booking(),
        requestId: 'mine',
      },
      {
        operation: 'cancelCourtBooking',
        query: { externalUpdatedAt: '2026-11-20T13:00:00+01:00' },
        body: undefined,
      },
    ]);
    expect(platform.calls[0]!.headers.get('Authorization')).toBe(`Bearer ${platform.clientOptions.token}`);
  });

  it('returns to its initial state after a reset', async () => {
    await client.upsertCourtBooking('a', booking());
    platform.refuse('getToken', 'internal_server_error');
    platform.goDown();
    platform.slowDown(60_000);
    platform.advance(1_000);
    platform.reset();
    expect(platform.now()).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect([platform.bookings(), platform.changes(), platform.calls]).toEqual([[], [], []]);
    expect(await client.safe.getToken()).toMatchObject({ ok: true, attempts: 1 });
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 201 });
  });
});
