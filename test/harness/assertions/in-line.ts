import pg from 'pg';
import { expect } from 'vitest';

const standingInLine =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

interface Asked {
  query(text: string, values: unknown[]): Promise<{ length: number } | { rows: unknown[] }>;
}

/**
 * Waits until `count` connections of this database wait for a lock.
 * @param database our database, or a `pg` client
 */
export async function untilInLine(database: Asked, count: number): Promise<void> {
  const waiting = async () => {
    // Within a transaction, PostgreSQL would otherwise repeat its first snapshot of the view.
    await database.query('select pg_stat_clear_snapshot()', []);
    const answer = await database.query(standingInLine, []);
    return 'rows' in answer ? answer.rows.length : answer.length;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(count);
}

/**
 * Starts the work while another connection holds the lock that it needs. Releases the lock once `count` connections wait for it, so that
 * all of them have run as far as they can without it. The other connection runs `meanwhile` before it releases the lock.
 */
export async function inLineBehind<Result>(
  url: string,
  [statement, ...values]: readonly [string, ...unknown[]],
  begin: () => Promise<Result>,
  count: number,
  meanwhile: (holder: pg.Client) => Promise<unknown> = async () => {},
): Promise<Result> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(statement, values);
    const begun = begin();
    const endedBefore = begun.then(() => expect.fail('It ended without having waited.'));
    await Promise.race([untilInLine(holder, count), endedBefore]);
    await meanwhile(holder);
    await holder.query('commit');
    return await begun;
  } finally {
    await holder.end();
  }
}
