import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withDeadline } from '../../../src/graphql/limits/with-deadline.ts';
import { countingDatabase } from '../../harness/servers/counting-database.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

describe('database of a request with a spent budget', () => {
  const own = useTestDatabase();
  let budget: AbortController;
  const spent = new Error('spent');
  beforeAll(async () => {
    await own.database.query('create table done (n int)', []);
  });
  beforeEach(() => {
    budget = new AbortController();
  });
  let begun: string[];
  const late = () => {
    const { database, statements } = countingDatabase(own.database);
    begun = statements;
    return withDeadline(database, budget.signal);
  };
  const countDone = async () => (await own.database.query('select from done', [])).length;
  const insert = 'insert into done values (1) returning n';

  it.each([
    ['a statement', () => late().query(insert, [])],
    ['a read', () => late().read('primary', insert, [])],
    ['a call', () => late().call('as_instant', { at: new Date().toISOString() })],
    ['a transaction', () => late().transaction(async () => begun.push('a transaction'))],
  ])('does not begin %s', async (_what, begin) => {
    budget.abort(spent);
    await expect(begin()).rejects.toBe(spent);
    expect(begun).toEqual([]);
  });

  it('rolls back a running transaction', async () => {
    const before = await countDone();
    const under = late().transaction(async (em) => {
      await em.execute(insert);
      budget.abort(spent);
    });
    await expect(under).rejects.toBe(spent);
    expect(await countDone()).toBe(before);
  });

  it('works normally until the budget is spent', async () => {
    const before = await countDone();
    expect(await late().query(insert, [])).toEqual([{ n: 1 }]);
    expect(await late().read('primary', insert, [])).toEqual([{ n: 1 }]);
    expect(await late().transaction(async (em) => em.execute(insert))).toEqual([{ n: 1 }]);
    expect(await countDone()).toBe(before + 3);
    const at = '2026-11-20T12:00:00.000000Z';
    expect(await late().call('as_instant', { at })).toBe(at);
  });
});
