import type { PlannedChange, SyncPlan, SyncReport } from './sync-plan.ts';

/**
 * Why a synchronization, or following, ended:
 *
 * - `invalid_options`: the options or the plan cannot be right; nothing was sent.
 * - `source_failed`: your source threw, see `cause`; nothing was done.
 * - `empty_source`: mode `mirror`, and the source has nothing in the scope: nothing was done. `allowEmpty` lets it be.
 * - `too_many_cancellations`: the source lacks more than a mirror may cancel: see `cancellations`; nothing was done.
 * - `interrupted`: the service did not answer, also not later. Run it again: what was done is not done twice.
 * - `refused`: the service refuses each call, such as for its token; see `cause`.
 * - `aborted`: your signal ended it. Run it again, as after `interrupted`.
 */
export type SyncErrorType =
  | 'invalid_options'
  | 'source_failed'
  | 'empty_source'
  | 'too_many_cancellations'
  | 'interrupted'
  | 'refused'
  | 'aborted';

/** What a {@link SyncError} has beside its type and message. */
export interface SyncErrorFields {
  /** What it comes from: a PartnerError of the client, or what your source threw. */
  cause?: unknown;
  /** The plan that was not carried out, or not to its end. */
  plan?: SyncPlan;
  /** What was done before. */
  report?: SyncReport;
  /** Of `too_many_cancellations` and `empty_source`: what would have been cancelled. */
  cancellations?: PlannedChange[];
}

/** A synchronization ended before its end; `type` says why. What becomes of single bookings is in its report instead. */
export class SyncError extends Error {
  /** Why. */
  readonly type: SyncErrorType;
  /** The same as `type`, where loggers look for it. */
  readonly code: SyncErrorType;
  /** The plan that was not carried out, or not to its end. */
  readonly plan: SyncPlan | undefined;
  /** What was done before. */
  readonly report: SyncReport | undefined;
  /** Of `too_many_cancellations` and `empty_source`: what would have been cancelled. */
  readonly cancellations: PlannedChange[] | undefined;
  static {
    // Kept where a bundler shortens the names of classes.
    SyncError.prototype.name = 'SyncError';
  }
  /** For this package itself. */
  constructor(
    type: SyncErrorType,
    message: string,
    { cause, plan, report, cancellations }: SyncErrorFields = {},
  ) {
    super(message, { cause });
    this.type = type;
    this.code = type;
    this.plan = plan;
    this.report = report;
    this.cancellations = cancellations;
  }
  /** For this package itself: the same, with what it ended. */
  with(fields: SyncErrorFields): SyncError {
    return new SyncError(this.type, this.message, { cause: this.cause, ...fields });
  }
  /** What JSON has of it: the message, too. */
  toJSON(): object {
    const { name, type, message, cancellations, report, cause } = this;
    return { name, type, message, cancellations, report, cause };
  }
}
