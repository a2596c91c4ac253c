import { Bulkhead } from '../../db/connection/bulkhead.ts';
import type { Database } from '../../db/connection/database.ts';
import { type AttemptContext, attemptWebhook, timeoutMillis } from './attempt-webhook.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { failingDays } from './next-attempt.ts';

export interface SendingContext extends Omit<AttemptContext, 'signal' | 'timeoutMillis'> {
  database: Database;
  /** Gives the changes that wait their numbers, one at a time in this process. */
  numberChanges: () => Promise<unknown>;
  /** The request under which it is announced that an endpoint was paused or resumed. */
  newId: () => string;
}

export const sendingLimits = {
  timeoutMillis,
  /** Longer than an attempt can take, by what clocks of processes may differ and writing down the end of it may take. */
  leaseMillis: timeoutMillis + 10_000,
  /** Requests under way at once of this process: to endpoints that are well, and to those that failed last. So those that
   * fail, each of which may hold a socket for 15 s, leave the sockets of the others alone. */
  toWell: 150,
  toFailing: 50,
  /** How often is looked while nothing happens. */
  everyMillis: 250,
  /** What is under way when the process is about to end has this long. */
  graceMillis: 3_000,
};

/** Statements at once: the connections are those of operators, who want them, too. */
const statementsAtOnce = 2;
/** Milliseconds until it is looked, or written down, again where the database was away. */
const afterFailure = 1_000;
const again = 500;

/**
 * Sends what happened to the endpoints of webhooks, beside answering requests: in every process, each taking by lease what
 * is due. What is lost with a process is due again when its lease ends.
 */
export class WebhookSender {
  readonly #context: SendingContext;
  readonly #limits: typeof sendingLimits;
  readonly #statements = new Bulkhead({ atOnce: () => statementsAtOnce, inLine: 1_000, waitMillis: 10_000 });
  readonly #underWay = new Map<Promise<void>, ClaimedWebhook>();
  readonly #givenUp = new AbortController();
  #looping: Promise<void> | undefined;
  #isStopped = false;
  #isWoken = false;
  #mayLook = true;
  #rouse = () => {};

  constructor(context: SendingContext, limits: Partial<typeof sendingLimits> = {}) {
    this.#context = context;
    this.#limits = { ...sendingLimits, ...limits };
  }

  /** @param onFailure told of what keeps it from looking; it looks again. */
  start(onFailure: (error: unknown) => void): void {
    this.#looping = this.#loop(onFailure);
  }

  /** Something was changed in this process that may be to be sent: it looks at once. */
  hint(): void {
    this.#mayLook = true;
    this.#rouse();
  }

  /** Takes nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Lets what is under way end for a moment; the rest is given back, for other processes. */
  async close(): Promise<void> {
    this.stop();
    await this.#looping;
    const timer = setTimeout(() => this.#givenUp.abort(), this.#limits.graceMillis);
    await Promise.all(this.#underWay.keys());
    clearTimeout(timer);
  }

  /**
   * Takes what is due now, as much as there is room for, and begins to send it.
   *
   * @returns how much that was
   * @throws ApiError `service_unavailable`.
   */
  async sendDue(): Promise<number> {
    const { database, now } = this.#context;
    const { leaseMillis, toWell, toFailing } = this.#limits;
    const failing = [...this.#underWay.values()].filter(({ fails }) => fails).length;
    const room = { well: toWell - (this.#underWay.size - failing), failing: toFailing - failing };
    if (room.well <= 0 && room.failing <= 0) return 0;
    const claimed = (await this.#statements.run('', () =>
      database.callInBackground('claim_webhooks', {
        now: new Date(now()).toISOString(),
        leaseMillis,
        ...room,
      }),
    )) as ClaimedWebhook[];
    for (const webhook of claimed) {
      const sending = this.#send(webhook).finally(() => {
        this.#underWay.delete(sending);
        this.#wake();
      });
      this.#underWay.set(sending, webhook);
    }
    return claimed.length;
  }

  /**
   * Numbers what has happened, which writes down what is to be sent. Whether something may be due.
   *
   * @throws ApiError `service_unavailable`.
   */
  async look(): Promise<boolean> {
    const { database, now, numberChanges } = this.#context;
    const { unnumbered, due } = (await this.#statements.run('', () =>
      database.callInBackground('look_for_webhooks', { now: new Date(now()).toISOString() }),
    )) as { unnumbered: boolean; due: boolean };
    if (unnumbered) await numberChanges();
    return due || unnumbered;
  }

  /** What is under way has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  #wake(): void {
    this.#isWoken = true;
    this.#rouse();
  }

  async #loop(onFailure: (error: unknown) => void): Promise<void> {
    while (!this.#isStopped) {
      const wasWoken = this.#isWoken;
      this.#isWoken = false;
      let count = 0;
      try {
        // What ends wakes it: under load it claims without looking, and looks no more often than else.
        const isDue = this.#mayLook && (await this.#lookOnce());
        if ((isDue || wasWoken) && !this.#isStopped) count = await this.sendDue();
      } catch (error) {
        onFailure(error);
      }
      if (count > 0) continue;
      await new Promise<void>((resolve) => {
        this.#rouse = resolve;
        if (this.#isWoken || this.#mayLook || this.#isStopped) resolve();
      });
    }
  }

  async #lookOnce(): Promise<boolean> {
    this.#mayLook = false;
    let wait = this.#limits.everyMillis;
    try {
      return await this.look();
    } catch (error) {
      wait = afterFailure;
      throw error;
    } finally {
      const timer = setTimeout(() => {
        this.#mayLook = true;
        this.#rouse();
      }, wait);
      timer.unref();
    }
  }

  async #send(webhook: ClaimedWebhook): Promise<void> {
    const { database, now, newId, onFault } = this.#context;
    const { signal } = this.#givenUp;
    const attempted = await attemptWebhook({ ...this.#context, ...this.#limits, signal }, webhook);
    const { endpointId, change, lease } = webhook;
    for (;;) {
      const values = { endpointId, id: change.id, lease, requestId: newId(), failingDays, ...attempted };
      try {
        await this.#statements.run('', () =>
          database.callInBackground('complete_webhook', { ...values, now: new Date(now()).toISOString() }),
        );
        return;
      } catch (error) {
        // Once the lease has ended it is sent again, by whomever.
        if (signal.aborted || now() > Date.parse(lease)) return onFault(error);
        await new Promise((resolve) => setTimeout(resolve, again));
      }
    }
  }
}
