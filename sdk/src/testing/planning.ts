import type { Issue, OperationName, PartnerErrorType } from '../documented-responses.ts';
import type { ResponseBody } from '../result.ts';

/** Plans responses for the attempts of each operation. */
export interface Planning {
  /** Plans a success. The given fields replace those that are created from the request. */
  readonly succeed: <Operation extends OperationName>(
    operation: Operation,
    body?: Partial<ResponseBody<Operation>>,
    options?: SucceedOptions,
  ) => void;
  /** Plans a documented error of the operation. */
  readonly refuse: <Operation extends OperationName>(
    operation: Operation,
    type: PartnerErrorType<Operation>,
    options?: RefuseOptions,
  ) => void;
  /** Plans any response, such as a code that does not exist yet, or a proxy's page. A string is sent as it is. */
  readonly answer: (operation: OperationName, status: number, body: unknown, options?: AnswerOptions) => void;
  /** Plans a failed connection. */
  readonly failNetwork: (operation: OperationName, options?: FailNetworkOptions) => void;
}

/** The number of attempts that a plan applies to, and their delay. */
export interface PlanOptions {
  /** The number of attempts of the operation; `Infinity` means all. Default: 1. */
  times?: number;
  /** Milliseconds until the response. Default: 0. */
  delayMs?: number;
}

/** The options of a planned success. */
export interface SucceedOptions extends PlanOptions {
  /** The status. Default: 201 the first time, then 200. */
  status?: 200 | 201;
}

/** The options of a planned response that is not documented. */
export interface AnswerOptions extends PlanOptions {
  /** Additional headers. They replace default headers of the same name. */
  headers?: Record<string, string>;
}

/** The options of a planned network failure. */
export interface FailNetworkOptions extends PlanOptions {
  /** If true, the request is carried out before the connection fails. Default: false. */
  afterDelivery?: boolean;
}

/** The options of a planned error. They replace parts of the document's example. */
export interface RefuseOptions extends PlanOptions {
  /** Replaces the message of the example. */
  message?: string;
  /** For `invalid_schema`: replaces the issues of the example. */
  issues?: Issue[];
  /** `Retry-After` of 429 and 503, in seconds. Default: 1. */
  retryAfterSeconds?: number;
}
