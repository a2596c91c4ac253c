import type { BatchItem } from '../batches.generated.ts';
import type { CancellationGuards } from './guard.ts';
import type { Rows } from './rows.ts';
import type { SyncScope } from './scope.ts';
import type { SourceBooking } from './source-booking.ts';
import type { SyncClient } from './sync-client.ts';
import type { SyncMode, SyncPlan, SyncReport } from './sync-plan.ts';

/** Your bookings, as an iterable or a stream. */
export type Bookings = Rows<SourceBooking>;

/** The progress of a run. */
export interface SyncProgress {
  /** `source`: reading your bookings or members. `stored`: reading the stored ones. `apply`: sending the changes. */
  phase: 'source' | 'stored' | 'apply';
  /** The number of bookings or users processed so far. */
  done: number;
  /** The total number; undefined if it is not known. */
  total: number | undefined;
}

/** A plan that is being carried out, as plain JSON. */
export interface SyncCheckpoint {
  /** The version of this format. */
  version: 1;
  /** The plan. */
  plan: SyncPlan;
  /** The number of completed batches. */
  batches: number;
  /** The results of the completed batches. */
  report: SyncReport;
}

/** Stores a checkpoint. */
export interface CheckpointStore {
  /** Returns the last saved checkpoint, or null or undefined if nothing is left to resume. */
  load: () => SyncCheckpoint | null | undefined | Promise<SyncCheckpoint | null | undefined>;
  /** Replaces the saved checkpoint. null means that the plan is complete. */
  save: (checkpoint: SyncCheckpoint | null) => void | Promise<void>;
}

/** The options of a synchronization. */
export interface BookingSyncOptions extends CancellationGuards {
  /** A client from `createPartnerClient`. It needs the scopes `court-bookingread` and `court-bookingwrite`. */
  client: SyncClient;
  /** Your bookings, or a function that returns them. The function is called for each plan. */
  source: Bookings | (() => Bookings | Promise<Bookings>);
  /** The bookings that may be changed. */
  scope: SyncScope;
  /**
   * `upsert` stores the bookings of the source. `mirror` also cancels stored bookings that the source does not contain. Default: `upsert`.
   */
  mode?: SyncMode | undefined;
  /**
   * The version (`externalUpdatedAt`) with which a mirror cancels a booking that is missing from the source.
   *
   * `reading` uses the time when the reading of both sides began, so that older versions that arrive late are rejected. `stored` uses the
   * version that is cancelled, so that newer versions are accepted. Use `stored` if a booking can leave your window of days and come back
   * with a later version. Default: `reading`.
   */
  cancelAs?: 'reading' | 'stored' | undefined;
  /** Returns the time of the source's clock, in milliseconds. Called when a plan begins. Default: `Date.now`. */
  now?: (() => number | Date) | undefined;
  /**
   * The longest time, in milliseconds, from a booking's `externalUpdatedAt` until your source shows it. A stored booking newer than the
   * start of the reading minus this margin is not cancelled. Default: 1 000, which suits versions in whole seconds.
   */
  marginMs?: number | undefined;
  /** Stores the progress, so that a run that was killed can resume its plan. */
  checkpoint?: CheckpointStore | undefined;
  /** Called as the run progresses. */
  onProgress?: ((progress: SyncProgress) => void) | undefined;
  /** The maximum number of times that a batch is sent without progress. Each time, the client makes its own attempts. Default: 5. */
  maxRounds?: number | undefined;
  /** Milliseconds before a batch is sent for the second time. The wait doubles with each further time. Default: 1 000. */
  roundDelayMs?: number | undefined;
}

/** The options of one run. */
export interface SyncRunOptions {
  /** Ends the run. Completed changes remain. */
  signal?: AbortSignal | undefined;
}

/** Synchronizes the bookings on the platform with those of your system. */
export interface BookingSync {
  /** Reads both sides, and returns the necessary changes with their reasons. Nothing is changed. */
  plan: (options?: SyncRunOptions) => Promise<SyncPlan>;
  /** Carries out a plan. Safe to repeat, even after the program was killed. */
  apply: (plan: SyncPlan, options?: SyncRunOptions) => Promise<SyncReport>;
  /** Resumes the plan of a checkpoint, if there is one. Then makes a new plan and applies it. */
  sync: (options?: SyncRunOptions) => Promise<SyncReport>;
  /**
   * Sends changes that just happened in your system, on any court and at any time. If a booking has several changes, the newest is sent, even
   * if its content is stored already. Then the newest version is stored in the end, also if an older request arrives later. Bookings that
   * exchange places go into one atomic batch, and a booking that frees a place goes first. Nothing is read, except where the service reports a
   * conflict. Safe to repeat, and to call while a synchronization runs.
   *
   * Call it one at a time, or with changes that do not depend on each other.
   */
  push: (changes: Rows<BatchItem>, options?: SyncRunOptions) => Promise<SyncReport>;
}
