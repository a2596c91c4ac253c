import { describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

interface Item extends Record<string, unknown> {
  action: string;
  externalUserId: string;
  email: string;
}

/** An upsert of a new user. */
const upsert = (overrides: Record<string, unknown> = {}) =>
  ({ action: 'upsert', ...userBody(overrides) }) as unknown as Item;
const erase = ({ externalUserId }: { externalUserId: string }) => ({ action: 'erase', externalUserId });

describe.each(databaseKinds)('batch users on %s', (kind) => {
  const service = useTestService(kind);
  const users = userCalls(service);
  const tenant = useTenant(service);

  it('accepts 200 items and 512 KiB, and answers each in order', async () => {
    const items = Array.from({ length: 200 }, (_, n) => upsert({ firstName: `Ada ${n}` }));
    const { status, body } = await users.batch(tenant, items);
    expect([status, body.summary]).toEqual([
      200,
      { created: 200, updated: 0, unchanged: 0, erased: 0, refused: 0 },
    ]);
    expect(body.results.map(({ user }: { user: Item }) => user.externalUserId)).toEqual(
      items.map(({ externalUserId }) => externalUserId),
    );
    expect((await users.batch(tenant, items)).body.summary.unchanged).toBe(200);
  });

  it('writes nothing for equal values, and for a rejected atomic batch', async () => {
    const [one, other] = [upsert(), upsert()];
    await users.batch(tenant, [one, other]);
    const before = await contentsOf(service.database);
    expect((await users.batch(tenant, [one, other])).body.summary.unchanged).toBe(2);
    const items = [{ ...one, lastName: 'King' }, erase(other), { ...upsert(), email: 'no address' }];
    expect((await users.batch(tenant, items, { atomic: true })).status).toBe(409);
    expect(await contentsOf(service.database)).toEqual(before);
  });
});

describe('addresses of other users in a batch', () => {
  it.each([
    ['each upsert of a rejected atomic batch', true, 13],
    ['each rejected item of another batch', false, 10],
  ])('%s costs as much as a single request, and is recorded like one', async (_which, atomic, cost) => {
    // Nothing refills during the test.
    const service = await forTest(
      startTestService('postgresql', { rateLimit: { perSecond: 0.001, burst: 60 } }),
    );
    const users = userCalls(service);
    const [owner, prober] = [await service.factories.tenant(), await service.factories.tenant()];
    const taken = await Promise.all(Array.from({ length: 10 }, () => users.make(owner)));
    const probes = [
      ...taken.map(({ email }) => upsert({ email })),
      ...Array.from({ length: 3 }, () => upsert()),
    ];
    const remaining = ({ headers }: { headers: Headers }) =>
      Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const answer = await users.batch(prober, probes, { atomic });
    expect(answer.status).toBe(atomic ? 409 : 200);
    // 13 items cost 2 by themselves.
    expect(remaining(answer)).toBe(60 - 2 - cost);

    const recorded = () =>
      service.database.query<{ id: string; holder: string[] }>(
        `select external_id as id, conflicting_ids as holder from partner_requests
           where external_service_id = $1 and operation = 'batchUsers' and error_type = 'email_already_in_use' and status = 409
           order by id`,
        [prober.externalServiceId],
      );
    await expect.poll(recorded, { timeout: 20_000 }).toHaveLength(10);
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    expect((await recorded()).sort(byId)).toEqual(
      taken.map(({ id }, n) => ({ id: probes[n]!.externalUserId, holder: [id] })).sort(byId),
    );
    // The identifier is erased with the person.
    await users.erase(owner, taken[0]!.id);
    expect((await recorded()).filter(({ id }) => id === null)).toHaveLength(1);
  });

  it('that cost more than is left delay the next request', async () => {
    const service = await forTest(
      startTestService('postgresql', { rateLimit: { perSecond: 0.001, burst: 20 } }),
    );
    const users = userCalls(service);
    const [owner, prober] = [await service.factories.tenant(), await service.factories.tenant()];
    const { email } = await users.make(owner);
    const probes = [upsert({ email }), ...Array.from({ length: 29 }, () => upsert())];
    const { status, headers } = await users.batch(prober, probes, { atomic: true });
    // 3 for the batch, and 30 for the addresses: 13 more than the bucket had.
    const told = '"token";r=0;t=14000';
    expect([status, headers.get('ratelimit')]).toEqual([409, told]);
    const next = await users.list(prober);
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(13_000);
  });
});
