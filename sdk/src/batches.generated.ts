// generated, run npm run codegen
import type { BatchOptions, DryRunOption } from './call-options.ts';
import type { PartnerErrorType } from './documented-responses.ts';
import type { components } from './openapi.generated.ts';
import type { CancelledCourtBooking, CourtBooking, ErasedUser, UpsertCourtBookingRequest, UpsertUserRequest, User } from './operations.generated.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';

type Schemas = components['schemas'];

/** The actions of an item of `batchCourtBookings`. */
export type BatchAction = 'upsert' | 'cancel';

/**
 * `upsert`: A booking to create or replace.
 *
 * `cancel`: A booking to cancel.
 */
export type BatchItem<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? {
      /** The action. */
      action: Action;
      /**
       * 1 to 255 characters. Your own id, case-sensitive and never trimmed; not `.` and not `..`. The length counts
       * Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
       */
      externalCourtBookingId: string;
    } & {
    upsert: UpsertCourtBookingRequest;
    cancel: {
      /**
       * When it was cancelled in your system. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds
       * are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
       */
      externalUpdatedAt: Date | string;
    };
    }[Action]
  : never;

/** Up to 200 court bookings. */
export interface BatchRequest<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /**
   * If true, either all items are carried out or none. The batch is checked by its final state, so two bookings can
   * swap. Otherwise each item is handled as if it were sent alone. Default: `false`.
   */
  atomic?: boolean | undefined;
  /** 1 to 200 items, in the order in which they are carried out. */
  items: readonly [...{ [Index in keyof Actions]: BatchItem<Actions[Index]> }];
}

/** The fields of every result of an item. */
export interface BatchResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly externalCourtBookingId: string;
  /** The status that a separate call would have returned. */
  readonly status: number;
}

type BatchErrors = Extract<Schemas['BatchResponse']['results'][number], { error: unknown }>['error'];

/** A rejected item. */
export type BatchRefusal<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? BatchResultOf<Action> & {
      /** Distinguishes it from a success. */
      readonly ok: false;
      /** The item was rejected. */
      readonly outcome: 'refused';
      /** A documented error of the action. */
      readonly error: Extract<BatchErrors, { type: PartnerErrorType<{ upsert: 'upsertCourtBooking'; cancel: 'cancelCourtBooking' }[Action]> }>;
      /** True if the same item may be sent again unchanged. */
      readonly retryable: boolean;
    }
  : never;

/** A successful item. */
export type BatchSuccess<Action extends BatchAction = BatchAction> = Action extends BatchAction
  ? BatchResultOf<Action> & {
      /** Distinguishes it from a rejection. */
      readonly ok: true;
    } & {
      upsert: {
        /**
         * `created`: Bookings that were not stored before. `updated`: Bookings that were stored with other content.
         * `replayed`: Items that were already stored with the same content, cancellations included.
         */
        readonly outcome: 'created' | 'updated' | 'replayed';
        /**
         * A court booking: the stored booking, its status, and who cancelled it. Date-times are in UTC. New fields may
         * be added. Absent with `minimal`.
         */
        readonly courtBooking?: CourtBooking;
      };
      cancel: {
        /**
         * `cancelled`: Bookings that were cancelled. `replayed`: Items that were already stored with the same content,
         * cancellations included.
         */
        readonly outcome: 'cancelled' | 'replayed';
        /** The response to a cancellation. It has the same few fields in every case. New fields may be added. */
        readonly cancelled: CancelledCourtBooking;
      };
    }[Action]
  : never;

/** The result of an item. `ok` distinguishes success from rejection; `outcome` says what was done, or `refused`. */
export type BatchResult<Action extends BatchAction = BatchAction> = BatchSuccess<Action> | BatchRefusal<Action>;

/** The result of `batchCourtBookings`. */
export interface BatchOutcome<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
  /** The number of items by outcome. */
  readonly summary: Schemas['BatchResponse']['summary'];
  /** The result of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: BatchResult<Actions[Index]> };
  /** Returns the results if all items succeeded. Throws a {@link BatchItemsRefusedError} with all rejected items if there are any. */
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

