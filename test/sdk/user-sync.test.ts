import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPartnerClient,
  type FetchInit,
  type PartnerClient,
  type UserBatchItem,
} from '../../sdk/src/index.ts';
import {
  createUserSync,
  type SourceUser,
  SyncError,
  type SyncProgress,
  type UserSyncOptions,
} from '../../sdk/src/sync/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import { without } from '../harness/data/without.ts';
import { uniqueId } from '../harness/servers/test-service.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

interface Batch {
  atomic: boolean;
  items: (UserBatchItem & { email?: string })[];
}

const service = useTestService('postgresql');

type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** An external service of its own, and another one on the same platform. */
interface Side {
  fetch: Fetch;
  own: Pick<Tenant, 'token' | 'externalServiceId'>;
  other: Pick<Tenant, 'token' | 'externalServiceId'>;
  baseUrl: string;
}

const sides: Record<string, () => Promise<Side>> = {
  service: async () => {
    const [own, other] = await Promise.all([service.factories.tenant(), service.factories.tenant()]);
    return { own, other, baseUrl: service.address, fetch };
  },
  'test kit': async () => {
    const platform: TestPlatform = createTestPlatform();
    const other = platform.addExternalService();
    const { baseUrl, fetch: sendTo } = platform.clientOptions;
    return { own: platform.clientOptions, other: other.clientOptions, baseUrl, fetch: sendTo as Fetch };
  },
};

const bodyOf = ({ externalUserId: _, ...body }: SourceUser) => body;

/** An hour ahead, so that no user counts as changed during the reading. */
const later = () => Date.now() + 3_600_000;

