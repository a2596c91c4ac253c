import type { components, operations } from './openapi.generated.ts';

/** Every operation of the interface. What the document has beside them, `on…Event`, is what your webhooks receive. */
export type OperationName = Exclude<keyof operations, `on${string}Event`>;

type Responses<Operation extends OperationName> = operations[Operation]['responses'];
type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type ErrorOf<Message> = JsonOf<Message> extends { error: infer Refusal } ? Refusal : never;

/** The statuses with which an operation says that it was done, such as `200 | 201`. */
export type SuccessStatus<Operation extends OperationName> = {
  [Status in keyof Responses<Operation>]: [ErrorOf<Responses<Operation>[Status]>] extends [never]
    ? Status
    : never;
}[keyof Responses<Operation>];

type ResponseOf<Operation extends OperationName> = JsonOf<Responses<Operation>[SuccessStatus<Operation>]>;

type ItemOf<Operation extends OperationName> =
  ResponseOf<Operation> extends { items: (infer Item)[] } ? Item : never;

/** A refusal of an operation: its status, its code, its issues where the document has some, and its further fields. */
type RefusalWith<Status, Body> = Body extends { type: infer Type }
  ? Type extends string
    ? {
        readonly status: Status;
        readonly type: Type;
        readonly issues: Body extends { issues: infer Issues } ? Issues : undefined;
      } & { readonly [Field in Exclude<keyof Body, 'type' | 'message' | 'issues'>]: Body[Field] }
    : never
  : never;

/** Every refusal that the document has for an operation, as a union. */
export type DocumentedRefusal<Operation extends OperationName> = {
  [Status in keyof Responses<Operation>]: RefusalWith<Status, ErrorOf<Responses<Operation>[Status]>>;
}[keyof Responses<Operation>];

/** The codes (`error.type`) that an operation may answer, exactly, such as `'stale_write' | …`. */
export type PartnerErrorType<Operation extends OperationName = OperationName> =
  Operation extends OperationName ? DocumentedRefusal<Operation>['type'] : never;

type Schemas = components['schemas'];

/** Of an object's fields exactly one. */
type ExactlyOneOf<Fields> = {
  [Name in keyof Fields]-?: { [Given in Name]-?: NonNullable<Fields[Given]> } & {
    [Other in Exclude<keyof Fields, Name>]?: undefined;
  };
}[keyof Fields];

/** The user to create. Of a user who is stored already nothing is changed. */
export interface CreateUserRequest extends Omit<Schemas['CreateUserRequest'], 'birthday'> {
  /**
   * From 1900-01-01 to today: `YYYY-MM-DD`, or a `Date`, of which the calendar day in UTC is taken. A `Date` made in local
   * time, as by `new Date(1985, 11, 10)`, may be the day before or after there: send the text when you have it.
   */
  birthday?: Date | string | undefined;
}

/** The user as stored. Fields without a value are left out; enumerations may have values that are newer than this package. */
export interface UserResponse extends ResponseOf<'createUser'> {}

/** Somebody who takes part in a booking: by `userId` or by `email`, never both. */
export type ParticipantRequest = ExactlyOneOf<Schemas['ParticipantRequest']>;

/**
 * The whole court booking: what is left out is removed from a stored one.
 *
 * Date-times are RFC 3339 with an offset, or a `Date`. A `Date` is exact to the millisecond: where your system keeps
 * microseconds, send `externalUpdatedAt` as text, since versions are compared to the microsecond.
 */
export interface UpsertCourtBookingRequest
  extends Omit<Schemas['UpsertCourtBookingRequest'], 'participants'> {
  /** Each person once, at most 50. Left out: nobody. */
  participants?: readonly ParticipantRequest[] | undefined;
}

/** The court booking as stored. Date-times are RFC 3339 in UTC, with as many digits as they have, to the microsecond. */
export interface CourtBookingResponse extends ResponseOf<'upsertCourtBooking'> {}

/** What is to be changed of a user; what is left out stays. */
export interface UpdateUserRequest extends Omit<Schemas['UpdateUserRequest'], 'birthday'> {
  /** As in {@link CreateUserRequest}; `null` clears it. */
  birthday?: Date | string | null | undefined;
}

/** A user as it is read. An erased one has `id`, `managed` and `status` only. */
export interface User extends ResponseOf<'getUser'> {}

/** What is left of an erased user. */
export interface ErasedUser extends ResponseOf<'eraseUser'> {}

/** A court booking as it is read: the stored one, its status, and by whom it was cancelled. */
export interface CourtBooking extends ResponseOf<'getCourtBooking'> {}

