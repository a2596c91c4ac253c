import type {
  CancelledCourtBooking,
  CourtBooking,
  PartnerErrorType,
  ResponseBodies,
  UpsertCourtBookingRequest,
} from './operation.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerSuccess } from './result.ts';

/** What can be done with a booking in a batch. */
export type BatchAction = 'upsert' | 'cancel';

/** What an item of an action has beside its action and its id. */
interface ItemFields {
  upsert: UpsertCourtBookingRequest;
  cancel: {
    /** When it was cancelled in your system: it is done unless a newer version is stored. */
    externalUpdatedAt: Date | string;
  };
}

/** A booking to create or replace, or to cancel: by `action`. */
export type BatchItem<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? {
      /** What is to be done. */
      action: Action;
      /** 1 to 255 characters, case-sensitive, never trimmed. */
      externalCourtBookingId: string;
    } & ItemFields[Action]
  : never;

/** Items in their order, with the action of each. */
type ItemsOf<Actions extends readonly BatchAction[]> = readonly [
  ...{ [Index in keyof Actions]: BatchItem<Actions[Index]> },
];

/** Up to 200 items. */
export interface BatchRequest<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /** All or nothing, judged on the outcome of the whole, so that two bookings can swap. Default: each as if it came alone. */
  atomic?: boolean | undefined;
  /** 1 to 200, in the order in which they are to be done. */
  items: ItemsOf<Actions>;
}

type Results = ResponseBodies['batchCourtBookings']['results'][number];
type Refusals = Extract<Results, { error: unknown }>;
type Operations = { upsert: 'upsertCourtBooking'; cancel: 'cancelCourtBooking' };

/** What every result has. */
interface ResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly externalCourtBookingId: string;
  /** What a call of its own would have answered. */
  readonly status: number;
}

/** An item that was not done. */
export type BatchRefusal<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? ResultOf<Action> & {
      /** Tells it from what was done. */
      readonly ok: false;
      /** It was not done. */
      readonly outcome: 'refused';
      /** A documented error of the action. */
      readonly error: Extract<Refusals['error'], { type: PartnerErrorType<Operations[Action]> }>;
      /** Whether the same item may be sent again as it is. */
      readonly retryable: boolean;
    }
  : never;

/** An item that was done. */
export type BatchSuccess<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? ResultOf<Action> & {
      /** Tells it from a refusal. */
      readonly ok: true;
    } & {
        upsert: {
          /** What has become of the booking; `replayed`: it was stored just so before. */
          readonly outcome: 'created' | 'updated' | 'replayed';
          /** The booking as stored; left out with `minimal`. */
          readonly courtBooking?: CourtBooking;
        };
        cancel: {
          /** What has become of the booking; `replayed`: it was cancelled just so before. */
          readonly outcome: 'cancelled' | 'replayed';
          /** The cancellation. */
          readonly cancelled: CancelledCourtBooking;
        };
      }[Action]
  : never;

/** What became of an item: `outcome` tells what was done, or `refused`; `ok` tells those two apart. */
export type BatchResult<Action extends BatchAction = BatchAction> =
  | BatchSuccess<Action>
  | BatchRefusal<Action>;

/** What became of a batch. */
export interface BatchOutcome<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /** How many were created, updated, replayed, cancelled, refused. */
  readonly summary: ResponseBodies['batchCourtBookings']['summary'];
  /** What became of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: BatchResult<Actions[Index]> };
  /**
   * The results, all of which were done.
   *
   * @throws BatchItemsRefusedError which lists every refused item, where there is one
   */
  readonly throwOnRefused: () => { readonly [Index in keyof Actions]: BatchSuccess<Actions[Index]> };
}

/** What `throwOnRefused()` throws: items were refused; all others were done. */
export interface BatchItemsRefusedError extends PartnerErrorOf<'batch_items_refused'> {
  /** Each item that was refused, in the order of the items. */
  readonly refused: readonly BatchRefusal[];
}

/** The class of what `throwOnRefused()` throws. */
export const BatchItemsRefusedError =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<BatchItemsRefusedError>;

/**
 * The outcome of a batch, from what the service answered.
 *
 * @param items as they were sent
 */
export function batchOutcomeOf(
  { ok: _ok, status: _status, data, ...fields }: PartnerSuccess<'batchCourtBookings'>,
  items: readonly BatchItem[],
): BatchOutcome {
  const { summary, results: answered } = data;
  const results = answered.map((result, index) => {
    const { action, externalCourtBookingId } = items[index]!;
    const ok = !('error' in result);
    return { ok, action, externalCourtBookingId, ...(ok ? {} : { outcome: 'refused' }), ...result };
  }) as object as BatchResult[];
  const throwOnRefused = () => {
    const refused = results.filter((result) => !result.ok);
    if (refused.length === 0) return results as BatchSuccess[];
    const why = refused.map(
      ({ externalCourtBookingId, error }) => `${externalCourtBookingId}: ${error.type}: ${error.message}`,
    );
    throw new BatchItemsRefusedError(
      `${refused.length} of ${results.length} items were refused. ${why.slice(0, 5).join(' ')}`,
      { ...fields, type: 'batch_items_refused', refused },
    );
  };
  return { summary, results, throwOnRefused };
}
