import type { Kysely } from 'kysely';
import pg from 'pg';
import { toConnectionOptions } from '../../database-address.ts';

type Client = Kysely<Record<string, never>>;

interface ReplicaOptions {
  /** Connects and runs a statement. Rejects if the replica does not respond in time. */
  probe: () => Promise<void>;
  /** Opens the connections for reading, after the first successful probe. */
  open: () => Promise<Client>;
  onWarning: (message: string) => void;
}

/** A read that takes longer makes us probe the replica. */
const slowMillis = 300;
/** How long the replica may take to accept a connection, and then to respond. */
const probeMillis = 1_000;
/** How long we wait before we probe a replica that is away again. */
const awayMillis = 1_000;

// Undefined table, column, function and schema: the replica has not replayed the latest migration yet.
const behindStates = ['42P01', '42703', '42883', '3F000'];

/**
 * A read replica that may be away. While it does not respond, reads go to the primary without trying it, and a probe finds
 * out when it is back.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  #client: Client | undefined;
  /** Undefined before the first probe. */
  #responds: boolean | undefined;
  #probing: Promise<boolean> | undefined;
  #nextProbe: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The reads that wait for the replica. */
  readonly #waiting = new Set<() => void>();

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** Reads from the replica if it responds, and otherwise from the primary. */
  async read<Result>(
    onReplica: (client: Client) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.#responds) return onPrimary();
    const slow = setTimeout(() => this.probe(), slowMillis);
    try {
      return await this.#unlessAway(onReplica(this.#client!));
    } catch (error) {
      if (!isBehind(error) && (await this.#respondsNow())) throw error;
      return onPrimary();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Returns whether the replica responds. Callers at the same time share one probe. */
  probe(): Promise<boolean> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#nextProbe);
  }

  /** Like `probe`, but a probe that began before this call does not count as a success. */
  async #respondsNow(): Promise<boolean> {
    if (this.#probing && !(await this.#probing)) return false;
    return this.probe();
  }

  async #probeOnce(): Promise<boolean> {
    try {
      await this.#options.probe();
      this.#client ??= await this.#options.open();
      this.#isBack();
      return true;
    } catch (error) {
      this.#isAway(error);
      return false;
    }
  }

  #isBack(): void {
    if (this.#responds === false)
      this.#options.onWarning('The replica responds again. Operators read from it.');
    this.#responds = true;
  }

  #isAway(error: unknown): void {
    if (this.#isClosed) return;
    if (this.#responds !== false) {
      const { code, message } = error as { code?: string; message: string };
      this.#options.onWarning(
        `The replica does not respond (${code ?? message}). Operators read from the primary until it responds again.`,
      );
    }
    this.#responds = false;
    for (const leave of this.#waiting) leave();
    clearTimeout(this.#nextProbe);
    this.#nextProbe = setTimeout(() => this.probe(), awayMillis).unref();
  }

  /** Rejects as soon as the replica is found to be away. The statement ends on its own time limit. */
  #unlessAway<Result>(reading: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = () => reject(new Error('The replica does not respond.'));
      this.#waiting.add(leave);
      reading.then(resolve, reject).finally(() => this.#waiting.delete(leave));
    });
  }
}

function isBehind(error: unknown): boolean {
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  return behindStates.includes(code) || (cause instanceof Error && isBehind(cause));
}

/** Connects to a server and runs a statement. Rejects if either takes longer than a second. */
export async function probeServer(address: string): Promise<void> {
  const client = new pg.Client({
    ...toConnectionOptions(address),
    connectionTimeoutMillis: probeMillis,
    query_timeout: probeMillis,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}
