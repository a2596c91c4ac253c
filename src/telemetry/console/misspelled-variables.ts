import { variables } from '../../env.ts';

interface Misspelled {
  variable: string;
  meant: string;
}

// Shorter names, such as PORT, resemble too many others.
const shortest = 6;
const mostEdits = 2;

/** Finds variables that the service does not read, and whose names differ by at most two letters from one that it reads. */
export function misspelledVariables(source: Record<string, string | undefined>): Misspelled[] {
  const known = Object.keys(variables);
  return Object.keys(source)
    .filter((name) => !known.includes(name) && !name.startsWith('OTEL_'))
    .flatMap((variable) => {
      const meant = known.find(
        (name) => name.length >= shortest && edits(variable.toUpperCase(), name) <= mostEdits,
      );
      return meant ? [{ variable, meant }] : [];
    });
}

/** The Levenshtein distance. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = row[at]! + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
