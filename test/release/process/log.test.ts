import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { newToken } from '../../../src/services/values/secret-formats.ts';
import { describeError } from '../../../src/telemetry/log.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { bookingBody, createFactories, userBody } from '../../harness/data/factories.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import { logOf } from '../../harness/servers/process.ts';
import { startServiceAt, startTestService } from '../../harness/servers/test-service.ts';
import { forTest, processForTest } from '../../harness/servers/use-test-service.ts';

// Logs lines one after the other, like requests. On input, prints the number of writes.
const lines = 300;
const loggingCode = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import pino from 'pino';
  import { createLog } from ${JSON.stringify(new URL('../../../src/telemetry/log.ts', import.meta.url).href)};
  const log = createLog('info');
  let writes = 0;
  log[pino.symbols.streamSym].on('write', () => { writes += 1; });
  for (let line = 0; line < ${lines}; line += 1) {
    log.info({ line }, 'request');
    await sleep(1);
  }
  process.stdin.once('data', () => {
    process.stderr.write(String(writes));
    log.info('the last');
    process.exit();
  });`;

describe('logs', () => {
  it('contain one JSON line per request and no token, email address or name, also in PostgreSQL', async () => {
    const server = await forTest(startOwnPostgresql());
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    const sabotage = (statement: string) => database.em().execute(statement);
    await migrate(database);
    const tenant = await createFactories(database).tenant();
    const service = processForTest({ DATABASE_URL: server.url });
    const address = await service.ready;

    const [email, name, unknown] = ['sentinel.mail@example.com', 'Sentinelname', newToken('partner')];
    const base = `${address}/api/v1/external-services/${tenant.externalServiceId}`;
    const call = (path: string, method: string, body: unknown, token = tenant.token) =>
      fetch(base + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Request-Id': `log-${method}`,
        },
        body: JSON.stringify(body),
      });
    const put = (id: string, times: number, slot = 0) => {
      const participants = Array(times).fill({ email });
      const body = bookingBody(tenant.courtIds[0], { participants }, slot);
      return call(`/court-bookings/by-external-id/${id}`, 'PUT', body);
    };
    const user = userBody({ email, firstName: name, lastName: name });
    const answers = [
      await call('/users', 'POST', user),
      await call('/users', 'POST', { ...user, externalUserId: 'other' }),
      await call('/users', 'POST', { ...user, email: `${email}x\0`, lastName: '' }),
      await call('/users', 'POST', user, unknown),
      await put('a', 1),
      await put('a', 2),
    ];
    const postgresqlLog = server.readLog();
    // Also errors inside the database, whose messages quote values.
    await sabotage(`alter table users add constraint sabotage check (first_name <> '${name}') not valid`);
    answers.push(await call('/users', 'POST', userBody({ email: `2${email}`, firstName: name })));
    await sabotage('alter table audit_events rename to audit_events_away');
    answers.push(await put('b', 1, 5));
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 400, 401, 201, 400, 500, 500]);
    const bodies = (await Promise.all(answers.slice(1).map((answer) => answer.text())))
      .filter((text) => text.includes('"error"'))
      .join('');

    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    await database.close();
    const requests = logOf(service).filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(8);
    expect(requests[0]).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      callerRequestId: 'log-POST',
      service: tenant.externalServiceId,
      operation: 'createUser',
      status: 201,
      ms: expect.any(Number),
    });
    expect(requests[1]).toMatchObject({ status: 409, errorType: 'email_already_in_use' });
    expect(requests[6]).toMatchObject({
      status: 500,
      errorType: 'internal_server_error',
      err: { code: '23514', constraint: 'sabotage' },
    });

    const everything = { ours: service.stdout() + service.stderr(), answers: bodies, postgresqlLog };
    for (const [where, text] of Object.entries(everything)) {
      for (const sentinel of [email, name, unknown, tenant.token]) {
        expect(text.includes(sentinel), `${sentinel} in ${where}`).toBe(false);
      }
    }
  });

  it('contain no values of a failing statement of an operator, also in PostgreSQL', async () => {
    const server = await forTest(startOwnPostgresql());
    const service = await forTest(startServiceAt(server.url));
    const { secret } = await service.factories.operator('ADMIN');
    const tenant = await service.factories.tenant();
    const { id } = await userCalls(service).make(tenant);
    const fails = async (query: string, sabotage: string, repair: string) => {
      await service.database.em().execute(sabotage);
      const { errors } = await ask(service, secret, query);
      expect(errors).toHaveLength(1);
      await service.database.em().execute(repair);
    };
    const [email, name] = ['sentinel.mail@example.com', 'Sentinelname'];
    const away = ['alter table user_links rename to away', 'alter table away rename to user_links'] as const;
    await fails(`{ users(email: "${email}", externalUserId: "${name}") { nodes { id } } }`, ...away);
    await fails(
      `{ courtBookings(filter: { participantEmail: "${email}" }) { nodes { id } } }`,
      'alter table court_booking_participants rename to away',
      'alter table away rename to court_booking_participants',
    );
    await fails(
      `mutation { updateUser(input: { userId: "${id}", firstName: "${name}" }) { __typename } }`,
      `create function sabotage() returns trigger language plpgsql as $$ begin raise exception 'sabotage'; end $$;
       create trigger sabotage before update on users for each row execute function sabotage()`,
      'drop trigger sabotage on users',
    );
    const log = server.readLog();
    // The statements did fail, and PostgreSQL logged them.
    expect(log).toContain('STATEMENT:');
    expect(log).toContain('sabotage');
    for (const sentinel of [email, name]) expect(log.includes(sentinel), sentinel).toBe(false);
  });

  it('contain the kind, codes and location of an error, but not the message of the database', () => {
    const error = Object.assign(new Error('Key (email)=(a@example.com) exists'), {
      code: '23505',
      constraint: 'c',
      detail: 'a@example.com',
    });
    const described = JSON.stringify(describeError(new Error('outer', { cause: error })));
    expect(described).not.toContain('a@example.com');
    expect(described).toContain('23505');
    expect(JSON.stringify(describeError(new TypeError('x is not a function')))).toContain(
      'x is not a function',
    );
  });

  it('contain the operator and the query name of each GraphQL request', async () => {
    const service = await forTest(startTestService('embedded'));
    const { secret, id } = await service.factories.operator('VIEWER');
    await ask(service, secret, '{ me { role } }');
    await ask(service, secret, 'query WhoAmI { me { role } }');
    await ask(service, secret, 'query Broken {');
    expect(service.logLines.map(({ operator, graphql }) => [operator, graphql])).toEqual([
      [id, 'query'],
      [id, 'query WhoAmI'],
      [id, undefined],
    ]);
  });

  it('are written in batches, and the rest at exit', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', loggingCode]);
    const ended = once(child, 'exit');
    const written = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let line = 0; line < lines; line += 1)
      expect(JSON.parse((await written.next()).value!)).toMatchObject({ line, msg: 'request' });
    child.stdin.write('how many?');
    const [writes] = await once(child.stderr, 'data');
    expect(Number(writes)).toBeLessThan(lines / 2);
    expect(JSON.parse((await written.next()).value!)).toMatchObject({ msg: 'the last' });
    expect(await ended).toEqual([0, null]);
  });
});
