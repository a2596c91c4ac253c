import { malformed, type TextFault } from './text-fault.ts';

/** Control characters, and those that change the display order of a name or of the text around it. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

// Unicode counts a Braille pattern without dots (U+2800) and a note without a head (U+1D159) as symbols. Unassigned
// characters may be letters of a newer Unicode.
const visible =
  /(?![\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}])[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u;

/**
 * Not in the document: which names are valid, of partners and of operators. Characters without a width are accepted between
 * visible ones: scripts and emoji need them.
 */
export function nameFault(value: string): TextFault | undefined {
  if (unfit.test(value))
    return malformed('Must not have control or bidirectional characters, nor more than one line.');
  return visible.test(value) ? undefined : malformed('Must have a character that can be seen.');
}

/** Returns the text on one line, without characters that a name must not have. */
export const withoutUnfit = (text: string): string => text.replaceAll(new RegExp(unfit, 'gu'), ' ').trim();
