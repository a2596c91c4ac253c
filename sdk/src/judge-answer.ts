import { listed } from './check-arguments.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import { parseJson } from './json.ts';
import type { Issue, OperationName } from './operation.ts';
import { PartnerApiError, PartnerError } from './partner-error.ts';
import type { ReadText } from './read-text.ts';
import { type Given, isAnswerTo } from './recognize-answer.ts';
import type { AnswerInfo, CallFields, PartnerSuccess } from './result.ts';
import { retryAfterOf } from './retry.ts';

/** An answer, and its body. */
export interface Answer extends ReadText {
  response: Response;
}

/** Of an answer that is not known so much is kept. */
const keptCharacters = 2_000;

/**
 * What an answer means to the call.
 *
 * @param given what the call was given, by which its answer is known
 * @throws PartnerApiError for a code that the document has for the operation
 * @throws PartnerError of type `unexpected_answer` for anything else that is no success of the operation
 */
export function judgeAnswer<Operation extends OperationName>(
  { text, isTooLarge, response: { ok, status, headers } }: Answer,
  fields: CallFields<Operation>,
  given: Given,
): PartnerSuccess<Operation> {
  const { statuses, errors } = documentedOperations[fields.operation];
  const { operation, requestId, attempts } = fields;
  const response: AnswerInfo = { status, headers, requestId, attempts };
  const body = isTooLarge ? undefined : parseJson(text);
  // Anything else that looks like a success comes from something in between: the request may never have arrived.
  if (statuses.includes(status) && isAnswerTo(operation, body, given)) {
    return { ok, status, data: body, ...fields, response } as object as PartnerSuccess<Operation>;
  }
  const { type: code, message, issues, ...more } = refusalIn(body);
  const answered = { ...fields, status, code, issues, retryAfterMs: retryAfterOf(headers), response };
  const documented: readonly unknown[] = errors;
  if (code !== undefined && documented.includes(code)) {
    const why = issues?.length ? `${message} ${listed(issues)}` : message;
    throw new PartnerApiError(why ?? code, { ...more, ...answered, type: code });
  }
  const what = isTooLarge ? 'an answer of more than 16 MiB' : (message ?? headers.get('Content-Type'));
  throw new PartnerError(`${status}, ${what}: unknown to this SDK. Check baseUrl.`, {
    ...answered,
    type: 'unexpected_answer',
    text: text.slice(0, keptCharacters),
    isTooLarge,
  });
}

interface Refusal {
  type?: string;
  message?: string;
  issues?: Issue[];
  /** The further fields of its code. */
  [field: string]: unknown;
}

/** The refusal in a body of the service; of any other body, an empty one. */
function refusalIn(body: unknown): Refusal {
  return (body as { error?: Refusal } | null | undefined)?.error ?? {};
}
