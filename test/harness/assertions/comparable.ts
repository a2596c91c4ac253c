/** A body without what differs each time: UUIDs, when it was stored, or cancelled, and cursors. */
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
