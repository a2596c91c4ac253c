import type { AnswerInfo } from './answer-info.ts';
import type { OperationName, ResponseOf, SuccessStatus } from './documented-responses.ts';
import type { PartnerOperations } from './operations.generated.ts';
import type { PartnerError } from './partner-error.ts';

/** The documented body of each operation's success response. */
type ResponseBodies = {
  [Operation in OperationName]: Operation extends keyof PartnerOperations
    ? Awaited<ReturnType<PartnerOperations[Operation]>>
    : ResponseOf<Operation>;
};

/** The documented body of an operation's success response. */
export type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];

/** The call's fields in every error and every success. */
export interface CallFields<Operation extends OperationName> {
  /** The operation that was called. */
  readonly operation: Operation;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** The number of attempts. */
  attempts: number;
}

/** A successful call. */
export interface PartnerSuccess<Operation extends OperationName, Data = ResponseBody<Operation>>
  extends CallFields<Operation> {
  /** Distinguishes it from a failure. */
  readonly ok: true;
  /**
   * 201 means that the resource was created. 200 means that the request succeeded: a stored booking was updated or already had this
   * content, or a stored user was left unchanged.
   */
  readonly status: SuccessStatus<Operation>;
  /** The documented body. */
  readonly data: Data;
  /** The response. */
  readonly response: AnswerInfo;
}

/** A failed call. */
export interface PartnerRefusal<Operation extends OperationName> {
  /** Distinguishes it from a success. */
  readonly ok: false;
  /** The error that the normal form of the call rejects with. */
  readonly error: PartnerError<Operation>;
}

/** The result of a call in its `safe` form. `ok` distinguishes the two cases. */
export type PartnerResult<Operation extends OperationName = OperationName> = Operation extends OperationName
  ? PartnerSuccess<Operation> | PartnerRefusal<Operation>
  : never;
