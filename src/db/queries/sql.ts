/** A part of a statement. Its values are bound. */
export interface Sql {
  readonly texts: readonly string[];
  /** One fewer than the texts, and between them. */
  readonly values: readonly unknown[];
}

/** Creates a part of a statement. Other parts are inserted, and all other values are bound. */
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

/** A constant text, such as a column name. Never use it for input. */
export function raw(text: string): Sql {
  return { texts: [text], values: [] };
}

/** All of the conditions; `true` for an empty list. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`;
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`);
}

/** The statement with `$1`, `$2`, … for bound values. */
export function toStatement({ texts, values }: Sql): { text: string; parameters: readonly unknown[] } {
  return {
    text: texts.reduce((text, next, index) => `${text}$${index}${next}`),
    parameters: values,
  };
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;
}
