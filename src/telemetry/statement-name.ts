/** Caches the names by statement text. The code has a fixed number of statements, except for operators' queries. */
const names = new Map<string, string>();
const maxNames = 1_000;

/**
 * Returns a short name of a statement: the function that it calls, or its first action and table. It never has values.
 */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= maxNames) names.clear();
    name = describe(text);
    names.set(text, name);
  }
  return name;
}

function describe(text: string): string {
  const plain = text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replaceAll('"', '')
    .trim();
  const called = /^select\s+(?:\w+\.)?(\w+)\s*\(/i.exec(plain)?.[1];
  if (called) return called;
  const [, verb = 'statement'] = /^(?:with\b.*?\)\s*)?(\w+)/is.exec(plain) ?? [];
  const table = /\b(?:from|into|update)\s+(?:only\s+)?(?:\w+\.)?(\w+)/i.exec(plain)?.[1];
  const does = /\b(insert|update|delete|select)\b/i.exec(plain)?.[1] ?? verb;
  return table ? `${does.toLowerCase()} ${table}` : verb.toLowerCase();
}
