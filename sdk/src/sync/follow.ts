import { delay } from '../deadline.ts';
import type { Change, ChangeQuery, CourtBooking, CourtBookingQuery } from '../operations.generated.ts';
import { checkAmounts } from './amounts.ts';
import { type CallFailure, endRun, isPassing } from './failure.ts';
import type { SyncClient } from './sync-client.ts';
import { SyncError } from './sync-error.ts';

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
  /** The changes up to this sequence number are handled, too. Absent if `cursor` says it all. */
  sequence?: number | undefined;
  /** The cursor from which the initial list continues. '' means from its start, and undefined means that the list is complete. */
  list?: string | undefined;
}

/** The options of `follow`. */
export interface FollowOptions {
  /** A client from `createPartnerClient`. It needs the scope `court-bookingread`. */
  client: SyncClient;
  /**
   * Handles each event, one at a time. If it throws, `follow` rejects with the same error.
   *
   * `position` is the position after the event. If you store it in the transaction that applies the event, no change is applied twice, even
   * after a crash. A booking of the initial list may come again.
   */
  handle: (event: FollowEvent, position: FollowPosition) => void | Promise<void>;
  /**
   * Stores the position. `save` is called after each page, when all events before the position are handled. After a crash, some events
   * come again, but none is missed.
   */
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
  /** Seconds that the service waits for a change before it responds. With 0, it is asked once a second. Default: 20. */
  waitSeconds?: number | undefined;
  /** Called when the service does not respond. The call is repeated after `delayMs`, until the signal fires. */
  onFailure?: ((error: unknown, delayMs: number) => void) | undefined;
  /**
   * Called when the changes after the position are no longer stored (410), the position is after the last change that the token can read,
   * or `list` has changed before the list was complete. Then the stored bookings are listed again. Changes of users, courts and access may
   * have been missed: read what you need of them. If it throws, `follow` rejects with the same error.
   */
  onRestart?: ((error: unknown) => void | Promise<void>) | undefined;
}

/** Thrown if the changes after the position are no longer stored. Its cause is passed to `onRestart`. */
class Expired extends Error {}

/**
 * Returns a loaded position. Anything else would start from another change, or from none. A row of a database has null for an absent field.
 *
 * @throws SyncError of type `invalid_options`
 */
function positionOf(loaded: unknown): FollowPosition | undefined {
  if (loaded == null) return undefined;
  const { version, cursor, sequence, list } = loaded as FollowPosition;
  const isRest = Number.isSafeInteger(sequence ?? 0) && typeof (list ?? '') === 'string';
  if (version === 1 && cursor && typeof cursor === 'string' && isRest)
    return { version, cursor, sequence: sequence ?? undefined, list: list ?? undefined };
  throw new SyncError(
    'invalid_options',
    'position.load must return what save received, or null to begin anew. Nothing was handled.',
  );
}

const ahead = 'The position is after the last change that the token can read.';

/** The first and the longest wait after a failed call, in milliseconds. */
const [firstDelayMs, longestDelayMs] = [1_000, 30_000];

/**
 * Follows all changes on the platform. It takes the current position, lists the stored bookings, and then passes on each change, in order
 * and at least once. If it was away for too long (410), it calls `onRestart` and starts again.
 *
 * @throws SyncError of type `refused`, or `invalid_options` for a loaded position that is none, and any error that the handler throws
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { client, handle, position, signal, waitSeconds = 20 } = options;
  checkAmounts({ waitSeconds });
  const { onFailure = () => {}, onRestart = () => {} } = options;
  const { list = { status: 'ANY' } satisfies CourtBookingQuery } = options;
  /** Repeats a call until it succeeds. Returns undefined once the signal has fired. */
  const ask = async <Answer>(call: () => PromiseLike<Answer>): Promise<Answer | undefined> => {
    for (let delayMs = firstDelayMs; !signal?.aborted; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
      try {
        return await call();
      } catch (error) {
        if (signal?.aborted) break;
        const type = (error as CallFailure)?.type;
        // The program was started again with another `list`, and the cursor is that of the former one.
        if (type === 'cursor_expired' || (type === 'invalid_schema' && at?.list))
          throw new Expired('', { cause: error });
        if (!isPassing(error as CallFailure)) endRun(error);
        onFailure(error, delayMs);
        await delay(delayMs, signal);
      }
    }
    return undefined;
  };
  const listChanges = (query: ChangeQuery) => ask(() => client.listChanges(query, { signal }));

  /** Handles the initial list page by page. After a crash, a page that was handled is not listed again. */
  const handleList = async (at: FollowPosition): Promise<FollowPosition | undefined> => {
    let reached = at;
    while (reached.list !== undefined) {
      const { list: cursor } = reached;
      const query = { limit: 100, ...list, ...(cursor && { cursor }) };
      const page = await ask(() => client.listCourtBookings(query, { signal }));
      if (!page) return undefined;
      const { items, nextCursor } = page;
      const next: FollowPosition = { version: 1, cursor: at.cursor, ...(nextCursor && { list: nextCursor }) };
      for (const [index, booking] of items.entries()) {
        if (signal?.aborted) return undefined;
        // The page is listed again until all of its bookings are handled.
        await handle({ kind: 'initial', booking }, index === items.length - 1 ? next : reached);
      }
      reached = next;
      await position?.save(reached);
    }
    return reached;
  };

  const begin = async (): Promise<FollowPosition | undefined> => {
    const latest = await listChanges({ cursor: 'latest' });
    if (!latest) return undefined;
    const at = { version: 1, cursor: latest.nextCursor, list: '' } as const;
    await position?.save(at);
    return at;
  };

  let at = positionOf(await position?.load());
  while (!signal?.aborted) {
    try {
      at ??= await begin();
      at = at && (await handleList(at));
      if (!at) return;
      const { cursor, sequence: handled = 0 } = at;
      const askedAt = performance.now();
      const page = await listChanges({ cursor, limit: 100, wait: waitSeconds });
      if (!page) return;
      const isPast = handled > (page.items.at(-1)?.sequence ?? 0);
      // The token can read fewer types of changes than before, or the number is from elsewhere.
      if (isPast && page.caughtUp) throw new Expired('', { cause: new SyncError('invalid_options', ahead) });
      // With a token that can read more types, a page has fewer of the changes that are handled already.
      const rest = isPast && { sequence: handled };
      const next: FollowPosition = { version: 1, cursor: page.nextCursor, ...rest };
      const changes = page.items.filter(({ sequence }) => sequence > handled);
      for (const change of changes) {
        if (signal?.aborted) return;
        const { sequence } = change;
        const after = change === changes.at(-1) ? next : { version: 1 as const, cursor, sequence };
        await handle({ kind: 'change', sequence, change }, after);
      }
      if (page.nextCursor !== cursor) await position?.save(next);
      at = next;
      // A service that does not wait is not asked again at once.
      if (page.caughtUp && !page.items[0]) await delay(askedAt + firstDelayMs - performance.now(), signal);
    } catch (error) {
      if (!(error instanceof Expired)) throw error;
      await onRestart(error.cause);
      at = undefined;
    }
  }
}
