import { beforeAll, describe, expect, it } from 'vitest';
import { readAttention } from '../../../src/services/overview/read-attention.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { useFactories, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const now = Date.UTC(2027, 0, 2, 15, 20);
const day = 24 * 60 * 60_000;
const at = (millis: number) => new Date(now + millis).toISOString();
const answered = (millis: number) => at(millis).replace('Z', '000Z');

describe('items that need attention', () => {
  const test = useTestDatabase('postgresql');
  const factories = useFactories(test);
  let service: string;
  const query = (text: string, values: unknown[] = []) => test.database.query<{ id: string }>(text, values);
  const look = () => readAttention(test.database, now);
  const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
  beforeAll(async () => {
    service = await factories.externalService();
  });

  const token = async (expires: number | null, used: number | null, created = -day) => {
    const { id } = await factories.token(service);
    await query('update api_tokens set expires_at = $2, last_used_at = $3, created_at = $4 where id = $1', [
      id,
      expires === null ? null : at(expires),
      used === null ? null : at(used),
      at(created),
    ]);
    return id;
  };
  const endpoint = async (failures: number, failingSince: number | null, paused: string | null = null) => {
    const id = newId();
    await query(
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, failures, failing_since, paused_because, paused_at)
       values ($1, $2, 'https://example.com/hooks', '{}', 'ED25519', '', $3, $4, $5, case when $5::text is not null then now() end)`,
      [id, service, failures, failingSince === null ? null : at(failingSince), paused],
    );
    return id;
  };

  it('are empty when nothing needs attention', async () => {
    await token(40 * day, -1);
    await endpoint(0, null);
    const nothing = { items: [], hasMore: false };
    expect(await look()).toEqual({
      failingWebhooks: nothing,
      expiringTokens: nothing,
      unusedTokens: nothing,
      openAlerts: nothing,
      futureVersions: { ...nothing, count: 0 },
    });
  });

  it('tokens that expire within 30 days come in order of expiry, without revoked, rotated or deactivated ones', async () => {
    const last = await token(30 * day, -1);
    const soon = await token(1_000, -2 * day, -3 * day);
    await token(30 * day + 1_000, -1);
    await token(0, -1);
    await factories.revokeToken(await token(day, -1));
    await query('update api_tokens set replaced_by_id = $2 where id = $1', [await token(day, -1), last]);
    const off = await factories.externalService();
    await query('update external_services set active = false where id = $1', [off]);
    await factories.token(off, undefined, at(day));
    const { expiringTokens } = await look();
    expect(idsOf(expiringTokens)).toEqual([soon, last]);
    expect(expiringTokens.items[0]).toEqual({
      id: soon,
      label: 'test',
      externalServiceId: expect.any(String),
      partner: 'Partner',
      expiresAt: answered(1_000),
      lastUsedAt: answered(-2 * day),
      createdAt: answered(-3 * day),
    });
    await query('delete from api_tokens');
  });

  it('tokens unused for 30 days come with the longest unused first, without new tokens', async () => {
    const once = await token(null, -30 * day - 1_000, -90 * day);
    const never = await token(100 * day, null, -31 * day);
    await token(null, -30 * day, -90 * day);
    await token(null, null, -30 * day);
    await token(0, null, -90 * day);
    const { unusedTokens } = await look();
    expect(idsOf(unusedTokens)).toEqual([never, once]);
    expect(unusedTokens.items.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      null,
      answered(-30 * day - 1_000),
    ]);
    await query('delete from api_tokens');
  });

  it('failing or automatically paused webhook endpoints come with the longest failing first', async () => {
    const gone = await endpoint(0, null, 'GONE');
    const failing = await endpoint(1, -day);
    const paused = await endpoint(9, -2 * day, 'FAILING');
    await endpoint(3, -3 * day, 'OPERATOR');
    const { failingWebhooks } = await look();
    const common = { url: 'https://example.com/hooks', partner: 'Partner' };
    expect(failingWebhooks).toEqual({
      items: [
        { id: paused, ...common, failures: 9, failingSince: answered(-2 * day), pausedBecause: 'FAILING' },
        { id: failing, ...common, failures: 1, failingSince: answered(-day), pausedBecause: null },
        { id: gone, ...common, failures: 0, failingSince: null, pausedBecause: 'GONE' },
      ],
      hasMore: false,
    });
    await query('delete from webhook_endpoints');
  });

  describe('bookings dated in the future', () => {
    let courtId: string;
    beforeAll(async () => {
      const { organizationId, courtIds } = await factories.organization(1);
      await factories.grantOrganization(service, organizationId);
      courtId = courtIds[0]!;
    });
    const book = (from: number, to: number, version = at(day)) =>
      query(
        `insert into court_bookings
           (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, stamp_ahead, cancelled_at)
         select lpad(n::text, 32, '0')::uuid, $1, 'ahead-' || n, $2, $3, $3::timestamptz + interval '1 hour', $4, true, now()
         from generate_series($5::int, $6::int) n`,
        [service, courtId, at(0), version, from, to],
      );

    it('are left out as soon as their version has passed', async () => {
      await book(20_001, 20_002, at(1));
      await book(20_003, 20_010, at(0));
      const { futureVersions } = await look();
      expect(idsOf(futureVersions)).toEqual([
        '00000000-0000-0000-0000-000000020002',
        '00000000-0000-0000-0000-000000020001',
      ]);
      expect([futureVersions.hasMore, futureVersions.count]).toEqual([false, 2]);
      await query('delete from court_bookings');
    });

    it('come with the furthest first, and with their number up to 10,000', async () => {
      await book(1, 1, at(2 * day));
      await book(2, 10_000);
      const { futureVersions } = await look();
      expect(futureVersions.items[0]).toEqual({
        id: '00000000-0000-0000-0000-000000000001',
        externalCourtBookingId: 'ahead-1',
        partner: 'Partner',
        externalUpdatedAt: answered(2 * day),
      });
      expect(futureVersions.items.map((item) => item.externalCourtBookingId)).toEqual(
        [1, 10_000, 9_999, 9_998, 9_997, 9_996].map((n) => `ahead-${n}`),
      );
      expect([futureVersions.hasMore, futureVersions.count]).toEqual([true, 10_000]);
      await book(10_001, 10_001);
      expect((await look()).futureVersions.count).toBeNull();
    });
  });

  it.each([
    [6, false],
    [7, true],
  ])('of %i shows six, with hasMore: %s', async (count, hasMore) => {
    await query('delete from api_tokens');
    for (let n = 0; n < count; n += 1) await token((n + 1) * 1_000, -1);
    const { expiringTokens } = await look();
    expect([expiringTokens.items.length, expiringTokens.hasMore]).toEqual([6, hasMore]);
  });
});
