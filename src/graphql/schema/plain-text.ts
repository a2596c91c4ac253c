// Invisible characters, except line breaks and tabs.
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes a foreign text safe for an operator to read. Invisible characters and those that reorder text are escaped, such
 * as `\u{202e}`.
 */
export function plainText(text: string | null): string | null {
  return text?.replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`) ?? null;
}
