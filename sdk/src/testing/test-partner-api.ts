import type { CreateUserRequest, Issue, OperationName, UpsertCourtBookingRequest } from '../operation.ts';
import type { Planning } from './plans.ts';

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

/** For how many attempts something is planned, and how late it comes. */
export interface PlanOptions {
  /** Attempts of the operation that it holds for; `Infinity`: all. Default: 1. */
  times?: number;
  /** Milliseconds until the answer. Default: 0. */
  delayMs?: number;
}

/** How a success is planned. */
export interface SucceedOptions extends PlanOptions {
  /** Default: 201 the first time, then 200. */
  status?: 200 | 201;
}

/** How an answer is planned that is not documented. */
export interface AnswerOptions extends PlanOptions {
  /** Over those that every answer has. */
  headers?: Record<string, string>;
}

/** How a failure of the network is planned. */
export interface FailNetworkOptions extends PlanOptions {
  /** Fail only after the request has arrived: it counts as carried out. Default: it has not. */
  afterDelivery?: boolean;
}

/** What a refusal may say otherwise than the document's example. */
export interface RefuseOptions extends PlanOptions {
  /** Instead of the example's message. */
  message?: string;
  /** For `invalid_schema`: instead of the example's issues. */
  issues?: Issue[];
  /** `Retry-After` of 429 and 503, in seconds. Default: 1. */
  retryAfterSeconds?: number;
}
