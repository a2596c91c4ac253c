import { describe, expect, it } from 'vitest';
import { QueryRecorder } from '../../../src/services/operators/record-queries.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { useClockedService, useOperator } from '../../harness/servers/use-test-service.ts';

interface Event {
  action: string;
  actor: { id: string } | null;
  requestId: string;
  after: Record<string, unknown>;
}

describe('audit events of operator queries', () => {
  const service = useClockedService();
  const viewer = useOperator(service, 'VIEWER');
  const support = useOperator(service, 'SUPPORT');

  const events = async (filter: string) => {
    const data = await viewer.data<{ auditEvents: { nodes: Event[] } }>(
      `query Audit { auditEvents${filter} { nodes { action actor { ... on Operator { id } } requestId after } } }`,
    );
    return data.auditEvents.nodes;
  };

  it('count each query by name and operator, without arguments or results', async () => {
    const firstAt = service.clock.in(0);
    const looksFor = 'somebody@private.example';
    const search = `query WhoIsThis { search(text: "${looksFor}") { __typename } }`;
    await support.data(search);
    await service.clock.advance(20_000);
    await support.data(search);
    await support.data('{ me { name } }');
    await viewer.data(search);
    await support.ask('mutation Fails { revokeOperator(id: "none") { __typename } }');
    expect(await events('(action: runQuery)')).toEqual([]);
    await service.app.close();

    const lastAt = service.clock.in(0);
    const shown = (await events('(action: runQuery)')).map(({ actor, after }) => ({
      id: actor?.id,
      ...after,
    }));
    const name = 'WhoIsThis';
    expect(shown).toHaveLength(4);
    expect(shown).toEqual(
      expect.arrayContaining([
        { id: support.id, name, count: 2, firstAt, lastAt },
        { id: support.id, count: 1, firstAt: lastAt, lastAt },
        { id: viewer.id, name, count: 1, firstAt: lastAt, lastAt },
        { id: viewer.id, name: 'Audit', count: 1, firstAt: lastAt, lastAt },
      ]),
    );
    expect(await findEverywhere(service.database, [looksFor])).toEqual([]);
  });

  it('count an opened calendar, which shows names of people, and no list of clubs', async () => {
    const { organizationId } = await service.factories.organization(1);
    const operator = await service.factories.operator('VIEWER');
    for (const query of ['', `?organizationId=${organizationId}`, '?organizationId=x'])
      await operatorPages(service, operator.secret).get(`/operators/calendar${query}`);
    await service.app.close();
    const own = (await events('(action: runQuery)')).filter(({ actor }) => actor?.id === operator.id);
    expect(own.map(({ after }) => after)).toEqual([expect.objectContaining({ name: 'Calendar', count: 1 })]);
  });

  it('appear only when you filter by their action', async () => {
    await service.factories.tenant();
    const actions = (await events('')).map(({ action }) => action);
    expect(actions).not.toContain('runQuery');
    expect((await events('(action: runQuery)')).length).toBeGreaterThan(0);
  });

  it('distinguish a hundred names a minute and count further ones without a name', async () => {
    const { database, clock } = service;
    const recorder = new QueryRecorder({ ...clock.time, database });
    const operator = { id: viewer.id, name: 'Viewer', role: 'VIEWER' } as const;
    for (let n = 0; n < 103; n += 1) recorder.record(operator, `Many${n}`, `many-${n}`);
    recorder.record(operator, 'Many7', 'many-again');
    await recorder.flush();
    const rows = await database.query<{ name: string | null; count: number }>(
      `select after ->> 'name' as name, (after -> 'count')::int as count from audit_events
       where request_id like 'many-%' and ((after -> 'count')::int > 1 or after -> 'name' is null) order by 1`,
      [],
    );
    expect(rows).toEqual([
      { name: 'Many7', count: 2 },
      { name: null, count: 3 },
    ]);
  });
});
