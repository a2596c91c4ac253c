import { createHash } from 'node:crypto';
import pg from 'pg';

const maxPreparedStatements = 500;

/** How long a statement may take; undefined while migrating, which may rewrite whole tables. */
export interface StatementLimit {
  millis: number | undefined;
}

interface PreparedClientConfig extends pg.ClientConfig {
  statementLimit?: StatementLimit;
}

/**
 * A `pg` client that prepares every statement that has parameters, once a connection, and gives up a connection
 * that does not answer in time.
 *
 * Not preparing a statement the size of the booking upsert costs about a millisecond each time. A connection whose
 * statement has timed out is destroyed: it is still busy, and the pool would hand it to the next request.
 */
export class PreparedClient extends pg.Client {
  readonly #limit: StatementLimit;

  constructor(config: PreparedClientConfig) {
    super(config);
    this.#limit = config.statementLimit ?? { millis: undefined };
  }

  // The signatures of pg's overloads do not matter here: everything is passed on.
  // biome-ignore lint/suspicious/noExplicitAny: an override of overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return Reflect.apply(super.query, this, args);
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = hasValues ? statementName(text) : undefined;
    const result = Reflect.apply(super.query, this, [
      {
        text,
        ...(hasValues ? { values } : {}),
        ...(name === undefined ? {} : { name }),
        ...(this.#limit.millis === undefined ? {} : { query_timeout: this.#limit.millis }),
      },
      ...(Array.isArray(values) ? rest : [values, ...rest].filter((argument) => argument !== undefined)),
    ]);
    return result instanceof Promise ? result.catch((error) => this.#giveUp(error)) : result;
  }

  #giveUp(error: Error): never {
    if (error.message === 'Query read timeout') {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
    throw error;
  }
}

const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < maxPreparedStatements) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
