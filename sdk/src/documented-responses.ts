import type { components, operations } from './openapi.generated.ts';

/** Every operation of the interface. The document's `on…Event` operations are excluded: they are the webhooks that you receive. */
export type OperationName = Exclude<keyof operations, `on${string}Event`>;

type Responses<Operation extends OperationName> = operations[Operation]['responses'];
type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type ErrorOf<Message> = JsonOf<Message> extends { error: infer Failure } ? Failure : never;

/** The success statuses of an operation, such as `200 | 201`. */
export type SuccessStatus<Operation extends OperationName> = {
  [Status in keyof Responses<Operation>]: [ErrorOf<Responses<Operation>[Status]>] extends [never]
    ? Status
    : never;
}[keyof Responses<Operation>];

/** The documented body of an operation's success response. */
export type ResponseOf<Operation extends OperationName> = JsonOf<
  Responses<Operation>[SuccessStatus<Operation>]
>;

/** An error of an operation: its status, its code, its documented issues if any, and its further fields. */
type ErrorWith<Status, Body> = Body extends { type: infer Type }
  ? Type extends string
    ? {
        readonly status: Status;
        readonly type: Type;
        readonly issues: Body extends { issues: infer Issues } ? Issues : undefined;
      } & { readonly [Field in Exclude<keyof Body, 'type' | 'message' | 'issues'>]: Body[Field] }
    : never
  : never;

/** Every documented error of an operation, as a union. */
export type DocumentedError<Operation extends OperationName> = {
  [Status in keyof Responses<Operation>]: ErrorWith<Status, ErrorOf<Responses<Operation>[Status]>>;
}[keyof Responses<Operation>];

/** The exact error codes (`error.type`) that an operation may return, such as `'stale_write' | …`. */
export type PartnerErrorType<Operation extends OperationName = OperationName> =
  Operation extends OperationName ? DocumentedError<Operation>['type'] : never;

/** A problem of a request: the field (`path`), the kind (`code`), and an explanation for people (`message`). */
export type Issue = components['schemas']['Issue'];

/** An item of a rejected batch. It also has the fields of the single operation's error: `stored` or `conflicts`. */
export type BatchIssue = components['schemas']['BatchIssue'];
