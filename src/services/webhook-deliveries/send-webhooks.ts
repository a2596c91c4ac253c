import { Bulkhead } from '../../db/connection/bulkhead.ts';
import type { Database } from '../../db/connection/database.ts';
import { failingDays } from '../../rules/webhooks.ts';
import { toWebhookBody } from '../resources/change-response.ts';
import { type AttemptContext, attemptWebhook, timeoutMillis } from './attempt-webhook.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';

export interface SendingContext extends Omit<AttemptContext, 'signal' | 'timeoutMillis' | 'toBody'> {
  database: Database;
  /** Sequences pending changes, one call at a time in this process. */
  sequence: () => Promise<unknown>;
  /** Returns the request id for announcing that an endpoint was paused or resumed. */
  newId: () => string;
}

export const sendingLimits = {
  timeoutMillis,
  /** Longer than an attempt, plus the clock differences between processes and the time to record the result. */
  leaseMillis: timeoutMillis + 10_000,
  /**
   * Maximum number of concurrent requests of this process: to endpoints that work, and to those that failed last. A
   * failing endpoint may occupy a socket for 15 s, so the separate limit protects the others.
   */
  toWell: 150,
  toFailing: 50,
  everyMillis: 250,
  /** Time for running attempts to finish before the process ends. */
  graceMillis: 3_000,
};

/** Maximum number of concurrent statements. They use the operators' connections, which operators need, too. */
const statementsAtOnce = 2;
/** Milliseconds until the next poll, or the next try to record a result, after a database failure. */
const afterFailure = 1_000;
const again = 500;

/**
 * Sends changes to webhook endpoints in the background. Every process does so and claims due deliveries with a lease.
 * If a process dies, its deliveries are due again when the lease ends.
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
  #nextLook: NodeJS.Timeout | undefined;
  #rouse = () => {};

  constructor(context: SendingContext, limits: Partial<typeof sendingLimits> = {}) {
    this.#context = context;
    this.#limits = { ...sendingLimits, ...limits };
  }

  /** @param onFailure called if a poll fails; polling continues */
  start(onFailure: (error: unknown) => void): void {
    this.#looping = this.#loop(onFailure);
  }

  /** Polls at once. To be called when something was changed in this process. */
  hint(): void {
    this.#mayLook = true;
    this.#rouse();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Gives running attempts a short time to finish, and releases the rest to other processes. */
  async close(): Promise<void> {
    this.stop();
    await this.#looping;
    const timer = setTimeout(() => this.#givenUp.abort(), this.#limits.graceMillis);
    await Promise.all(this.#underWay.keys());
    clearTimeout(timer);
  }

  /**
   * Claims the due deliveries, as far as the limits allow, and starts to send them.
   *
   * @returns their number
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
   * Sequences pending changes, which also creates their deliveries. Returns true if a delivery may be due.
   *
   * @throws ApiError `service_unavailable`.
   */
  async look(): Promise<boolean> {
    const { database, now, sequence } = this.#context;
    const { unnumbered, due } = (await this.#statements.run('', () =>
      database.callInBackground('look_for_webhooks', { now: new Date(now()).toISOString() }),
    )) as { unnumbered: boolean; due: boolean };
    if (unnumbered) await sequence();
    return due || unnumbered;
  }

  /** Resolves when all running attempts have ended. */
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
        // A finished attempt wakes the loop. Under load it claims without polling, and polls no more often than
        // otherwise.
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
      // A hint polls before the time. Two timers would poll twice as often from then on.
      clearTimeout(this.#nextLook);
      this.#nextLook = setTimeout(() => this.hint(), wait).unref();
    }
  }

  async #send(webhook: ClaimedWebhook): Promise<void> {
    const { database, now, newId, onFault } = this.#context;
    const { signal } = this.#givenUp;
    const attempted = await attemptWebhook(
      { ...this.#context, ...this.#limits, toBody: toWebhookBody, signal },
      webhook,
    );
    const { endpointId, change, lease } = webhook;
    for (;;) {
      const values = { endpointId, id: change.id, lease, requestId: newId(), failingDays, ...attempted };
      try {
        await this.#statements.run('', () =>
          database.callInBackground('complete_webhook', { ...values, now: new Date(now()).toISOString() }),
        );
        return;
      } catch (error) {
        // After the end of the lease, any process may send it again.
        if (signal.aborted || now() > Date.parse(lease)) return onFault(error);
        await new Promise((resolve) => setTimeout(resolve, again));
      }
    }
  }
}