/** The actions of an item of `batchUsers`. */
export type UserBatchAction = 'upsert' | 'erase';

/**
 * `upsert`: A user to create or update.
 *
 * `erase`: A user to erase.
 */
export type UserBatchItem<Action extends UserBatchAction = UserBatchAction> = Action extends UserBatchAction
  ? {
      /** The action. */
      action: Action;
      /**
       * 1 to 255 characters. Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not
       * be linked to a different user. The length counts Unicode code points. Must be well-formed Unicode (no lone
       * surrogates) without the character NUL.
       */
      externalUserId: string;
    } & {
    upsert: UpsertUserRequest;
    erase: unknown;
    }[Action]
  : never;

/** Up to 200 users. */
export interface UserBatchRequest<Actions extends readonly UserBatchAction[] = readonly UserBatchAction[]> {
  /**
   * If true, either all items are carried out or none. The batch is checked by its final state, so users can exchange
   * their e-mail addresses. Otherwise each item is handled as if it were sent alone. Default: `false`.
   */
  atomic?: boolean | undefined;
  /** 1 to 200 items, in the order in which they are carried out. An atomic batch erases users first. */
  items: readonly [...{ [Index in keyof Actions]: UserBatchItem<Actions[Index]> }];
}

/** The fields of every result of an item. */
export interface UserBatchResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly externalUserId: string;
  /** The status that a separate call would have returned. */
  readonly status: number;
}

type UserBatchErrors = Extract<Schemas['BatchUsersResponse']['results'][number], { error: unknown }>['error'];

/** A rejected item. */
export type UserBatchRefusal<Action extends UserBatchAction = UserBatchAction> = Action extends UserBatchAction
  ? UserBatchResultOf<Action> & {
      /** Distinguishes it from a success. */
      readonly ok: false;
      /** The item was rejected. */
      readonly outcome: 'refused';
      /** A documented error of the action. */
      readonly error: Extract<UserBatchErrors, { type: PartnerErrorType<{ upsert: 'upsertUser'; erase: 'eraseUser' }[Action]> }>;
      /** True if the same item may be sent again unchanged. */
      readonly retryable: boolean;
    }
  : never;

/** A successful item. */
export type UserBatchSuccess<Action extends UserBatchAction = UserBatchAction> = Action extends UserBatchAction
  ? UserBatchResultOf<Action> & {
      /** Distinguishes it from a rejection. */
      readonly ok: true;
    } & {
      upsert: {
        /**
         * `created`: Users that were created and linked. `updated`: Users that had other values before. `unchanged`:
         * Users that had these values before, and ids to erase that no user is linked to.
         */
        readonly outcome: 'created' | 'updated' | 'unchanged';
        /**
         * A user. An erased user has only `id`, `managed` and `status`. A field without a value is omitted. New fields
         * may be added. Absent with `minimal`.
         */
        readonly user?: User;
      };
      erase: {
        /** `erased`: Users that were erased. */
        readonly outcome: 'erased';
        /** The remaining fields of an erased user. */
        readonly erased: ErasedUser;
      } | {
        /** `unchanged`: Users that had these values before, and ids to erase that no user is linked to. */
        readonly outcome: 'unchanged';
      };
    }[Action]
  : never;

/** The result of an item. `ok` distinguishes success from rejection; `outcome` says what was done, or `refused`. */
export type UserBatchResult<Action extends UserBatchAction = UserBatchAction> = UserBatchSuccess<Action> | UserBatchRefusal<Action>;

