import { beforeAll, describe, expect, it } from 'vitest';
import { plannedForItsValues } from '../../../src/db/connection/prepared-client.ts';
import { queryIn } from '../../../src/db/connection/query.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const mode = "select current_setting('plan_cache_mode') as mode, $1::int as n";

describe('a statement that is planned for its values', () => {
  const test = useTestDatabase('postgresql', 2);
  beforeAll(async () => {
    // One connection for partners.
  });

  const restored = async () =>
    expect(await test.database.query(mode, [2])).toEqual([{ mode: 'force_generic_plan', n: 2 }]);

  it('returns its rows, and the connection keeps plans again afterwards', async () => {
    const rows = await test.database.query(plannedForItsValues + mode, [1]);
    expect(rows).toEqual([{ mode: 'force_custom_plan', n: 1 }]);
    await restored();
    expect(await test.database.query(`${plannedForItsValues}select where $1`, [false])).toEqual([]);
  });

  it('is planned with its values, although the other statements are not', async () => {
    // Planning computes what depends on constants only. Running computes nothing, because no row is read.
    const statement = 'select 1 / $1::int from courts where $2';
    expect(await test.database.query(statement, [0, false])).toEqual([]);
    await expect(test.database.query(plannedForItsValues + statement, [0, false])).rejects.toThrow('zero');
  });

  it('changes nothing for later statements if it fails, or is in a transaction', async () => {
    await expect(test.database.query(`${plannedForItsValues}select 1 / $1::int`, [0])).rejects.toThrow(
      'zero',
    );
    await restored();
    await test.database.transaction(
      async (em) => {
        const query = queryIn(em);
        expect(await query(plannedForItsValues + mode, [1])).toEqual([{ mode: 'force_custom_plan', n: 1 }]);
        expect(await query(mode, [2])).toEqual([{ mode: 'force_generic_plan', n: 2 }]);
      },
      { resource: 'test', externalServiceId: 'test' },
    );
    await restored();
  });

  it('runs next to others on the same connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        test.database.query(n % 2 ? plannedForItsValues + mode : mode, [n]),
      ),
    );
    expect(answers.flat()).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ mode: n % 2 ? 'force_custom_plan' : 'force_generic_plan', n })),
    );
  });
});
