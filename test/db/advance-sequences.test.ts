import { beforeAll, describe, expect, it } from 'vitest';
import { advanceSequences, minimumSkip } from '../../src/db/advance-sequences.ts';
import { changesOf } from '../harness/clients/changes.ts';
import { type Tenant, userBody } from '../harness/data/factories.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('change feed after a restore to an earlier time, on %s', (kind) => {
  const service = useTestService(kind);
  let changes: ReturnType<typeof changesOf>;
  beforeAll(async () => {
    changes = changesOf(service);
  });

  const makeUser = async ({ externalServiceId, token }: Tenant) =>
    expect((await service.createUser(externalServiceId, { token, body: userBody() })).status).toBe(201);
  const withChanges = async (count: number) => {
    const tenant = await service.factories.tenant();
    const cursors = [await changes.latest(tenant)];
    for (let n = 0; n < count; n += 1) {
      await makeUser(tenant);
      cursors.push(await changes.latest(tenant));
    }
    return { tenant, cursors };
  };
  const restoreTo = async ({ externalServiceId }: Tenant, sequence: number) => {
    const em = service.database.em();
    await em.execute('delete from changes where external_service_id = ? and sequence > ?', [
      externalServiceId,
      sequence,
    ]);
    await em.execute(
      `update change_counters n set sequence = c.sequence, change_id = c.id from changes c
       where c.external_service_id = n.external_service_id and c.sequence = ? and n.external_service_id = ?`,
      [sequence, externalServiceId],
    );
  };
  const sequencesBehind = async (tenant: Tenant, cursor?: string) =>
    (await changes.since(tenant, cursor, 2)).items.map(({ sequence }) => sequence);
  const seconds = (now: number) => Math.floor(now / 1_000);

  it('cursors behind lost changes get 410, and the others continue across the gap', async () => {
    const { tenant, cursors } = await withChanges(4);
    await restoreTo(tenant, 2);
    const now = Date.now();
    await advanceSequences(service.database, now);
    const expectCursors = async (newChanges: number[]) => {
      for (const lost of [3, 4]) {
        const { status, body } = await changes.page(tenant, `cursor=${cursors[lost]}`);
        expect([status, body.error?.type]).toEqual([410, 'cursor_expired']);
      }
      expect(await sequencesBehind(tenant, cursors[1])).toEqual([2, ...newChanges]);
      expect(await sequencesBehind(tenant, cursors[2])).toEqual(newChanges);
      expect(await sequencesBehind(tenant)).toEqual([1, 2, ...newChanges]);
    };
    await expectCursors([]);
    const { cursor } = await changes.since(tenant);
    await makeUser(tenant);
    const next = seconds(now) + 1;
    await expectCursors([next]);
    expect(await sequencesBehind(tenant, cursor)).toEqual([next]);
  });

  it('a reader that waits at the gap gets the next change', async () => {
    const { tenant, cursors } = await withChanges(2);
    await advanceSequences(service.database, Date.now());
    const waiting = changes.page(tenant, `cursor=${cursors[2]}&wait=10`);
    await makeUser(tenant);
    expect((await waiting).body.items).toHaveLength(1);
  });

  it('restoring the same backup twice never reuses sequence numbers', async () => {
    const { tenant } = await withChanges(1);
    const newestSequence = async () => (await changes.since(tenant)).items.at(-1)!.sequence;
    const now = Date.now();
    await advanceSequences(service.database, now);
    await makeUser(tenant);
    const first = await newestSequence();
    await restoreTo(tenant, 1);
    await advanceSequences(service.database, now + 60_000);
    await makeUser(tenant);
    expect(first).toBe(seconds(now) + 1);
    expect(await newestSequence()).toBe(seconds(now) + 60 + 1);
  });

  it('each run advances every service by at least the minimum, even one without changes', async () => {
    const tenant = await service.factories.tenant();
    const now = Date.now();
    for (const runs of [1, 2, 3]) {
      await advanceSequences(service.database, now);
      await makeUser(tenant);
      const { items } = await changes.since(tenant);
      expect(items.at(-1)!.sequence).toBe(seconds(now) + (runs - 1) * minimumSkip + runs);
    }
  });

  it('sequence numbers stay within 32 bits for the first two restores', async () => {
    expect(seconds(Date.parse('2030-01-01')) + minimumSkip).toBeLessThan(2 ** 31);
  });
});
