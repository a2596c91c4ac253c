import type { AnswerInfo } from './answer-info.ts';
import type { DocumentedRefusal, Issue, OperationName } from './operation.ts';

/** What every error of this package tells. */
export interface PartnerErrorOf<Type extends string> extends Error {
  /** A documented code of the operation, or one of this package's own. */
  readonly type: Type;
  /** The same as `type`, where loggers look for it; of an answer that is not known, the code that it has. */
  readonly code: string;
  /** The operation that was called; undefined where it is about the client itself. */
  readonly operation: OperationName | undefined;
  /** The request's id, the same in every attempt: name it when you ask an operator. Undefined where nothing was called. */
  readonly requestId: string | undefined;
  /** How many attempts were made; 0: nothing was sent. */
  readonly attempts: number;
  /** The HTTP status of the last answer; undefined without an answer. */
  readonly status: number | undefined;
  /** What is wrong with the request, fault by fault; undefined where there is nothing to list. */
  readonly issues: Issue[] | undefined;
  /** Milliseconds to wait before the same call, as the last answer asked (`Retry-After`); undefined when it did not. */
  readonly retryAfterMs: number | undefined;
  /** The last answer; undefined without one. */
  readonly response: AnswerInfo | undefined;
  /** What `JSON.stringify` tells: the name, the message, and all fields but `cause` and `response`, which may hold anything. */
  readonly toJSON: () => Record<string, unknown>;
}

/** An error of a call, which has a request id. */
interface CallErrorOf<Type extends string, Operation extends OperationName> extends PartnerErrorOf<Type> {
  /** The operation that was called. */
  readonly operation: Operation;
  /** The request's id, the same in every attempt: name it when you ask an operator. */
  readonly requestId: string;
}

/**
 * A documented refusal of an operation: `type` is one of exactly its codes, and narrows `status` and `issues`.
 *
 * `error instanceof PartnerApiError` finds it; then `error.operation` narrows to one operation.
 * Codes and statuses: the interface document, section 7, and `/docs/errors` of the service.
 */
export type PartnerApiError<Operation extends OperationName = OperationName> = Operation extends OperationName
  ? CallErrorOf<string, Operation> & {
      /** The answer. */
      readonly response: AnswerInfo;
    } & DocumentedRefusal<Operation>
  : never;

/**
 * An answer that this version does not know: a code that is newer than it, which is then `code`, or something that is no
 * answer of the service, such as a proxy's page.
 */
export interface UnexpectedAnswerError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'unexpected_answer', Operation> {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The answer. */
  readonly response: AnswerInfo;
  /** The first 2,000 characters of its body. */
  readonly text: string;
  /** Whether the body has more than 16 MiB. No more is read, and the call is not tried again. */
  readonly isTooLarge: boolean;
}

/** No whole answer came: refused, reset, cut off, unresolvable. `cause` has the platform's own error. */
export interface NetworkError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'network_error', Operation> {
  /** What `fetch` threw. */
  readonly cause: unknown;
}

/** The answer took too long. */
export interface TimeoutError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'timeout', Operation> {
  /** Which limit was reached: of one attempt (`attemptTimeoutMs`), or of the whole call (`timeoutMs`). */
  readonly limit: 'attempt' | 'call';
}

/** The caller's `signal` ended the call. `cause` has its reason. */
export interface AbortedError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'aborted', Operation> {
  /** The signal's `reason`. */
  readonly cause: unknown;
}

/** The `token` function failed, or returned no usable token. Nothing was sent in the last attempt. It is retried. */
export interface TokenUnavailableError<Operation extends OperationName = OperationName>
  extends CallErrorOf<'token_unavailable', Operation> {
  /** What the function threw; undefined if it returned something else than a token. */
  readonly cause: unknown;
}

/** An argument that cannot be right: nothing was sent. `issues` says which and why. */
export interface InvalidArgumentError<Operation extends OperationName = OperationName>
  extends PartnerErrorOf<'invalid_argument'> {
  /** The operation that was called; undefined where a client could not be made. */
  readonly operation: Operation | undefined;
  /** Which arguments, and what they must be. */
  readonly issues: Issue[];
}

/**
 * Everything by which a call can fail: the operation's own codes, and `unexpected_answer`, `network_error`, `timeout`,
 * `aborted`, `token_unavailable`, `invalid_argument`. A `switch` over `type` can be exhaustive.
 */
export type PartnerError<Operation extends OperationName = OperationName> =
  | PartnerApiError<Operation>
  | UnexpectedAnswerError<Operation>
  | NetworkError<Operation>
  | TimeoutError<Operation>
  | AbortedError<Operation>
  | TokenUnavailableError<Operation>
  | InvalidArgumentError<Operation>;

/** A class of errors that `instanceof` narrows to `Instance`, a union where that is one. */
export interface ErrorClass<Instance> {
  /** What `instanceof` narrows to. */
  readonly prototype: Instance;
  /** For this package itself. */
  new (message: string, fields: { type: string; [field: string]: unknown }): Instance;
}

/**
 * The class of every error that this package throws or returns; `type` tells them apart.
 *
 * ES modules and CommonJS have a class of their own each: where both meet in one process, ask for `type`.
 */
export const PartnerError = class PartnerError extends Error {
  static {
    // Kept where a bundler shortens the names of classes, and at the top of stacks.
    PartnerError.prototype.name = 'PartnerError';
  }
  declare code: string;
  constructor(message: string, fields: { type: string }) {
    super(message);
    Object.assign(this, fields);
    this.code ??= fields.type;
  }
  toJSON() {
    // Headers and whatever fetch threw are left out: they may hold secrets, and may be no JSON.
    const { cause, response, ...fields } = this as Record<string, unknown>;
    return { name: this.name, message: this.message, ...fields };
  }
} as object as ErrorClass<PartnerError>;

/** The class of documented refusals. */
export const PartnerApiError =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<PartnerApiError>;
