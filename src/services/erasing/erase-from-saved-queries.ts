import type { Database } from '../../db/database.ts';

/**
 * Where an operator has saved an external id with a query: as a text of GraphQL or of JSON, which stays one, however its
 * characters are written. There are few.
 */
export async function eraseFromSavedQueries(query: Database['query'], externalUserId: string): Promise<void> {
  await query(
    `update saved_queries set document = regexp_replace(document, $1, '"erased"', 'g'),
       variables = regexp_replace(variables, $1, '"erased"', 'g')
     where document ~ $1 or variables ~ $1`,
    [`"${Array.from(externalUserId, anySpelling).join('')}"`],
  );
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

/** A regular expression of PostgreSQL: a character as itself, by its number as in JSON or GraphQL, or by its short escape. */
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
