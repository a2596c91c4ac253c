import { isDate, isObject } from './from-outside.ts';

/** Writes JSON as the service documents it: a birthday is a date without a time. Check for {@link invalidDatesIn} first. */
export function toJson(body: unknown): string {
  const given = asWritten(body);
  const { items } = (given ?? {}) as { items?: unknown };
  // A replacer function would take a fifth of the CPU of a call, because JSON.stringify calls it for each field.
  return JSON.stringify(
    Array.isArray(items) ? { ...(given as object), items: items.map(withBirthday) } : withBirthday(given),
  );
}

/** Returns what JSON contains for a value: what its own `toJSON` returns, as that of a date or of a model, or the value. */
export function asWritten(value: unknown): unknown {
  const { toJSON } = Object(value);
  return typeof toJSON === 'function' ? toJSON.call(value, '') : value;
}

function withBirthday(given: unknown) {
  const user = asWritten(given);
  const { birthday } = (user ?? {}) as { birthday?: unknown };
  return isDate(birthday)
    ? { ...(user as object), birthday: birthday.toJSON()?.slice(0, 'YYYY-MM-DD'.length) ?? null }
    : user;
}

/**
 * Returns the paths of invalid dates, at any depth. JSON writes an invalid date as null, which would clear a field silently.
 *
 * An object of a date library counts too, if its `toJSON` returns null.
 */
export function invalidDatesIn(given: unknown, path: (string | number)[] = []): (string | number)[][] {
  const value = asWritten(given);
  if (value === null && given !== null) return [path];
  if (!isObject(value)) return [];
  const found: (string | number)[][] = [];
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key];
    // Most values are strings.
    if (typeof inner !== 'object') continue;
    found.push(...invalidDatesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]));
  }
  return found;
}

/** Returns a query whose dates are text, as JSON writes them. openapi-fetch would drop them. */
export function datesAsText(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, asWritten(value)]));
}

/** Copies a value of plain JSON. Under Jest, `structuredClone` returns objects of another realm. */
export const copyOfJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
