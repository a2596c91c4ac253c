import { createHash } from 'node:crypto';
import pg from 'pg';
import { PlannedForItsValues } from './planned-for-its-values.ts';

/** Per connection. Each connection caches its plans, and operators can run any query. */
const maxPreparedStatements = 200;

/** Called for each statement while it runs. Receives the text without values. */
export type TraceStatement = <Answer>(text: string, answer: () => Promise<Answer>) => Promise<Answer>;

export interface PreparedClientConfig extends pg.ClientConfig {
  /** Whether statements are named, so that the server caches their plans. Not every pooler supports it: PREPARE_STATEMENTS. */
  prepareStatements?: boolean;
  /** After this time a connection without a response is closed, in milliseconds. Undefined: never. */
  giveUpMillis?: number | undefined;
  traceStatement?: TraceStatement | undefined;
  /** Sends statements without waiting for the answers of earlier ones. */
  pipeline?: boolean;
}

/** The prefix of statements that are not prepared, but planned for their values (`PlannedForItsValues`). */
export const plannedForItsValues = '/* planned for its values */ ';

/** What is used of the socket. */
interface Stream {
  cork(): void;
  uncork(): void;
  destroy(): void;
}

/** SQLSTATE `transaction_resolution_unknown`: it is unknown whether the transaction was committed. */
class CommitUnknown extends Error {
  readonly code = '08007';
}

/**
 * A `pg` client that prepares each statement with parameters once per connection, and closes a connection that does not
 * respond in time.
 *
 * Without preparation, a statement the size of the booking upsert costs about a millisecond more each time. A
 * connection whose statement timed out is destroyed, because it is still busy. With the `query_timeout` of `pg`, the
 * pool would give it to the next request (brianc/node-postgres#3399). Remove this when `pg` closes such a connection
 * itself.
 */
export class PreparedClient extends pg.Client {
  readonly #prepares: boolean;
  readonly #giveUpMillis: number | undefined;
  readonly #trace: TraceStatement | undefined;
  readonly #pipelines: boolean;
  readonly #prepared = new Set<string>();
  #isCommitUnknown = false;

  constructor(config: PreparedClientConfig) {
    // Not a copy: pg-pool makes `password` and `ssl.key` non-enumerable, so a copy would lose them.
    super(config);
    this.#pipelines = config.pipeline ?? false;
    this.#prepares = config.prepareStatements ?? true;
    this.#giveUpMillis = config.giveUpMillis;
    this.#trace = config.traceStatement;
    // A commit that waits for a synchronous standby and is cancelled succeeds with this warning. It is on this server,
    // but possibly on no other.
    this.on('notice', ({ code, routine }) => {
      if (code === '01000' && routine === 'SyncRepWaitForLSN') this.#isCommitUnknown = true;
    });
  }

  // The overloads of pg do not matter here, because all arguments are passed on.
  // biome-ignore lint/suspicious/noExplicitAny: an override of overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return Reflect.apply(super.query, this, args);
    const hasValues = Array.isArray(values) && values.length > 0;
    const isForItsValues = hasValues && text.startsWith(plannedForItsValues);
    const name = hasValues && !isForItsValues ? this.#nameOf(text) : undefined;
    const config = {
      text,
      ...(hasValues ? { values } : {}),
      ...(name === undefined ? {} : { name }),
      ...(this.#giveUpMillis === undefined ? {} : { query_timeout: this.#giveUpMillis }),
    };
    if (this.#pipelines) this.#sendTogether();
    const ask = () =>
      isForItsValues
        ? new Promise((resolve, reject) => {
            const callback = (error: Error | null, result: unknown) =>
              error ? reject(error) : resolve(result);
            super.query(Object.assign(new PlannedForItsValues(config), { ...config, callback }));
          })
        : Reflect.apply(super.query, this, [
            config,
            ...(Array.isArray(values)
              ? rest
              : [values, ...rest].filter((argument) => argument !== undefined)),
          ]);
    // A callback instead of a promise. Only pg itself uses callbacks here.
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
    if (error.message === 'Query read timeout') this.#stream.destroy();
    throw error;
  }

  /** Statements that are sent at once go in one packet, which saves both sides a system call each. */
  #sendTogether(): void {
    const stream = this.#stream;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  get #stream(): Stream {
    return (this as unknown as { connection: { stream: Stream } }).connection.stream;
  }
}

/** By statement text, so that each text is hashed only once. */
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
