import { setTimeout as sleep } from 'node:timers/promises';
import { cursorOf, type Exchange } from './exchange.ts';
import { KillAim } from './kill-aim.ts';

/** Fewer kills show too little. */
export const leastKills = 5;
/** Each kill at a late moment takes a page. A page may have fewer changes than the client asked for. */
const mostChanges = 20;
const mostKills = 24;
/** After this time, a client is only killed until there are enough kills. */
const enoughMillis = 90_000;
/** A page is held back for this time, so that a kill can also come just before it. */
const headStartMillis = 50;
/** A supervisor on a busy machine needs some time to kill a client, and to ask again. */
const supervisorMillis = 30_000;

interface Plan {
  page: Exchange;
  millis: number;
  deliveredAt: number;
  timer: NodeJS.Timeout;
}

/**
 * Lets a supervisor kill the client while it works on a page of changes. A client that reports its copy in the middle of a page gets no
 * response until it has been killed. Such a kill depends on no time, so only it can show that a client is right. Other kills come at a time
 * after the page.
 */
export class Killing {
  #kill: ((isDue: boolean) => void) | undefined;
  #isSupervised = false;
  /** Called when the supervisor asks, or the step ends. */
  #onSupervisor = new Set<(isThere: boolean) => void>();
  #aim: KillAim;
  #plan: Plan | undefined;
  /** The page that the client works on, and may be killed in. */
  #page: Exchange | undefined;
  #count = 0;
  #countInside = 0;
  /** After a kill in the middle of a page, the client must get on. */
  #sparesNext = false;
  /** The client has worked on a page without a report. */
  #isSilent = false;
  #beganAt = 0;
  /** The supervisor has been told to kill the client, and has not asked again. */
  #isDying = false;
  /** When the supervisor asked again after the last kill. Earlier requests are those of a client that was killed. */
  #killedAt = 0;

  constructor(random: () => number) {
    this.#aim = new KillAim(-headStartMillis, random);
  }

  /** Resolves to true if the supervisor must kill the client now, and to false after the time. */
  wait(milliseconds: number): Promise<boolean> {
    this.#kill?.(false);
    this.#isSupervised = true;
    if (this.#isDying) this.#killedAt = Date.now();
    this.#isDying = false;
    const waiting = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => this.#kill?.(false), milliseconds);
      this.#kill = (isDue) => {
        clearTimeout(timer);
        this.#kill = undefined;
        resolve(isDue);
      };
    });
    this.#tellWaiting(true);
    return waiting;
  }

  /** To be called when a step begins in which the client is killed. */
  begin(): void {
    this.#beganAt = Date.now();
  }

  /** To be called when the step ends. A client must not be killed in a later one. */
  stop(): void {
    this.#forgetPlan();
    this.#page = undefined;
    this.#tellWaiting(false);
  }

  /** Ends the waiting of the supervisor. */
  close(): void {
    this.stop();
    this.#kill?.(false);
  }

  /** To be called with each page of changes, before it is sent. */
  async afterPage(page: Exchange): Promise<void> {
    // The client does not wait for the response to its report.
    this.#tellWaiting(false);
    if (this.#isDying || page.at <= this.#killedAt) return;
    this.#learn(page);
    if (this.#page && this.#countInside === 0) this.#isSilent = true;
    this.#page = undefined;
    const { isCaughtUp = true, changes = [] } = page.answer ?? {};
    if (!this.#isSupervised || isCaughtUp || changes.length === 0) return;
    if (this.#sparesNext) {
      this.#sparesNext = false;
      return;
    }
    this.#page = page;
    const awaitsReport = this.#countInside < leastKills && !this.#isSilent;
    const isEnough = this.#count >= leastKills && Date.now() > this.#beganAt + enoughMillis;
    if (awaitsReport || isEnough || this.#count >= mostKills || !this.#kill) return;
    const millis = this.#aim.next();
    const timer = setTimeout(() => this.#order(page), headStartMillis + millis);
    this.#plan = { page, millis, timer, deliveredAt: Date.now() + headStartMillis };
    await sleep(headStartMillis);
  }

  /**
   * To be called with the changes of each reported copy. In the middle of a page, the copy lacks some of its changes. Resolves when the
   * client may continue, or has been killed.
   */
  async afterReport(applied: readonly string[] | undefined): Promise<void> {
    const page = this.#page;
    const known = applied && new Set(applied);
    const isInside = known && page?.answer?.changes.some(({ id }) => !known.has(id));
    if (!page || !isInside || this.#countInside >= leastKills) return;
    this.#forgetPlan();
    this.#page = undefined;
    if (!(await this.#supervisor())) return;
    this.#order(page);
    // It asks again when the client has ended.
    if (!(await this.#supervisor())) return;
    page.isKilledInside = true;
    this.#countInside += 1;
    this.#sparesNext = true;
  }

  #order(page: Exchange): void {
    if (!this.#kill) return;
    this.#page = undefined;
    this.#isDying = true;
    this.#count += 1;
    page.killedAt = Date.now();
    this.#kill(true);
  }

  /** Waits until the supervisor asks. Resolves to false if it does not. */
  async #supervisor(): Promise<boolean> {
    if (this.#kill) return true;
    return new Promise((resolve) => {
      const found = (isThere: boolean) => {
        clearTimeout(timer);
        this.#onSupervisor.delete(found);
        resolve(isThere);
      };
      const timer = setTimeout(found, supervisorMillis, false);
      this.#onSupervisor.add(found);
    });
  }

  #tellWaiting(isThere: boolean): void {
    for (const found of this.#onSupervisor) found(isThere);
  }

  #forgetPlan(): void {
    clearTimeout(this.#plan?.timer);
    this.#plan = undefined;
  }

  /** Learns from the next request whether the client had stored the cursor of the page before it was killed. */
  #learn(next: Exchange): void {
    const plan = this.#plan;
    if (!plan || next.number <= plan.page.number) return;
    const { killedAt, answer } = plan.page;
    // The client has continued before it was to be killed.
    if (killedAt === undefined) this.#aim.observe(next.at - plan.deliveredAt, true);
    else this.#aim.observe(plan.millis, cursorOf(next) === answer?.nextCursor);
    this.#forgetPlan();
  }
}

/** Returns a request for changes with a smaller limit. One whose limit the service rejects stays as it is. */
export function withSmallPages(target: string): string {
  const given = [...target.matchAll(/[?&]limit=([^&]*)/g)];
  if (given.length === 0) return `${target}${target.includes('?') ? '&' : '?'}limit=${mostChanges}`;
  const [, limit = ''] = given[0]!;
  const isLarger = given.length === 1 && /^\d+$/.test(limit) && Number(limit) > mostChanges;
  return isLarger && Number(limit) <= 100 ? target.replace(/([?&]limit=)\d+/, `$1${mostChanges}`) : target;
}
