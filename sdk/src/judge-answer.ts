import { documentedOperations } from './documented-operations.generated.ts';
import type { Issue, OperationName } from './operation.ts';
import { PartnerApiError, PartnerError } from './partner-error.ts';
import type { CallFields, PartnerSuccess } from './result.ts';
import { retryAfterOf } from './retry.ts';

/** An answer as openapi-fetch reads it: `data` is the text of a success, `error` the body of anything else. */
export interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * What an answer means to the call.
 *
 * @throws PartnerApiError for a code that the document has for the operation
 * @throws PartnerError of type `unexpected_answer` for anything else that is no success
 */
export function judgeAnswer<Operation extends OperationName>(
  { data, error, response }: Answer,
  fields: CallFields<Operation>,
): PartnerSuccess<Operation> {
  const { ok, status, headers } = response;
  const body = ok ? parseJson(data) : error;
  // Every success that the document promises is an object; another one comes from something in between.
  if (ok && body instanceof Object) {
    return { ok, status, data: body, ...fields } as object as PartnerSuccess<Operation>;
  }
  const { type: code, message, issues } = refusalIn(body);
  const answered = { ...fields, status, code, issues, retryAfterMs: retryAfterOf(headers) };
  const documented: readonly unknown[] = documentedOperations[fields.operation].errors;
  if (code !== undefined && documented.includes(code)) {
    throw new PartnerApiError(message ?? code, { ...answered, type: code });
  }
  const what = message ?? headers.get('Content-Type');
  throw new PartnerError(`${status}, ${what}: unknown to this SDK. Check baseUrl.`, {
    ...answered,
    type: 'unexpected_answer',
  });
}

interface Refusal {
  type?: string;
  message?: string;
  issues?: Issue[];
}

/** The refusal in a body of the service; of any other body, an empty one. */
function refusalIn(body: unknown): Refusal {
  return (body as { error?: Refusal } | null | undefined)?.error ?? {};
}

/** What a text says as JSON; undefined where it is none. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
