import { describe, expect, it } from 'vitest';
import { noOperator, RejectedSignIns } from '../../../src/services/operators/record-sign-ins.ts';
import { hashToken, isWellFormedToken, newToken } from '../../../src/services/values/secret-formats.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { signIn } from '../../harness/clients/sign-in.ts';
import { useClockedService, useOperator } from '../../harness/servers/use-test-service.ts';

interface Event {
  actor: { id: string } | null;
  requestId: string;
  subject: { id: string } | null;
  after: Record<string, unknown>;
}

describe('audit events of sign-ins', () => {
  const service = useClockedService();
  const admin = useOperator(service);

  const signInWith = async (token: string) => {
    const { status, headers } = await signIn(service, token);
    return { status, headers, requestId: headers.get('x-request-id') };
  };
  const events = async (action: 'signIn' | 'refuseSignIn') => {
    const data = await admin.data<{ auditEvents: { nodes: Event[] } }>(
      `{ auditEvents(action: ${action}) { nodes {
        actor { ... on Operator { id } } requestId subject { ... on Operator { id } } after } } }`,
    );
    return data.auditEvents.nodes;
  };

  it('record who signed in, how, and in which request', async () => {
    const { status, headers, requestId } = await signInWith(admin.secret);
    expect(status).toBe(303);
    const { id } = admin;
    expect(await events('signIn')).toEqual([
      { actor: { id }, subject: { id }, requestId, after: { by: 'TOKEN' } },
    ]);
    const cookie = /=(\w+);/.exec(headers.get('set-cookie')!)![1]!;
    expect(isWellFormedToken('operator', cookie)).toBe(true);
    const stored = await service.database.query('select secret_hash as hash from operator_sessions', []);
    expect(stored).toEqual([{ hash: hashToken(cookie) }]);
  });

  it('count rejected sign-ins in one event without anything that was sent', async () => {
    const tried = newToken('operator');
    const firstAt = service.clock.in(0);
    for (let n = 0; n < 3; n += 1) expect((await signInWith(tried)).status).toBe(401);
    await service.clock.advance(30_000);
    const { requestId } = await signInWith('not even a token');
    expect(await events('refuseSignIn')).toEqual([]);
    await service.app.close();
    const after = { by: 'TOKEN', count: 4, firstAt, lastAt: service.clock.in(0) };
    expect(await events('refuseSignIn')).toEqual([{ actor: null, subject: null, requestId, after }]);
    expect(await findEverywhere(service.database, [tried, tried.slice(4, -6)])).toEqual([]);
  });

  it('count each minute and sign-in method separately, and include what could not be written before', async () => {
    const { database, clock } = service;
    let isAway = true;
    const refused = new RejectedSignIns({
      ...clock.time,
      database: {
        ...database,
        transaction: (...args) =>
          isAway ? Promise.reject(new Error('away')) : database.transaction(...args),
      },
    });
    const counts = async () => {
      const rows = await database.query<{ count: number; by: string }>(
        `select after ->> 'by' as by, (after -> 'count')::int as count from audit_events
         where subject_id = $1 and request_id like 'here-%' order by 1, 2`,
        [noOperator],
      );
      return rows.map(({ by, count }) => `${by} ${count}`);
    };
    refused.record('TOKEN', 'here-1');
    refused.record('IDENTITY_PROVIDER', 'here-2');
    await expect(refused.flush()).rejects.toThrow('away');
    refused.record('TOKEN', 'here-3');
    isAway = false;
    await refused.flush();
    expect(await counts()).toEqual(['IDENTITY_PROVIDER 1', 'TOKEN 2']);
    await refused.flush();
    refused.record('TOKEN', 'here-4');
    await refused.flush();
    expect(await counts()).toEqual(['IDENTITY_PROVIDER 1', 'TOKEN 1', 'TOKEN 2']);
  });
});
