import type { AnswerInfo } from './answer-info.ts';
import type { DocumentedError, Issue, OperationName } from './documented-responses.ts';
import { isRetryable } from './retry.ts';

/** The fields of every error of this package. */
export interface PartnerErrorOf<Type extends string> extends Error {
  /** A documented error code of the operation, or a code of this package. */
  readonly type: Type;
  /** The same as `type`, under the name that loggers look for. For an unknown error response, the code in that response. */
  readonly code: string;
  /** The operation that was called; undefined if the error concerns the client itself. */
  readonly operation: OperationName | undefined;
  /** The request's id, the same in every attempt. Include it when you contact an operator. Undefined if no operation was called. */
  readonly requestId: string | undefined;
  /** The number of attempts; 0 means that nothing was sent. */
  readonly attempts: number;
  /** The HTTP status of the last response; undefined without a response. */
  readonly status: number | undefined;
  /** The problems of the request; undefined if the error lists none. */
  readonly issues: Issue[] | undefined;
  /** Milliseconds to wait before you repeat the call, as the last response requested (`Retry-After`); undefined if it did not. */
  readonly retryAfterMs: number | undefined;
  /** The last response; undefined without one. */
  readonly response: AnswerInfo | undefined;
  /** True if the same call may succeed later. The client has made its own attempts, up to a limit. */
  readonly retryable: boolean;
  /**
   * Returns the fields for `JSON.stringify`: the name, the message, and all fields except `cause` and `response`, which may
   * contain anything.
   */
  readonly toJSON: () => Record<string, unknown>;
}

/** An error of a call, which has a request id. */
export interface CallErrorOf<Type extends string, Operation extends OperationName>
  extends PartnerErrorOf<Type> {
  /** The operation that was called. */
  readonly operation: Operation;
  /** The request's id, the same in every attempt. Include it when you contact an operator. */
  readonly requestId: string;
}

/**
 * A documented error of an operation. `type` is exactly one of its codes, and narrows `status` and `issues`.
 *
 * Test for it with `error instanceof PartnerApiError`. Then `error.operation` narrows it to one operation. For codes and statuses
 * see the interface document, section 7, and `/docs/errors` of the service.
 */
export type PartnerApiError<Operation extends OperationName = OperationName> = Operation extends OperationName
  ? CallErrorOf<string, Operation> & {
      /** The response. */
      readonly response: AnswerInfo;
    } & DocumentedError<Operation>
  : never;

/**
 * A response that this version does not know. Either it has a newer error code, which is then `code`, or it does not come from
 * the service, such as a proxy's page.
 */
export interface UnexpectedAnswerError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'unexpected_answer', Operation> {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The response. */
  readonly response: AnswerInfo;
  /** The first 2,000 characters of the body. */
  readonly text: string;
  /** True if the body is larger than 16 MiB. No more is read, and the call is not retried. */
  readonly isTooLarge: boolean;
}

/**
 * No complete response was received: the connection was refused, reset or cut off, or the host name could not be resolved.
 * `cause` is the platform's own error.
 */
export interface NetworkError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'network_error', Operation> {
  /** What `fetch` threw. */
  readonly cause: unknown;
}

/** The response took too long. */
export interface TimeoutError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'timeout', Operation> {
  /** The limit that was reached: one attempt (`attemptTimeoutMs`) or the whole call (`timeoutMs`). */
  readonly limit: 'attempt' | 'call';
}

/** The caller's `signal` ended the call. `cause` is its reason. */
export interface AbortedError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'aborted', Operation> {
  /** The signal's `reason`. */
  readonly cause: unknown;
}

/**
 * The `token` function failed, or returned no usable token. Nothing was sent in the last attempt. This error is
 * retried, unless the function failed with a programming error or an unknown host.
 */
export interface TokenUnavailableError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'token_unavailable', Operation> {
  /** The error that the function threw; undefined if it returned something other than a token. */
  readonly cause: unknown;
}

/** An argument is invalid. Nothing was sent. `issues` lists the arguments and the reasons. */
export interface InvalidArgumentError<Operation extends OperationName = OperationName>
  extends PartnerErrorOf<'invalid_argument'> {
  /** The operation that was called; undefined if a client could not be created. */
  readonly operation: Operation | undefined;
  /** The invalid arguments, and the allowed values. */
  readonly issues: Issue[];
}

/**
 * Every error of a call: the operation's own codes, and `unexpected_answer`, `network_error`, `timeout`, `aborted`,
 * `token_unavailable`, `invalid_argument`. A `switch` over `type` can be exhaustive.
 */
export type PartnerError<Operation extends OperationName = OperationName> =
  | PartnerApiError<Operation>
  | UnexpectedAnswerError<Operation>
  | NetworkError<Operation>
  | TimeoutError<Operation>
  | AbortedError<Operation>
  | TokenUnavailableError<Operation>
  | InvalidArgumentError<Operation>;

/** An error class that `instanceof` narrows to `Instance`, which may be a union. */
export interface ErrorClass<Instance> {
  /** The type that `instanceof` narrows to. */
  readonly prototype: Instance;
  /** Only for use by this package. */
  new (message: string, fields: { type: string; [field: string]: unknown }): Instance;
}

/**
 * The class of every error that this package throws or returns. `type` distinguishes the errors.
 *
 * ES modules and CommonJS each have their own class. If both are used in one process, check `type` instead.
 */
export const PartnerError = /* @__PURE__ */ named(
  'PartnerError',
  class PartnerError extends Error {
    declare code: string;
    constructor(message: string, fields: { type: string }) {
      super(message);
      Object.assign(this, fields);
      this.code ??= fields.type;
    }
    get retryable() {
      const error = this as object as Parameters<typeof isRetryable>[0];
      return error.type === 'timeout' || isRetryable(error);
    }
    override toString() {
      const { name, type, operation, requestId, message } = this as Record<string, unknown>;
      const call = [operation, requestId && `request ${requestId}`].filter(Boolean).join(', ');
      return `${name}: ${type}${call && ` (${call})`}: ${message}`;
    }
    toJSON() {
      // Headers and the error from fetch are left out. They may contain secrets, and may not be serializable.
      const { cause, response, ...fields } = this as Record<string, unknown>;
      return { name: this.name, message: this.message, ...fields };
    }
  },
) as object as ErrorClass<PartnerError>;

/** Names a class of errors, because bundlers may shorten class names. The name also appears at the top of stack traces. */
function named<Class extends { prototype: Error }>(name: string, Class: Class): Class {
  Class.prototype.name = name;
  return Class;
}

/** The class of documented errors. */
export const PartnerApiError =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<PartnerApiError>;
