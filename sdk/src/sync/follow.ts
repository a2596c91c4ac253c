import type { Change, ChangeQuery, CourtBooking, CourtBookingQuery } from '../operation.ts';
import { type CallFailure, endedBy, isPassing, wait } from './failure.ts';
import type { SyncClient } from './sync-client.ts';

/** What a handler is given: first each booking that there is, then each change. */
export type FollowEvent =
  | {
      /** A booking as it is, when following begins, or begins anew. */
      kind: 'initial';
      /** That. */
      booking: CourtBooking;
    }
  | {
      /** Something has changed. */
      kind: 'change';
      /** Its place in the order of all changes: pass over what is not greater than the last one of the same thing. */
      sequence: number;
      /** What. */
      change: Change;
    };

/** How far following is: plain JSON. */
export interface FollowPosition {
  /** Of this form. */
  version: 1;
  /** Where the changes go on. */
  cursor: string;
  /** Where the list of the beginning goes on; '' from its start; undefined when it is done. */
  list?: string | undefined;
}

/** What following is made of. */
export interface FollowOptions {
  /** Of `createPartnerClient`, with the scope `court-bookingread`. */
  client: SyncClient;
  /** Takes each event, one after the other. Where it throws, following ends with that. */
  handle: (event: FollowEvent) => void | Promise<void>;
  /**
   * Where the position is kept: saved after what lies before it is handled. After a kill some events come again, none is
   * missed.
   */
  position?:
    | {
        /** What was saved last; null or undefined: begin. */
        load: () => FollowPosition | null | undefined | Promise<FollowPosition | null | undefined>;
        /** Keeps it, instead of the one before. */
        save: (position: FollowPosition) => void | Promise<void>;
      }
    | undefined;
  /** Which bookings are listed in the beginning: the filters of `listCourtBookings`. Default: all, cancelled ones, too. */
  list?: Omit<CourtBookingQuery, 'cursor'> | undefined;
  /** Ends it, without an error. */
  signal?: AbortSignal | undefined;
  /** Seconds that the service holds a request until something changes. Default: 20. */
  waitSeconds?: number | undefined;
  /** Told when the service does not answer; it is asked again, for as long as the signal lets it. */
  onFailure?: ((error: unknown, delayMs: number) => void) | undefined;
}

/** The changes behind the position are no longer kept. */
const expired = Symbol('expired');

/** Milliseconds of the first and the longest wait for a service that does not answer. */
const [firstDelayMs, longestDelayMs] = [1_000, 30_000];

/**
 * Follows everything that happens on the platform: takes the position of now, lists what there is, and then hands on each
 * change, in order, at least once. Where it was away for too long (410) it begins anew by itself.
 *
 * @throws SyncError of type `refused`, and whatever the handler throws
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { client, handle, position, signal, waitSeconds = 20, onFailure = () => {} } = options;
  const { list = { status: 'ANY' } satisfies CourtBookingQuery } = options;
  /** Makes a call until it is answered; undefined once the signal has fired. */
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

  /** What there is, page by page; a page that is handled is not listed again after a kill. */
  const handleList = async (at: FollowPosition): Promise<FollowPosition | undefined> => {
    for (let place = at; place.list !== undefined; ) {
      const { list: cursor } = place;
      const query = { limit: 100, ...list, ...(cursor && { cursor }) };
      const page = await ask(() => client.listCourtBookings(query, { signal }));
      for (const booking of page?.items ?? []) {
        if (signal?.aborted) return undefined;
        await handle({ kind: 'initial', booking });
      }
      if (!page) return undefined;
      place = { version: 1, cursor: at.cursor, ...(page.nextCursor && { list: page.nextCursor }) };
      await position?.save(place);
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
