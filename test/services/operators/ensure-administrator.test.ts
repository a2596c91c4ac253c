import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { ensureAdministrator } from '../../../src/services/operators/ensure-administrator.ts';
import { startSession } from '../../../src/services/operators/operator-session.ts';
import { hashToken } from '../../../src/services/values/secret-formats.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { ask, postGraphql } from '../../harness/clients/graphql-client.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const tokens = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const [first, second, third] = tokens;

describe('first administrator', () => {
  const service = useTestService('postgresql');
  beforeEach(async () => {
    await service.database.query('truncate operators, operator_sessions, saved_queries, audit_events', []);
  });

  const start = (configuredToken: string | undefined, mayInvent = false, database = service.database) =>
    ensureAdministrator(
      { database, newId: uuidv7, now: Date.now, requestId: 'start' },
      { configuredToken, mayInvent },
    );
  const nothing = { inventedToken: undefined, isConfiguredTokenRevoked: false };
  const events = () =>
    service.database.query<Record<string, unknown>>(
      `select action, actor_type, actor_id = subject_id as by_itself, subject_type, before, after, request_id
       from audit_events order by at, id`,
      [],
    );
  const created = {
    action: 'createOperator',
    actor_type: 'configuration',
    by_itself: true,
    subject_type: 'operator',
    before: null,
    after: { name: 'first administrator', role: 'ADMIN' },
    request_id: 'start',
  };
  const ended = { ...created, action: 'revokeOperator', after: { revokedAt: expect.any(String) } };
  const canSignIn = async (secret: string, headers: Record<string, string> = {}) => {
    const response = await postGraphql(service, secret || undefined, { query: '{ me { role } }' }, headers);
    return response.status === 200;
  };

  it('with a configured token is created once with an audit event', async () => {
    expect(await start(first)).toEqual(nothing);
    expect(await events()).toEqual([created]);
    const before = await contentsOf(service.database);
    expect(await start(first)).toEqual(nothing);
    expect(await contentsOf(service.database)).toEqual(before);
    expect(await canSignIn(first)).toBe(true);
  });

  it('with a generated token is created only if no operator exists, and a configured one does not revoke it', async () => {
    const { inventedToken } = await start(undefined, true);
    expect(inventedToken).toMatch(/^cbo_/);
    const before = await contentsOf(service.database);
    expect(await start(undefined, true)).toEqual(nothing);
    expect(await contentsOf(service.database)).toEqual(before);
    await start(first, true);
    expect(await events()).toEqual([created, created]);
    expect([await canSignIn(inventedToken!), await canSignIn(first)]).toEqual([true, true]);
  });

  it('without a configured or generated token is not created', async () => {
    const before = await contentsOf(service.database);
    expect(await start(undefined)).toEqual(nothing);
    expect(await contentsOf(service.database)).toEqual(before);
    expect(before.operators).toBeNull();
  });

  it('with another configured token replaces the former one and its sessions, with an audit event', async () => {
    await start(first);
    const { secret: other } = await service.factories.operator('ADMIN');
    const id = await valueIn(service, 'select id from operators where configured');
    const session = { Cookie: `courtbridge_session=${await startSession(service.database, uuidv7, id)}` };
    expect(await canSignIn('', session)).toBe(true);

    expect(await start(second)).toEqual(nothing);
    expect(await events()).toEqual([created, created, ended]);
    expect(await canSignIn(first)).toBe(false);
    expect(await canSignIn('', session)).toBe(false);
    expect([await canSignIn(second), await canSignIn(other)]).toEqual([true, true]);
  });

  it('with the token of a revoked operator stays revoked, which is reported', async () => {
    await start(first);
    await start(second);
    const before = await contentsOf(service.database);
    expect(await start(first)).toEqual({ inventedToken: undefined, isConfiguredTokenRevoked: true });
    expect(await contentsOf(service.database)).toEqual(before);
    expect([await canSignIn(first), await canSignIn(second)]).toEqual([false, true]);
  });

  it('can use the token of an existing administrator, which a later configured token revokes', async () => {
    const { secret } = await service.factories.operator('ADMIN');
    expect(await start(secret)).toEqual(nothing);
    expect(await events()).toEqual([]);
    await start(first);
    expect((await events()).map(({ action }) => action).sort()).toEqual(['createOperator', 'revokeOperator']);
    expect(await canSignIn(secret)).toBe(false);
  });

  it('with the token of an operator who is not an administrator changes nobody', async () => {
    const { secret } = await service.factories.operator('SUPPORT');
    const before = await contentsOf(service.database);
    expect(await start(secret)).toEqual(nothing);
    expect(await contentsOf(service.database)).toEqual(before);
    await start(first);
    expect([await canSignIn(secret), await canSignIn(first)]).toEqual([true, true]);
  });

  it('is created and replaced once when several processes start at the same time', async () => {
    const others = [1, 2, 3].map(() => openPostgresql({ url: service.url, poolSize: 1 }));
    const databases = await Promise.all(others);
    const lock = ["select pg_advisory_xact_lock(hashtextextended('courtbridge/administrator', 0))"] as const;
    const all = (token: string) => Promise.all(databases.map((database) => start(token, false, database)));
    await inLineBehind(service.url, lock, () => all(first), 3);
    await inLineBehind(service.url, lock, () => all(second), 3);
    expect((await events()).map(({ action }) => action)).toEqual([
      'createOperator',
      'createOperator',
      'revokeOperator',
    ]);
    await Promise.all(databases.map((database) => database.close()));
  });

  it('leaves no token or hash in the audit events', async () => {
    const { inventedToken } = await start(undefined, true);
    for (const token of tokens) await start(token);
    const rows = JSON.stringify(await service.database.query('select * from audit_events', []));
    for (const secret of [...tokens, inventedToken!]) {
      for (const kept of [secret, hashToken(secret).toString('hex')]) expect(rows).not.toContain(kept);
    }
  });

  it('is the subject of its audit event, which has no actor', async () => {
    await start(third);
    const { data } = await ask(
      service,
      third,
      '{ auditEvents { nodes { action actor { __typename } subject { ... on Operator { name } } } } }',
    );
    expect(data).toEqual({
      auditEvents: {
        nodes: [{ action: 'createOperator', actor: null, subject: { name: 'first administrator' } }],
      },
    });
  });
});
