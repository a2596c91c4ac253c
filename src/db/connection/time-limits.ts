import pg from 'pg';
import { toConnectionOptions } from '../../database-address.ts';

/**
 * A lock is waited for 2 s at most; a statement takes 2.2 s at most, and is then ended by the server itself, so nothing
 * that was given up goes on there; a server that says nothing for longer is away. Answers come within 2.5 s.
 */
const lockMillis = 2_000;
const statementMillis = 2_200;
export const giveUpMillis = 2_500;

const limits = { statement_timeout: statementMillis, lock_timeout: lockMillis };
/**
 * What a connection is started with. To compile a statement just in time pays where it takes seconds, which none of ours may: the
 * search of operators took 2.4 s with it on Debian's PostgreSQL 15, and 0.03 s without. Pages are read by index in no more time than
 * in a row, from memory or a solid-state disk: with the default of 4, PostgreSQL walks a table of some hundred courts to lock one.
 */
const atStart = { ...limits, options: '-c jit=off -c random_page_cost=1.1' };

/**
 * Sees to it that the server ends statements in time, and answers what each connection is to be started with.
 *
 * The limits are start parameters of a connection. A pooler may refuse or ignore those, and a setting made later is lost
 * with it, since it hands connections around: then the limits are set for the database role, which may do so for itself.
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
      'The pooler passes no start parameters on: statement_timeout and lock_timeout were set for the database role. ' +
        'Connections that it has open already are without them until it opens new ones (PgBouncer: RECONNECT).',
    );
  }
  return {};
}

/** How statements are limited on a connection that is started so. */
async function ask(
  url: string,
  start: Partial<typeof atStart>,
): Promise<'limited' | 'unlimited' | 'refused' | 'away'> {
  const client = new pg.Client({ ...toConnectionOptions(url), connectionTimeoutMillis: 2_000, ...start });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('statement_timeout') as limit");
    return rows[0].limit === '0' ? 'unlimited' : 'limited';
  } catch (error) {
    // PgBouncer: "unsupported startup parameter". What else goes wrong is told by the first statement.
    return (error as { code?: string }).code === '08P01' ? 'refused' : 'away';
  } finally {
    await client.end().catch(() => {});
  }
}

async function limitRole(url: string): Promise<void> {
  const client = new pg.Client(toConnectionOptions(url));
  await client.connect();
  try {
    for (const [name, millis] of Object.entries(limits)) {
      await client.query(`do $$ begin
        execute format('alter role %I in database %I set ${name} = ${millis}', current_user, current_database());
      end $$`);
    }
  } finally {
    await client.end();
  }
}
