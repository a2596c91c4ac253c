import type { BatchItem } from '../batch.ts';
import type { CancellationGuards } from './guard.ts';
import type { SyncScope } from './scope.ts';
import type { SourceBooking } from './source-booking.ts';
import type { SyncClient } from './sync-client.ts';
import type { SyncMode, SyncPlan, SyncReport } from './sync-plan.ts';

/** Your bookings, one after the other. */
export type Bookings = AsyncIterable<SourceBooking> | Iterable<SourceBooking>;

/** How far it is. */
export interface SyncProgress {
  /** `source`: reading yours. `stored`: reading what the platform has. `apply`: bringing it to that state. */
  phase: 'source' | 'stored' | 'apply';
  /** Bookings so far. */
  done: number;
  /** Of how many, where that is known. */
  total: number | undefined;
}

/** A plan that is being carried out: plain JSON. */
export interface SyncCheckpoint {
  /** Of this form. */
  version: 1;
  /** The plan. */
  plan: SyncPlan;
  /** How many of its batches are done. */
  batches: number;
  /** What became of them. */
  report: SyncReport;
}

/** Where a checkpoint is kept. */
export interface CheckpointStore {
  /** What was saved last; nothing, null and undefined alike: there is nothing to go on with. */
  load: () => SyncCheckpoint | null | undefined | Promise<SyncCheckpoint | null | undefined>;
  /** Keeps it, instead of the one before; null: all is done. */
  save: (checkpoint: SyncCheckpoint | null) => void | Promise<void>;
}

/** What a synchronization is made of. */
export interface BookingSyncOptions extends CancellationGuards {
  /** Of `createPartnerClient`, with the scopes `court-bookingread` and `court-bookingwrite`. */
  client: SyncClient;
  /** Your bookings, or a function that reads them: called anew for each plan. */
  source: Bookings | (() => Bookings | Promise<Bookings>);
  /** What may be touched. */
  scope: SyncScope;
  /** `upsert`: what the source has is stored so. `mirror`: and what it has not, is cancelled. Default: `upsert`. */
  mode?: SyncMode | undefined;
  /**
   * The stamp of what a mirror cancels because it is absent. `reading`: when the reading of the source began: older versions
   * that come late are refused. `stored`: the version that is cancelled: newer ones are welcome, such as where a booking leaves
   * a window of days, and comes back with a later one. Default: `reading`.
   */
  cancelAs?: 'reading' | 'stored' | undefined;
  /** The source's clock, in milliseconds; asked when its reading begins. Default: `Date.now`. */
  now?: (() => number | Date) | undefined;
  /**
   * How much older a booking's stamp may be than the moment since when the source shows it. What is younger is not cancelled.
   * Default: 1 000, for stamps in whole seconds.
   */
  marginMs?: number | undefined;
  /** Lets a run that was killed go on with its plan. */
  checkpoint?: CheckpointStore | undefined;
  /** Called as it goes on. */
  onProgress?: ((progress: SyncProgress) => void) | undefined;
  /** Times that a batch is sent at most, beside the attempts that the client makes of each. Default: 5. */
  maxRounds?: number | undefined;
  /** Milliseconds before the second time, which double with each. Default: 1 000. */
  roundDelayMs?: number | undefined;
}

/** What a run may set for itself. */
export interface SyncRunOptions {
  /** Ends it; what is done, is done. */
  signal?: AbortSignal | undefined;
}

/** Brings the platform to the state of your system. */
export interface BookingSync {
  /** Reads both sides, and says what would be done, and why. Nothing is changed. */
  plan: (options?: SyncRunOptions) => Promise<SyncPlan>;
  /** Does what a plan says. Safe to repeat, also after a kill. */
  apply: (plan: SyncPlan, options?: SyncRunOptions) => Promise<SyncReport>;
  /** First what is left of a checkpoint, then both: `plan` and `apply`. */
  sync: (options?: SyncRunOptions) => Promise<SyncReport>;
  /**
   * Sends changes that just happened in your system, on any court and at any time. They are planned like a synchronization:
   * bookings that exchange places go into one atomic batch, and a booking that frees a place goes first. Of several changes
   * of one booking the newest is sent. Safe to repeat, and to call while a synchronization runs.
   *
   * Call it one at a time, or with changes that do not depend on each other.
   */
  push: (changes: Iterable<BatchItem>, options?: SyncRunOptions) => Promise<SyncReport>;
}
