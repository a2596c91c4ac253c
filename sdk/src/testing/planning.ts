import type { Issue, OperationName, PartnerErrorType, ResponseBody } from '../operation.ts';

/** What tests may plan for the attempts of each operation. */
export interface Planning {
  /** Answers success, with fields of the body as given: over those that are made from the request. */
  readonly succeed: <Operation extends OperationName>(
    operation: Operation,
    body?: Partial<ResponseBody<Operation>>,
    options?: SucceedOptions,
  ) => void;
  /** Answers a documented error of the operation. */
  readonly refuse: <Operation extends OperationName>(
    operation: Operation,
    type: PartnerErrorType<Operation>,
    options?: RefuseOptions,
  ) => void;
  /** Answers anything: a code that does not exist yet, a proxy's page. A string is sent as it is. */
  readonly answer: (operation: OperationName, status: number, body: unknown, options?: AnswerOptions) => void;
  /** Lets the connection fail. */
  readonly failNetwork: (operation: OperationName, options?: FailNetworkOptions) => void;
}

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
