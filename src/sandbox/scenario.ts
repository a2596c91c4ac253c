import type { z } from 'zod';
import type { Exchange } from './exchange.ts';
import type { FaultRule } from './faults.ts';
import type { reportedCopy } from './read-body.ts';
import type { Change, Stored, Tenant } from './tenant.ts';

/** A row of a step that writes: an item of a batch of court bookings or of users. */
export interface Row {
  action?: 'upsert' | 'cancel';
  externalCourtBookingId?: string;
  externalUserId?: string;
  /** A row that the service must reject. Partners do not see this. */
  isWrong?: boolean;
  [field: string]: unknown;
}

export type Action = 'write' | 'follow' | 'restart' | 'import' | 'replace-token' | 'receive';

export interface Step {
  action: Action;
  /** Tells the partner what to do now, in one or two sentences. */
  text: string;
  rows?: Row[];
  faults?: FaultRule[];
  /** The client is killed while it works on pages of changes. */
  kills?: boolean;
  /** Acts as an operator before the step begins. `post` sends a webhook to the partner. */
  begin?: (
    tenant: Tenant,
    post: (kind: SentWebhook['kind'], change: Change) => Promise<void>,
  ) => Promise<void>;
}

/** The client's report about its own system. */
export type Copy = z.output<typeof reportedCopy>;

/** The observations of one scenario, which its checks judge. */
export interface Evidence {
  exchanges: Exchange[];
  /** The exchanges of the step with this index. */
  during(step: number): Exchange[];
  steps: Step[];
  copy: Copy | undefined;
  webhooks: SentWebhook[];
  /** The bookings and users of the database, by the partner's id. */
  stored(): Promise<Stored>;
  /** The changes of the scenario, as the feed has them. */
  changes(): Promise<Change[]>;
  /** The delay of the sandbox itself around a time, in milliseconds. */
  ownDelay(at: number): number;
  tenant: Tenant;
}

/** A webhook that the sandbox itself sent. */
export interface SentWebhook {
  number: number;
  /** The step before which it was sent. */
  step: number;
  /** Unix milliseconds. */
  at: number;
  kind: 'genuine' | 'duplicate' | 'forged' | 'unsigned' | 'old' | 'spaced' | 'rotated';
  id: string;
  /** The status of the receiver, or undefined if it did not respond. */
  status: number | undefined;
}

export interface Verdict {
  verdict: 'passed' | 'failed' | 'not seen';
  explanation: string;
  /** The numbers of the requests that show it. */
  requests: number[];
}

export interface Check {
  name: string;
  /** The behavior of a right client. */
  text: string;
  judge(evidence: Evidence): Verdict | Promise<Verdict>;
}

export interface Scenario {
  name: string;
  title: string;
  /** One sentence for partners. */
  description: string;
  /** Left out of "all" without a webhook URL. */
  needsWebhooks?: boolean;
  steps(scene: Scene): Step[];
  checks: Check[];
}

/** The material for the steps of a scenario. Everything depends only on the seed and the tenant. */
export interface Scene {
  tenant: Tenant;
  random: () => number;
  /** Returns the source time of the next change in the partner's system (RFC 3339), later than all before. */
  version(): string;
  /** Returns start and end of the hour with this number, on the day of the scenario. */
  hour(number: number): { startDate: string; endDate: string };
  /** Returns a new booking of the scenario: a court and hour of its own, and a member. */
  booking(number: number, fields?: Row): Row;
  /** Returns bookings that another program of the partner makes. They are in nobody's way. */
  others(count: number): Row[];
  /** Returns some of the ids, in an order that depends on the seed. */
  some(rows: readonly Row[], count: number): string[];
}
