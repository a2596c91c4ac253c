import { aboveZero } from './create-webhook-verifier.ts';
import { isKnownType } from './webhook-event.ts';

/** A webhook event, or a change of the feed, with its position in the order. */
export interface SequencedEvent {
  /** The type of the event. */
  readonly type: string;
  /** The sequence number of the change. It counts all changes of your external service. */
  readonly sequence: number;
  /** The resource. */
  readonly data: unknown;
}

/** Stores the highest `sequence` of each resource. */
export interface SequenceStore {
  /** Returns the number that was saved for a resource; undefined without one. */
  load(thing: string): number | undefined | Promise<number | undefined>;
  /** Replaces the saved number. The new number is always higher. */
  save(thing: string, sequence: number): unknown;
}

/** Lets an event through if it is newer than all handled events of its resource. */
export interface SequenceKeeper {
  /**
   * Handles an event, unless the same event or a newer one of its resource was handled before. Events of one resource are handled one at a
   * time. Its `sequence` is saved once `handle` is done. If `handle` fails, the event is let through again.
   *
   * @returns true if the event was handled; rejects with the error of `handle` or of the store
   */
  take<Event extends SequencedEvent>(event: Event, handle: (event: Event) => unknown): Promise<boolean>;
}

/**
 * Returns the name of the resource that an event is about, such as `court_booking:booking-42`. The `sequence` is stored under this name.
 *
 * Returns undefined if the event has no order: if its type is newer than this version, or is `webhook_endpoint.tested`.
 */
export function thingOf({ type, data }: Omit<SequencedEvent, 'sequence'>): string | undefined {
  if (!isKnownType(type) || type === 'webhook_endpoint.tested') return undefined;
  const [noun] = type.split('.');
  const { id, externalCourtBookingId } = data as { id?: string; externalCourtBookingId?: string };
  return `${noun}:${noun === 'court_booking' ? externalCourtBookingId : id}`;
}

/**
 * Stores the highest `sequence` of each resource, and skips events that are late or repeated. Use one keeper for each external service,
 * because each has a sequence of its own.
 *
 * Within one process it is safe for concurrent events. If several processes write the same data, let the database decide instead: compare
 * and save the sequence in the transaction that writes the data (docs, "Webhooks").
 *
 * @param options `store`: where the numbers are stored. Default: in memory, where every event counts as new after a restart
 */
export function createSequenceKeeper({
  store = createMemorySequenceStore(),
}: {
  store?: SequenceStore | undefined;
} = {}): SequenceKeeper {
  /** The last queued event of each resource. */
  const lines = new Map<string, Promise<unknown>>();
  return {
    async take(event, handle) {
      const thing = thingOf(event);
      if (thing === undefined) {
        await handle(event);
        return true;
      }
      const inTurn = async () => {
        const last = await store.load(thing);
        if (last !== undefined && event.sequence <= last) return false;
        await handle(event);
        await store.save(thing, event.sequence);
        return true;
      };
      const turn = (lines.get(thing) ?? Promise.resolve()).then(inTurn, inTurn);
      lines.set(thing, turn);
      try {
        return await turn;
      } finally {
        if (lines.get(thing) === turn) lines.delete(thing);
      }
    },
  };
}

/**
 * Stores sequence numbers in memory.
 *
 * @param options `maxThings`: the maximum number of resources. If there are more, the one that changed longest ago is removed. Default: 100
 * 000.
 */
export function createMemorySequenceStore({
  maxThings = 100_000,
}: {
  maxThings?: number | undefined;
} = {}): SequenceStore {
  aboveZero({ maxThings });
  const sequences = new Map<string, number>();
  return {
    load: (thing) => sequences.get(thing),
    save(thing, sequence) {
      // Moves the entry to the end, so that the first entry is the one that changed longest ago.
      sequences.delete(thing);
      sequences.set(thing, sequence);
      if (sequences.size > maxThings) sequences.delete(sequences.keys().next().value!);
    },
  };
}
