import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClientOptions, type UserBatchItem } from '../../sdk/src/index.ts';
import { createUserSync, type SourceUser } from '../../sdk/src/sync/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';
import { type Fate, fates, faultyFetch, untilKilled } from '../harness/clients/faulty-fetch.ts';
import { runs } from '../harness/data/runs.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** A step that does not depend on a run. */
type Live =
  | { does: 'write'; id: number; address: number; name: number }
  | { does: 'erase'; id: number }
  // A request with the member as it is. It arrives at once, or when it is delivered.
  | { does: 'call'; id: number; isLate: boolean }
  | { does: 'deliver'; which: number };
const live = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('write'), id: fc.nat(3), address: fc.nat(4), name: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase'), id: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('call'), id: fc.nat(3), isLate: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deliver'), which: fc.nat(9) }) },
) as fc.Arbitrary<Live>;

/** A run. Other steps may happen between its requests. */
type Run = { does: 'push'; fates: Fate<Live>[] } | { does: 'compare'; fates: Fate<Live>[] };
const step: fc.Arbitrary<Live | Run> = fc.oneof(
  { weight: 8, arbitrary: live },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('push'), fates: fates(live) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('compare'), fates: fates(live) }) },
);
const set = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
  isCompared: fc.boolean(),
});

/**
 * Carries out the steps. Then sends what is left, by a comparison or by `push`.
 *
 * Users have no version, so a request that arrives late replaces what is newer, until the next comparison. A set that ends with `push` has
 * no such request: what would arrive late arrives never.
 */
async function carryOut(
  options: PartnerClientOptions,
  number: number,
  { steps, isCompared }: { steps: (Live | Run)[]; isCompared: boolean },
): Promise<void> {
  const own = new Map<number, SourceUser>();
  /** Every change that was not sent yet, in order. */
  let outbox: UserBatchItem[] = [];
  const underWay: (() => Promise<unknown>)[] = [];
  const idOf = (id: number) => `s${number}-${id}`;
  const memberOf = (id: number, email: string, name: number): SourceUser => ({
    externalUserId: idOf(id),
    email,
    firstName: `Ada ${name}`,
    lastName: 'Lovelace',
    birthday: name === 0 ? null : '1985-12-10',
  });
  const itemOf = (id: number): UserBatchItem => {
    const member = own.get(id);
    return member ? { action: 'upsert', ...member } : { action: 'erase', externalUserId: idOf(id) };
  };
  const send = options.fetch ?? fetch;
  const clientOf = (ofRequests: Fate<Live>[]) =>
    createPartnerClient({
      ...options,
      pace: false,
      initialDelayMs: 1,
      fetch: faultyFetch(
        send,
        isCompared
          ? ofRequests
          : ofRequests.map((one) => (one.arrives === 'late' ? { ...one, arrives: 'never' as const } : one)),
        underWay,
        carryOutLive,
      ),
    });
  const client = clientOf([]);
  const syncOf = (ofRequests: Fate<Live>[] = []) =>
    createUserSync({
      client: clientOf(ofRequests),
      source: () => [...own.values()],
      // No user counts as changed during the reading.
      now: () => Date.now() + 3_600_000,
      maxErase: 99,
      allowEmpty: true,
      maxRounds: 1,
    });
  const push = async (ofRequests?: Fate<Live>[]) => {
    const sent = [...outbox];
    const { refused } = await syncOf(ofRequests).push(sent);
    const open = new Set(refused.map(({ externalUserId }) => externalUserId));
    // What was changed meanwhile stays, too.
    outbox = outbox.filter((item) => !sent.includes(item) || open.has(item.externalUserId));
    return refused;
  };
  const change = (id: number, member: SourceUser | undefined) => {
    if (member) own.set(id, member);
    else own.delete(id);
    outbox.push(itemOf(id));
  };

  async function carryOutLive(one: Live): Promise<void> {
    if (one.does === 'write') {
      const { id, address, name } = one;
      const email = `a${address}.s${number}@example.com`;
      const [other] = [...own].find(([key, member]) => key !== id && member.email === email) ?? [];
      if (other !== undefined) {
        // The member who has the address takes that of this one, or leaves.
        const before = own.get(id)?.email;
        change(other, before === undefined ? undefined : { ...own.get(other)!, email: before });
      }
      change(id, memberOf(id, email, name));
    } else if (one.does === 'erase') {
      if (own.has(one.id)) change(one.id, undefined);
    } else if (one.does === 'call') {
      const item = itemOf(one.id);
      const call = () => client.batchUsers({ items: [item] });
      if (!one.isLate) await call();
      else if (isCompared) underWay.push(call);
    } else {
      const [call] = underWay.splice(one.which, 1);
      await call?.();
    }
  }

  for (const one of steps)
    if (one.does === 'push') await untilKilled(push(one.fates));
    else if (one.does === 'compare') await untilKilled(syncOf(one.fates).sync());
    else await carryOutLive(one);

  for (const call of underWay) await call();
  const { refused } = isCompared ? await syncOf().sync() : { refused: await push() };
  expect(refused).toEqual([]);
  const ofThisSet = [];
  for await (const { externalUserId, email, firstName, birthday } of client.listUsers({ limit: 100 }))
    if (externalUserId?.startsWith(`s${number}-`))
      ofThisSet.push([externalUserId, email, firstName, birthday?.slice(0, 10) ?? null]);
  const expected = [...own.values()].map(({ externalUserId, email, firstName, birthday }) => [
    externalUserId,
    email,
    firstName,
    birthday,
  ]);
  expect(ofThisSet.sort()).toEqual(expected.sort());
}

describe('the last change of each user', () => {
  it('is stored after any order of changes, push, comparisons, kills and late requests: test platform', async () => {
    await fc.assert(
      fc.asyncProperty(set, (given) => carryOut(createTestPlatform().clientOptions, 0, given)),
      { numRuns: runs(100), seed: 49 },
    );
  }, 240_000);

  describe('at the service', () => {
    const service = useTestService('postgresql');

    it('is stored after any order of changes, push, comparisons, kills and late requests', async () => {
      let number = 0;
      await fc.assert(
        fc.asyncProperty(set, async (given) => {
          number += 1;
          const { token, externalServiceId } = await service.factories.tenant(1);
          await carryOut({ baseUrl: service.address, token, externalServiceId }, number, given);
        }),
        { numRuns: Math.min(runs(15), 100), seed: 50 },
      );
    }, 240_000);
  });
});