/** The result of `batchUsers`. */
export interface UserBatchOutcome<Actions extends readonly UserBatchAction[] = readonly UserBatchAction[]> {
  /** The number of items by outcome. */
  readonly summary: Schemas['BatchUsersResponse']['summary'];
  /** The result of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: UserBatchResult<Actions[Index]> };
  /** Returns the results if all items succeeded. Throws a {@link UserBatchItemsRefusedError} with all rejected items if there are any. */
  readonly throwOnRefused: () => { readonly [Index in keyof Actions]: UserBatchSuccess<Actions[Index]> };
}

/** Thrown by `throwOnRefused()` if items were rejected. All other items were carried out. */
export interface UserBatchItemsRefusedError extends PartnerErrorOf<'batch_items_refused'> {
  /** The rejected items, in the order of the items. */
  readonly refused: readonly UserBatchRefusal[];
}

/** The class of the error that `throwOnRefused()` throws. */
export const UserBatchItemsRefusedError =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<UserBatchItemsRefusedError>;

/** The operations that take items and return a result for each. */
export interface BatchOperations {
  /**
   * Upserts and cancels up to 200 court bookings. The rules of the single operation apply to each item, and each item
   * has its own result.
   *
   * By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected
   * item does not stop the others. If you receive no response, send the whole batch again. Items that were already
   * written are returned as replayed.
   *
   * An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so two
   * bookings can swap. If any item fails, the response is `batch_refused`, which lists every failing item.
   *
   * An item costs a tenth of a request. With `Prefer: return=minimal`, results omit the bookings that were written.
   *
   * Required scope: `court-bookingwrite`.
   *
   * A rejected item does not make the call reject: check each result, or call `throwOnRefused()`. The option `minimal`
   * sends `Prefer: return=minimal`.
   *
   * Errors in addition to the general ones: `batch_refused`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'batchCourtBookings'>
   *
   * @see "Upsert and cancel many court bookings", `/docs/reference#batchCourtBookings` of the service
   */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(body: BatchRequest<Actions>, options?: BatchOptions & DryRunOption) => Promise<BatchOutcome<Actions>>;
  /**
   * Upserts and erases up to 200 users by your own ids. An upsert follows the rules of "Create or update user". An
   * erasure follows the rules of "Erase user". An id that no user is linked to, for example after an earlier erasure,
   * is `unchanged`.
   *
   * By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected
   * item does not stop the others. If you receive no response, send the whole batch again. Items that were already
   * written are then `unchanged`.
   *
   * An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so users
   * can exchange e-mail addresses. If any item fails, the response is `batch_refused`, which lists every failing item.
   * Addresses are checked only if every item is valid and names another user.
   *
   * An item costs a tenth of a request. An address of another user costs a whole request, and so does each upsert of an
   * atomic batch that fails although its items are valid. With `Prefer: return=minimal`, results omit the users.
   *
   * Required scope: `userwrite`.
   *
   * A rejected item does not make the call reject: check each result, or call `throwOnRefused()`. The option `minimal`
   * sends `Prefer: return=minimal`.
   *
   * Errors in addition to the general ones: `batch_refused`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'batchUsers'>
   *
   * @see "Create, update and erase many users", `/docs/reference#batchUsers` of the service
   */
  batchUsers: <const Actions extends readonly UserBatchAction[]>(body: UserBatchRequest<Actions>, options?: BatchOptions) => Promise<UserBatchOutcome<Actions>>;
}

/** The same operations in their `safe` form. */
export interface SafeBatchOperations {
  /** See `batchCourtBookings` of the client. The result of each item is in `data.results`. */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(body: BatchRequest<Actions>, options?: BatchOptions & DryRunOption) => Promise<PartnerSuccess<'batchCourtBookings', BatchOutcome<Actions>> | PartnerRefusal<'batchCourtBookings'>>;
  /** See `batchUsers` of the client. The result of each item is in `data.results`. */
  batchUsers: <const Actions extends readonly UserBatchAction[]>(body: UserBatchRequest<Actions>, options?: BatchOptions) => Promise<PartnerSuccess<'batchUsers', UserBatchOutcome<Actions>> | PartnerRefusal<'batchUsers'>>;
}
