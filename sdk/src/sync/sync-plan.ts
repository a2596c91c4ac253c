import type { ParticipantRequest } from '../operation.ts';
import type { Instant } from './instant.ts';

/** `upsert` brings what the source has; `mirror` also cancels what it has not. */
export type SyncMode = 'upsert' | 'mirror';

/** A scope with its times as instants, which compare as text, and its courts in lower case. */
export interface Scope {
  courts: string[];
  from: Instant;
  to: Instant;
}

/** A booking as a source has it: its times as instants, its ids in lower case. */
export interface WantedBooking {
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** The court. */
  courtId: string;
  /** Its first instant. */
  startDate: Instant;
  /** The first instant after it. */
  endDate: Instant;
  /** When it last changed in your system. */
  externalUpdatedAt: Instant;
  /** Who takes part. */
  participants: readonly ParticipantRequest[];
}

/** A field in which a source's booking and the stored one differ. */
export type DifferingField = 'courtId' | 'startDate' | 'endDate' | 'participants';

/** A booking that is to be created or replaced. */
export interface PlannedUpsert {
  /** What the service will have to do, as it was when it was asked. */
  action: 'create' | 'update';
  /**
   * `not_stored`; `differs`, see `differs`; `moved_in`: it is stored outside of the scope, and the source has it inside;
   * `cancelled_before`: it is stored as cancelled by you, and the source has a newer version.
   */
  why: 'not_stored' | 'differs' | 'moved_in' | 'cancelled_before';
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** What differs from the stored one. */
  differs?: DifferingField[];
  /** What is sent. */
  send: Omit<WantedBooking, 'externalCourtBookingId'>;
}

/** A stored booking that is to be cancelled. */
export interface PlannedCancellation {
  /** That. */
  action: 'cancel';
  /** `absent`: the source has it not; `moved_out`: the source has it outside of the scope, and it is stored inside. */
  why: 'absent' | 'moved_out';
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** What is sent: the stamp of the cancellation. */
  send: { externalUpdatedAt: Instant };
}

/** One thing to do; `action` tells which. */
export type PlannedChange = PlannedUpsert | PlannedCancellation;

/** A booking of the source, or a stored one, that is not done, and why. */
export interface SyncRefusal {
  /** Your id of the booking; of a source's item without one, its place (`#3`). */
  externalCourtBookingId: string;
  /**
   * One of the service's own codes, such as `court_booking_overlap`, `stale_write` (the stored version is newer) or
   * `version_conflict` (the same version with other content), whether the service or the plan has found it; or:
   *
   * - `out_of_scope`: the source has it outside of the scope.
   * - `invalid_booking`: its id, a time or another field is missing or cannot be read.
   * - `duplicate_id`: the source has this id more than once.
   * - `cancelled_by_operator`: an operator of the platform has cancelled it; it stays so until one reinstates it.
   * - `newer_than_reading`: it is absent from the source, and is newer than its reading; the next run will see.
   * - `cycle_too_large`: bookings that stand in each other's place, too many for one batch.
   * - `batch_refused`: one with which it changes places was refused.
   */
  type: string;
  /** Why, and what to do. */
  message: string;
  /** `plan`: it was not sent. `service`: it was, and refused. */
  by: 'plan' | 'service';
  /** The stored version that stands in the way. */
  stored?: { externalUpdatedAt: string; status: string; cancelledBy?: string[] | undefined };
  /** The bookings that have its place: yours with their ids, of others the times only. */
  conflicts?: { startDate: string; endDate: string; externalCourtBookingId?: string | undefined }[];
  /** What is wrong with its fields. */
  issues?: { path: (string | number)[]; code: string; message: string }[];
}

/** What is to be done, and why: plain JSON, to be looked at, kept, and given to `apply`. */
export interface SyncPlan {
  /** Of this form. */
  version: 1;
  /** As it was made. */
  mode: SyncMode;
  /** As it was made. */
  scope: Scope;
  /** When the reading of the source began, by its own clock: all that is older than this, the source has told. */
  readAt: Instant;
  /** How many there are of each kind; `stored`: active bookings in the scope before. */
  summary: Record<'create' | 'update' | 'cancel' | 'unchanged' | 'refused' | 'source' | 'stored', number>;
  /** In the order in which they are sent: who frees a place goes before who takes it. */
  changes: PlannedChange[];
  /** How the changes are sent: so many in each request; `atomic`: those that change places with each other. */
  batches: { atomic: boolean; size: number }[];
  /** What cannot be done. */
  refused: SyncRefusal[];
}

/** What was done. */
export interface SyncReport {
  /** Whether nothing was refused. */
  ok: boolean;
  /** How many there are of each kind; `replayed`: the service had it already, such as after a lost answer. */
  summary: Record<'created' | 'updated' | 'cancelled' | 'replayed' | 'unchanged' | 'refused', number>;
  /** Each booking that was not done, and why. */
  refused: SyncRefusal[];
  /** Of `sync`: what was left of an earlier run, and has been done before this one. */
  resumed?: SyncReport;
}
