/** The words by which operators' texts may name a person, next to addresses. */
export interface PersonWords {
  externalUserIds: readonly string[];
  lastNames: readonly string[];
}

const erased = 'erased';
/** A word is not continued by a letter, digit, hyphen or underscore, and is not a part of a time or a number. */
const notBefore = String.raw`(?<![\p{L}\p{N}_-]|\p{N}[:.])`;
const notAfter = String.raw`(?![\p{L}\p{N}_-]|[:.]\p{N})`;

/** Replaces the words in a text. Last names are found in any letter case. */
export function eraseWords(text: string, { externalUserIds, lastNames }: PersonWords): string {
  if (externalUserIds.includes(text)) return erased;
  return text.replace(anyWord(externalUserIds, 'gu'), erased).replace(anyWord(lastNames, 'giu'), erased);
}

function anyWord(words: readonly string[], flags: string): RegExp {
  const found = words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    // The longest first, because one word may begin with another.
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  // Without words: matches nothing.
  return new RegExp(found.length === 0 ? '(?!)' : `${notBefore}(?:${found.join('|')})${notAfter}`, flags);
}

/** Fewer characters occur in too many names. */
const leastLength = 2;
const mostParts = 50;

/** Returns the words as they can occur in a name of GraphQL: only letters and digits, in lower case. */
export function asPartsOfNames({ externalUserIds, lastNames }: PersonWords): string[] {
  return [...externalUserIds, ...lastNames]
    .map((word) =>
      word
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .toLowerCase(),
    )
    .filter((part) => part.length >= leastLength);
}

/**
 * Returns every run of words of a name of GraphQL. `bookingsOfMember_7` has the words `bookings`, `of`, `member` and `7`,
 * so one of its runs is `member7`.
 */
export function partsOfName(name: string): string[] {
  const words = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).slice(0, mostParts);
  return words.flatMap((_, from) =>
    words.slice(from).map((_, length) =>
      words
        .slice(from, from + length + 1)
        .join('')
        .toLowerCase(),
    ),
  );
}
