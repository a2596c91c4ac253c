import type { Query } from '../../db/connection/query.ts';
import { findSavedQueries, updateSavedQueryText } from '../../db/queries/jobs/erase-from-saved-queries.ts';
import { asPartsOfNames, eraseWords, type PersonWords, partsOfName } from './person-words.ts';

/**
 * Erases persons from saved queries: from strings, however their characters are escaped, from block strings, comments and
 * the names of operations. They stay valid. There are at most 500 queries, and none has an e-mail address
 * (saved-query-fields.ts).
 */
export async function eraseFromSavedQueries(query: Query, words: PersonWords): Promise<void> {
  if (words.externalUserIds.length + words.lastNames.length === 0) return;
  for (const saved of await findSavedQueries(query)) {
    const document = eraseFromGraphql(saved.document, words);
    const variables = saved.variables === null ? null : eraseFromGraphql(saved.variables, words);
    if (document !== saved.document || variables !== saved.variables)
      await updateSavedQueryText(query, saved, { document, variables });
  }
}

/** Block strings, strings, comments, and names of operations. One cannot begin inside another. */
const named =
  /"""(?<block>(?:\\"""|[\s\S])*?)"""|(?<string>"(?:\\.|[^"\\\n\r])*")(?<colon>\s*:)?|#[^\n\r]*|\b(?<keyword>(?:query|mutation|subscription)\s+)(?<name>[_A-Za-z]\w*)/g;

/** Erases persons from a document, or from variables: their strings are a subset of those of GraphQL. */
function eraseFromGraphql(text: string, words: PersonWords): string {
  const parts = new Set(asPartsOfNames(words));
  let names = 0;
  return text.replaceAll(named, (found, ...rest) => {
    const { block, string, colon, keyword, name } = rest.at(-1) as Record<string, string | undefined>;
    if (block !== undefined) {
      const inside = eraseWords(block.replaceAll('\\"""', '"""'), words);
      return `"""${inside.replaceAll('"""', '\\"""')}"""`;
    }
    if (string !== undefined) {
      const value = unescaped(string.slice(1, -1));
      // A key is a variable or a field. It may be a word that is also a last name.
      const after = eraseWords(value, colon === undefined ? words : { ...words, lastNames: [] });
      return after === value ? found : `${JSON.stringify(after)}${colon ?? ''}`;
    }
    if (name === undefined) return `#${eraseWords(found.slice(1), words)}`;
    if (!partsOfName(name).some((part) => parts.has(part))) return found;
    names += 1;
    // The names of operations differ.
    return `${keyword}erased${names === 1 ? '' : names}`;
  });
}

const shortEscapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Resolves the escapes of JSON and GraphQL. A character beyond U+FFFF may be two escapes, which join by themselves. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u(?:([\da-f]{4})|\{0*([\da-f]{1,6})\})|(.))/gi,
    (found, four: string | undefined, braced: string | undefined, short: string | undefined) => {
      if (short !== undefined) return shortEscapes[short] ?? short;
      const code = Number.parseInt((four ?? braced)!, 16);
      return code <= 0x10ffff ? (four ? String.fromCharCode(code) : String.fromCodePoint(code)) : found;
    },
  );
}
