/** The old and new values of the changed fields. */
interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Returns the given fields that differ from the stored row, or undefined if none differs. */
export function changedFields(row: object, given: Record<string, unknown>): Changed | undefined {
  const before = row as Record<string, unknown>;
  const changed = Object.entries(given).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(before[field] ?? null) !== JSON.stringify(value),
  );
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, before[field] ?? null])),
    after: Object.fromEntries(changed),
  };
}
