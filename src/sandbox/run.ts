import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '../services/webhooks/webhook-dependencies.ts';
import { type Exchange, needsRepeat } from './exchange.ts';
import { type Fault, faultTexts } from './faults.ts';
import { judgeScenario } from './judge-scenario.ts';
import { Killing } from './killing.ts';
import type { OwnDelay } from './own-delay.ts';
import { randomFrom } from './random.ts';
import type { ScenarioState, StepState, Timings } from './run-state.ts';
import type { Copy, Scenario, SentWebhook } from './scenario.ts';
import { createScene } from './scene.ts';
import { sendWebhook } from './send-webhook.ts';
import { takeFault } from './take-fault.ts';
import type { Change, Tenant } from './tenant.ts';

export interface RunOptions {
  id: string;
  seed: number;
  /** The name of the scenario, or `all`. */
  scenario: string;
  /** The name that the partner gave. */
  partner: string | undefined;
  scenarios: readonly Scenario[];
  tenant: Tenant;
  outgoing: Outgoing;
  timings: Timings;
  ownDelay: Pick<OwnDelay, 'around'>;
  /** Called once, when the run has ended. */
  onEnd: (run: Run) => Promise<void>;
  /** Receives what failed inside the sandbox. */
  onFault: (cause: unknown) => void;
}

/** A client that sends more is in a loop. */
const mostExchanges = 20_000;
/** In characters. All scenarios need less than a tenth. */
const mostKept = 8 * 1_048_576;

