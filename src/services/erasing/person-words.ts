/** The words by which names of operators' queries may name a person. */
export interface PersonWords {
  externalUserIds: readonly string[];
  lastNames: readonly string[];
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
