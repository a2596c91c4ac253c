/** JSON as the interface documents it: a birthday is a date, without a time. An invalid Date is null, which the service refuses. */
export function toJson(body: unknown): string {
  const { birthday } = (body ?? {}) as { birthday?: unknown };
  // Only where there is one: a function that JSON.stringify calls for each field is a fifth of what a call costs.
  if (!(birthday instanceof Date)) return JSON.stringify(body);
  return JSON.stringify({
    ...(body as object),
    birthday: birthday.toJSON()?.slice(0, 'YYYY-MM-DD'.length) ?? null,
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
