import {
  authorizeAdministrator,
  authorizeSupporter,
} from '../../../src/services/access/authorize-operator.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories } from '../data/factories.ts';
import type { DatabaseKind } from '../servers/test-database.ts';
import { useTestDatabase } from '../servers/use-test-service.ts';

const somebody = { id: newId(), name: 'Jo', role: 'ADMIN' } as const;
export const administrator = authorizeAdministrator(somebody);
export const supporter = authorizeSupporter(somebody);

/** A database for the tests of a file or a block, which call the verbs of operators directly and look at what is stored. */
export function useVerbs(now: () => number = Date.now, kind: DatabaseKind = 'postgresql') {
  const test = useTestDatabase(kind);
  return {
    test,
    get factories() {
      return createFactories(test.database);
    },
    query: <Row = Record<string, unknown>>(text: string, ...values: unknown[]) =>
      test.database.query<Row>(text, values),
    context: (at: () => number = now) => ({ database: test.database, newId, now: at, requestId: 'x' }),
    /**
     * What the audit events of a resource record, the oldest first. That each mutation records its own action and the type of its
     * subject is tested in `test/graphql/audit-events.test.ts`.
     */
    eventsOf: (id: string) =>
      test.database.query<Record<'before' | 'after', object | null>>(
        'select before, after from audit_events where subject_id = $1 order by id',
        [id],
      ),
  };
}
