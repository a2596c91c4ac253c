import type { AnswerInfo } from './answer-info.ts';
import type { OperationName, ResponseBody, SuccessStatus } from './operation.ts';
import type { PartnerError } from './partner-error.ts';

/** What every error and every success tells of its call. */
export interface CallFields<Operation extends OperationName> {
  /** The operation that was called. */
  readonly operation: Operation;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** How many attempts were made. */
  attempts: number;
}

/** The operation was done. */
export interface PartnerSuccess<Operation extends OperationName, Data = ResponseBody<Operation>>
  extends CallFields<Operation> {
  /** Tells it from a refusal. */
  readonly ok: true;
  /** 201: created. 200: done; a stored booking that was updated or is just so; a stored user, of whom nothing is changed. */
  readonly status: SuccessStatus<Operation>;
  /** The documented body. */
  readonly data: Data;
  /** The answer. */
  readonly response: AnswerInfo;
}

/** The operation failed. */
export interface PartnerRefusal<Operation extends OperationName> {
  /** Tells it from a success. */
  readonly ok: false;
  /** What the other form rejects with. */
  readonly error: PartnerError<Operation>;
}

/** What the `safe` form of a call returns: `ok` tells which. */
export type PartnerResult<Operation extends OperationName = OperationName> = Operation extends OperationName
  ? PartnerSuccess<Operation> | PartnerRefusal<Operation>
  : never;
