import type { Answer, Write } from './exchange.ts';
import { versionOf } from './read-request.ts';

type Fields = Record<string, unknown>;

/**
 * Returns what checks read of a response of the service.
 *
 * @param isRead whether the request only reads, so that its response shows what is stored
 */
export async function readAnswer(response: Response, isRead: boolean): Promise<Answer | undefined> {
  const type = response.headers.get('content-type') ?? '';
  if (!/^application\/(graphql-response\+)?json\b/.test(type)) return undefined;
  const text = await response.clone().text();
  if (text === '') return undefined;
  const body = JSON.parse(text) as Fields;
  const { items = [], results = [], nextCursor, caughtUp, error } = body as Partial<Page>;
  return {
    error: error?.type,
    changes: items.map(({ id, type, data }) => ({ id, type, booking: data?.externalCourtBookingId })),
    nextCursor,
    isCaughtUp: caughtUp === true,
    results: results.map(({ outcome, retryable, error }) => ({ outcome, retryable, error: error?.type })),
    shown: isRead && response.ok ? shownIn(body) : [],
  };
}

interface Page {
  items: { id: string; type: string; data?: { externalCourtBookingId?: string } }[];
  results: { outcome: string; retryable?: boolean; error?: { type: string } }[];
  nextCursor: string;
  caughtUp: boolean;
  error: { type: string };
}

/** Returns the bookings and users with an id of the partner, however deep, such as in a change or in GraphQL. */
function shownIn(value: unknown): Answer['shown'] {
  if (typeof value !== 'object' || value === null) return [];
  const { externalCourtBookingId, externalUserId, externalUpdatedAt } = value as Fields;
  const id = externalCourtBookingId ?? externalUserId;
  const own: Pick<Write, 'id' | 'version'>[] =
    typeof id === 'string' ? [{ id, version: versionOf(externalUpdatedAt) }] : [];
  return [...own, ...Object.values(value).flatMap(shownIn)];
}
