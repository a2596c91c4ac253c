import pg from 'pg';
import { expect } from 'vitest';

const standingInLine =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

interface Asked {
  query(text: string, values: unknown[]): Promise<{ length: number } | { rows: unknown[] }>;
}

/** Until `count` connections of this database wait for a lock. `database`: ours, or a client of `pg`. */
export async function untilInLine(database: Asked, count: number): Promise<void> {
  const waiting = async () => {
    // Within a transaction the view would say again what it has said first.
    await database.query('select pg_stat_clear_snapshot()', []);
    const answer = await database.query(standingInLine, []);
    return 'rows' in answer ? answer.rows.length : answer.length;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(count);
}

/**
 * Begins while another connection holds what the statement locks, and lets go when `count` wait for it: all of them have come as far as
 * they can without the lock. `meanwhile` is done by the other connection before it lets go.
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
