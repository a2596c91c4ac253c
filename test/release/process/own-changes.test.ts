import { beforeAll, describe, expect, it } from 'vitest';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { explainedIn, explainingSettings } from '../../harness/assertions/explained.ts';
import { changesOf } from '../../harness/clients/changes.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { useOwnPostgresql, useServiceAt } from '../../harness/servers/use-test-service.ts';

const stored = 20_000;

describe('rows that PostgreSQL reads for a page of changes', () => {
  const server = useOwnPostgresql({
    settings: [...explainingSettings, 'auto_explain.log_nested_statements=on'],
  });
  const service = useServiceAt(server);
  let big: Tenant;
  let small: Tenant;
  beforeAll(async () => {
    const { database } = service;
    [big, small] = [await service.factories.tenant(), await service.factories.tenant()];
    for (const [{ externalServiceId }, count] of [
      [big, stored],
      [small, 10],
    ] as const)
      await database.query(
        `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
         select $1, 'user_access.revoked', gen_random_uuid(), now(), 'operator', 'x', '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"}'
         from generate_series(1, $2::int) n`,
        [externalServiceId, count],
      );
    // The service itself may be sequencing at the same time.
    while (!(await sequenceChanges({ database, now: Date.now })));
    await database.query('analyze changes', []);
  });

  const read = async (tenant: Tenant, query: string) => {
    const begin = server.readLog().length;
    const { status, body } = await changesOf(service).page(tenant, query);
    expect(status).toBe(200);
    const isPage = (text: string) => text.includes('with looked as materialized');
    await expect
      .poll(() => explainedIn(server.readLog().slice(begin)).some(({ text }) => isPage(text)), {
        interval: 10,
      })
      .toBe(true);
    const [statement] = explainedIn(server.readLog().slice(begin)).filter(({ text }) => isPage(text));
    return { body, ...statement! };
  };

  it('a page reads its rows by index, regardless of the rows before and after it', async () => {
    const rows = await service.database.query<{ id: string; sequence: string }>(
      `select id, sequence::text from changes where external_service_id = $1 and sequence = any('{100,19900}') order by id`,
      [big.externalServiceId],
    );
    const [early, late] = rows.map(({ id, sequence }) =>
      Buffer.from(JSON.stringify(['change', id, sequence])).toString('base64url'),
    );
    const few = await read(small, 'limit=10');
    for (const query of ['', `cursor=${early}&`, `cursor=${late}&`]) {
      // From the sixth execution on, PostgreSQL may keep one plan for all values.
      for (let time = 0; time < 7; time += 1) {
        const page = await read(big, `${query}limit=10`);
        expect(page.body.items).toHaveLength(10);
        expect(page.plan).toMatch(/Index Scan changes\S* changes\S*pkey/);
        expect(page.rowsRead).toBeLessThanOrEqual(few.rowsRead + 5);
      }
    }
  });

  it('a reader without a readable change reads only the rows that a page scans', async () => {
    const { secret } = await service.factories.token(big.externalServiceId, ['court-bookingread']);
    const page = await read({ ...big, token: secret }, 'limit=10');
    expect([page.body.items, page.body.caughtUp]).toEqual([[], false]);
    expect(page.rowsRead).toBeLessThan(3_000);
  });
});
