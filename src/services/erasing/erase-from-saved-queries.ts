import type { Query } from '../../db/connection/query.ts';
import {
  eraseFromSavedQueryStrings,
  findSavedQueriesWithComments,
  updateSavedDocument,
} from '../../db/queries/jobs/erase-from-saved-queries.ts';

/**
 * Erases an external id from saved queries: as a string of GraphQL or JSON, which stays a string, however its
 * characters are escaped, or as a word of a comment. There are few queries, and none has an e-mail address
 * (saved-query-fields.ts).
 */
export async function eraseFromSavedQueries(query: Query, externalUserId: string): Promise<void> {
  await eraseFromSavedQueryStrings(query, `"${Array.from(externalUserId, anySpelling).join('')}"`);
  const saved = await findSavedQueriesWithComments(query, externalUserId);
  const word = asWord(externalUserId);
  for (const { id, document } of saved)
    await updateSavedDocument(
      query,
      id,
      document,
      document.replaceAll(stringOrComment, (part) =>
        part.startsWith('#') ? part.replaceAll(word, 'erased') : part,
      ),
    );
}

/** GraphQL strings and comments. A `#` inside a string does not begin a comment. */
const stringOrComment = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*"|#[^\n\r]*/g;

/** Matches a text that is not continued by a letter, digit, hyphen or underscore. */
function asWord(text: string): RegExp {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${escaped}(?![\p{L}\p{N}_-])`, 'gu');
}

const shortEscapes: Record<string, string> = {
  '"': '"',
  '\\': '\\\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/**
 * A PostgreSQL regular expression for a character: as itself, escaped by number as in JSON or GraphQL, or by its short
 * escape.
 */
function anySpelling(character: string): string {
  const number = hex(character.codePointAt(0)!);
  const units = character
    .split('')
    .map((unit) => `\\\\u${anyCase(hex(unit.charCodeAt(0)).padStart(4, '0'))}`)
    .join('');
  const short = shortEscapes[character];
  return `(?:${[
    `\\U${number.padStart(8, '0')}`,
    units,
    `\\\\u\\{0*${anyCase(number)}\\}`,
    ...(short === undefined ? [] : [`\\\\${short}`]),
  ].join('|')})`;
}

function hex(number: number): string {
  return number.toString(16);
}

function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
