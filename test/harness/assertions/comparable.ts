/** The body without values that differ in each run: UUIDs, storage and cancellation times, and cursors. */
export function comparable(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value) =>
    ['createdAt', 'updatedAt', 'cancelledAt', 'timestamp'].includes(key)
      ? 'an instant'
      : key === 'nextCursor'
        ? 'a cursor'
        : value,
  );
  return JSON.parse(text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'a UUID'));
}
