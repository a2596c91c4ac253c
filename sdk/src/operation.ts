import type { components, operations } from './openapi.generated.ts';

/** The operations that have a method; `raw` reaches all of the interface. */
export type OperationName = Extract<keyof operations, 'createUser' | 'upsertCourtBooking'>;

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

/** A refusal of an operation: its status, its code, and its issues where the document has some. */
type RefusalWith<Status, Body> = Body extends { type: infer Type }
  ? Type extends string
    ? {
        readonly status: Status;
        readonly type: Type;
        readonly issues: Body extends { issues: infer Issues } ? Issues : undefined;
      }
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

/** What each operation answers when it was done: the documented body. */
export interface ResponseBodies {
  createUser: UserResponse;
  upsertCourtBooking: CourtBookingResponse;
}

/** What an operation answers when it was done: the documented body. */
export type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];

/** One fault of a request: where (`path`), which kind (`code`), and why, for a person (`message`). */
export type Issue = Schemas['Issue'];
