import type { PlannedChange, SyncPlan, SyncReport } from './sync-plan.ts';
import type { PlannedErasure, UserSyncPlan, UserSyncReport } from './users/user-plan.ts';

/**
 * Why a synchronization or `follow` ended:
 *
 * - `invalid_options`: an option or the plan is invalid. Nothing was sent.
 * - `source_failed`: your source threw an error, see `cause`. Nothing was done.
 * - `empty_source`: bookings or users would be cancelled or erased, and the source has none. Nothing was done. `allowEmpty` permits it.
 * - `too_many_cancellations`: the source lacks more bookings than a mirror may cancel, see `cancellations`. Nothing was done.
 * - `too_many_erasures`: the source lacks more users than a run may erase, see `erasures`. Nothing was done.
 * - `interrupted`: the service did not respond, even after retries. Run it again. Completed changes are not made twice.
 * - `refused`: the service rejects every call, for example because of the token; see `cause`.
 * - `aborted`: your signal ended the run. Run it again, as after `interrupted`.
 */
export type SyncErrorType =
  | 'invalid_options'
  | 'source_failed'
  | 'empty_source'
  | 'too_many_cancellations'
  | 'too_many_erasures'
  | 'interrupted'
  | 'refused'
  | 'aborted';

/** The fields of a {@link SyncError} in addition to its type and message. */
export interface SyncErrorFields {
  /** The underlying error: a PartnerError of the client, or an error of your source. */
  cause?: unknown;
  /** The plan that was not carried out, or only in part. */
  plan?: SyncPlan;
  /** The results before the error. */
  report?: SyncReport;
  /** The same as `plan`, of users. */
  userPlan?: UserSyncPlan;
  /** The same as `report`, of users. */
  userReport?: UserSyncReport;
  /** Only with `too_many_cancellations` and `empty_source`: the cancellations that were not made. */
  cancellations?: PlannedChange[];
  /** Only with `too_many_erasures` and `empty_source`: the erasures that were not made. */
  erasures?: PlannedErasure[];
}

/** The error that ends a synchronization or `follow`. `type` is the reason. Errors of single bookings and users are in the report instead. */
export class SyncError extends Error {
  /** The reason. */
  declare readonly type: SyncErrorType;
  /** The same as `type`, under the name that loggers look for. */
  declare readonly code: SyncErrorType;
  /** The plan that was not carried out, or only in part. */
  declare readonly plan: SyncPlan | undefined;
  /** The results before the error. */
  declare readonly report: SyncReport | undefined;
  /** Only with `too_many_cancellations` and `empty_source`: the cancellations that were not made. */
  declare readonly cancellations: PlannedChange[] | undefined;
  /** The same as `plan`, of users. */
  declare readonly userPlan: UserSyncPlan | undefined;
  /** The same as `report`, of users. */
  declare readonly userReport: UserSyncReport | undefined;
  /** Only with `too_many_erasures` and `empty_source`: the erasures that were not made. */
  declare readonly erasures: PlannedErasure[] | undefined;
  static {
    // Set explicitly, because bundlers may shorten class names.
    SyncError.prototype.name = 'SyncError';
  }
  /** Only for use by this package. */
  constructor(type: SyncErrorType, message: string, { cause, ...fields }: SyncErrorFields = {}) {
    super(message, { cause });
    Object.assign(this, { type, code: type, ...fields });
  }
  /** Returns the name, the type and the message. */
  override toString(): string {
    return `${this.name}: ${this.type}: ${this.message}`;
  }
  /** Returns the fields for `JSON.stringify`, including the message. An error of your source may contain anything, so it is left out. */
  toJSON(): object {
    const { name, type, message, cancellations, erasures, report = this.userReport } = this;
    const cause = type === 'source_failed' ? undefined : this.cause;
    return { name, type, message, cancellations, erasures, report, cause };
  }
}
