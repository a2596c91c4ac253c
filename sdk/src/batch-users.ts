import { outcomeOf } from './batch-outcome.ts';
import type { ErasedUser, PartnerErrorType, ResponseBody, UpsertUserRequest, User } from './operation.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerSuccess } from './result.ts';

/** The actions of an item of a user batch. */
export type UserBatchAction = 'upsert' | 'erase';

interface ItemFields {
  upsert: UpsertUserRequest;
  erase: unknown;
}

/** A user to create or update (`upsert`), or to erase (`erase`). */
export type UserBatchItem<Action extends UserBatchAction = UserBatchAction> = Action extends UserBatchAction
  ? {
      /** The action. */
      action: Action;
      /** 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`. */
      externalUserId: string;
    } & ItemFields[Action]
  : never;

/** Up to 200 users. */
export interface UserBatchRequest<Actions extends readonly UserBatchAction[] = readonly UserBatchAction[]> {
  /**
   * If true, either all items are carried out or none. The batch is checked by its final state, so users can exchange their
   * e-mail addresses. Default: each item is handled as if it were sent alone.
   */
  atomic?: boolean | undefined;
  /** 1 to 200 items, in the order in which they are carried out. An atomic batch erases users first. */
  items: readonly [...{ [Index in keyof Actions]: UserBatchItem<Actions[Index]> }];
}

type Results = ResponseBody<'batchUsers'>['results'][number];
type Refusals = Extract<Results, { error: unknown }>;
type Operations = { upsert: 'upsertUser'; erase: 'eraseUser' };

/** The fields of every result of an item about a user. */
export interface ResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly externalUserId: string;
  /** The status that a separate call would have returned. */
  readonly status: number;
}

/** A rejected item. */
export type UserBatchRefusal<Action extends UserBatchAction = UserBatchAction> =
  Action extends UserBatchAction
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

interface Successes {
  upsert: {
    /** The effect on the user. `unchanged` means that the same values were already stored. */
    readonly outcome: 'created' | 'updated' | 'unchanged';
    /** The user as stored; absent with `minimal`. */
    readonly user?: User;
  };
  erase:
    | {
        /** The user was erased. */
        readonly outcome: 'erased';
        /** The remaining fields of the user. */
        readonly erased: ErasedUser;
      }
    | {
        /** No user is linked to this id, for example because it was erased before. */
        readonly outcome: 'unchanged';
      };
}

/** A successful item. */
export type UserBatchSuccess<Action extends UserBatchAction = UserBatchAction> =
  Action extends UserBatchAction
    ? ResultOf<Action> & {
        /** Distinguishes it from a rejection. */
        readonly ok: true;
      } & Successes[Action]
    : never;

/** The result of an item. `ok` distinguishes success from rejection; `outcome` says what was done, or `refused`. */
export type UserBatchResult<Action extends UserBatchAction = UserBatchAction> =
  | UserBatchSuccess<Action>
  | UserBatchRefusal<Action>;

/** The result of a user batch. */
export interface UserBatchOutcome<Actions extends readonly UserBatchAction[] = readonly UserBatchAction[]> {
  /** The number of items that were created, updated, unchanged, erased and refused. */
  readonly summary: ResponseBody<'batchUsers'>['summary'];
  /** The result of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: UserBatchResult<Actions[Index]> };
  /**
   * Returns the results if all items succeeded.
   *
   * @throws UserBatchItemsRefusedError with all rejected items, if there are any
   */
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

/** Creates the outcome of a user batch from the service's response to these items. */
export const userBatchOutcomeOf = (
  success: PartnerSuccess<'batchUsers'>,
  items: readonly UserBatchItem[],
): UserBatchOutcome =>
  outcomeOf(success, items, 'externalUserId', UserBatchItemsRefusedError) as UserBatchOutcome;
