import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createMemorySequenceStore,
  createSequenceKeeper,
  type SequencedEvent,
  type SequenceStore,
  thingOf,
} from '../../sdk/src/webhooks/index.ts';
import { webhookBodies } from '../../src/services/resources/change-response.ts';
import { useTestDatabase } from '../harness/servers/use-test-service.ts';

const eventOf = (id: string, sequence: number, type = 'court_booking.updated'): SequencedEvent => ({
  type,
  sequence,
  data: { externalCourtBookingId: id },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createSequenceKeeper', () => {
  it('handles an event once, and no event older than the last one of its resource', async () => {
    const keeper = createSequenceKeeper();
    const handled: string[] = [];
    const take = (id: string, sequence: number) =>
      keeper.take(eventOf(id, sequence), () => handled.push(`${id} ${sequence}`));
    expect(await take('a', 5)).toBe(true);
    expect(await take('a', 5)).toBe(false);
    expect(await take('a', 4)).toBe(false);
    expect(await take('b', 4)).toBe(true);
    expect(await take('a', 6)).toBe(true);
    expect(handled).toEqual(['a 5', 'b 4', 'a 6']);
  });

  it('handles events in rising order, one at a time per resource, whatever arrives or fails', async () => {
    const deliveries = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b'),
        sequence: fc.integer({ min: 1, max: 9 }),
        fails: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(deliveries, async (given) => {
        const store = createMemorySequenceStore();
        const slow: SequenceStore = {
          load: async (thing) => {
            await turn();
            return store.load(thing);
          },
          save: async (thing, sequence) => {
            await turn();
            store.save(thing, sequence);
          },
        };
        const keeper = createSequenceKeeper({ store: slow });
        const handled: Record<string, number[]> = { a: [], b: [] };
        const underWay = new Set<string>();
        let overlaps = 0;
        const deliver = async ({ id, sequence, fails }: (typeof given)[number]): Promise<void> => {
          const taken = keeper.take(eventOf(id, sequence), async () => {
            if (underWay.has(id)) overlaps += 1;
            underWay.add(id);
            await turn();
            underWay.delete(id);
            if (fails) throw new Error('planted');
            handled[id]!.push(sequence);
          });
          await taken.catch(() => deliver({ id, sequence, fails: false }));
        };
        await Promise.all(given.map(deliver));
        expect(overlaps).toBe(0);
        for (const [id, sequences] of Object.entries(handled)) {
          const all = given.filter((delivery) => delivery.id === id).map(({ sequence }) => sequence);
          expect(sequences.at(-1)).toBe(all.length === 0 ? undefined : Math.max(...all));
          expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('handles different resources concurrently', async () => {
    const keeper = createSequenceKeeper();
    let release = () => {};
    const held = keeper.take(eventOf('a', 1), () => new Promise<void>((resolve) => (release = resolve)));
    expect(await keeper.take(eventOf('b', 2), () => {})).toBe(true);
    release();
    expect(await held).toBe(true);
  });

  it('passes errors of handle and the store to the caller, and accepts the event again', async () => {
    const sequences = new Map<string, number>();
    let isAway = true;
    const store: SequenceStore = {
      load: (thing) => sequences.get(thing),
      save: (thing, sequence) => {
        if (isAway) throw new Error('the store is away');
        sequences.set(thing, sequence);
      },
    };
    const keeper = createSequenceKeeper({ store });
    let count = 0;
    const take = () => keeper.take(eventOf('a', 1), () => (count += 1));
    await expect(take()).rejects.toThrow('the store is away');
    isAway = false;
    expect([await take(), await take(), count]).toEqual([true, false, 2]);
    expect([...sequences]).toEqual([['court_booking:a', 1]]);
  });

  it('always handles an event without a sequence, and does not advance the stored number', async () => {
    const keeper = createSequenceKeeper();
    const take = (event: SequencedEvent) => keeper.take(event, () => {});
    const newer = eventOf('a', 9, 'court_booking.moved');
    const tested = { type: 'webhook_endpoint.tested', sequence: 0, data: { id: 'x' } };
    for (const event of [newer, newer, tested, tested]) expect(await take(event)).toBe(true);
    // The handler did not know the newer type, so an older event may still be new to it.
    expect(await take(eventOf('a', 8))).toBe(true);
    expect(await take({ ...tested, type: 'webhook_endpoint.paused', sequence: 1 })).toBe(true);
  });

  it('removes the oldest entry from the memory store if it is full', async () => {
    expect(() => createMemorySequenceStore({ maxThings: Number.NaN })).toThrow(/maxThings/);
    const store = createMemorySequenceStore({ maxThings: 2 });
    for (const [thing, sequence] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', 4],
    ] as const)
      store.save(thing, sequence);
    expect(['a', 'b', 'c'].map((thing) => store.load(thing))).toEqual([3, undefined, 4]);
  });
});

describe('thingOf', () => {
  it('returns the resource name and the partner’s id for every documented type', () => {
    const things = Object.fromEntries(webhookBodies.map(({ type, example }) => [type, thingOf(example)]));
    expect(things).toMatchObject({
      'court_booking.cancelled': expect.stringMatching(/^court_booking:(?!undefined)./),
      'webhook_endpoint.tested': undefined,
    });
    for (const [type, thing] of Object.entries(things)) {
      if (type === 'webhook_endpoint.tested') continue;
      expect(thing, type).toMatch(new RegExp(`^${type.split('.')[0]}:(?!undefined).`));
    }
  });

  it('distinguishes a court from a user, and a user from its access, with the same id', () => {
    const data = { id: 'x' };
    const types = ['court.updated', 'user.updated', 'user_access.granted', 'organization_access.granted'];
    expect(new Set(types.map((type) => thingOf({ type, data }))).size).toBe(4);
  });
});

describe('SQL statements for sequences in the guide', () => {
  const guide = readFileSync(new URL('../../docs/partners/webhooks.md', import.meta.url), 'utf8');
  const [create, keep] = [...guide.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql]) => sql!) as [
    string,
    string,
  ];
  const test = useTestDatabase('postgresql');
  beforeAll(async () => {
    await test.database.query(create, []);
  });
  const keepIn = async (thing: string, sequence: number) =>
    (await test.database.query(keep, [thing, sequence])).length === 1;

  it('accepts each newer sequence number once', async () => {
    expect(await keepIn('court_booking:a', 5)).toBe(true);
    expect(await keepIn('court_booking:a', 5)).toBe(false);
    expect(await keepIn('court_booking:a', 4)).toBe(false);
    expect(await keepIn('court_booking:a', 6)).toBe(true);
    expect(await keepIn('court_booking:b', 1)).toBe(true);
  });

  it('accepts the newest of concurrent numbers in the end, and none twice', async () => {
    const sequences = Array.from({ length: 20 }, (_, index) => (index % 10) + 1);
    const taken = await Promise.all(sequences.map((sequence) => keepIn('user:x', sequence)));
    const through = sequences.filter((_, index) => taken[index]);
    expect(through).toContain(10);
    expect(new Set(through).size).toBe(through.length);
  });
});
