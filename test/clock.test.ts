import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startSession } from '../src/services/operators/operator-session.ts';
import { ask } from './harness/clients/graphql-client.ts';
import { type ClockedService, startBeside } from './harness/data/clock.ts';
import { bookingBody, userBody } from './harness/data/factories.ts';
import { useClockedService } from './harness/servers/use-test-service.ts';

const hour = 60 * 60 * 1_000;

/** Runs an operation of each kind that stores a time. */
async function leaveTraces({ factories, clock, app, database, ...service }: ClockedService): Promise<void> {
  const { externalServiceId, token, tokenId, courtIds } = await factories.tenant();
  const operator = await factories.operator('ADMIN');
  await service.createUser(externalServiceId, { token, body: userBody() });
  await service.upsertCourtBooking(externalServiceId, 'x', { token, body: bookingBody(courtIds[0]) });
  const query = `mutation { revokeApiToken(input: { apiTokenId: "${tokenId}" }) { __typename } }`;
  expect((await ask(service, operator.secret, query)).errors).toBeUndefined();
  await startSession(database, clock.time.newId, operator.id);
  await database.renewLease();
  // Closing writes the records that are still in memory.
  await app.close();
}

/** The current or last stored time of each part of a service, in Unix milliseconds. */
async function readings({ database, clock }: ClockedService): Promise<Record<string, number>> {
  const read = async (at: string, from = '') => {
    const [row] = await database.query<{ millis: number }>(
      `select (extract(epoch from max(${at})) * $1)::float8 as millis ${from}`,
      [1_000],
    );
    return row!.millis;
  };
  return {
    'the process': clock.time.now(),
    'ids of the process': Number.parseInt(clock.time.newId().replace('-', '').slice(0, 12), 16),
    'now()': await read('now()'),
    'clock_timestamp()': await read('clock_timestamp()'),
    'statement_timestamp()': await read('statement_timestamp()'),
    'transaction_timestamp()': await read('transaction_timestamp()'),
    'the connections of operators': Date.parse(
      (await database.em().execute<{ at: string }[]>('select now()::text as at'))[0]!.at,
    ),
    'a default of a table': await read('created_at', 'from organizations'),
    load_users: await read('created_at', 'from users'),
    load_court_bookings: await read('updated_at', 'from court_bookings'),
    take_rate_limit_permits: await read('refilled_at', 'from rate_limit_buckets'),
    renew_lease: await read('renewed_at', 'from function_schemas'),
    'an audit event of a partner': await read('at', "from audit_events where actor_type = 'api_token'"),
    'an audit event of an operator': await read('at', "from audit_events where actor_type = 'operator'"),
    'a partner request': await read('at', 'from partner_requests'),
    'a use of a token': await read('last_used_at', 'from api_tokens'),
    'a revocation': await read('revoked_at', 'from api_tokens'),
    'a session': await read("expires_at - interval '12 hours'", 'from operator_sessions'),
  };
}

async function wrongReadings(service: ClockedService): Promise<string[]> {
  const all = Object.entries(await readings(service));
  return all.filter(([, millis]) => millis !== service.clock.now()).map(([what]) => what);
}

describe('the clock of a service', () => {
  const service = useClockedService();

  it('is shared by the process and the database, and moves only when a test moves it', async () => {
    for (const millis of [0, 13 * hour, 100 * 24 * hour]) {
      const before = service.clock.time.monotonic();
      await service.clock.advance(millis);
      expect(service.clock.time.monotonic() - before).toBe(millis);
      await leaveTraces(service);
      expect(await wrongReadings(service)).toEqual([]);
    }
  });

  it('is compared with every reading, which detects a database clock that differs', async () => {
    await service.database.query('update clock.reading set at = at + make_interval(hours => $1)', [1]);
    await leaveTraces(service);
    expect(await wrongReadings(service)).toEqual([
      'now()',
      'clock_timestamp()',
      'statement_timestamp()',
      'transaction_timestamp()',
      'the connections of operators',
      'a default of a table',
      'load_users',
      'load_court_bookings',
      'take_rate_limit_permits',
      'renew_lease',
      'an audit event of a partner',
      'a session',
    ]);
  });

  it('is shared by all processes of a service', async () => {
    const second = await startBeside(service);
    await service.clock.advance(hour);
    await leaveTraces(second);
    expect(await wrongReadings(second)).toEqual([]);
    await second.stop();
  });

  it('replaces every function by which our SQL reads the time', () => {
    // `| 'now'` is a TypeScript type, not SQL.
    const unmoved =
      /current_(time|date)|localtime|timeofday|(?<!\| )'(now|today)'|pg_catalog\.\w*(now|timestamp)\(/i;
    for (const planted of ['default current_timestamp', "date 'today'", 'pg_catalog.now()'])
      expect(planted).toMatch(unmoved);
    const source = new URL('../src/', import.meta.url);
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const asking = files
      .filter((file) => /\.(ts|sql)$/.test(file))
      .filter((file) => unmoved.test(readFileSync(new URL(file, source), 'utf8')));
    expect(asking).toEqual([]);
  });
});
