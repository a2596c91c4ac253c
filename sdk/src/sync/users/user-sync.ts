import type { UserBatchItem } from '../../batches.generated.ts';
import type { PartnerClient } from '../../partner-client.ts';
import type { BookingSyncOptions, SyncRunOptions } from '../booking-sync.ts';
import type { Rows } from '../rows.ts';
import type { SourceUser } from './source-user.ts';
import type { UserSyncPlan, UserSyncReport } from './user-plan.ts';

/** The functions of a client that synchronizing users needs. */
export type UserSyncClient = Pick<PartnerClient, 'listUsers' | 'getUserByExternalId' | 'batchUsers'>;

/** Your members, as an iterable or a stream. */
export type Users = Rows<SourceUser>;

/** Limits on the erasures of a run. */
export interface ErasureGuards {
  /**
   * Erases stored users that the source does not contain, but at most this many in a run. If there are more, the run ends with
   * `too_many_erasures`, and nothing is written. Default: undefined, which never erases anybody.
   */
  maxErase?: number | undefined;
  /** Lets a source without any member erase the stored users. `maxErase` still applies. Default: false. */
  allowEmpty?: boolean | undefined;
}

/** The options of a synchronization of users. */
export interface UserSyncOptions
  extends ErasureGuards,
    Pick<BookingSyncOptions, 'onProgress' | 'maxRounds' | 'roundDelayMs'> {
  /** A client from `createPartnerClient`. It needs the scope `userwrite`. */
  client: UserSyncClient;
  /** Your members, or a function that returns them. The function is called for each plan. It must return all members, not only changed ones. */
  source: Users | (() => Users | Promise<Users>);
  /** Returns the time of your clock, in milliseconds. Called when a plan begins. Default: `Date.now`. */
  now?: (() => number | Date) | undefined;
  /**
   * The longest time, in milliseconds, by which your clock may differ from that of the service, plus the time until your source shows a new
   * member. A user who was changed after the start of the reading minus this margin is not erased. Default: 60 000.
   */
  marginMs?: number | undefined;
}

/**
 * Synchronizes the users on the platform with the members of your system. It needs no checkpoint: after a kill, run it again. It compares
 * again, and sends only what is left.
 */
export interface UserSync {
  /** Reads both sides, and returns the necessary changes with their reasons. Nothing is changed. */
  plan: (options?: SyncRunOptions) => Promise<UserSyncPlan>;
  /**
   * Carries out a plan. Safe to repeat, even after the program was killed. Users have no version, so apply a plan soon: it overwrites what was
   * changed since.
   */
  apply: (plan: UserSyncPlan, options?: SyncRunOptions) => Promise<UserSyncReport>;
  /** Makes a plan and applies it. */
  sync: (options?: SyncRunOptions) => Promise<UserSyncReport>;
  /**
   * Sends changes that just happened in your system. If a user has several changes, the last is sent. Users who exchange e-mail addresses go
   * into one atomic batch, and a user who frees an address goes first. Nothing is read, except where the service rejects the addresses of
   * several users. Safe to repeat. Erasures are carried out without a limit.
   *
   * Call it one at a time, or with changes that do not depend on each other.
   */
  push: (changes: Rows<UserBatchItem>, options?: SyncRunOptions) => Promise<UserSyncReport>;
}
