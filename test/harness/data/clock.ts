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
 * The time of a whole service, its processes and its database: it stands still until a test moves it, so limits, leases
 * and expiries are tried at their very edge, on however busy a machine.
 *
 * The database tells the time by functions of its own, which stand before those of PostgreSQL in its search path and
 * read a table. The service is as it always is. What only waits (timers, time limits of statements) still takes real time.
 */
export interface Clock {
  /** What a process of the service is given, for `createApp`. */
  readonly time: Time;
  /** Unix milliseconds. */
  now(): number;
  /** Moves everything; nothing may be under way meanwhile. */
  advance(millis: number): Promise<void>;
  /** A moment on this clock, so many milliseconds from now, as ISO 8601. */
  in(millis: number): string;
}

export interface ClockedService extends TestService {
  clock: Clock;
}

type Overrides = NonNullable<Parameters<typeof startServiceOn>[1]> & { poolSize?: number };

/** `startTestService` on PostgreSQL, on a clock that a test moves. */
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

/** Another process of the service, with connections of its own, on the same database and clock. It is stopped first. */
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
      // Counted from some other moment: who mistakes one for the other is found out.
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

/** Every way in which our SQL asks for the time. Keywords (`current_timestamp`) cannot be replaced: `test/clock.test.ts`. */
const replaceTime = [
  'create schema clock',
  'create table clock.reading (at timestamptz(6) not null)',
  'insert into clock.reading values (pg_catalog.now())',
  tellTime('now', 'stable'),
  tellTime('transaction_timestamp', 'stable'),
  tellTime('statement_timestamp', 'stable'),
  tellTime('clock_timestamp', 'volatile'),
  // A default was bound to PostgreSQL's own function when its table was made.
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
