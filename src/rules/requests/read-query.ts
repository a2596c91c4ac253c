import { type Decoded, notDecodable } from './decode-parameters.ts';

/**
 * Parses a query string (`application/x-www-form-urlencoded`) and percent-decodes each parameter once.
 *
 * Not in the document: a `+` in a value may mean a space or a plus, so it is rejected. Only before the offset of a
 * date-time it can have one meaning.
 *
 * @param raw as it was sent, without the question mark
 * @returns the parameters, or an issue if one occurs twice, cannot be decoded, or has an ambiguous `+`
 */
export function readQuery(raw: string): Decoded {
  const parameters = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    if (name === undefined) return { issues: [notDecodable([])] };
    const path = name === '' ? [] : [name];
    const sent = equals === -1 ? '' : pair.slice(equals + 1);
    if (sent.includes('+') && !dateTimeWithOffset.test(sent)) return { issues: [{ path, ...ambiguous }] };
    const value = decoded(sent);
    if (value === undefined) return { issues: [notDecodable(path)] };
    if (parameters.has(name)) return { issues: [{ path, ...repeated }] };
    parameters.set(name, value);
  }
  return { parameters: Object.fromEntries(parameters) };
}

/** An offset may also be percent-encoded in part. */
const dateTimeWithOffset = /^\d{4}-\d{2}-\d{2}[Tt][^+]*\+\d{2}(?::|%3A)\d{2}$/i;
const ambiguous = {
  code: 'ambiguous_plus',
  message: 'Has an unencoded "+", which can mean a space. Encode a plus as %2B, and a space as %20.',
};
const repeated = { code: 'duplicate_parameter', message: 'Was sent more than once. Send it once.' };

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
