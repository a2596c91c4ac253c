import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { AppDependencies } from '../../../src/app/dependencies.ts';
import type { Database } from '../../../src/db/connection/database.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { execute } from '../global-setup.ts';
import { cloneTemplate, type TestDatabase } from '../servers/test-database.ts';
import { startServiceOn, type TestService } from '../servers/test-service.ts';

type Time = Pick<AppDependencies, 'now' | 'monotonic' | 'newId'>;

/**
 * The clock of a whole service: its processes and its database. It moves only when a test moves it, so that limits, leases and expiries can
 * be tested at their exact boundary on a busy machine. In the database, functions in an earlier schema of the search path replace those of
 * PostgreSQL and read the time from a table. The service itself is unchanged. Timers and statement timeouts still use real time.
 */
export interface Clock {
  /** Passed to `createApp` for each process of the service. */
  readonly time: Time;
  /** Unix milliseconds. */
  now(): number;
  advance(millis: number): Promise<void>;
  /** The time in the given number of milliseconds on this clock, as ISO 8601. */
  in(millis: number): string;
}

export interface ClockedService extends TestService {
  clock: Clock;
}

type Overrides = NonNullable<Parameters<typeof startServiceOn>[1]> & { poolSize?: number };

/** `startTestService` on PostgreSQL, with a clock that the test moves. */
export async function startClockedService(overrides: Overrides = {}): Promise<ClockedService> {
  const { url, drop: dropDatabase } = await cloneTemplate();
  await execute(url, replaceTime.join(';'));
  const database = await openPostgresql({ url, poolSize: overrides.poolSize ?? 10 });
  const drop = async () => {
    await database.close();
    await dropDatabase();
  };
  return startOn({ database, url, drop }, await createClock(database), overrides);
}

/** Starts another process of the service on the same database and clock, with its own connections. Stop it before the first. */
export async function startBeside(first: ClockedService, overrides: Overrides = {}): Promise<ClockedService> {
  const database = await openPostgresql({ url: first.url, poolSize: overrides.poolSize ?? 4 });
  return startOn({ database, url: first.url, drop: () => database.close() }, first.clock, overrides);
}

async function startOn(testDatabase: TestDatabase, clock: Clock, overrides: Overrides) {
  return { ...(await startServiceOn(testDatabase, { ...clock.time, ...overrides })), clock };
}

async function createClock(database: Database): Promise<Clock> {
  const start = Date.now();
  let at = start;
  let made = 0;
  const setDatabase = () =>
    database.query('update clock.reading set at = $1::timestamptz', [new Date(at).toISOString()]);
  await setDatabase();
  return {
    time: {
      now: () => at,
      // Has a different origin from the wall clock, so that a mix-up of the two fails a test.
      monotonic: () => at - start + 1_000_000,
      newId: () => {
        made += 1;
        return uuidv7({ msecs: at, seq: made, random: randomBytes(16) });
      },
    },
    now: () => at,
    advance: async (millis) => {
      at += millis;
      await setDatabase();
    },
    in: (millis) => new Date(at + millis).toISOString(),
  };
}

const tellTime = (name: string, volatility: 'stable' | 'volatile') =>
  `create function clock.${name}() returns timestamptz language sql ${volatility} as 'select at from clock.reading'`;

/** All functions by which our SQL reads the time. Keywords (`current_timestamp`) cannot be replaced: see `test/clock.test.ts`. */
const replaceTime = [
  'create schema clock',
  'create table clock.reading (at timestamptz(6) not null)',
  'insert into clock.reading values (pg_catalog.now())',
  tellTime('now', 'stable'),
  tellTime('transaction_timestamp', 'stable'),
  tellTime('statement_timestamp', 'stable'),
  tellTime('clock_timestamp', 'volatile'),
  // Defaults were bound to PostgreSQL's own function when their tables were created.
  `do $$ declare own record; begin
    for own in
      select adrelid::regclass as "table", attname as "column", pg_get_expr(adbin, adrelid) as expression
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) like '%now()%'
    loop
      execute format('alter table %s alter %I set default %s',
        own.table, own.column, replace(own.expression, 'now()', 'clock.now()'));
    end loop;
  end $$`,
  `do $$ begin
    execute format('alter database %I set search_path = clock, pg_catalog, public', current_database());
  end $$`,
];
