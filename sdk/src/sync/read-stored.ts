import { each } from './each.ts';
import type { CallFailure } from './failure.ts';
import { type StoredBooking, toStored } from './stored-booking.ts';
import type { SyncClient } from './sync-client.ts';
import type { Scope } from './sync-plan.ts';

const all = { status: 'ANY', limit: 100 } as const;

export interface StoredReading {
  client: SyncClient;
  scope: Scope;
  signal: AbortSignal | undefined;
  onRead: (count: number) => void;
}

/** Reads all bookings stored in the scope, including cancelled ones. */
export async function readScope({ client, scope, signal, onRead }: StoredReading) {
  const stored = new Map<string, StoredBooking>();
  const take = (read: Parameters<typeof toStored>[0]) => {
    stored.set(read.externalCourtBookingId, toStored(read));
    if (stored.size % all.limit === 0) onRead(stored.size);
  };
  await each(scope.courts, async (courtId) => {
    const query = { courtId, from: scope.from, to: scope.to, ...all };
    for await (const read of client.listCourtBookings(query, { signal })) take(read);
  });
  return { stored, take };
}

/**
 * Finds bookings outside the scope. Listing all bookings takes a request for each hundred, and reading by id takes a request for each
 * booking. It lists as many pages as bookings are missing, then reads the rest by id. So it makes at most twice the requests of the cheaper
 * way.
 */
export async function findElsewhere(
  ids: Iterable<string>,
  { client, signal }: StoredReading,
  { stored, take }: Awaited<ReturnType<typeof readScope>>,
): Promise<void> {
  const missing = new Set([...ids].filter((id) => !stored.has(id)));
  let pages = missing.size;
  if (pages === 0) return;
  const everything = client.listCourtBookings(all, { signal });
  for await (const { items, nextCursor } of everything.pages()) {
    for (const read of items) if (missing.delete(read.externalCourtBookingId)) take(read);
    pages -= 1;
    if (missing.size === 0 || nextCursor === undefined) return;
    if (pages === 0) break;
  }
  await readEach(client, [...missing], signal, take);
}

/** Reads each booking by its id. One that is not stored, or whose id the service rejects, is left out. */
export async function readEach(
  client: SyncClient,
  ids: readonly string[],
  signal: AbortSignal | undefined,
  take: (read: Parameters<typeof toStored>[0]) => void,
): Promise<void> {
  await each(ids, async (id) => {
    try {
      take(await client.getCourtBooking(id, { signal }));
    } catch (error) {
      const { type } = error as CallFailure;
      // The service reports a bad id again when the booking is sent.
      if (type !== 'court_booking_not_found' && type !== 'invalid_schema' && type !== 'invalid_argument')
        throw error;
    }
  });
}
