import type { AnswerInfo } from './answer-info.ts';
import { listed } from './check-arguments.ts';
import { documentedOperations } from './documented-operations.generated.ts';
import type { Issue, OperationName } from './documented-responses.ts';
import { parseJson } from './json.ts';
import { PartnerApiError, PartnerError } from './partner-error.ts';
import type { ReadResponse } from './read-response.ts';
import { type Given, isAnswerTo } from './recognize-answer.ts';
import type { CallFields, PartnerSuccess } from './result.ts';
import { retryAfterOf } from './retry.ts';

/** The error of an unknown response keeps this many characters of its body. */
const keptCharacters = 2_000;

/**
 * Decides what a response means for the call.
 *
 * @param given the arguments of the call, which identify its response
 * @throws PartnerApiError for a code that is documented for the operation
 * @throws PartnerError of type `unexpected_answer` for anything else that is not a success of the operation
 */
export function judgeAnswer<Operation extends OperationName>(
  { ok, status, headers, bodyText, isTooLarge }: ReadResponse,
  fields: CallFields<Operation>,
  given: Given,
): PartnerSuccess<Operation> {
  const { statuses, errors } = documentedOperations[fields.operation];
  const { operation, requestId, attempts } = fields;
  const response: AnswerInfo = { status, headers, requestId, attempts };
  const body = isTooLarge ? undefined : parseJson(bodyText);
  // A success that is not recognized comes from a proxy or another intermediary. The request may not have reached the service.
  if (statuses.includes(status) && isAnswerTo(operation, body, given)) {
    return { ok, status, data: body, ...fields, response } as object as PartnerSuccess<Operation>;
  }
  const { type: code, message, issues, ...more } = errorIn(body);
  const answered = { ...fields, status, code, issues, retryAfterMs: retryAfterOf(headers), response };
  const documented: readonly unknown[] = errors;
  if (code !== undefined && documented.includes(code)) {
    const why = issues?.length ? `${message} ${listed(issues)}` : (message ?? code);
    throw new PartnerApiError(why, { ...more, ...answered, type: code });
  }
  const what = isTooLarge ? 'a response of more than 16 MiB' : (message ?? headers.get('Content-Type'));
  throw new PartnerError(`${status}, ${what}: unknown to this SDK. Check baseUrl.`, {
    ...answered,
    type: 'unexpected_answer',
    text: bodyText.slice(0, keptCharacters),
    isTooLarge,
  });
}

interface ServiceError {
  type?: string;
  message?: string;
  issues?: Issue[];
  /** Further fields, which depend on the code. */
  [field: string]: unknown;
}

/** The error in a body of the service. Empty for any other body. */
function errorIn(body: unknown): ServiceError {
  return (body as { error?: ServiceError } | null | undefined)?.error ?? {};
}
