import { catalogue } from '../errors.ts';
import { type Headers as HeaderFields, jsonResponse } from '../http/envelope.ts';

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
 * Lets the service carry out a batch without some of its items, and returns its response with a result for each item. Returns undefined for
 * an atomic batch, which is carried out as a whole, or not at all.
 *
 * @param rows the ids of the items that are postponed
 * @param answering `send` sends the body of a batch to the service, and `own` are the headers of a response without it
 */
export async function postpone(
  text: string,
  rows: readonly string[],
  { send, own }: { send: (text: string) => Promise<Response>; own: HeaderFields },
): Promise<Response | undefined> {
  const batch = JSON.parse(text) as { items: (Item | null)[]; atomic?: boolean };
  if (batch.atomic) return undefined;
  const isDue = batch.items.map((item) =>
    rows.includes(String(item?.externalCourtBookingId ?? item?.externalUserId)),
  );
  const items = batch.items.filter((_, n) => !isDue[n]);
  const response =
    items.length > 0 ? await send(JSON.stringify({ ...batch, items })) : jsonResponse(200, {}, own);
  if (!response.ok) return response;
  const { summary = emptySummary, results = [], ...others } = await response.json();
  const refused = summary.refused + isDue.filter(Boolean).length;
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  return Response.json(
    {
      summary: { ...summary, refused },
      results: isDue.map((isPostponed) => (isPostponed ? postponed : results.shift())),
      ...others,
    },
    { headers },
  );
}
