import type { CallOptions } from './call-options.ts';
import type { ItemOf, OperationName, ResponseOf } from './documented-responses.ts';
import type { Listing } from './listing.ts';
import type { components } from './openapi.generated.ts';

// The package exports every type of this file.
export type { OperationName, PartnerErrorType } from './documented-responses.ts';

type Schemas = components['schemas'];

/** Exactly one of an object's fields. */
type ExactlyOneOf<Fields> = {
  [Name in keyof Fields]-?: { [Given in Name]-?: NonNullable<Fields[Given]> } & {
    [Other in Exclude<keyof Fields, Name>]?: undefined;
  };
}[keyof Fields];

/** The user to create. A user that is already stored is not changed. */
export interface CreateUserRequest extends Omit<Schemas['CreateUserRequest'], 'birthday'> {
  /**
   * From 1900-01-01 to today. Either `YYYY-MM-DD` or a `Date`, of which the calendar day in UTC is used. A `Date` created in
   * local time, such as `new Date(1985, 11, 10)`, may be a different day in UTC. Send the text if you have it.
   */
  birthday?: Date | string | null | undefined;
}

/** The user as stored. Fields without a value are absent. Enumerations may have values that are newer than this package. */
export interface UserResponse extends ResponseOf<'createUser'> {}

/** A participant of a booking, identified by exactly one of the fields, such as `userId` or `email`. */
export type ParticipantRequest = ExactlyOneOf<Schemas['ParticipantRequest']>;

/**
 * The complete court booking. Fields that you leave out are removed from a stored booking.
 *
 * Date-times are RFC 3339 with an offset, or a `Date`. A `Date` is exact to the millisecond. If your system keeps microseconds,
 * send `externalUpdatedAt` as text, because versions are compared to the microsecond.
 */
export interface UpsertCourtBookingRequest
  extends Omit<Schemas['UpsertCourtBookingRequest'], 'participants'> {
  /** At most 50 participants, each person once. Default: none. */
  participants?: readonly ParticipantRequest[] | undefined;
}

/**
 * The court booking as stored. Date-times are RFC 3339 in UTC, with three or six digits after the second. They do not sort as
 * text: use `compareInstants`.
 */
export interface CourtBookingResponse extends ResponseOf<'upsertCourtBooking'> {}

/** The changes to a user. Fields that you leave out are kept. */
export interface UpdateUserRequest extends Omit<Schemas['UpdateUserRequest'], 'birthday'> {
  /** As in {@link CreateUserRequest}; `null` clears it. */
  birthday?: Date | string | null | undefined;
}

/** The user to create or update. */
export interface UpsertUserRequest extends Omit<Schemas['UpsertUserRequest'], 'birthday'> {
  /** As in {@link CreateUserRequest}; `null` clears it. If you leave it out, a stored one is kept. */
  birthday?: Date | string | null | undefined;
}

/** A user. An erased user has only `id`, `managed` and `status`. */
export interface User extends ResponseOf<'getUser'> {}

/** The remaining fields of an erased user. */
export interface ErasedUser extends ResponseOf<'eraseUser'> {}

/** A court booking: the stored booking, its status, and who cancelled it. */
export interface CourtBooking extends ResponseOf<'getCourtBooking'> {}

/** The response to a cancellation. It has the same few fields in every case. */
export interface CancelledCourtBooking extends ResponseOf<'cancelCourtBooking'> {}

/** A court that you may book. */
export interface Court extends ItemOf<'listCourts'> {}

/** The times when a court is occupied by any booking. */
export interface CourtOccupancy extends ResponseOf<'getCourtOccupancy'> {}

/** The permissions of the token, and its external service. */
export interface Token extends ResponseOf<'getToken'> {}

/** One of your webhook endpoints, as set up by operators. */
export interface WebhookEndpoint extends ItemOf<'listWebhookEndpoints'> {}

/** Your webhook endpoints. */
export interface WebhookEndpointList extends ResponseOf<'listWebhookEndpoints'> {}

/**
 * A change; `type` narrows `data`. A change that is newer than this package has a `type` that matches no `case`, and reaches the
 * `default` of a `switch`.
 */
export type Change = ItemOf<'listChanges'>;

/** A page of users. */
export interface UserPage extends ResponseOf<'listUsers'> {}

/** A page of court bookings. */
export interface CourtBookingPage extends ResponseOf<'listCourtBookings'> {}

/** A page of courts. */
export interface CourtPage extends ResponseOf<'listCourts'> {}

/** A page of changes. `nextCursor` is always present. `caughtUp` means that there were no more changes. */
export interface ChangePage extends ResponseOf<'listChanges'> {}

