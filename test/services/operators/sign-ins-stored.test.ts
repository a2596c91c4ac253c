import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteEndedSessions, startSession } from '../../../src/services/operators/operator-session.ts';
import { QueryRecorder } from '../../../src/services/operators/record-queries.ts';
import {
  noOperator,
  RejectedSignIns,
  startRecordedSession,
} from '../../../src/services/operators/record-sign-ins.ts';
import { signInByIdentity } from '../../../src/services/operators/sign-in-by-identity.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 60 * 60_000;

describe('records of sign-ins and queries', () => {
  let test: TestDatabase;
  let operator: { id: string; name: string; role: 'VIEWER' };
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    const { id } = await createFactories(test.database).operator('VIEWER');
    operator = { id, name: 'Ada', role: 'VIEWER' };
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.database.query('truncate operator_sessions, audit_events', []);
  });

  const context = (at = () => now) => ({ database: test.database, newId, now: at, requestId: 'x' });
  const sessions = () =>
    test.database.query<Record<string, unknown>>(
      `select operator_id as "operatorId", secret_hash as "secretHash",
         (extract(epoch from expires_at - created_at) * 1000)::float8 as long from operator_sessions order by id`,
      [],
    );
  const events = () =>
    test.database.query<Record<string, unknown>>(
      `select action, actor_type as by, actor_id as "actorId", subject_type as type, subject_id as id,
         request_id as "requestId", before, after from audit_events order by id`,
      [],
    );

  it.each(['TOKEN', 'IDENTITY_PROVIDER'] as const)(
    'a session started by %s lasts 12 hours and stores only the hash of its secret',
    async (by) => {
      const secret = await startRecordedSession(context(), operator, by);
      expect(isWellFormedToken('operator', secret)).toBe(true);
      expect(await sessions()).toEqual([
        { operatorId: operator.id, secretHash: hashToken(secret), long: 12 * hour },
      ]);
      const { id } = operator;
      expect(await events()).toEqual([
        {
          ...{ action: 'signIn', by: 'operator', actorId: id, type: 'operator', id },
          ...{ requestId: 'x', before: null, after: { by } },
        },
      ]);
    },
  );

  it('a session ends no later than the token that started it', async () => {
    for (const endsIn of [hour, 13 * hour])
      await startRecordedSession(context(), operator, 'TOKEN', new Date(Date.now() + endsIn).toISOString());
    const [sooner, later] = await sessions();
    expect(sooner!.long).toBeLessThanOrEqual(hour);
    expect(later!.long).toBe(12 * hour);
  });

  it('a session is deleted more than an hour after its end and not earlier', async () => {
    const kept: Buffer[] = [];
    for (const endedFor of [2 * hour, 0.5 * hour, -hour]) {
      const end = new Date(Date.now() - endedFor).toISOString();
      const secret = await startSession(test.database, newId, operator.id, end);
      if (endedFor < hour) kept.push(hashToken(secret));
    }
    await deleteEndedSessions(test.database);
    expect((await sessions()).map(({ secretHash }) => secretHash)).toEqual(kept);
  });

  it('rejected sign-ins are one event for each method, with their number and times', async () => {
    let at = now;
    const refused = new RejectedSignIns(context(() => at));
    refused.record('TOKEN', 'first');
    at += 1_000;
    refused.record('TOKEN', 'second');
    refused.record('IDENTITY_PROVIDER', 'third');
    expect(await events()).toEqual([]);
    await refused.flush();
    const event = {
      ...{ action: 'refuseSignIn', by: 'configuration', actorId: noOperator },
      ...{ type: 'operator', id: noOperator, before: null },
    };
    const [firstAt, lastAt] = [new Date(now).toISOString(), new Date(at).toISOString()];
    expect(await events()).toEqual([
      { ...event, requestId: 'second', after: { by: 'TOKEN', count: 2, firstAt, lastAt } },
      {
        ...event,
        requestId: 'third',
        after: { by: 'IDENTITY_PROVIDER', count: 1, firstAt: lastAt, lastAt },
      },
    ]);
    await refused.flush();
    expect(await events()).toHaveLength(2);
  });

  it('queries are one event for each operator and name, and those beyond a hundred names have no name', async () => {
    const recorder = new QueryRecorder(context());
    recorder.record(operator, 'One', 'first');
    recorder.record(operator, 'One', 'second');
    recorder.record(operator, undefined, 'third');
    expect(await events()).toEqual([]);
    await recorder.flush();
    const { id } = operator;
    const event = { action: 'runQuery', by: 'operator', actorId: id, type: 'operator', id, before: null };
    const at = new Date(now).toISOString();
    const times = { firstAt: at, lastAt: at };
    expect(await events()).toEqual([
      { ...event, requestId: 'second', after: { name: 'One', count: 2, ...times } },
      { ...event, requestId: 'third', after: { count: 1, ...times } },
    ]);
    for (let n = 1; n <= 102; n += 1) recorder.record(operator, `Name${n}`, `many-${n}`);
    await recorder.flush();
    const after = (await events()).slice(2).map((each) => each.after as { name?: string; count: number });
    expect(after).toHaveLength(101);
    expect(after.at(-2)).toMatchObject({ name: 'Name100', count: 1 });
    expect(after.at(-1)).toEqual({ count: 2, ...times });
  });

  it('a rejected sign-in with the identity provider says why and whom to ask', async () => {
    const groups = { ADMIN: 'admins', SUPPORT: undefined, VIEWER: undefined };
    const signIn = (of: string[]) =>
      signInByIdentity(
        context(),
        { issuer: 'https://id.example.com', subject: 'eve', name: 'Eve', groups: of },
        groups,
      );
    expect(await refusalOf(() => signIn(['others']))).toMatchObject({
      type: 'operator_permission_denied',
      message:
        'The identity provider knows you, but you are in no group that may sign in here. Ask its administrators to add you to one.',
    });
    const { id } = await signIn(['admins']);
    await test.database.query('update operators set revoked_at = now() where id = $1', [id]);
    expect(await refusalOf(() => signIn(['admins']))).toMatchObject({
      type: 'operator_permission_denied',
      message: 'This operator was revoked. Another administrator can say why.',
    });
    expect((await events()).map(({ action, type, by }) => [action, type, by])).toEqual([
      ['createOperator', 'operator', 'configuration'],
    ]);
  });
});
