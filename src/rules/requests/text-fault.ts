/** A violated rule of a text: its code, and an explanation for people. */
export interface TextFault {
  code: 'invalid_format' | 'too_small' | 'too_big';
  message: string;
}

export const malformed = (message: string): TextFault => ({ code: 'invalid_format', message });

export const tooLong = (maximum: number): TextFault => ({
  code: 'too_big',
  message: `Must have at most ${maximum} characters.`,
});

/**
 * Not in the document: which strings are valid. `minimum` to `maximum` characters (Unicode code points), well-formed
 * and without NUL. PostgreSQL can store neither a lone surrogate nor NUL.
 */
export function textFault(value: string, minimum: number, maximum: number): TextFault | undefined {
  // In this mode a surrogate pair is one character. So any surrogate that matches is unpaired.
  if (/[\0\p{Surrogate}]/u.test(value))
    return malformed('Must be well-formed Unicode without the character NUL.');
  if (value.length < minimum)
    return {
      code: 'too_small',
      message: `Must have at least ${minimum} character${minimum === 1 ? '' : 's'}.`,
    };
  // A code point has one or two UTF-16 units, so it counts them only if the number of units exceeds the maximum.
  return value.length > maximum && [...value].length > maximum ? tooLong(maximum) : undefined;
}

/**
 * Not in the document: an id must not be `.` or `..`. A URL cannot have those as a path segment, in any encoding (RFC
 * 3986, section 5.2.4; WHATWG URL), so the resource could never be read by its id.
 */
export const dotsFault = (value: string): TextFault | undefined =>
  /^\.{1,2}$/.test(value)
    ? malformed('Must not be "." or "..", because no URL can contain it as an id.')
    : undefined;

/** Reads a whole number of a query. */
export function readWholeNumber(digits: string, minimum: number, maximum: number): number | TextFault {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(digits) ? Number(digits) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  return malformed(`Must be a whole number from ${minimum} to ${maximum}.`);
}