describe.each(Object.entries(sides))('user sync with the %s', (_name, begin) => {
  let client: PartnerClient;
  let other: PartnerClient;
  let batches: Batch[];
  let tag: string;
  /** Runs before a batch is sent. A returned response replaces the one from the service. */
  let before: (
    batch: Batch,
    send: (items: unknown[]) => Promise<Response>,
  ) => Promise<Response> | Response | undefined;

  beforeEach(async () => {
    const side = await begin();
    batches = [];
    before = () => undefined;
    tag = uniqueId('tag');
    const options = { baseUrl: side.baseUrl, maxAttempts: 1 };
    client = createPartnerClient({
      ...options,
      ...side.own,
      fetch: async (input, init) => {
        if (init?.method !== 'POST') return side.fetch(input, init);
        const batch: Batch = JSON.parse(String(init.body));
        const sendItems = (items: unknown[]) =>
          side.fetch(input, { ...init, body: JSON.stringify({ ...batch, items }) });
        const replaced = await before(batch, sendItems);
        batches.push(batch);
        return replaced ?? side.fetch(input, init);
      },
    });
    other = createPartnerClient({ ...options, ...side.other, fetch: side.fetch });
  });

  const address = (name: string) => `${name}.${tag}@example.com`;
  const member = (id: string, name = id, fields: Partial<SourceUser> = {}): SourceUser => ({
    externalUserId: id,
    email: address(name),
    firstName: 'Ada',
    lastName: 'Lovelace',
    ...fields,
  });
  const members = (count: number) => Array.from({ length: count }, (_, n) => member(`m${n}`));
  const syncOf = (source: UserSyncOptions['source'], options: Partial<UserSyncOptions> = {}) =>
    createUserSync({ client, source, now: later, roundDelayMs: 1, ...options });
  const stored = async () => {
    const all: Record<string, string> = {};
    for await (const { externalUserId, email } of client.listUsers({ limit: 100 }))
      all[externalUserId!] = email!;
    return all;
  };
  const addresses = (source: SourceUser[]) =>
    Object.fromEntries(source.map(({ externalUserId, email }) => [externalUserId, email]));
  const failureOf = (run: Promise<unknown>): Promise<SyncError> =>
    run.then(
      () => Promise.reject(new Error('It succeeded.')),
      (error) => error,
    );

  describe('sync', () => {
    it('imports members in full batches, and a second run sends nothing', async () => {
      const source = members(450);
      const first = await syncOf(source).sync();
      expect(first).toEqual({
        ok: true,
        summary: { created: 450, updated: 0, erased: 0, unchanged: 0, refused: 0 },
        rows: { read: 450, refused: 0 },
        refused: [],
      });
      expect(batches.map(({ atomic, items }) => [atomic, items.length])).toEqual([
        [false, 200],
        [false, 200],
        [false, 50],
      ]);
      expect(await stored()).toEqual(addresses(source));
      expect((await syncOf(source).sync()).summary).toMatchObject({ created: 0, unchanged: 450 });
      expect(batches).toHaveLength(3);
    });

    it('sends only members who differ, in the form in which they are stored', async () => {
      const day = new Date('1985-12-10T23:30:00Z');
      const source = [
        member('a', 'a', { birthday: day }),
        member('b', 'b', { birthday: '1990-01-01' }),
        member('c'),
      ];
      await syncOf(source).sync();
      const again = [
        member('a', 'A', { birthday: '1985-12-10T00:00:00.000Z' }),
        member('b'),
        member('c', 'c', { birthday: null }),
      ];
      expect((await syncOf(again).plan()).changes).toEqual([]);
      const changed = [
        member('a', 'a', { birthday: null }),
        member('b', 'b', { lastName: 'King' }),
        member('c', 'c.new', { birthday: '1970-01-01' }),
      ];
      const { changes } = await syncOf(changed).plan();
      expect(changes.map((change) => 'differs' in change && change.differs)).toEqual([
        ['birthday'],
        ['lastName'],
        ['email', 'birthday'],
      ]);
      expect((await syncOf(changed).sync()).summary).toMatchObject({ updated: 3, unchanged: 0 });
      expect((await syncOf(changed).plan()).changes).toEqual([]);
    });

    it('a plan changes nothing, and can be stored as JSON and applied', async () => {
      await syncOf([member('a'), member('b'), member('old')]).sync();
      batches = [];
      const sync = syncOf([member('a'), member('b', 'b.new'), member('c'), member('', 'd')], { maxErase: 5 });
      const plan = await sync.plan();
      expect(plan.summary).toEqual({
        create: 1,
        update: 1,
        erase: 0,
        unchanged: 1,
        refused: 2,
        source: 4,
        stored: 3,
        absent: 1,
      });
      expect(plan.batches).toEqual([{ atomic: false, size: 2 }]);
      expect(batches).toEqual([]);
      const report = await sync.apply(JSON.parse(JSON.stringify(plan)));
      expect(report.summary).toMatchObject({ created: 1, updated: 1, unchanged: 1, refused: 2 });
    });

    it('counts the rows of the source, and those of them that are refused by the plan or the service', async () => {
      await syncOf([member('gone-1'), member('gone-2')]).sync();
      await other.createUser(member('other'));
      const source = [
        member('a'),
        member('', 'no-id'),
        member('twice', 'x'),
        member('twice', 'y'),
        { ...member('bad'), firstName: '' },
        member('taken', 'other'),
      ];
      const sync = syncOf(source, { maxErase: 5 });
      const plan = await sync.plan();
      // The two stored users may be the row without an id.
      expect(plan.summary).toMatchObject({ source: 6, create: 2, refused: 6 });
      expect(plan.rows).toEqual({ read: 6, refused: 4 });
      const report = await sync.apply(plan);
      expect(report.summary).toMatchObject({ created: 1, refused: 7 });
      expect(report.rows).toEqual({ read: 6, refused: 5 });
    });

    it('reports its progress', async () => {
      const seen: SyncProgress[] = [];
      const onProgress = (progress: SyncProgress) => void seen.push(progress);
      async function* source() {
        yield* members(250);
      }
      await syncOf(source, { onProgress }).sync();
      expect(seen).toEqual([
        { phase: 'stored', done: 0, total: undefined },
        { phase: 'source', done: 250, total: undefined },
        { phase: 'apply', done: 0, total: 250 },
        { phase: 'apply', done: 200, total: 250 },
        { phase: 'apply', done: 250, total: 250 },
      ]);
    });

    it('brings the platform to any state of the source, with exchanged addresses, and leaves nothing to do', async () => {
      const state = fc.uniqueArray(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 11 })), {
        selector: ([id]) => id,
        maxLength: 10,
      });
      let atomic = 0;
      let generation = 0;
      const brought = fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 5 }), async (states) => {
        generation += 1;
        for (const pairs of states) {
          const used = new Set<number>();
          const source = pairs
            .filter(([, name]) => !used.has(name) && used.add(name))
            .map(([id, name]) => member(`g${id}`, `${generation}-${name}`));
          const options = { maxErase: 99, allowEmpty: true };
          expect(await syncOf(source, options).sync()).toMatchObject({ ok: true, refused: [] });
          expect(await stored()).toEqual(addresses(source));
          expect((await syncOf(source, options).plan()).changes).toEqual([]);
        }
        atomic += batches.filter((batch) => batch.atomic).length;
      });
      const swap: [number, number][][] = [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [0, 1],
          [1, 0],
        ],
      ];
      await fc.assert(brought, { numRuns: runs(10), examples: [[swap]] });
      expect(atomic).toBeGreaterThan(0);
    });

    it('exchanges addresses in pairs and cycles atomically, and in chains in order', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
      await syncOf(ids.map((id) => member(id))).sync();
      batches = [];
      // a and b exchange; c, d and e rotate; f takes the address of g, who gets a new one.
      const source = [
        member('f', 'g'),
        member('a', 'b'),
        member('c', 'd'),
        member('b', 'a'),
        member('d', 'e'),
        member('e', 'c'),
        member('g', 'new'),
      ];
      expect(await syncOf(source).sync()).toMatchObject({ ok: true, summary: { updated: 7 } });
      expect(
        batches.map(({ atomic, items }) => [atomic, items.map(({ externalUserId }) => externalUserId)]),
      ).toEqual([
        [false, ['g', 'f']],
        [true, expect.arrayContaining(['a', 'b'])],
        [true, expect.arrayContaining(['c', 'd', 'e'])],
      ]);
      expect(await stored()).toEqual(addresses(source));
    });

    it('rejects a cycle of exchanged addresses that does not fit into a batch', async () => {
      const source = members(201);
      await syncOf(source).sync();
      const rotated = source.map((one, index) => ({ ...one, email: source[(index + 1) % 201]!.email }));
      const report = await syncOf([...rotated, member('new')]).sync();
      expect(report.summary).toMatchObject({ created: 1, updated: 0, refused: 201 });
      expect(report.refused[0]).toMatchObject({
        externalUserId: 'm0',
        position: 0,
        type: 'cycle_too_large',
        by: 'plan',
      });
    });
  });

  describe('rejected members', () => {
    const long = 'x'.repeat(256);
    const faulty: [string, object][] = [
      ['externalUserId', { externalUserId: '.' }],
      ['externalUserId', { externalUserId: long }],
      ['externalUserId', { externalUserId: 'a\0' }],
      ['email', { email: 'nobody' }],
      ['email', { email: `${'a'.repeat(250)}@example.com` }],
      ['email', { email: 'a b@example.com' }],
      ['email', { email: undefined }],
      ['email', { email: 7 }],
      ['firstName', { firstName: '' }],
      ['firstName', { firstName: null }],
      ['firstName', { firstName: '\ud800' }],
      ['firstName', { firstName: '\u200b' }],
      ['firstName', { firstName: 'a\u202eb' }],
      ['lastName', { lastName: ' ' }],
      ['lastName', { lastName: long }],
      ['lastName', { lastName: undefined }],
      ['birthday', { birthday: '10.12.1985' }],
      ['birthday', { birthday: '1985-02-30' }],
      ['birthday', { birthday: '1899-12-31' }],
      ['birthday', { birthday: '2999-01-01' }],
      ['birthday', { birthday: 19851210 }],
    ];

    it('rejects the same rows as the service, once and with their position, and sends the rest', async () => {
      const bad = faulty.map(([, fields], n) => ({ ...member(`bad-${n}`), ...fields }) as SourceUser);
      const source = bad.flatMap((row, n) => [member(`good-${n}`), row]);
      const report = await syncOf(source).sync();
      expect(report.summary).toMatchObject({ created: bad.length, refused: bad.length });
      expect(report.refused.map(({ position, issues }) => [position, issues?.[0]?.path[0]])).toEqual(
        faulty.map(([field], n) => [2 * n + 1, field]),
      );
      for (const refusal of report.refused)
        expect(refusal).toMatchObject({ type: 'invalid_user', by: 'plan' });
      expect(batches.flatMap(({ items }) => items)).toHaveLength(bad.length);

      const { results } = await client.batchUsers({
        items: bad.map((row) => ({ action: 'upsert' as const, ...row })),
      });
      const answered = results.map((result) => (result.ok ? [] : result.error));
      expect(answered).toMatchObject(
        report.refused.map(({ issues }) => ({
          issues: issues!.map(({ path, code, message }) => ({ path, code, message })),
        })),
      );
    });

    it('rejects rows without an id, with its position as their name', async () => {
      const rows = [null, {}, { ...member('x'), externalUserId: '' }, { ...member('x'), externalUserId: 7 }];
      const { refused, summary } = await syncOf([...rows, member('fine')] as SourceUser[]).sync();
      expect(summary.created).toBe(1);
      expect(refused.map(({ externalUserId, position }) => [externalUserId, position])).toEqual([
        ['#0', 0],
        ['#1', 1],
        ['#2', 2],
        ['#3', 3],
      ]);
    });

    it('rejects every row of a repeated id and of a repeated address', async () => {
      const source = [
        member('twice'),
        member('one', 'same'),
        member('fine'),
        member('twice', 'other'),
        member('two', 'SAME'),
        member('half'),
        { ...member('half', 'h'), firstName: '' },
      ];
      const { refused, summary, rows } = await syncOf(source).sync();
      expect(summary).toMatchObject({ created: 1, refused: 6 });
      expect(rows).toEqual({ read: 7, refused: 6 });
      expect(refused.map(({ externalUserId, position, type }) => [externalUserId, position, type])).toEqual([
        ['twice', 0, 'duplicate_id'],
        ['one', 1, 'duplicate_email'],
        ['twice', 3, 'duplicate_id'],
        ['two', 4, 'duplicate_email'],
        ['half', 5, 'duplicate_id'],
        ['half', 6, 'invalid_user'],
      ]);
    });

    it('reports the rejection of the service with the position, also of an exchange', async () => {
      await other.upsertUser('theirs', bodyOf(member('theirs')));
      await syncOf(['a', 'b', 'c', 'e'].map((id) => member(id))).sync();
      const rotated = [member('b', 'c'), member('c', 'e'), member('e', 'b')];
      const source = [member('new'), member('d', 'theirs'), member('a')];
      expect((await syncOf(source).sync()).refused).toEqual([
        {
          externalUserId: 'd',
          position: 1,
          type: 'email_already_in_use',
          message: expect.stringContaining('already linked to a different user'),
          by: 'service',
        },
      ]);
      // The service judges an exchange as a whole.
      before = ({ atomic, items }, send) =>
        atomic
          ? send(items.map((item) => ({ ...item, ...(item.externalUserId === 'b' && { lastName: '' }) })))
          : undefined;
      const refused = (await syncOf(rotated).sync()).refused;
      expect(
        Object.fromEntries(
          refused.map(({ externalUserId, type, message }) => [externalUserId, [type, message]]),
        ),
      ).toEqual({
        b: ['invalid_schema', 'lastName: Must have at least 1 character.'],
        c: ['batch_refused', expect.stringContaining('exchanges e-mail addresses')],
        // An address is checked only in a batch whose items are all valid.
        e: ['batch_refused', expect.stringContaining('exchanges e-mail addresses')],
      });
    });
  });

  describe('erasing', () => {
    beforeEach(async () => {
      await syncOf([member('a'), member('b'), member('c')]).sync();
      batches = [];
    });

    it('erases nobody without maxErase, and counts who is absent', async () => {
      const sync = syncOf([member('a')]);
      expect((await sync.plan()).summary).toMatchObject({ erase: 0, absent: 2 });
      expect((await sync.sync()).summary).toMatchObject({ erased: 0 });
      expect(Object.keys(await stored()).sort()).toEqual(['a', 'b', 'c']);
    });

    it('erases absent members up to maxErase, and never those of others', async () => {
      await other.upsertUser('theirs', bodyOf(member('theirs')));
      const { summary } = await syncOf([member('a')], { maxErase: 2 }).sync();
      expect(summary).toEqual({ created: 0, updated: 0, erased: 2, unchanged: 1, refused: 0 });
      expect(await stored()).toEqual({ a: address('a') });
      expect((await other.listUsers()).items).toHaveLength(1);
      expect((await syncOf([member('a')], { maxErase: 0 }).sync()).ok).toBe(true);
    });

    it('writes nothing if more members are absent than maxErase, and lists them', async () => {
      const error = await failureOf(syncOf([member('a', 'a.new'), member('d')], { maxErase: 1 }).sync());
      expect(error).toBeInstanceOf(SyncError);
      expect(error).toMatchObject({ type: 'too_many_erasures', userPlan: { summary: { erase: 2 } } });
      expect(error.erasures?.map(({ externalUserId }) => externalUserId).sort()).toEqual(['b', 'c']);
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ erasures: [{}, {}] });
      expect(batches).toEqual([]);
    });

    it('an empty source erases nobody without allowEmpty, whatever the limit', async () => {
      const error = await failureOf(syncOf([], { maxErase: 1_000 }).sync());
      expect(error).toMatchObject({ type: 'empty_source', erasures: [{}, {}, {}] });
      expect(batches).toEqual([]);
      const limited = syncOf([], { maxErase: 2, allowEmpty: true });
      expect(await failureOf(limited.sync())).toMatchObject({ type: 'too_many_erasures' });
      expect((await syncOf([], { maxErase: 3, allowEmpty: true }).sync()).summary.erased).toBe(3);
    });

    it('keeps members whose row was rejected, and everybody while a row has no id', async () => {
      const bad = { ...member('b'), email: 'nobody' };
      const sync = syncOf([member('a'), bad], { maxErase: 9 });
      expect((await sync.plan()).changes).toEqual([{ action: 'erase', why: 'absent', externalUserId: 'c' }]);
      const unclear = await syncOf([member('a'), member('b'), member('', 'c')], { maxErase: 9 }).sync();
      expect(unclear.summary).toMatchObject({ erased: 0, refused: 2 });
      expect(unclear.refused[1]).toEqual({
        externalUserId: 'c',
        type: 'unclear_source',
        message: expect.stringContaining('row without an id'),
        by: 'plan',
      });
    });

    it('keeps a user who was created since the reading began, or shortly before, even if the clock is wrong', async () => {
      const source = async () => {
        await client.upsertUser('live', bodyOf(member('live')));
        return [member('a'), member('b'), member('c')];
      };
      const tomorrow = () => Date.now() + 86_400_000;
      expect((await syncOf(source, { maxErase: 9, now: tomorrow }).sync()).summary.erased).toBe(0);
      const { refused } = await syncOf(source, { maxErase: 9, now: Date.now }).sync();
      expect(refused).toMatchObject([{ externalUserId: 'live', type: 'newer_than_reading', by: 'plan' }]);
      expect(Object.keys(await stored())).toContain('live');
    });

    it('does not apply a plan with erasures without maxErase, nor a part of a plan', async () => {
      const plan = await syncOf([member('a')], { maxErase: 2 }).plan();
      const parts = without(plan, 'version', 'summary', 'rows', 'changes', 'batches', 'refused');
      for (const given of [plan, null, ...parts])
        expect(await failureOf(syncOf([]).apply(given as never))).toMatchObject({ type: 'invalid_options' });
      expect(batches).toEqual([]);
    });
  });

  describe('interrupted run', () => {
    it('ends with its results, and the next run sends only what is left', async () => {
      const source = members(500);
      before = () => (batches.length === 1 ? Promise.reject(new TypeError('fetch failed')) : undefined);
      const interrupted = await failureOf(syncOf(source, { maxRounds: 1 }).sync());
      expect(interrupted).toMatchObject({
        type: 'interrupted',
        userReport: { summary: { created: 200 } },
      });
      before = () => undefined;
      batches = [];
      expect((await syncOf(source).sync()).summary).toMatchObject({ created: 300, unchanged: 200 });
      expect(batches.map(({ items }) => items.length)).toEqual([200, 100]);
      expect(await stored()).toEqual(addresses(source));
    });

    it('of push ends with its results, without rejections that may still be written', async () => {
      await syncOf([member('z')]).sync();
      batches = [];
      before = () => (batches.length === 1 ? Promise.reject(new TypeError('fetch failed')) : undefined);
      const items = [member('y', 'z'), ...members(199), member('z', 'z.new')];
      const push = syncOf([], { maxRounds: 1 }).push(items.map((one) => ({ action: 'upsert', ...one })));
      expect(await failureOf(push)).toMatchObject({
        type: 'interrupted',
        userReport: { ok: true, summary: { created: 199 }, rows: { read: 201, refused: 0 }, refused: [] },
      });
    });

    it('repeats a batch whose response was lost, and counts its members as unchanged', async () => {
      let isLost = false;
      before = async ({ items }, send) => {
        if (isLost) return undefined as never;
        isLost = true;
        await send(items);
        throw new TypeError('fetch failed');
      };
      const { summary, ok } = await syncOf(members(30)).sync();
      expect({ ok, ...summary }).toMatchObject({ ok: true, created: 0, unchanged: 30 });
    });

    it('continues for as long as a busy service carries out some items', async () => {
      const error = { type: 'service_unavailable', message: 'Later.' };
      const unavailable = { status: 503, outcome: 'refused', retryable: true, error };
      before = async ({ items }, send) => {
        const { summary, results } = await (await send(items.slice(0, 5))).json();
        const rest = items.slice(5).map(() => unavailable);
        return Response.json({ summary, results: [...results, ...rest] });
      };
      const { summary } = await syncOf(members(40), { maxRounds: 3 }).sync();
      expect(summary).toMatchObject({ created: 40, refused: 0 });
      expect(batches).toHaveLength(8);
      before = ({ items }) =>
        Response.json({
          summary: { created: 0, updated: 0, unchanged: 0, erased: 0, refused: items.length },
          results: items.map(() => unavailable),
        });
      batches = [];
      const stuck = await failureOf(syncOf([...members(40), member('x')], { maxRounds: 3 }).sync());
      expect(stuck).toMatchObject({ type: 'interrupted', userReport: { refused: [] } });
      expect(batches).toHaveLength(3);
    });

    it('ends if its signal fires, and if the token is rejected', async () => {
      const controller = new AbortController();
      before = () => {
        if (batches.length === 1) controller.abort();
        return undefined;
      };
      const aborted = await failureOf(syncOf(members(500)).sync({ signal: controller.signal }));
      expect(aborted).toMatchObject({ type: 'aborted', userReport: { summary: { created: 200 } } });
      const error = { type: 'invalid_api_token', message: 'No.' };
      before = () => Response.json({ error }, { status: 401 });
      expect(await failureOf(syncOf(members(500)).sync())).toMatchObject({ type: 'refused' });
    });

    it('passes on a failure of the source, and does not read a source twice', async () => {
      const broken = () => {
        throw new Error('disk');
      };
      expect(await failureOf(syncOf(broken).sync())).toMatchObject({ type: 'source_failed' });
      const once = syncOf(members(3).values());
      await once.sync();
      expect(await failureOf(once.sync())).toMatchObject({ type: 'invalid_options' });
    });
  });

  describe('push', () => {
    const upsert = (...args: Parameters<typeof member>): UserBatchItem => ({
      action: 'upsert',
      ...member(...args),
    });
    const erase = (externalUserId: string): UserBatchItem => ({ action: 'erase', externalUserId });

    it('exchanges addresses atomically, erases first, and sends the last change of each member', async () => {
      await syncOf(['a', 'b', 'c', 'd'].map((id) => member(id))).sync();
      batches = [];
      const report = await syncOf([]).push([
        upsert('a', 'x'),
        upsert('new', 'c'),
        upsert('b', 'a'),
        erase('c'),
        upsert('a', 'b'),
        upsert('d'),
        erase('never'),
        { ...upsert('bad'), email: 'nobody' } as UserBatchItem,
        { ...upsert('odd'), action: 'delete' } as never,
        null as never,
        erase(''),
        erase(''),
      ]);
      expect(report.summary).toEqual({ created: 1, updated: 2, erased: 1, unchanged: 2, refused: 5 });
      const [bad, odd, none] = report.refused;
      expect(bad).toMatchObject({ externalUserId: 'bad', position: 7, type: 'invalid_user' });
      for (const one of [odd, none]) expect(one!.message).toBe('action must be upsert or erase.');
      expect(report.rows).toEqual({ read: 12, refused: 5 });
      expect(batches.map(({ atomic }) => atomic)).toEqual([false, true]);
      expect(await stored()).toEqual({
        a: address('b'),
        b: address('a'),
        d: address('d'),
        new: address('c'),
      });
    });

    it('counts each rejected change, erasures too', async () => {
      const report = await syncOf([]).push([
        erase('.'),
        upsert('a'),
        { ...upsert('b'), lastName: '' } as UserBatchItem,
      ]);
      expect(report.refused).toMatchObject([{ externalUserId: 'b' }, { externalUserId: '.' }]);
      expect(report.rows).toEqual({ read: 3, refused: 2 });
    });

    it('rejects two members with the same address', async () => {
      const { refused } = await syncOf([]).push([upsert('a', 'x'), upsert('b', 'X')]);
      expect(refused).toMatchObject([{ type: 'duplicate_email' }, { type: 'duplicate_email' }]);
      expect(batches).toEqual([]);
    });
  });
});
