import type { OperationName } from '../documented-responses.ts';
import type { CreateUserRequest, UpsertCourtBookingRequest } from '../operations.generated.ts';
import type { Planning } from './planning.ts';

/** A partner interface in memory, for your own tests. Without a plan it responds with success. */
export interface TestPartnerApi extends Planning {
  /** Options for `createPartnerClient`: an address, a token and an external service that do not exist, and `fetch`. */
  readonly clientOptions: {
    /** An address that does not exist. */
    baseUrl: string;
    /** A token that belongs to nobody. */
    token: string;
    /** The id of an external service that does not exist. */
    externalServiceId: string;
    /** Sends a request to the interface in memory. */
    fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
  };
  /** Every attempt of `createUser` and `upsertCourtBooking`, including those with a planned network failure. */
  readonly calls: TestCall[];
  /** Removes all plans, calls, users and bookings. */
  readonly reset: () => void;
}

/** The operations whose responses are created from their requests, as in 1.0. */
export type EchoedOperation = 'createUser' | 'upsertCourtBooking';

interface RequestBodies {
  createUser: CreateUserRequest;
  upsertCourtBooking: UpsertCourtBookingRequest;
}

type Sent<Value> = Value extends Date
  ? never
  : Value extends readonly (infer Item)[]
    ? Sent<Item>[]
    : Value extends object
      ? { [Field in keyof Value]: Sent<Value[Field]> }
      : Value;

/** The body of a request as it was sent. It is JSON, so every date is a string. */
export type SentBody<Operation extends OperationName> = Operation extends EchoedOperation
  ? Sent<RequestBodies[Operation]>
  : unknown;

/** An attempt. `operation` narrows `body` and `path`. Attempts are in the order of arrival. */
export type TestCall = {
  [Operation in EchoedOperation]: {
    /** The operation that was called. */
    readonly operation: Operation;
    /** The parameters of the path, decoded. */
    readonly path: { externalServiceId: string } & (Operation extends 'upsertCourtBooking'
      ? { externalCourtBookingId: string }
      : unknown);
    /** The body as it was sent. */
    readonly body: SentBody<Operation>;
    /** `X-Request-Id`, the same in every attempt of a call. */
    readonly requestId: string | undefined;
    /** Every header of the request. */
    readonly headers: Headers;
  };
}[EchoedOperation];
