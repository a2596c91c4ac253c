import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { EventCounter, timesOf } from '../traffic/event-counter.ts';

/**
 * Maximum number of distinct names per minute, for all operators together. Further queries are counted without a name.
 */
const mostNames = 100;

/**
 * Counts the queries of operators. Each operator and query name becomes one audit event per minute. Neither the query
 * nor its result is stored.
 */
export class QueryRecorder {
  readonly #context: Omit<ServiceContext, 'requestId'>;
  readonly #queries: EventCounter<{ operator: AuthenticatedOperator; name?: string }>;

  constructor(context: Omit<ServiceContext, 'requestId'>) {
    this.#context = context;
    this.#queries = new EventCounter(context.now);
  }

  /** @param name the name that the operator gave the query, or undefined */
  record(operator: AuthenticatedOperator, name: string | undefined, requestId: string): void {
    const named = { operator, ...(name === undefined ? {} : { name }) };
    this.#queries.add(this.#queries.takes(named, mostNames) ? named : { operator }, requestId);
  }

  flush(): Promise<void> {
    return this.#queries.flush((queries) => {
      const { operator, name } = queries.resource;
      const context = { ...this.#context, requestId: queries.requestId };
      return context.database.transaction((em) =>
        recordChange(em, context, authorizeAnyOperator(operator), {
          action: 'runQuery',
          subjectId: operator.id,
          after: { ...(name === undefined ? {} : { name }), ...timesOf(queries) },
        }),
      );
    });
  }
}
