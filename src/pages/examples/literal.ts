/** The syntax of values in a language. */
export interface Syntax {
  string: (text: string) => string;
  /** Returns the name of the variable for `$COURT_ID`. */
  variable: (name: string) => string;
  object: readonly [open: string, close: string];
  array: readonly [open: string, close: string];
  pair: (key: string, value: string) => string;
  /** If it is not the pair of object brackets. */
  emptyObject?: string;
  words: { true: string; false: string; null: string };
  indent: string;
  /** The separator after the last of several lines. */
  lastComma: ',' | '';
}

/** A value that the example leaves open. The whole text is a variable name, such as `$COURT_ID`. */
const variablePattern = /^\$([A-Z_]+)$/;

/** Maximum line length. */
const width = 96;

/** Returns a JSON value as a literal of a language, on one line if it fits after `before`, otherwise on several. */
export function literal(value: unknown, syntax: Syntax, before = '', indent = ''): string {
  const line = onOneLine(value, syntax);
  const isWhole = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isWhole || before.length + line.length <= width) return line;
  const inner = indent + syntax.indent;
  const [[open, close], entries] = Array.isArray(value)
    ? [syntax.array, value.map((each) => literal(each, syntax, inner, inner))]
    : [
        syntax.object,
        Object.entries(value).map(([key, each]) => {
          const start = syntax.pair(key, '');
          return start + literal(each, syntax, inner + start, inner);
        }),
      ];
  const lines = entries.map((entry) => inner + entry).join(',\n');
  return `${open.trimEnd()}\n${lines}${syntax.lastComma}\n${indent}${close.trimStart()}`;
}

function onOneLine(value: unknown, syntax: Syntax): string {
  if (typeof value === 'string') {
    const [, name] = variablePattern.exec(value) ?? [];
    return name === undefined ? syntax.string(value) : syntax.variable(name);
  }
  if (value === null || typeof value === 'boolean') return syntax.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const [[open, close], entries] = Array.isArray(value)
    ? [syntax.array, value.map((each) => onOneLine(each, syntax))]
    : [syntax.object, Object.entries(value).map(([key, each]) => syntax.pair(key, onOneLine(each, syntax)))];
  if (entries.length > 0) return open + entries.join(', ') + close;
  const empty = open.trimEnd() + close.trimStart();
  return Array.isArray(value) ? empty : (syntax.emptyObject ?? empty);
}