/** The answer to a cancellation, always the same small thing. */
export interface CancelledCourtBooking extends ResponseOf<'cancelCourtBooking'> {}

/** A court that you may book. */
export interface Court extends ItemOf<'listCourts'> {}

/** When a court is taken, by anybody. */
export interface CourtOccupancy extends ResponseOf<'getCourtOccupancy'> {}

/** What the token may do, and for whom. */
export interface Token extends ResponseOf<'getToken'> {}

/** One of your webhook endpoints, as operators have set it up. */
export interface WebhookEndpoint extends ItemOf<'listWebhookEndpoints'> {}

/** Your webhook endpoints. */
export interface WebhookEndpointList extends ResponseOf<'listWebhookEndpoints'> {}

/**
 * Something that happened: `type` narrows `data`. What is newer than this package has a `type` that no `case` names, and
 * arrives in the `default` of a `switch`.
 */
export type Change = ItemOf<'listChanges'>;

/** A page of users. */
export interface UserPage extends ResponseOf<'listUsers'> {}

/** A page of court bookings. */
export interface CourtBookingPage extends ResponseOf<'listCourtBookings'> {}

/** A page of courts. */
export interface CourtPage extends ResponseOf<'listCourts'> {}

/** A page of changes. Its `nextCursor` is always there; `caughtUp`: there were no more. */
export interface ChangePage extends ResponseOf<'listChanges'> {}

/** The part of a list to begin with, and how much at once. */
export interface PageQuery {
  /** Where to go on: the `nextCursor` of a page. Default: at the beginning. */
  cursor?: string | undefined;
  /** Items of a page, 1 to 100. Default: 50. */
  limit?: number | undefined;
}

/** Which users are listed. */
export interface UserQuery extends PageQuery {
  /** Of this address only. */
  email?: string | undefined;
  /** Of this id of your own only. */
  externalUserId?: string | undefined;
}

/** Which court bookings are listed, the one that was changed last first. */
export interface CourtBookingQuery extends PageQuery {
  /** Of this court only. */
  courtId?: string | undefined;
  /** That end after it. */
  from?: Date | string | undefined;
  /** That begin before it. */
  to?: Date | string | undefined;
  /** Changed at this time or later. To follow changes use `listChanges`: a commit that comes late hides behind this. */
  updatedFrom?: Date | string | undefined;
  /** Changed before this time. */
  updatedTo?: Date | string | undefined;
  /** Default: `ACTIVE`. */
  status?: 'ACTIVE' | 'CANCELLED' | 'ANY' | undefined;
  /** In which this user takes part. */
  participantUserId?: string | undefined;
  /** In which whoever has this address takes part. */
  participantEmail?: string | undefined;
}

/** Which courts are listed, by name. */
export interface CourtQuery extends PageQuery {
  /** Of this organization only. */
  organizationId?: string | undefined;
}

/** From where on changes are listed. */
export interface ChangeQuery extends PageQuery {
  /** Where to go on: the `nextCursor` of a page; `latest`: from now on. Default: the oldest that are kept. */
  cursor?: string | undefined;
  /** Seconds, 0 to 30, that the service waits for a change when there is none. Default: 0. */
  wait?: number | undefined;
}

/** The time for which a court is looked at, at most 31 days. */
export interface OccupancyQuery {
  /** Its beginning. */
  from: Date | string;
  /** Its end. */
  to: Date | string;
}

/** What each operation answers when it was done: the documented body. */
export interface ResponseBodies {
  getToken: Token;
  createUser: UserResponse;
  getUser: User;
  getUserByExternalId: User;
  listUsers: UserPage;
  updateUser: User;
  eraseUser: ErasedUser;
  getCourtBooking: CourtBooking;
  listCourtBookings: CourtBookingPage;
  upsertCourtBooking: CourtBookingResponse;
  cancelCourtBooking: CancelledCourtBooking;
  batchCourtBookings: ResponseOf<'batchCourtBookings'>;
  listCourts: CourtPage;
  getCourtOccupancy: CourtOccupancy;
  listChanges: ChangePage;
  listWebhookEndpoints: WebhookEndpointList;
}

/** What an operation answers when it was done: the documented body. */
export type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];

/** One fault of a request: where (`path`), which kind (`code`), and why, for a person (`message`). */
export type Issue = Schemas['Issue'];

/** An item of a rejected batch. It also has what the error of the single operation has: `stored` or `conflicts`. */
export type BatchIssue = Schemas['BatchIssue'];
