/** What an input changes: what was, and what is. */
interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Of the fields that are given, those that are not so already; undefined where that is none of them. */
export function changedFields(row: object, given: Record<string, unknown>): Changed | undefined {
  const before = row as Record<string, unknown>;
  const changed = Object.entries(given).filter(
    ([field, value]) => value !== undefined && (before[field] ?? null) !== value,
  );
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, before[field] ?? null])),
    after: Object.fromEntries(changed),
  };
}
