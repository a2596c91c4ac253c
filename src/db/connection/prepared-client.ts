import { createHash } from 'node:crypto';
import pg from 'pg';

/** Of a connection: each keeps its plans, and operators may ask for anything. */
const maxPreparedStatements = 200;

/** Told of each statement while it is carried out; it is without values. */
export type TraceStatement = <Answer>(text: string, answer: () => Promise<Answer>) => Promise<Answer>;

export interface PreparedClientConfig extends pg.ClientConfig {
  /** Whether statements are named, so that the server keeps their plans. Not every pooler can: PREPARE_STATEMENTS. */
  prepareStatements?: boolean;
  /** After how long a connection that does not answer is given up, in milliseconds; undefined: never. */
  giveUpMillis?: number | undefined;
  traceStatement?: TraceStatement | undefined;
}

/**
 * What a statement begins with that is not prepared: PostgreSQL may keep one plan of a prepared one for all values, and one
 * that finds common values soon walks the whole table for a rare one.
 */
export const plannedForItsValues = '/* planned for its values */ ';

/** SQLSTATE `transaction_resolution_unknown`: it may have been committed, or not. */
class CommitUnknown extends Error {
  readonly code = '08007';
}

/**
 * A `pg` client that prepares every statement that has parameters, once a connection, and gives up a connection
 * that does not answer in time.
 *
 * Not preparing a statement the size of the booking upsert costs about a millisecond each time. A connection whose
 * statement has timed out is destroyed: it is still busy, and the pool would hand it to the next request, as `query_timeout`
 * of `pg` lets it (brianc/node-postgres#3399). Goes when `pg` ends such a connection itself.
 */
export class PreparedClient extends pg.Client {
  readonly #prepares: boolean;
  readonly #giveUpMillis: number | undefined;
  readonly #trace: TraceStatement | undefined;
  readonly #prepared = new Set<string>();
  #isCommitUnknown = false;

  constructor(config: PreparedClientConfig) {
    // The object itself, never a copy: pg-pool makes `password` and `ssl.key` non-enumerable, and a copy would lose them.
    super(config);
    this.#prepares = config.prepareStatements ?? true;
    this.#giveUpMillis = config.giveUpMillis;
    this.#trace = config.traceStatement;
    // A commit that waits for a synchronous standby and is cancelled "succeeds", with this warning only: it is on this
    // server, and may be on no other.
    this.on('notice', ({ code, routine }) => {
      if (code === '01000' && routine === 'SyncRepWaitForLSN') this.#isCommitUnknown = true;
    });
  }

  // The signatures of pg's overloads do not matter here: everything is passed on.
  // biome-ignore lint/suspicious/noExplicitAny: an override of overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return Reflect.apply(super.query, this, args);
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = hasValues && !text.startsWith(plannedForItsValues) ? this.#nameOf(text) : undefined;
    const ask = () =>
      Reflect.apply(super.query, this, [
        {
          text,
          ...(hasValues ? { values } : {}),
          ...(name === undefined ? {} : { name }),
          ...(this.#giveUpMillis === undefined ? {} : { query_timeout: this.#giveUpMillis }),
        },
        ...(Array.isArray(values) ? rest : [values, ...rest].filter((argument) => argument !== undefined)),
      ]);
    // A callback instead of a promise: nobody here does that but pg itself.
    if (args.some((argument) => typeof argument === 'function')) return ask();
    const result: Promise<unknown> = this.#trace ? this.#trace(text, ask) : ask();
    return result.then(
      (answer) => this.#believe(answer),
      (error) => this.#giveUp(error),
    );
  }

  #nameOf(text: string): string | undefined {
    if (!this.#prepares) return undefined;
    const name = nameOf(text);
    if (!this.#prepared.has(name)) {
      if (this.#prepared.size >= maxPreparedStatements) return undefined;
      this.#prepared.add(name);
    }
    return name;
  }

  #believe<Answer>(answer: Answer): Answer {
    if (!this.#isCommitUnknown) return answer;
    this.#isCommitUnknown = false;
    throw new CommitUnknown('the commit was not confirmed by the synchronous standby');
  }

  #giveUp(error: Error): never {
    if (error.message === 'Query read timeout') {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
    throw error;
  }
}

/** Of texts, so that each is hashed once, and not for each connection and time. */
const names = new Map<string, string>();
const maxNames = 1_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= maxNames) names.clear();
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
