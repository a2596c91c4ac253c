import { describe, expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../src/services/access/authorize-operator.ts';
import type { OverviewPeriodName } from '../../src/services/overview/overview-period.ts';
import { readOverview } from '../../src/services/overview/read-overview.ts';
import { newId } from '../../src/services/values/new-id.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useTestDatabase } from '../harness/servers/use-test-service.ts';

const operator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'VIEWER' });
const now = Date.UTC(2027, 0, 2, 15, 20);

describe.each(databaseKinds)('overview on %s', (kind) => {
  const test = useTestDatabase(kind);

  it.each<[OverviewPeriodName, statements: number, from: string, starts: number, to: string]>([
    ['24h', 11, '2027-01-01T16:00:00.000Z', 24, '2027-01-02T16:00:00.000Z'],
    ['7d', 12, '2026-12-27T00:00:00.000Z', 7, '2027-01-03T00:00:00.000Z'],
    ['30d', 10, '2026-12-04T00:00:00.000Z', 30, '2027-01-03T00:00:00.000Z'],
  ])('of %s takes %i statements, whatever the amount of data', async (name, statements, from, starts, to) => {
    let reads = 0;
    const read: typeof test.database.read = (...statement) => {
      reads += 1;
      return test.database.read(...statement);
    };
    const database = { ...test.database, read };
    const { traffic, period } = await readOverview({ database, now: () => now }, operator, name);
    expect(reads).toBe(statements);
    expect(period).toMatchObject({ from, to });
    expect([period.starts[0], period.starts.length, traffic.inTime.length]).toEqual([from, starts, starts]);
    const lengths = period.starts.map(
      (start, index) => Date.parse(period.starts[index + 1] ?? to) - Date.parse(start),
    );
    expect(new Set(lengths)).toEqual(new Set([(name === '24h' ? 1 : 24) * 3_600_000]));
  });
});
