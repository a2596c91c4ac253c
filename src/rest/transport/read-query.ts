import { errorFactory } from '../../api-error.ts';
import { validateErrors } from '../../services/values/validate.ts';

const createError = errorFactory(validateErrors);

/**
 * Parses a query string (`application/x-www-form-urlencoded`) and percent-decodes each parameter once.
 *
 * Not in the document: a `+` in a value may mean a space or a plus, so it is rejected. Only before the offset of a
 * date-time it can have one meaning.
 *
 * @param raw as it was sent, without the question mark
 * @throws ApiError `invalid_schema`: a parameter occurs twice, cannot be decoded, or has an ambiguous `+`.
 */
export function readQuery(raw: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals), '');
    const sent = equals === -1 ? '' : pair.slice(equals + 1);
    if (sent.includes('+') && !dateTimeWithOffset.test(sent)) throw fault(name, 'ambiguous_plus', ambiguous);
    const value = decoded(sent, name);
    if (parameters.has(name))
      throw fault(name, 'duplicate_parameter', 'Was sent more than once. Send it once.');
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** An offset may also be percent-encoded in part. */
const dateTimeWithOffset = /^\d{4}-\d{2}-\d{2}[Tt][^+]*\+\d{2}(?::|%3A)\d{2}$/i;
const ambiguous = 'Has an unencoded "+", which can mean a space. Encode a plus as %2B, and a space as %20.';

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fault(name, 'invalid_percent_encoding', 'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).');
  }
}

function fault(name: string, code: string, message: string) {
  return createError('invalid_schema', { issues: [{ path: name === '' ? [] : [name], code, message }] });
}
