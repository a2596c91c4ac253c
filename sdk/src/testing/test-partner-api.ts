import type { CreateUserRequest, OperationName, UpsertCourtBookingRequest } from '../operation.ts';
import type { Planning } from './planning.ts';

/** A partner interface in memory, for your own tests. Without a plan it answers with success. */
export interface TestPartnerApi extends Planning {
  /** For `createPartnerClient`: an address, a token and an external service that exist nowhere, and `fetch`. */
  readonly clientOptions: {
    /** Where nothing is. */
    baseUrl: string;
    /** Nobody's. */
    token: string;
    /** Nobody. */
    externalServiceId: string;
    /** Reaches what is in memory. */
    fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
  };
  /** Every attempt that was made of `createUser` and `upsertCourtBooking`, also where the network was told to fail. */
  readonly calls: TestCall[];
  /** Forgets plans, calls, and what was created. */
  readonly reset: () => void;
}

/** Whose answers are made from their requests, as in 1.0. */
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

/** The body of a request as it was sent: JSON, so that every date is a string. */
export type SentBody<Operation extends OperationName> = Operation extends EchoedOperation
  ? Sent<RequestBodies[Operation]>
  : unknown;

/** One attempt, in the order of arrival; `operation` narrows `body` and `path`. */
export type TestCall = {
  [Operation in EchoedOperation]: {
    /** Which operation was called. */
    readonly operation: Operation;
    /** The parameters of the path, decoded. */
    readonly path: { externalServiceId: string } & (Operation extends 'upsertCourtBooking'
      ? { externalCourtBookingId: string }
      : unknown);
    /** The body as it was sent. */
    readonly body: SentBody<Operation>;
    /** `X-Request-Id`: the same for every attempt of a call. */
    readonly requestId: string | undefined;
    /** Every header of the request. */
    readonly headers: Headers;
  };
}[EchoedOperation];
