import { catalogue, type ErrorType } from '../../src/errors.ts';
import { documentedOperations } from '../../src/rest/operations.ts';
import { transportErrors } from '../../src/rest/transport/operation.ts';

const ofOperation = new Map<string, ReadonlySet<string>>(
  documentedOperations().map(({ operationId, errors }) => [
    operationId,
    new Set<string>([...errors, ...transportErrors]),
  ]),
);

export interface Judged {
  type: string | undefined;
  /**
   * True if the response is documented: the operation can return the code, the catalogue has it with this status, and 429 and 503 have a
   * `Retry-After`.
   */
  documented: boolean;
}

/**
 * Checks a response against the catalogue of errors.
 * @param of the id of a documented operation, `graphql`, or `page` for everything else
 */
export function judge(
  of: string,
  { status, retryAfter, text }: { status: number; retryAfter: string | undefined; text: string },
): Judged {
  if (of === 'page' && status < 400) return { type: undefined, documented: true };
  let body: { data?: unknown; error?: { type?: string }; errors?: { extensions?: { type?: string } }[] };
  try {
    body = JSON.parse(text);
  } catch {
    return { type: undefined, documented: false };
  }
  if (of === 'graphql' && body.errors) {
    const types = body.errors.map(({ extensions }) => extensions?.type);
    const isStatus = (type: string | undefined) =>
      isKnown(type) && (status === 200 || catalogue[type].status === status);
    return { type: types[0], documented: types.every(isStatus) };
  }
  if (status === 200 || status === 201) return { type: undefined, documented: body.error === undefined };
  const type = body.error?.type;
  const allowed = ofOperation.get(of);
  const saysWhen = ![429, 503].includes(status) || Number(retryAfter) >= 1;
  return {
    type,
    documented:
      isKnown(type) && catalogue[type].status === status && (allowed?.has(type) ?? true) && saysWhen,
  };
}

function isKnown(type: string | undefined): type is ErrorType {
  return type !== undefined && Object.hasOwn(catalogue, type);
}
