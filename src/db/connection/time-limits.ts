import pg from 'pg';
import { toConnectionOptions } from '../../database-address.ts';
import { sessionSettings, toOptions } from './session-settings.ts';

/**
 * A lock wait takes 2 s at most. A statement takes 2.2 s at most, then the server ends it, so no abandoned statement
 * continues there. A server that is silent for longer counts as unavailable. Responses arrive within 2.5 s.
 */
const lockMillis = 2_000;
const statementMillis = 2_200;
export const giveUpMillis = 2_500;

const limits = { statement_timeout: statementMillis, lock_timeout: lockMillis };
/**
 * Just-in-time compilation only pays off for statements that take seconds, which ours must not. With it, the search of
 * operators took 2.4 s on Debian's PostgreSQL 15 instead of 0.03 s, and a batch of five bookings behind a pooler 0.5 s
 * instead of 0.03 s. Reading pages by index takes no longer than sequentially, from memory or a solid-state disk. With
 * the default cost of 4, PostgreSQL scans a table of some hundred courts to lock one.
 *
 * A prepared statement is planned once, like those of the functions (`keepsPlans`). Some statements are planned for
 * their values instead (`plannedForItsValues`).
 */
const planning = { jit: 'off', random_page_cost: 1.1, plan_cache_mode: 'force_generic_plan' };
const settings = { ...limits, ...planning, ...sessionSettings };
/** Start parameters of connections. */
const atStart = { ...limits, options: toOptions({ ...planning, ...sessionSettings }) };

/**
 * Ensures that connections have the settings, and returns the start parameters of connections.
 *
 * The settings are start parameters. A pooler can reject or ignore them, and a later setting would be lost, because a
 * pooler shares connections. In that case they are set for the database role, which is allowed to change its own
 * settings.
 */
export async function limitStatements(
  url: string,
  onWarning: (message: string) => void,
): Promise<Partial<typeof atStart>> {
  const direct = await ask(url, atStart);
  if (direct === 'limited' || direct === 'away') return atStart;
  const pooled = await ask(url, {});
  if (pooled === 'unlimited') {
    await limitRole(url);
    onWarning(
      `The pooler passes no start parameters on: ${Object.keys(settings).join(', ')} were set for the database role. ` +
        'Connections that it has open already are without them until it opens new ones (PgBouncer: RECONNECT).',
    );
  }
  return {};
}

const { random_page_cost: _, ...checked } = { ...planning, ...sessionSettings };

/** Returns whether a connection with these start parameters has the settings. */
async function ask(
  url: string,
  start: Partial<typeof atStart>,
): Promise<'limited' | 'unlimited' | 'rejected' | 'away'> {
  const client = new pg.Client({ ...toConnectionOptions(url), connectionTimeoutMillis: 2_000, ...start });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('statement_timeout') = '0' or exists (
         select from unnest($1::text[], $2::text[]) as s (name, value) where current_setting(name) <> value
       ) as missing`,
      [Object.keys(checked), Object.values(checked)],
    );
    return rows[0].missing ? 'unlimited' : 'limited';
  } catch (error) {
    // PgBouncer: "unsupported startup parameter". The first statement reports other errors.
    return (error as { code?: string }).code === '08P01' ? 'rejected' : 'away';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Under a lock, because PostgreSQL rejects a change of a role that another process changes at the same time. */
async function limitRole(url: string): Promise<void> {
  const client = new pg.Client(toConnectionOptions(url));
  await client.connect();
  try {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`do $$ begin
        perform pg_advisory_xact_lock(hashtextextended('courtbridge/role', 0));
        execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}');
      end $$`);
    }
  } finally {
    await client.end();
  }
}
