import { outcomeOf } from './batch-outcome.ts';
import type {
  CancelledCourtBooking,
  CourtBooking,
  PartnerErrorType,
  ResponseBody,
  UpsertCourtBookingRequest,
} from './operation.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerSuccess } from './result.ts';

/** The actions of a batch item. */
export type BatchAction = 'upsert' | 'cancel';

interface ItemFields {
  upsert: UpsertCourtBookingRequest;
  cancel: {
    /** When it was cancelled in your system. The cancellation is carried out unless a newer version is stored. */
    externalUpdatedAt: Date | string;
  };
}

/** A booking to create or replace (`upsert`), or to cancel (`cancel`). */
export type BatchItem<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? {
      /** The action. */
      action: Action;
      /** 1 to 255 characters, case-sensitive, never trimmed. */
      externalCourtBookingId: string;
    } & ItemFields[Action]
  : never;

type ItemsOf<Actions extends readonly BatchAction[]> = readonly [
  ...{ [Index in keyof Actions]: BatchItem<Actions[Index]> },
];

/** Up to 200 items. */
export interface BatchRequest<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /**
   * If true, either all items are carried out or none. The batch is checked by its final state, so two bookings can swap places.
   * Default: each item is handled as if it were sent alone.
   */
  atomic?: boolean | undefined;
  /** 1 to 200 items, in the order in which they are carried out. */
  items: ItemsOf<Actions>;
}

type Results = ResponseBody<'batchCourtBookings'>['results'][number];
type Refusals = Extract<Results, { error: unknown }>;
type Operations = { upsert: 'upsertCourtBooking'; cancel: 'cancelCourtBooking' };

/** The fields of every result of an item about a booking. */
export interface ResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly externalCourtBookingId: string;
  /** The status that a separate call would have returned. */
  readonly status: number;
}

/** A rejected item. */
export type BatchRefusal<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? ResultOf<Action> & {
      /** Distinguishes it from a success. */
      readonly ok: false;
      /** The item was rejected. */
      readonly outcome: 'refused';
      /** A documented error of the action. */
      readonly error: Extract<Refusals['error'], { type: PartnerErrorType<Operations[Action]> }>;
      /** True if the same item may be sent again unchanged. */
      readonly retryable: boolean;
    }
  : never;

/** A successful item. */
export type BatchSuccess<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? ResultOf<Action> & {
      /** Distinguishes it from a rejection. */
      readonly ok: true;
    } & {
        upsert: {
          /** The effect on the booking. `replayed` means that the same version was already stored. */
          readonly outcome: 'created' | 'updated' | 'replayed';
          /** The booking as stored; absent with `minimal`. */
          readonly courtBooking?: CourtBooking;
        };
        cancel: {
          /** The effect on the booking. `replayed` means that the same cancellation was already stored. */
          readonly outcome: 'cancelled' | 'replayed';
          /** The cancellation. */
          readonly cancelled: CancelledCourtBooking;
        };
      }[Action]
  : never;

/** The result of an item. `ok` distinguishes success from rejection; `outcome` says what was done, or `refused`. */
export type BatchResult<Action extends BatchAction = BatchAction> =
  | BatchSuccess<Action>
  | BatchRefusal<Action>;

/** The result of a batch. */
export interface BatchOutcome<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /** The number of items that were created, updated, replayed, cancelled and refused. */
  readonly summary: ResponseBody<'batchCourtBookings'>['summary'];
  /** The result of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: BatchResult<Actions[Index]> };
  /**
   * Returns the results if all items succeeded.
   *
   * @throws BatchItemsRefusedError with all rejected items, if there are any
   */
  readonly throwOnRefused: () => { readonly [Index in keyof Actions]: BatchSuccess<Actions[Index]> };
}

/** Thrown by `throwOnRefused()` if items were rejected. All other items were carried out. */
export interface BatchItemsRefusedError extends PartnerErrorOf<'batch_items_refused'> {
  /** The rejected items, in the order of the items. */
  readonly refused: readonly BatchRefusal[];
}

/** The class of the error that `throwOnRefused()` throws. */
export const BatchItemsRefusedError =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<BatchItemsRefusedError>;

/** Creates the outcome of a batch from the service's response to these items. */
export const batchOutcomeOf = (
  success: PartnerSuccess<'batchCourtBookings'>,
  items: readonly BatchItem[],
): BatchOutcome =>
  outcomeOf(success, items, 'externalCourtBookingId', BatchItemsRefusedError) as BatchOutcome;
