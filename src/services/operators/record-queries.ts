import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { EventCounter, timesOf } from '../traffic/event-counter.ts';

/** Of all operators together, within a minute: more are counted under no name. */
const mostNames = 100;

/**
 * Counts what operators read: an audit event a minute of each operator and name of a query. Neither the query nor what it answered is
 * kept.
 */
export class QueryRecorder {
  readonly #context: Omit<ServiceContext, 'requestId'>;
  readonly #queries: EventCounter<{ operator: AuthenticatedOperator; name?: string }>;

  constructor(context: Omit<ServiceContext, 'requestId'>) {
    this.#context = context;
    this.#queries = new EventCounter(context.now);
  }

  /** @param name as the operator has called it; undefined of one without a name */
  record(operator: AuthenticatedOperator, name: string | undefined, requestId: string): void {
    const named = { operator, ...(name === undefined ? {} : { name }) };
    this.#queries.add(this.#queries.takes(named, mostNames) ? named : { operator }, requestId);
  }

  /** Writes what has come together. */
  flush(): Promise<void> {
    return this.#queries.flush((queries) => {
      const { operator, name } = queries.thing;
      const context = { ...this.#context, requestId: queries.requestId };
      return context.database.transaction((em) =>
        recordChange(em, context, authorizeAnyOperator(operator), {
          action: 'runQuery',
          subjectType: 'operator',
          subjectId: operator.id,
          after: { ...(name === undefined ? {} : { name }), ...timesOf(queries) },
        }),
      );
    });
  }
}
