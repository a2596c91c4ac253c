import type { ParticipantRequest, UpsertCourtBookingRequest } from '../operations.generated.ts';
import type { BookingFields } from './booking-fields.ts';
import type { Instant } from './instant.ts';

/** `upsert` stores the bookings of the source. `mirror` also cancels stored bookings that the source does not contain. */
export type SyncMode = 'upsert' | 'mirror';

/** A scope with its times as instants, which sort as text, and its court ids in lower case. */
export interface Scope {
  /** The ids of the courts. */
  courts: string[];
  /** The start of the scope. */
  from: Instant;
  /** The end of the scope, which is not part of it. */
  to: Instant;
}

/** A booking of the source, with its times as instants and its court id in lower case. */
export interface WantedBooking extends BookingFields {
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** The participants. */
  participants: readonly ParticipantRequest[];
}

/** A field in which a source's booking and the stored one differ. */
export type DifferingField = Exclude<keyof UpsertCourtBookingRequest, 'externalUpdatedAt'>;

/** A booking to create or replace. */
export interface PlannedUpsert {
  /** The action that the service is expected to take, according to what was stored when the plan was made. */
  action: 'create' | 'update';
  /**
   * The reason:
   *
   * - `not_stored`: the booking is not stored yet.
   * - `differs`: the fields in `differs` are different.
   * - `moved_in`: the booking is stored outside the scope, and the source has it inside.
   * - `cancelled_before`: you have cancelled the stored booking, and the source has a newer version.
   * - `newer`: only the version differs. It is sent so that an older request that arrives late is rejected.
   */
  why: 'not_stored' | 'differs' | 'moved_in' | 'cancelled_before' | 'newer';
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** The fields that differ from the stored booking. */
  differs?: DifferingField[];
  /** The content to send. */
  send: Omit<WantedBooking, 'externalCourtBookingId'>;
}

/** A stored booking to cancel. */
export interface PlannedCancellation {
  /** The action. */
  action: 'cancel';
  /**
   * The reason. `absent`: the source does not have the booking. `moved_out`: it is stored inside the scope, and the source has it outside.
   */
  why: 'absent' | 'moved_out';
  /** Your id of the booking. */
  externalCourtBookingId: string;
  /** The version of the cancellation. */
  send: { externalUpdatedAt: Instant };
}

/** A planned change. `action` is its kind. */
export type PlannedChange = PlannedUpsert | PlannedCancellation;

/** A booking of the source, or a stored one, that is rejected, and the reason. */
export interface SyncRefusal {
  /** Your id of the booking, or its position in the source (`#3`) if it has no id. */
  externalCourtBookingId: string;
  /**
   * A code of the service, such as `court_booking_overlap`, `stale_write` (the stored version is newer) or `version_conflict` (the same
   * version with other content). Both the service and the plan report these codes. The other codes are:
   *
   * - `out_of_scope`: the source has the booking outside the scope.
   * - `invalid_booking`: the id, a time or another field is missing or cannot be read.
   * - `duplicate_id`: the source has this id more than once.
   * - `cancelled_by_operator`: an operator of the platform has cancelled the booking. It stays cancelled until an operator reinstates it.
   * - `newer_than_reading`: the source lacks the booking, but it was written after the reading of the source began. The next run decides.
   * - `cycle_too_large`: the booking exchanges places with others, and they are too many for one batch.
   * - `batch_refused`: a booking with which it exchanges places was rejected.
   */
  type: string;
  /** The reason, and what to do. */
  message: string;
  /** `plan`: the booking was not sent. `service`: it was sent and rejected. */
  by: 'plan' | 'service';
  /** The stored version that causes the rejection. */
  stored?: { externalUpdatedAt: string; status: string; cancelledBy?: string[] | undefined };
  /** The bookings that occupy the place. Your own have their ids, and the others have times only. */
  conflicts?: { startDate: string; endDate: string; externalCourtBookingId?: string | undefined }[];
  /** The problems of its fields. */
  issues?: { path: (string | number)[]; code: string; message: string }[];
}

/** The necessary changes and their reasons, as plain JSON. You can inspect it, store it, and pass it to `apply`. */
export interface SyncPlan {
  /** The version of this format. */
  version: 1;
  /** The mode for which the plan was made. */
  mode: SyncMode;
  /** The scope for which the plan was made. */
  scope: Scope;
  /** The time when the reading of both sides began, by the source's clock, minus `marginMs`. The source contains everything older than this. */
  readAt: Instant;
  /** The number of each. `stored` counts the active bookings that were stored in the scope before. */
  summary: Record<'create' | 'update' | 'cancel' | 'unchanged' | 'refused' | 'source' | 'stored', number>;
  /** The changes in the order in which they are sent. A change that frees a place comes before the change that takes it. */
  changes: PlannedChange[];
  /**
   * The batches in which the changes are sent, and the number of changes in each. `atomic` batches contain bookings that exchange places.
   */
  batches: { atomic: boolean; size: number }[];
  /** The bookings that are rejected, and the reasons. */
  refused: SyncRefusal[];
}

/** The results of a run. */
export interface SyncReport {
  /** True if nothing was rejected. */
  ok: boolean;
  /** The number of each. `replayed` means that the service already had the change, for example after a lost response. */
  summary: Record<'created' | 'updated' | 'cancelled' | 'replayed' | 'unchanged' | 'refused', number>;
  /** Each rejected booking, and the reason. */
  refused: SyncRefusal[];
  /** Only from `sync`: the results of an earlier run that was completed before this one. */
  resumed?: SyncReport;
}
