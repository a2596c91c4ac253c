import { setTimeout as sleep } from 'node:timers/promises';
import { cursorOf, type Exchange } from './exchange.ts';
import { KillAim } from './kill-aim.ts';

/** A page is held back for this time, so that a kill can also come just before it. */
const headStartMillis = 50;
/** Each kill at a late moment takes a page. A page may have fewer changes than the client asked for. */
const mostChanges = 20;
/** A client that starts slowly must still be able to do the step in time. */
const mostKills = 24;
const longestMillis = 90_000;

interface Plan {
  page: Exchange;
  millis: number;
  deliveredAt: number;
  timer: NodeJS.Timeout;
}

/** Lets a supervisor kill the client while it works on a page of changes. */
export class Killing {
  #kill: ((isDue: boolean) => void) | undefined;
  #aim: KillAim;
  #plan: Plan | undefined;
  #count = 0;
  #beganAt = 0;

  constructor(random: () => number) {
    this.#aim = new KillAim(-headStartMillis, random);
  }

  /** Resolves to true if the supervisor must kill the client now, and to false after the time. */
  wait(milliseconds: number): Promise<boolean> {
    this.#kill?.(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#kill?.(false), milliseconds);
      this.#kill = (isDue) => {
        clearTimeout(timer);
        this.#kill = undefined;
        resolve(isDue);
      };
    });
  }

  /** To be called when a step begins in which the client is killed. */
  begin(): void {
    this.#beganAt = Date.now();
  }

  /** To be called when the step ends. A client must not be killed in a later one. */
  stop(): void {
    clearTimeout(this.#plan?.timer);
    this.#plan = undefined;
  }

  /** Ends the waiting of the supervisor. */
  close(): void {
    this.stop();
    this.#kill?.(false);
  }

  /** To be called with each page of changes, before it is sent. */
  async afterPage(page: Exchange): Promise<void> {
    this.#learn(page);
    const { isCaughtUp = true, changes = [] } = page.answer ?? {};
    const isTooLate = this.#count >= mostKills || Date.now() > this.#beganAt + longestMillis;
    if (!this.#kill || isCaughtUp || changes.length === 0 || isTooLate) return;
    const millis = this.#aim.next();
    const timer = setTimeout(() => this.#order(page), headStartMillis + millis);
    this.#plan = { page, millis, timer, deliveredAt: Date.now() + headStartMillis };
    await sleep(headStartMillis);
  }

  #order(page: Exchange): void {
    if (!this.#kill) return;
    this.#count += 1;
    page.killedAt = Date.now();
    this.#kill(true);
  }

  /** Learns from the next request whether the client had stored the cursor of the page before it was killed. */
  #learn(next: Exchange): void {
    const plan = this.#plan;
    if (!plan || next.number <= plan.page.number) return;
    const { killedAt, answer } = plan.page;
    // The client has continued before it was to be killed.
    if (killedAt === undefined) this.#aim.observe(next.at - plan.deliveredAt, true);
    else if (next.at > killedAt) this.#aim.observe(plan.millis, cursorOf(next) === answer?.nextCursor);
    else return;
    this.stop();
  }
}

/** Returns a request for changes with a smaller limit. */
export function withSmallPages(target: string): string {
  const [path = '', query] = target.split('?');
  const parameters = new URLSearchParams(query);
  if (!(Number(parameters.get('limit') ?? mostChanges + 1) > mostChanges)) return target;
  parameters.set('limit', String(mostChanges));
  return `${path}?${parameters}`;
}
