/** JSON as the interface documents it: a birthday is a date, without a time. An invalid Date is null, which the service refuses. */
export function toJson(body: unknown): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key, value: unknown) {
    // `value` is what the Date has become; of an invalid one null.
    const isDay = key === 'birthday' && this[key] instanceof Date && typeof value === 'string';
    return isDay ? value.slice(0, 'YYYY-MM-DD'.length) : value;
  });
}

/** What a text says as JSON; undefined where it is none. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
