interface Notation {
  indent: string;
  object: [start: string, end: string];
  key: (name: string) => string;
  text: (value: string) => string;
  nothing: string;
  truth: (value: boolean) => string;
}

/** JSON in the notation of a language, a field a line. */
function write(value: unknown, notation: Notation, indent = ''): string {
  const { object, key, text, nothing, truth } = notation;
  const inner = indent + notation.indent;
  const lines = (entries: string[], [start, end]: [string, string]) =>
    entries.length === 0
      ? `${start}${end}`
      : `${start}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${end}`;
  if (value === null) return nothing;
  if (typeof value === 'boolean') return truth(value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value))
    return lines(
      value.map((item) => write(item, notation, inner)),
      ['[', ']'],
    );
  if (typeof value === 'object')
    return lines(
      Object.entries(value).map(([name, item]) => `${key(name)}${write(item, notation, inner)}`),
      object,
    );
  return String(value);
}

const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const toTypeScript = (value: unknown): string =>
  write(value, {
    indent: '  ',
    object: ['{', '}'],
    key: (name) => `${name}: `,
    text: quoted,
    nothing: 'null',
    truth: String,
  });

export const toPython = (value: unknown): string =>
  write(value, {
    indent: '    ',
    object: ['{', '}'],
    key: (name) => `"${name}": `,
    text: (text) => JSON.stringify(text),
    nothing: 'None',
    truth: (truth) => (truth ? 'True' : 'False'),
  });

export const toPhp = (value: unknown): string =>
  write(value, {
    indent: '    ',
    object: ['[', ']'],
    key: (name) => `'${name}' => `,
    text: quoted,
    nothing: 'null',
    truth: String,
  });

/** As JSON: what stands between three quotes is sent as it is. */
export const toCsharp = (value: unknown): string => JSON.stringify(value, null, 2);

/** The lines after the first, moved to the right. */
export const indented = (text: string, spaces: number): string =>
  text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
