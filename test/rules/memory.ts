import { judgeAtomically, judgeInOrder } from '../../src/rules/batch-court-bookings.ts';
import { resultOfCancellationByOperator } from '../../src/rules/cancel-court-booking-as-operator.ts';
import { overlap, type StoredBooking, type Tombstone } from '../../src/rules/court-booking.ts';
import type { ChangeResult } from '../../src/rules/court-booking-change.ts';
import { type Done, type Item, type Result, resultOf } from '../../src/rules/court-booking-item.ts';
import { isActive } from '../../src/rules/court-booking-status.ts';
import type { Known } from '../../src/rules/known.ts';
import { resultOfReinstatement } from '../../src/rules/reinstate-court-booking.ts';
import { toOccupant } from '../../src/rules/working-state.ts';

/** The people of every state, by user id. Only `ada` and `bob` are open to the external services. */
export const users = { ada: 'ada@example.com', bob: 'bob@example.com', eve: 'eve@example.com' };
const open = ['ada', 'bob'];

/** A state of bookings in memory. Both external services have access to each court without `foreign` in its name. */
export class Memory {
  /** By external service and id. */
  readonly bookings = new Map<string, StoredBooking>();
  readonly tombstones = new Map<string, Tombstone>();
  #made = 0;
  readonly writing = {
    newId: () => `id-${++this.#made}`,
    now: () => `2026-11-27T12:00:00.${String(++this.#made).padStart(6, '0')}Z`,
  };

  knownTo(service: string): Known {
    return {
      externalServiceId: service,
      booking: (id) => this.bookings.get(`${service}/${id}`),
      tombstone: (id) => this.tombstones.get(`${service}/${id}`),
      court: (id) =>
        id.includes('unknown')
          ? undefined
          : { isActive: !id.includes('closed'), isGranted: !id.includes('foreign') },
      isOpen: (userId) => open.includes(userId),
      ownerOf: (email) => open.find((name) => users[name as 'ada'] === email),
      occupants: (place) =>
        [...this.bookings.values()]
          .filter(({ content }) => content.courtId === place.courtId && overlap(content, place))
          .filter(isActive)
          .map(toOccupant),
    };
  }

  /** Carries out a request of an external service. */
  send(service: string, item: Item): Result {
    const result = resultOf(this.knownTo(service), item, this.writing);
    this.store(service, item, result);
    return result;
  }

  /** Carries out a batch. */
  sendInOrder(service: string, items: Item[]): Result[] {
    const results = judgeInOrder(this.knownTo(service), items, this.writing);
    for (const [index, result] of results.entries()) this.store(service, items[index]!, result);
    return results;
  }

  /** Carries out an atomic batch. */
  sendAtomically(service: string, items: Item[]): ReturnType<typeof judgeAtomically> {
    const judged = judgeAtomically(this.knownTo(service), items, this.writing);
    if ('results' in judged)
      for (const [index, result] of judged.results.entries()) this.store(service, items[index]!, result);
    return judged;
  }

  store(service: string, { externalCourtBookingId }: Item, result: Result): void {
    const key = `${service}/${externalCourtBookingId}`;
    if (result.outcome === 'refused') return;
    if ('tombstone' in result) this.tombstones.set(key, result.tombstone);
    else {
      this.bookings.set(key, result.booking);
      this.tombstones.delete(key);
    }
  }

  cancelAsOperator(service: string, id: string): void {
    this.#change(service, id, (booking) => resultOfCancellationByOperator(booking, 'Rain.', this.writing));
  }

  reinstate(service: string, id: string): void {
    this.#change(service, id, (booking) =>
      resultOfReinstatement(this.knownTo(service), booking, this.writing),
    );
  }

  #change(service: string, id: string, judge: (booking: StoredBooking) => ChangeResult): void {
    const booking = this.bookings.get(`${service}/${id}`);
    const result = booking && judge(booking);
    if (result && 'booking' in result) this.bookings.set(`${service}/${id}`, result.booking);
  }

  copy(): this {
    const copy = new Memory();
    for (const [key, booking] of this.bookings) copy.bookings.set(key, booking);
    for (const [key, tombstone] of this.tombstones) copy.tombstones.set(key, tombstone);
    copy.#made = this.#made;
    return copy as this;
  }

  /** Everything that is stored, as text. */
  text(): string {
    return JSON.stringify([[...this.bookings], [...this.tombstones]]);
  }
}

/** Returns what an external service can read of its booking, without generated ids and times. */
export function readIn(memory: Memory, service: string, id: string) {
  const booking = memory.bookings.get(`${service}/${id}`);
  if (!booking) return { version: memory.tombstones.get(`${service}/${id}`)?.externalUpdatedAt };
  const { externalUpdatedAt: version, ...content } = booking.content;
  return isActive(booking) ? { version, ...content } : { version };
}

/** Returns every hour of a court that active bookings occupy, once for each booking. */
export function hoursTaken(bookings: Iterable<StoredBooking>): string[] {
  return [...bookings].filter(isActive).flatMap(({ content }) => hoursOf(content));
}

/** The requests of these tests begin and end at whole hours. */
export function hoursOf({ courtId, startDate, endDate }: StoredBooking['content']): string[] {
  const [start, end] = [startDate, endDate].map((date) => Number(date.slice(11, 13)));
  return Array.from({ length: Math.max(0, end! - start!) }, (_, n) => `${courtId} ${start! + n}`);
}

export const isDone = (result: Result): result is Done => result.outcome !== 'refused';
