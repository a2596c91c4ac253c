export interface Entry {
  did: string;
  outcome: string;
  body: unknown;
}

/** Settings for comparing two sides. Generated ids and times and opaque values may differ. */
export interface Comparing {
  /** Ids that both sides share from the start. */
  known: readonly string[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const made = new Set(['createdAt', 'updatedAt', 'cancelledAt']);
/** Opaque, configured or from another clock. */
const opaque = new Set([
  ...[
    'nextCursor',
    'timestamp',
    'rateLimit',
    'externalServiceName',
    'lastSuccessAt',
    'milliseconds',
    'dueAt',
  ],
  ...['secret', 'formerExpiresAt', 'expiresAt', 'revokedAt'],
]);

/**
 * Makes the responses of two sides comparable. It replaces an id by the order of its first appearance, and a time by its position among the
 * times of its resource. The comparison therefore shows whether a time has moved, but not its value.
 */
export function createNormalizer({ known }: Comparing): (value: unknown) => unknown {
  const ids = new Map<string, string>();
  const times = new Map<string, string[]>();
  const idOf = (id: string) => {
    if (known.includes(id)) return id;
    if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
    return ids.get(id)!;
  };
  const timeOf = (thing: string, key: string, value: string) => {
    const seen = times.get(`${thing} ${key}`) ?? [];
    times.set(`${thing} ${key}`, seen);
    if (!seen.includes(value)) seen.push(value);
    return `${key} ${seen.indexOf(value) + 1}`;
  };
  const normalize = (value: unknown, thing: string): unknown => {
    if (typeof value === 'string') return uuid.test(value) ? idOf(value) : value;
    if (Array.isArray(value)) return value.map((item) => normalize(item, thing));
    if (typeof value !== 'object' || value === null) return value;
    const { externalServiceId = '', externalCourtBookingId, id } = value as Record<string, string>;
    const isUser = 'managed' in value;
    const itself = isUser
      ? `user ${id}`
      : externalCourtBookingId
        ? `${externalServiceId}/${externalCourtBookingId}`
        : thing;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (opaque.has(key)) return [key, key];
        if (made.has(key)) return [key, timeOf(itself, key, one as string)];
        return [key, normalize(one, itself)];
      }),
    );
  };
  return (value) => normalize(value, '');
}
