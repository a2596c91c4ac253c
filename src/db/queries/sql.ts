/** A piece of a statement: its values are bound, wherever it is put. */
export interface Sql {
  readonly texts: readonly string[];
  /** One fewer than the texts: what stands between them. */
  readonly values: readonly unknown[];
}

/** Writes a piece of a statement: another piece is put in as it is, anything else is bound. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  const [all, bound]: [string[], unknown[]] = [[texts[0]!], []];
  for (const [index, value] of values.entries()) {
    const pieces = isSql(value) ? value : { texts: ['', ''], values: [value] };
    all[all.length - 1] += pieces.texts[0]!;
    all.push(...pieces.texts.slice(1));
    bound.push(...pieces.values);
    all[all.length - 1] += texts[index + 1]!;
  }
  return { texts: all, values: bound };
}

/** A text of our own, such as the name of a column: never one that somebody sent. */
export function raw(text: string): Sql {
  return { texts: [text], values: [] };
}

/** All of the conditions; `true` where there is none. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`;
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`);
}

/** The statement with `$1`, `$2`, … for what is bound. */
export function toStatement({ texts, values }: Sql): { text: string; parameters: readonly unknown[] } {
  return {
    text: texts.reduce((text, next, index) => `${text}$${index}${next}`),
    parameters: values,
  };
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;
}
