import { isKnownType } from './webhook-event.ts';

/** What has a place in the order: an event of a webhook, or a change of the feed. */
export interface SequencedEvent {
  /** What happened. */
  readonly type: string;
  /** The number of the change among all of your external service. */
  readonly sequence: number;
  /** The thing. */
  readonly data: unknown;
}

/** Where the highest `sequence` of each thing is kept. */
export interface SequenceStore {
  /** The one that was saved for a thing; undefined: none. */
  load(thing: string): number | undefined | Promise<number | undefined>;
  /** Keeps it; it is higher than the one before. */
  save(thing: string, sequence: number): unknown;
}

/** Lets each event through that is newer than all that were handled of its thing. */
export interface SequenceKeeper {
  /**
   * Handles an event unless the same or a newer one of its thing was handled before. What is handled of one thing is handled
   * one after the other. Its `sequence` is saved once `handle` is done: when that fails, the event is let through again.
   *
   * @returns whether it was handled; rejects with what `handle` or the store throws
   */
  take<Event extends SequencedEvent>(event: Event, handle: (event: Event) => unknown): Promise<boolean>;
}

/**
 * Of what an event tells, such as `court_booking:booking-42`: by this its `sequence` is kept. Undefined where there is
 * nothing to order: a type that is newer than this version, and `webhook_endpoint.tested`.
 */
export function thingOf({ type, data }: Omit<SequencedEvent, 'sequence'>): string | undefined {
  if (!isKnownType(type) || type === 'webhook_endpoint.tested') return undefined;
  const [noun] = type.split('.');
  const { id, externalCourtBookingId } = data as { id?: string; externalCourtBookingId?: string };
  return `${noun}:${noun === 'court_booking' ? externalCourtBookingId : id}`;
}

/**
 * Keeps the highest `sequence` of each thing, and passes over what comes late or again. For one external service, which
 * numbers its changes by itself.
 *
 * Within one process it is safe whatever arrives at the same time. Where several processes write the same data, let the
 * database decide instead: compare and save the sequence in the transaction that writes it (docs, "Webhooks").
 *
 * @param options `store`: by default in memory; then whatever comes after a restart is new
 */
export function createSequenceKeeper({
  store = createMemorySequenceStore(),
}: {
  store?: SequenceStore | undefined;
} = {}): SequenceKeeper {
  /** What is under way of each thing, the last of its line. */
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
 * Sequences in memory.
 *
 * @param options `maxThings`: of how many things; then the one that changed longest ago is forgotten. Default: 100 000.
 */
export function createMemorySequenceStore({
  maxThings = 100_000,
}: {
  maxThings?: number | undefined;
} = {}): SequenceStore {
  const sequences = new Map<string, number>();
  return {
    load: (thing) => sequences.get(thing),
    save(thing, sequence) {
      // Put at the end: the first is the one that changed longest ago.
      sequences.delete(thing);
      sequences.set(thing, sequence);
      if (sequences.size > maxThings) sequences.delete(sequences.keys().next().value!);
    },
  };
}
