// All but a line break and a tab.
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * What somebody else has written, for an operator to read: what is not seen, or shows a text in another order than it has, is
 * written out, such as `\u{202e}`.
 */
export function plainText(text: string | null): string | null {
  return text?.replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`) ?? null;
}
