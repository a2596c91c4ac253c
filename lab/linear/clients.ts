import { HttpClient, type Outcome } from '../load/http-client.ts';
import { bookingPathOf, pathOf, requestWith } from '../load/request.ts';
import { seeded } from '../load/seeded.ts';
import type { Stage } from '../stage.ts';
import type { Operation } from './explain.ts';
import { actionsOf, type Wish, wishes } from './wishes.ts';

export interface Sample {
  status: number;
  millis: number;
  what: string;
}

export interface Load {
  samples: Sample[];
  /** The operations of each booking. */
  histories: Map<string, Operation[]>;
}

const minute = 60_000;
const firstDay = Date.UTC(2027, 0, 1);
const firstVersion = Date.UTC(2026, 0, 1);
const clients = 16;

/** Sends requests from 16 clients to all processes of the service. Each client waits for its response. */
export async function sendLoad(
  stage: Stage,
  count: number,
  seed: number,
  note: (text: string) => void,
): Promise<Load> {
  const connections = stage.ports.map((port) => new HttpClient(port, 30_000));
  const nextWish = wishes(seeded(seed));
  const samples: Sample[] = [];
  const histories = new Map<string, Operation[]>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (sent < count) {
        sent += 1;
        if (sent % 5_000 === 0) note(`${sent} of ${count} operations`);
        const wish = nextWish(sent);
        const request = await requestOf(stage, wish);
        if (request === undefined) continue;
        const from = performance.now();
        const answer = await connections[(client + sent) % connections.length]!.send(request);
        const until = performance.now();
        samples.push({ status: answer.status, millis: until - from, what: wish.kind });
        record(stage, histories, wish, answer, from, until);
      }
    }),
  );
  for (const connection of connections) connection.close();
  return { samples, histories };
}

const instant = (at: number) => new Date(firstVersion + at).toISOString();

/** A place is `court minute`. */
function bodyOf({ tenant }: Stage, place: string, at: number) {
  const [court, start] = place.split(' ').map(Number) as [number, number];
  return {
    courtId: tenant.courtIds[court]!,
    startDate: new Date(firstDay + start * minute).toISOString(),
    endDate: new Date(firstDay + (start + 60) * minute).toISOString(),
    externalUpdatedAt: instant(at),
  };
}

/** Returns undefined if an operator wants a booking that does not exist yet. */
async function requestOf(stage: Stage, wish: Wish) {
  const { tenant, operator } = stage;
  const send = (method: string, path: string, body?: object) => requestWith(tenant.token, method, path, body);
  switch (wish.kind) {
    case 'batch': {
      const items = wish.items.map(({ key, action }) => ({
        action: action.kind,
        externalCourtBookingId: key,
        ...(action.kind === 'upsert'
          ? bodyOf(stage, action.place, action.at)
          : { externalUpdatedAt: instant(action.at) }),
      }));
      return send('POST', `${pathOf(tenant)}/court-bookings/batch`, { atomic: wish.isAtomic, items });
    }
    case 'upsert':
      return send('PUT', bookingPathOf(tenant, wish.key), bodyOf(stage, wish.place, wish.at));
    case 'cancel':
      return send('DELETE', `${bookingPathOf(tenant, wish.key)}?externalUpdatedAt=${instant(wish.at)}`);
    case 'get':
      return send('GET', bookingPathOf(tenant, wish.key));
    default: {
      const [row] = await stage.query<{ id: string }>(
        'select id from court_bookings where external_court_booking_id = $1',
        [wish.key],
      );
      if (!row) return undefined;
      const [field, more] =
        wish.kind === 'reinstate'
          ? ['reinstateCourtBooking', '']
          : ['cancelCourtBooking', `, reason: "${wish.reason}"`];
      const query = `mutation { result: ${field}(input: { courtBookingId: "${row.id}"${more} }) { __typename ... on ApiError { type } } }`;
      return requestWith(operator, 'POST', '/graphql', { query });
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what it contains depends on the operation
type Body = any;

function record(
  stage: Stage,
  histories: Load['histories'],
  wish: Wish,
  answer: Outcome,
  from: number,
  until: number,
): void {
  const body: Body = 'text' in answer ? JSON.parse(answer.text) : undefined;
  const isDefinite = answer.status > 0 && answer.status < 500;
  // A rejected atomic batch has written nothing. If it had, later responses would be unexplained.
  if (isDefinite && wish.kind === 'batch' && body.error) return;
  for (const [index, { key, action }] of actionsOf(wish).entries()) {
    const outcome = !isDefinite
      ? 'unknown'
      : outcomeOf(stage, wish, answer.status, wish.kind === 'batch' ? body.results[index] : body);
    const history = histories.get(key) ?? [];
    histories.set(key, history);
    history.push({ ...action, from, until: isDefinite ? until : Infinity, outcome });
  }
}

function outcomeOf({ tenant }: Stage, wish: Wish, status: number, body: Body): string {
  if (wish.kind === 'batch') return body.error?.type ?? String(body.status);
  if (wish.kind === 'cancel as operator' || wish.kind === 'reinstate')
    return body.errors ? JSON.stringify(body.errors) : (body.data.result.type ?? '200');
  if (wish.kind !== 'get') return body.error?.type ?? String(status);
  if (status === 404) return '404';
  if (status !== 200) return JSON.stringify(body);
  const start = (Date.parse(body.startDate) - firstDay) / minute;
  const court = tenant.courtIds.indexOf(body.courtId);
  return [
    Date.parse(body.externalUpdatedAt) - firstVersion,
    `${court} ${start}`,
    ...(body.cancelledBy ?? []),
  ].join(' ');
}