/** One run: a tenant, and the steps of one or several scenarios. */
export class Run {
  readonly options: RunOptions;
  readonly startedAt = Date.now();
  endedAt: number | undefined;
  readonly exchanges: Exchange[] = [];
  readonly webhooks: SentWebhook[] = [];
  readonly scenarios: ScenarioState[];
  copy: Copy | undefined;
  readonly limit: Record<string, string> = {};
  #reportedAt = 0;
  current: StepState | undefined;
  readonly killing: Killing;
  #lastNumber = 0;
  /** The length of the paths and bodies that are kept. */
  #kept = 0;
  #turn: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(options: RunOptions) {
    this.options = options;
    const random = randomFrom(options.seed);
    this.killing = new Killing(randomFrom(options.seed));
    let next = 1;
    this.scenarios = options.scenarios.map((scenario, day) => {
      const steps = scenario.steps(
        createScene(options.tenant, random, { name: scenario.name, day, now: this.startedAt }),
      );
      const first = next;
      next += steps.length;
      return { scenario, steps, first, verdicts: undefined, changesBefore: 0, webhooksBefore: 0 };
    });
    this.#timer = setInterval(() => this.#check().catch(options.onFault), 500).unref();
  }

  /** Begins the first step. */
  begin(): Promise<void> {
    return this.next(0);
  }

  /** Ends the step with this number and begins the next one. Another number changes nothing. */
  next(number: number): Promise<void> {
    return this.#inTurn(async () => {
      if (this.endedAt !== undefined || (this.current?.number ?? 0) !== number) return;
      const left = this.current?.scenario;
      if (left && number + 1 === left.first + left.steps.length) await this.#judge(left);
      const state = this.scenarios.find(
        ({ first, steps }) => number + 1 >= first && number + 1 < first + steps.length,
      );
      if (!state) return this.#end();
      await this.#beginStep(state, number + 1);
    });
  }

  /** Ends the run. Scenarios that have begun are judged by what was seen. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.endedAt !== undefined) return;
      const left = this.current?.scenario;
      if (left && !left.verdicts) await this.#judge(left);
      await this.#end();
    });
  }

  /** Records a request that arrives at the front door. */
  record(request: Omit<Exchange, 'number' | 'step' | 'at'>): Exchange {
    const exchange = {
      ...request,
      number: this.newNumber(),
      step: this.current?.number ?? this.scenarios.at(-1)!.first,
      at: Date.now(),
    };
    this.exchanges.push(exchange);
    this.#kept += exchange.path.length + exchange.text.length;
    return exchange;
  }

  /** Keeps the rate limit that the service reports, for responses that it does not make. */
  keepLimit(headers: Headers): void {
    for (const name of ['RateLimit', 'RateLimit-Policy'])
      this.limit[name] = headers.get(name) ?? this.limit[name] ?? '';
  }

  /** Requests and webhooks share one count, so that a verdict can name each. */
  newNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Returns the fault for a request, and counts it. */
  takeFault(exchange: Exchange): Fault | undefined {
    return this.current && takeFault(this.current, exchange);
  }

  /** Waits until another request for one of these bookings was answered. */
  async untilAnother({ number, writes }: Exchange): Promise<void> {
    const until = Date.now() + this.options.timings.hold;
    const isAnother = (other: Exchange) =>
      other.number !== number &&
      other.answeredAt !== undefined &&
      other.writes.some(({ id }) => writes.some((write) => write.id === id));
    while (Date.now() < until && !this.exchanges.some(isAnother)) await sleep(20);
  }

  /** Returns true if the client is to be killed after this page of changes. */
  killsAfter({ operation, step }: Exchange): boolean {
    const isDue = this.current?.step.kills && this.current.number === step;
    return isDue === true && operation === 'listChanges';
  }

  /** Stores a report about the client's own system. The response waits while the client is killed. */
  async report(copy: Copy): Promise<void> {
    this.copy = copy;
    this.#reportedAt = Date.now();
    await this.killing.afterReport(copy.applied);
  }

  async #beginStep(scenario: ScenarioState, number: number): Promise<void> {
    const { tenant } = this.options;
    const step = scenario.steps[number - scenario.first]!;
    if (number === scenario.first) {
      scenario.changesBefore = (await tenant.changes()).length;
      scenario.webhooksBefore = this.webhooks.length;
    }
    const post = async (kind: SentWebhook['kind'], change: Change) => {
      const status = await sendWebhook(this.options.outgoing, tenant.webhook!, kind, change);
      const sent = { number: this.newNumber(), step: number, at: Date.now() };
      this.webhooks.push({ ...sent, kind, id: change.id, status });
    };
    this.killing.stop();
    await step.begin?.(tenant, post).catch(this.options.onFault);
    if (step.kills) this.killing.begin();
    this.current = { number, scenario, step, beganAt: Date.now(), used: new Map() };
  }

  async #judge(state: ScenarioState): Promise<void> {
    const { tenant, ownDelay, onFault } = this.options;
    state.verdicts = await judgeScenario(state, { ...this, tenant, ownDelay, onFault });
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer);
    this.killing.close();
    this.endedAt = Date.now();
    this.current = undefined;
    const { tenant, onEnd } = this.options;
    // Its receiver goes away. A scenario may have paused it before.
    if (tenant.webhook) await tenant.pauseWebhooks().catch(() => {});
    await onEnd(this);
  }

  /** Ends what is over. */
  async #check(): Promise<void> {
    const { timings } = this.options;
    const { current } = this;
    const isTooMuch = this.exchanges.length > mostExchanges || this.#kept > mostKept;
    if (isTooMuch || Date.now() - this.startedAt > timings.run) return this.end();
    if (current && (this.#isAbandoned(current) || this.#isSettled(current))) await this.next(current.number);
  }

  /** Returns true if nothing has come from the client for long, or the step takes too long. */
  #isAbandoned({ beganAt }: StepState): boolean {
    const { timings } = this.options;
    const { at = 0, answeredAt = at } = this.exchanges.at(-1) ?? {};
    const last = Math.max(beganAt, this.#reportedAt, at, answeredAt);
    return Date.now() - last > timings.step || Date.now() - beganAt > timings.longestStep;
  }

  /** Returns true if each row of a step that writes has a final response, and the client is quiet. */
  #isSettled({ number, step, beganAt }: StepState): boolean {
    // A client that reports its copy says itself when it has done a step.
    if ((step.action !== 'write' && step.action !== 'import') || this.copy) return false;
    const exchanges = this.exchanges.filter((one) => one.step === number);
    if (exchanges.some(({ answeredAt, leftAt }) => answeredAt === undefined && leftAt === undefined))
      return false;
    const last = Math.max(beganAt, ...exchanges.slice(-50).map(({ at, answeredAt }) => answeredAt ?? at));
    if (Date.now() - last < this.options.timings.quiet) return false;
    const final = new Map(
      exchanges.flatMap((one) => one.writes.map(({ id }): [string, boolean] => [id, !needsRepeat(one)])),
    );
    return (step.rows ?? []).every((row) => final.get((row.externalCourtBookingId ?? row.externalUserId)!));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

/** Returns the description of a request's fault for partners. */
export const faultText = ({ fault, killedAt }: Exchange): string | undefined =>
  killedAt === undefined ? fault && faultTexts[fault.kind] : 'client killed after this page';
