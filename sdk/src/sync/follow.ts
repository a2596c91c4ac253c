import type { Change, ChangeQuery, CourtBooking, CourtBookingQuery } from '../operation.ts';
import { type CallFailure, endedBy, isPassing, wait } from './failure.ts';
import type { SyncClient } from './sync-client.ts';

/** The events that a handler receives: first each stored booking, then each change. */
export type FollowEvent =
  | {
      /** A booking as stored when following starts, or starts again. */
      kind: 'initial';
      /** The booking. */
      booking: CourtBooking;
    }
  | {
      /** A change. */
      kind: 'change';
      /** The position in the order of all changes. Ignore a change whose number is not greater than the last one of the same resource. */
      sequence: number;
      /** The change. */
      change: Change;
    };

/** The position of `follow`, as plain JSON. */
export interface FollowPosition {
  /** The version of this format. */
  version: 1;
  /** The cursor from which the changes continue. */
  cursor: string;
  /** The cursor from which the initial list continues. '' means from its start, and undefined means that the list is complete. */
  list?: string | undefined;
}

/** The options of `follow`. */
export interface FollowOptions {
  /** A client from `createPartnerClient`. It needs the scope `court-bookingread`. */
  client: SyncClient;
  /** Handles each event, one at a time. If it throws, `follow` rejects with the same error. */
  handle: (event: FollowEvent) => void | Promise<void>;
  /** Stores the position. It is saved after all events before it are handled. After a crash, some events come again, but none is missed. */
  position?:
    | {
        /** Returns the position that was saved last, or null or undefined to start from the beginning. */
        load: () => FollowPosition | null | undefined | Promise<FollowPosition | null | undefined>;
        /** Replaces the saved position. */
        save: (position: FollowPosition) => void | Promise<void>;
      }
    | undefined;
  /** Filters for the initial list, as in `listCourtBookings`. Default: all bookings, including cancelled ones. */
  list?: Omit<CourtBookingQuery, 'cursor'> | undefined;
  /** Ends `follow` without an error. */
  signal?: AbortSignal | undefined;
  /** Seconds that the service waits for a change before it responds. Default: 20. */
  waitSeconds?: number | undefined;
  /** Called when the service does not respond. The call is repeated after `delayMs`, until the signal fires. */
  onFailure?: ((error: unknown, delayMs: number) => void) | undefined;
}

/** Thrown if the changes after the position are no longer kept. */
const expired = Symbol('expired');

/** The first and the longest wait after a failed call, in milliseconds. */
const [firstDelayMs, longestDelayMs] = [1_000, 30_000];

/**
 * Follows all changes on the platform. It takes the current position, lists the stored bookings, and then passes on each change, in order
 * and at least once. If it was away for too long (410), it starts again by itself.
 *
 * @throws SyncError of type `refused`, and any error that the handler throws
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { client, handle, position, signal, waitSeconds = 20, onFailure = () => {} } = options;
  const { list = { status: 'ANY' } satisfies CourtBookingQuery } = options;
  /** Repeats a call until it succeeds. Returns undefined once the signal has fired. */
  const ask = async <Answer>(call: () => PromiseLike<Answer>): Promise<Answer | undefined> => {
    for (let delayMs = firstDelayMs; !signal?.aborted; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
      try {
        return await call();
      } catch (error) {
        if (signal?.aborted) break;
        if ((error as CallFailure)?.type === 'cursor_expired') throw expired;
        if (!isPassing(error as CallFailure)) throw endedBy(error);
        onFailure(error, delayMs);
        await wait(delayMs, signal);
      }
    }
    return undefined;
  };
  const listChanges = (query: ChangeQuery) => ask(() => client.listChanges(query, { signal }));

  /** Handles the initial list page by page. After a crash, a page that was handled is not listed again. */
  const handleList = async (at: FollowPosition): Promise<FollowPosition | undefined> => {
    for (let reached = at; reached.list !== undefined; ) {
      const { list: cursor } = reached;
      const query = { limit: 100, ...list, ...(cursor && { cursor }) };
      const page = await ask(() => client.listCourtBookings(query, { signal }));
      for (const booking of page?.items ?? []) {
        if (signal?.aborted) return undefined;
        await handle({ kind: 'initial', booking });
      }
      if (!page) return undefined;
      reached = { version: 1, cursor: at.cursor, ...(page.nextCursor && { list: page.nextCursor }) };
      await position?.save(reached);
    }
    return { version: 1, cursor: at.cursor };
  };

  const begin = async (): Promise<FollowPosition | undefined> => {
    const latest = await listChanges({ cursor: 'latest' });
    if (!latest) return undefined;
    const at = { version: 1, cursor: latest.nextCursor, list: '' } as const;
    await position?.save(at);
    return at;
  };

  let at: FollowPosition | null | undefined = await position?.load();
  while (!signal?.aborted) {
    try {
      at ??= await begin();
      at = at && (await handleList(at));
      if (!at) return;
      const page = await listChanges({ cursor: at.cursor, limit: 100, wait: waitSeconds });
      for (const change of page?.items ?? []) {
        if (signal?.aborted) return;
        await handle({ kind: 'change', sequence: change.sequence, change });
      }
      if (!page) return;
      if (page.nextCursor !== at.cursor) await position?.save({ version: 1, cursor: page.nextCursor });
      at = { version: 1, cursor: page.nextCursor };
    } catch (error) {
      if (error !== expired) throw error;
      at = undefined;
    }
  }
}
