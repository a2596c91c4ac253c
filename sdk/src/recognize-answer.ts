import { fieldChecks, uuid } from './check-arguments.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import type { OperationName } from './documented-responses.ts';
import { isObject } from './from-outside.ts';

/** The arguments of a call, as they are sent. */
export interface Given {
  path: Record<string, string>;
  body: unknown;
}

const isText = (value: unknown) => typeof value === 'string';

/** The kinds of values in a response. The ids in the request were checked before it was sent. */
const kinds: Record<string, (value: unknown, given: Given) => unknown> = {
  uuid: (value) => !uuid(value),
  list: Array.isArray,
  text: isText,
  'text?': (value) => value === undefined || isText(value),
  object: isObject,
  results: (value, { body }) =>
    Array.isArray(value) &&
    value.length === (body as { items?: unknown[] }).items?.length &&
    value.every((result) => result?.outcome ?? result?.error),
};

/** Returns true if a body (any JSON) is the response to this call. Rejects `{}` and responses of intermediaries. */
export function isAnswerTo(operation: OperationName, body: unknown, given: Given): boolean {
  if (!isObject(body)) return false;
  const { marks } = documentedOperations[operation];
  for (const name in marks) {
    const mark = marks[name]!;
    const value = (body as Record<string, unknown>)[name];
    if (!(kinds[mark]?.(value, given) ?? isSame(value, mark, given.path[mark]))) return false;
  }
  return true;
}

/** The service returns UUIDs in lower case. */
const isSame = (value: unknown, name: string, given: string | undefined) =>
  value === (fieldChecks[name] === uuid ? given?.toLowerCase() : given);
