import { errorFactory } from '../../api-error.ts';
import { validateErrors } from '../../services/values/validate.ts';

const createError = errorFactory(validateErrors);

/**
 * Parses a query string (`application/x-www-form-urlencoded`) and percent-decodes each parameter once.
 *
 * @param raw as it was sent, without the question mark
 * @throws ApiError `invalid_schema`: a parameter occurs twice or cannot be decoded.
 */
export function readQuery(raw: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals), '');
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1), name);
    if (parameters.has(name))
      throw fault(name, 'duplicate_parameter', 'Was sent more than once. Send it once.');
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

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
