import { overlap, type Place, type StoredBooking, type Tombstone } from './court-booking.ts';
import type { Result } from './court-booking-item.ts';
import { isActive } from './court-booking-status.ts';
import type { Known, Occupant } from './known.ts';

/** The known state with the results of earlier items, so that the next item is judged as if they were written. */
export class WorkingState implements Known {
  readonly #known: Known;
  /** By the id in the partner's system. */
  readonly #bookings = new Map<string, StoredBooking>();
  readonly #tombstones = new Map<string, Tombstone>();

  constructor(known: Known) {
    this.#known = known;
  }

  apply(externalCourtBookingId: string, result: Result): void {
    if (result.outcome === 'refused' || result.outcome === 'replayed') return;
    if ('tombstone' in result) this.#tombstones.set(externalCourtBookingId, result.tombstone);
    else this.#bookings.set(externalCourtBookingId, result.booking);
  }

  get externalServiceId(): string {
    return this.#known.externalServiceId;
  }

  booking(externalCourtBookingId: string): StoredBooking | undefined {
    return this.#bookings.get(externalCourtBookingId) ?? this.#known.booking(externalCourtBookingId);
  }

  tombstone(externalCourtBookingId: string): Tombstone | undefined {
    return this.#tombstones.get(externalCourtBookingId) ?? this.#known.tombstone(externalCourtBookingId);
  }

  court(courtId: string) {
    return this.#known.court(courtId);
  }

  isOpen(userId: string): boolean {
    return this.#known.isOpen(userId);
  }

  ownerOf(email: string): string | undefined {
    return this.#known.ownerOf(email);
  }

  occupants(place: Place): Occupant[] {
    const written = [...this.#bookings.values()];
    const ids = new Set(written.map(({ id }) => id));
    return [
      ...this.#known.occupants(place).filter(({ id }) => !ids.has(id)),
      ...written
        .filter(
          (booking) =>
            isActive(booking) && booking.content.courtId === place.courtId && overlap(booking.content, place),
        )
        .map(toOccupant),
    ];
  }
}

export const toOccupant = ({
  id,
  externalServiceId,
  externalCourtBookingId,
  content,
}: StoredBooking): Occupant => ({
  id,
  externalServiceId,
  externalCourtBookingId,
  courtId: content.courtId,
  startDate: content.startDate,
  endDate: content.endDate,
});
