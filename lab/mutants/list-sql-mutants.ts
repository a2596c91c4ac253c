import { createHash } from 'node:crypto';

export interface SqlMutant {
  /** Identifies the mutant by a hash of the changed function. */
  key: string;
  functionName: string;
  line: number;
  /** The original text and its replacement. */
  from: string;
  to: string;
  text: string;
}

const opposites: [RegExp, (found: string) => string[]][] = [
  [/(?<= )(?:<=|>=|<>|<|>|=)(?= )/g, (found) => comparisons[found]!],
  [/\b(?:and|or)\b/g, (found) => [found === 'and' ? 'or' : 'and']],
  [/\bis not (?=null\b|distinct\b)/g, () => ['is ']],
  [/\bis (?=null\b|distinct\b)/g, () => ['is not ']],
  [/(?<!\bis )\bnot (?!null\b)/g, () => ['']],
  [/(?<= )[+-](?= )/g, (found) => [found === '+' ? '-' : '+']],
  [/(?<![\w.:])\d+\b(?!\.\d)/g, (found) => [`${Number(found) + 1}`, `${Number(found) - 1}`]],
  [/\blimit \S+/g, () => ['']],
  [/\border by [\w.]+/g, () => ['']],
  [/\bfor (?:no key )?update\b/g, () => ['']],
  [/\bperform (?:[^;']|'[^']*')*;/g, () => ['null;']],
];

const comparisons: Record<string, string[]> = {
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '=': ['<>'],
  '<>': ['='],
};

const conditions = /\b(?:where|and|or|on|if|elsif|when)\s+/g;
/** Matches the end of a condition outside parentheses. */
const conditionEnd =
  /^(?:\s+(?:and|or|then|where|order|group|limit|for|returning|union|loop)\b|\s*(?:[;,)]|\n\$\$|$))/;

/** Returns every small change to the function bodies of a file. The changes are as generic as those of a mutation tool. */
export function listSqlMutants(text: string): SqlMutant[] {
  // Blank comments and strings, which are not code. All positions stay the same.
  const code = text.replace(/--.*|'(?:[^']|'')*'/g, (quiet) => quiet.replace(/[^\n]/g, '\0'));
  const mutants = [...code.matchAll(/create function functions\.(\w+)[^$]*\$\$([^$]*)\$\$/g)].flatMap(
    (match) => {
      const [whole, functionName = '', body = ''] = match;
      const end = match.index + whole.length;
      const change = (start: number, length: number, to: string): SqlMutant => {
        const statement = text.slice(match.index, start) + to + text.slice(start + length, end);
        return {
          key: createHash('sha256').update(statement).digest('hex').slice(0, 16),
          functionName,
          line: text.slice(0, start).split('\n').length,
          from: text.slice(start, start + length),
          to,
          text: text.slice(0, match.index) + statement + text.slice(end),
        };
      };
      const bodyStart = end - '$$'.length - body.length;
      const replaced = opposites.flatMap(([pattern, replacements]) =>
        [...body.matchAll(pattern)].flatMap(({ 0: found, index }) =>
          replacements(found).map((to) => change(bodyStart + index, found.length, to)),
        ),
      );
      const dropped = [...body.matchAll(conditions)].flatMap(({ 0: opener, index }) => {
        const start = index + opener.length;
        const values = {
          if: ['true', 'false'],
          elsif: ['true', 'false'],
          when: ['true', 'false'],
          or: ['false'],
        };
        const to = values[opener.trim() as keyof typeof values] ?? ['true'];
        return to.map((value) => change(bodyStart + start, conditionLength(body.slice(start)), value));
      });
      return [...replaced, ...dropped];
    },
  );
  return [...new Map(mutants.map((mutant) => [mutant.key, mutant])).values()];
}

function conditionLength(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (depth === 0 && conditionEnd.test(rest.slice(at))) return at;
    if (rest[at] === '(') depth += 1;
    if (rest[at] === ')') depth -= 1;
  }
  return rest.length;
}
