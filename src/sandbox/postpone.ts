import { catalogue } from '../errors.ts';

const type = 'service_unavailable';
const { status, message } = catalogue[type];
/** The result of an item that the service had no time for. */
const postponed = { status, outcome: 'refused', error: { type, message }, retryable: true };
const emptySummary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 };

interface Item {
  externalCourtBookingId?: unknown;
  externalUserId?: unknown;
}

/**
 * Lets the service carry out a batch without some of its items, and returns its response with a result for each item.
 *
 * @param rows the ids of the items that are postponed
 * @param send sends the body of a batch to the service
 */
export async function postpone(
  text: string,
  rows: readonly string[],
  send: (text: string) => Promise<Response>,
): Promise<Response> {
  const batch = JSON.parse(text) as { items: Item[]; atomic?: boolean };
  const isDue = batch.items.map(({ externalCourtBookingId, externalUserId }) =>
    rows.includes(String(externalCourtBookingId ?? externalUserId)),
  );
  const items = batch.items.filter((_, n) => !isDue[n]);
  // The service carries out an atomic batch as a whole, or not at all.
  if (batch.atomic) return send(text);
  const response = items.length > 0 ? await send(JSON.stringify({ ...batch, items })) : Response.json({});
  if (!response.ok) return response;
  const { summary = emptySummary, results = [], ...others } = await response.json();
  const refused = summary.refused + isDue.filter(Boolean).length;
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  return Response.json(
    {
      ...others,
      summary: { ...summary, refused },
      results: isDue.map((isPostponed) => (isPostponed ? postponed : results.shift())),
    },
    { headers },
  );
}
