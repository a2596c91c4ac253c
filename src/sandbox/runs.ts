import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { isUuid } from '../rules/requests/uuid.ts';
import type { Outgoing } from '../services/webhooks/webhook-dependencies.ts';
import { createTenant } from './create-tenant.ts';
import { type DescribedRun, describeRun } from './describe-run.ts';
import { OwnDelay } from './own-delay.ts';
import type { Platform } from './platform.ts';
import type { wantedRun } from './read-body.ts';
import { Run } from './run.ts';
import type { Timings } from './run-state.ts';
import type { SandboxDatabase } from './sandbox-database.ts';
import { scenarios } from './scenarios.ts';

/** A request for a run that cannot be created. */
export class InvalidRun extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export interface RunsOptions {
  platform: Platform;
  database: SandboxDatabase;
  outgoing: Outgoing;
  timings: Timings;
  version: string;
  /** Receives what failed inside the sandbox. */
  onFault: (cause: unknown) => void;
}

/** More runs at the same time would slow each other down. */
const mostRunning = 64;

/** The runs of this process, and those that have ended. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #runs = new Map<string, Run>();
  readonly #ownDelay = new OwnDelay();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** @throws InvalidRun */
  async create(
    { scenario, partner, webhookUrl, seed = randomInt(1, 2 ** 31) }: z.output<typeof wantedRun>,
    origin: string,
  ): Promise<Run> {
    const { outgoing, platform, timings, onFault } = this.#options;
    const chosen = scenarios.filter(({ name, needsWebhooks }) =>
      scenario === 'all' ? !needsWebhooks || webhookUrl !== undefined : name === scenario,
    );
    if (chosen.length === 0)
      throw new InvalidRun(
        'scenario',
        `There is no scenario "${scenario}". Choose all or one of ${scenarios.map(({ name }) => name).join(', ')}.`,
      );
    if (webhookUrl === undefined && chosen.some(({ needsWebhooks }) => needsWebhooks))
      throw new InvalidRun(
        'webhookUrl',
        `The scenario ${scenario} needs webhookUrl, the address of your receiver.`,
      );
    const fault = webhookUrl === undefined ? undefined : outgoing.faultOf(webhookUrl);
    if (fault !== undefined) throw new InvalidRun('webhookUrl', fault);
    if (this.#runs.size >= mostRunning)
      throw new InvalidRun('scenario', `${mostRunning} runs are under way. End one, or try again later.`);

    const { id, tenant } = await createTenant(platform, partner ?? 'Sandbox Partner');
    if (webhookUrl !== undefined) await tenant.createWebhookEndpoint(webhookUrl);
    const onEnd = (run: Run) => this.#keep(run, origin);
    const given = { id, seed, scenario, partner, ownDelay: this.#ownDelay };
    const run = new Run({ ...given, scenarios: chosen, tenant, outgoing, timings, onEnd, onFault });
    this.#runs.set(id, run);
    await run.begin();
    return run;
  }

  /** Returns a run that has not ended. */
  find(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  /** Returns a run as it is shown, also one that has ended. */
  async describe(id: string, origin: string): Promise<DescribedRun | undefined> {
    const run = this.#runs.get(id);
    if (run) return describeRun(run, origin, this.#options.version);
    return isUuid(id) ? ((await this.#options.database.find(id)) as DescribedRun | undefined) : undefined;
  }

  /** Ends all runs. */
  async close(): Promise<void> {
    for (const run of this.#runs.values()) await run.end();
    this.#ownDelay.close();
  }

  async #keep(run: Run, origin: string): Promise<void> {
    const { id } = run.options;
    await this.#options.database.store(id, describeRun(run, origin, this.#options.version));
    this.#runs.delete(id);
  }
}
