import type { Instant } from '../instant.ts';

/** The values of a member, with the address in lower case and the birthday as `YYYY-MM-DD`. */
export interface UserFields {
  /** The e-mail address. */
  email: string;
  /** The first name. */
  firstName: string;
  /** The last name. */
  lastName: string;
  /** The birthday. Left out: it is kept. `null`: it is cleared. */
  birthday?: string | null;
}

/** A member of the source that can be sent. */
export interface WantedUser {
  /** Your id of the member. */
  externalUserId: string;
  /** The position in the source, from 0. */
  position: number;
  /** The values. */
  send: UserFields;
}

/** A user to create or update. */
export interface PlannedUserUpsert extends WantedUser {
  /** The action that the service is expected to take, according to what was stored when the plan was made. */
  action: 'create' | 'update';
  /** The reason. `not_stored`: your service manages no user with this id. `differs`: the fields in `differs` are different. */
  why: 'not_stored' | 'differs';
  /** The fields that differ from the stored user. */
  differs?: (keyof UserFields)[];
}

/** A user to erase, with every copy of the personal data. This cannot be undone. */
export interface PlannedErasure {
  /** The action. */
  action: 'erase';
  /** The reason. `absent`: the source does not have the member. `requested`: you have pushed the erasure. */
  why: 'absent' | 'requested';
  /** Your id of the member. */
  externalUserId: string;
}

/** A planned change of a user. `action` is its kind. */
export type PlannedUserChange = PlannedUserUpsert | PlannedErasure;

/** A member of the source, or a stored user, that is rejected, and the reason. */
export interface UserSyncRefusal {
  /** Your id of the member, or its position in the source (`#3`) if it has no id. */
  externalUserId: string;
  /** The position in the source, from 0. Absent if the source does not have the member. */
  position?: number;
  /**
   * A code of the service, such as `email_already_in_use`. The other codes are:
   *
   * - `invalid_user`: a field is missing, or the service would reject its value. `issues` lists the fields.
   * - `duplicate_id`: the source has this id more than once.
   * - `duplicate_email`: the source has another member with this e-mail address.
   * - `newer_than_reading`: the source lacks the member, but the user was changed after the reading of the source began. The next run decides.
   * - `unclear_source`: the source lacks the member, but has a row without an id, which may be this member. So the user was not erased.
   * - `cycle_too_large`: the member exchanges e-mail addresses with others, and they are too many for one batch.
   * - `batch_refused`: a member with whom it exchanges e-mail addresses was rejected.
   */
  type: string;
  /** The reason, and what to do. */
  message: string;
  /** `plan`: the member was not sent. `service`: it was sent and rejected. */
  by: 'plan' | 'service';
  /** The problems of its fields. */
  issues?: { path: (string | number)[]; code: string; message: string }[];
}

/** The rows of the source, or the changes that were pushed. */
export interface UserRows {
  /** The number of all rows. */
  read: number;
  /** How many of them are rejected. Each is in `refused`, which may also have stored users. */
  refused: number;
}

/** The necessary changes and their reasons, as plain JSON. It has personal data. You can inspect it, and pass it to `apply`. */
export interface UserSyncPlan {
  /** The version of this format. */
  version: 1;
  /** The time when the reading of the source began, by your clock, minus `marginMs`. */
  readAt: Instant;
  /**
   * The number of each. `source` counts the rows of the source, `stored` the users that your service manages, and `absent` those of them that
   * the source lacks, even if none is to be erased. `refused` counts the rows and the stored users that are rejected.
   */
  summary: Record<
    'create' | 'update' | 'erase' | 'unchanged' | 'refused' | 'source' | 'stored' | 'absent',
    number
  >;
  /** The rows of the source. `create`, `update`, `unchanged` and the rejected rows add up to it. */
  rows: UserRows;
  /** The changes in the order in which they are sent. A change that frees an e-mail address comes before the change that takes it. */
  changes: PlannedUserChange[];
  /** The batches in which the changes are sent, and the number of changes in each. `atomic` batches contain members that exchange addresses. */
  batches: { atomic: boolean; size: number }[];
  /** The members that are rejected, and the reasons. */
  refused: UserSyncRefusal[];
}

/** The results of a run. */
export interface UserSyncReport {
  /** True if nothing was rejected. */
  ok: boolean;
  /** The number of each. `unchanged` also counts changes that the service already had, for example after a lost response. */
  summary: Record<'created' | 'updated' | 'erased' | 'unchanged' | 'refused', number>;
  /** The rows of the source, or the changes that were pushed. */
  rows: UserRows;
  /** Each rejected member, and the reason. */
  refused: UserSyncRefusal[];
}