/** The start of a list, and the page size. */
export interface PageQuery {
  /** The cursor to continue from: the `nextCursor` of a page. Default: the beginning. */
  cursor?: string | undefined;
  /** Items per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
}

/** Filters for the list of users. The newest user comes first. With `updatedFrom` or `updatedTo`, the most recently changed one does. */
export interface UserQuery extends PageQuery {
  /** Only users with this e-mail address. */
  email?: string | undefined;
  /** Only the user with this id of your own. */
  externalUserId?: string | undefined;
  /**
   * Only users changed at this time or later. To follow changes use `listChanges`, because this filter can miss a change that is
   * committed late.
   */
  updatedFrom?: Date | string | undefined;
  /** Only users changed before this time. */
  updatedTo?: Date | string | undefined;
}

/** Filters for the list of court bookings. The most recently changed booking comes first. */
export interface CourtBookingQuery extends PageQuery {
  /** Only bookings of this court. */
  courtId?: string | undefined;
  /** Only bookings that end after this time. */
  from?: Date | string | undefined;
  /** Only bookings that start before this time. */
  to?: Date | string | undefined;
  /**
   * Only bookings changed at this time or later. To follow changes use `listChanges`, because this filter can miss a change that
   * is committed late.
   */
  updatedFrom?: Date | string | undefined;
  /** Only bookings changed before this time. */
  updatedTo?: Date | string | undefined;
  /** Only bookings with this status. Default: `ACTIVE`. */
  status?: 'ACTIVE' | 'CANCELLED' | 'ANY' | undefined;
  /** Only bookings with this user as a participant. */
  participantUserId?: string | undefined;
  /** Only bookings with a participant who has this e-mail address. */
  participantEmail?: string | undefined;
}

/** Filters for the list of courts, which is sorted by name. */
export interface CourtQuery extends PageQuery {
  /** Only courts of this organization. */
  organizationId?: string | undefined;
}

/** The start of the list of changes, and how long to wait for one. */
export interface ChangeQuery extends PageQuery {
  /**
   * The cursor to continue from: the `nextCursor` of a page, or `latest` for new changes only. Default: the oldest change that is
   * kept.
   */
  cursor?: string | undefined;
  /** The number of seconds, 0 to 30, that the service waits if no change is available yet. Default: 0. */
  wait?: number | undefined;
}

/** The period of the query, at most 31 days. */
export interface OccupancyQuery {
  /** The start of the period. */
  from: Date | string;
  /** The end of the period. */
  to: Date | string;
}

/** The operations of the client, without batches. Their calls reject with a `PartnerError`. */
export interface PartnerOperations {
  /**
   * Returns the token's permissions, its external service, and its rate limit.
   *
   * @throws PartnerError<'getToken'>
   */
  getToken: (options?: CallOptions) => Promise<Token>;
  /**
   * Creates a user account that is linked to your external service and managed by it.
   *
   * Safe to repeat: if the same pair of `email` and `externalUserId` is already linked, the stored user is returned unchanged
   * (200). Needs the scope `userwrite`.
   *
   * @throws PartnerError<'createUser'>
   * @see the interface document, section 4.1, and `/docs/reference#createUser` of the service
   */
  createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<UserResponse>;
  /**
   * Creates the court booking with your own booking id, or replaces it.
   *
   * Versions are compared by `externalUpdatedAt`. A newer version is written. The same version with the same content returns the
   * stored booking (200). An older version is rejected (`stale_write`), and so is the same version with other content
   * (`version_conflict`). A booking occupies the time from `startDate` up to, but not including, `endDate`. Needs the scope
   * `court-bookingwrite`.
   *
   * Your booking id has 1 to 255 characters, is case-sensitive and never trimmed, and is neither `.` nor `..`.
   *
   * @throws PartnerError<'upsertCourtBooking'>
   * @see the interface document, section 4.2, and `/docs/reference#upsertCourtBooking` of the service
   */
  upsertCourtBooking: (
    externalCourtBookingId: string,
    body: UpsertCourtBookingRequest,
    options?: CallOptions,
  ) => Promise<CourtBookingResponse>;
  /**
   * Reads a user that is linked to your external service, or that it has been granted access to. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUser'>
   */
  getUser: (userId: string, options?: CallOptions) => Promise<User>;
  /**
   * Reads the user that is linked with an id of your own. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUserByExternalId'>
   */
  getUserByExternalId: (externalUserId: string, options?: CallOptions) => Promise<User>;
  /**
   * Creates the user with your own id, or updates the user that is linked to it.
   *
   * Users have no version: the last write wins. Safe to repeat: if the values are already stored, nothing is written. Needs the
   * scope `userwrite`.
   *
   * Your user id has 1 to 255 characters, is case-sensitive and never trimmed, and is neither `.` nor `..`.
   *
   * @throws PartnerError<'upsertUser'>
   */
  upsertUser: (externalUserId: string, body: UpsertUserRequest, options?: CallOptions) => Promise<User>;
  /**
   * Changes a user that your external service manages. Fields that you leave out are kept.
   *
   * Safe to repeat. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'updateUser'>
   */
  updateUser: (userId: string, body: UpdateUserRequest, options?: CallOptions) => Promise<User>;
  /**
   * Erases a user that your external service manages: name, e-mail address, birthday, and every copy of them. The user's bookings
   * stay, with a participant without identity. This cannot be undone.
   *
   * Safe to repeat. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'eraseUser'>
   */
  eraseUser: (userId: string, options?: CallOptions) => Promise<ErasedUser>;
  /**
   * Reads one of your court bookings, including cancelled ones. Needs the scope `court-bookingread`.
   *
   * Your booking id has 1 to 255 characters, is case-sensitive and never trimmed, and is neither `.` nor `..`.
   *
   * @throws PartnerError<'getCourtBooking'>
   */
  getCourtBooking: (externalCourtBookingId: string, options?: CallOptions) => Promise<CourtBooking>;
  /**
   * Cancels one of your court bookings. Its court is free at once.
   *
   * `externalUpdatedAt` is when it was cancelled in your system. The call succeeds if it is equal to the stored version or newer. An
   * older one is rejected (`stale_write`). If no booking is stored, the time is remembered, so that a delayed older upsert is rejected.
   * Safe to repeat. Needs the scope `court-bookingwrite`.
   *
   * Your booking id has 1 to 255 characters, is case-sensitive and never trimmed, and is neither `.` nor `..`.
   *
   * @throws PartnerError<'cancelCourtBooking'>
   */
  cancelCourtBooking: (
    externalCourtBookingId: string,
    externalUpdatedAt: Date | string,
    options?: CallOptions,
  ) => Promise<CancelledCourtBooking>;
  /**
   * Returns when a court is occupied by any booking. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'getCourtOccupancy'>
   */
  getCourtOccupancy: (
    courtId: string,
    query: OccupancyQuery,
    options?: CallOptions,
  ) => Promise<CourtOccupancy>;
  /**
   * Lists your webhook endpoints, as set up by operators. Needs any read scope.
   *
   * @throws PartnerError<'listWebhookEndpoints'>
   */
  listWebhookEndpoints: (options?: CallOptions) => Promise<WebhookEndpointList>;
  /**
   * Lists users that are linked to your external service, or that it has been granted access to. Needs the scope `userread`.
   *
   * @throws PartnerError<'listUsers'>
   */
  listUsers: (query?: UserQuery, options?: CallOptions) => Listing<UserPage, User>;
  /**
   * Lists your court bookings, the most recently changed first. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourtBookings'>
   */
  listCourtBookings: (
    query?: CourtBookingQuery,
    options?: CallOptions,
  ) => Listing<CourtBookingPage, CourtBooking>;
  /**
   * Lists the courts that you may book, sorted by name. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourts'>
   */
  listCourts: (query?: CourtQuery, options?: CallOptions) => Listing<CourtPage, Court>;
  /**
   * Lists all changes in order, both your own and those made by others.
   *
   * Without `wait` the list ends when there are no more changes. With `wait` it continues until the `signal` ends it, which rejects with
   * `aborted`. Needs any read scope, and shows only what that scope may read.
   *
   * `cursor_expired` (410): the changes after the cursor are no longer kept. Get a new cursor with `latest`, list everything, and continue
   * from that cursor.
   *
   * @throws PartnerError<'listChanges'>
   */
  listChanges: (query?: ChangeQuery, options?: CallOptions) => Listing<ChangePage, Change>;
}

/** The documented body of each operation's success response. */
type ResponseBodies = {
  [Operation in OperationName]: Operation extends keyof PartnerOperations
    ? Awaited<ReturnType<PartnerOperations[Operation]>>
    : ResponseOf<Operation>;
};

/** The documented body of an operation's success response. */
export type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];

/** A problem of a request: the field (`path`), the kind (`code`), and an explanation for people (`message`). */
export type Issue = Schemas['Issue'];

/** An item of a rejected batch. It also has the fields of the single operation's error: `stored` or `conflicts`. */
export type BatchIssue = Schemas['BatchIssue'];
