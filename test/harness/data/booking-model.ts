/** A booking in the model. Times are texts that sort correctly. */
export interface ModelBooking {
  courtId: string;
  startDate: string;
  endDate: string;
  externalUpdatedAt: string;
  participants: readonly object[];
  cancelledBy: string[];
}

export interface ModelItem {
  action: 'upsert' | 'cancel';
  externalCourtBookingId: string;
  courtId?: string;
  startDate?: string;
  endDate?: string;
  externalUpdatedAt: string;
  participants?: readonly object[];
}

/** The service's rules in their simplest form: the version table and exclusive places. */
export class BookingModel {
  bookings = new Map<string, ModelBooking>();
  taken: { courtId: string; startDate: string; endDate: string }[] = [];

  /** The active bookings, as a source lists them. */
  active() {
    return [...this.bookings].filter(([, { cancelledBy }]) => cancelledBy.length === 0);
  }

  /** Sends items. Returns the error type of each rejected item. */
  send(items: ModelItem[], atomic: boolean): (string | undefined)[] {
    const before = structuredClone(this.bookings);
    if (!atomic) return items.map((item) => this.#take(item));
    const errors = items.map((item) => this.#write(item));
    const isFree = (item: ModelItem) => item.action === 'cancel' || this.#isFree(item.externalCourtBookingId);
    for (const [index, item] of items.entries())
      errors[index] ??= isFree(item) ? undefined : 'court_booking_overlap';
    if (errors.some(Boolean)) this.bookings = before;
    return errors;
  }

  #take(item: ModelItem): string | undefined {
    const id = item.externalCourtBookingId;
    const before = this.bookings.get(id);
    const error = this.#write(item);
    if (error || item.action === 'cancel' || this.#isFree(id)) return error;
    if (before) this.bookings.set(id, before);
    else this.bookings.delete(id);
    return 'court_booking_overlap';
  }

  #write(item: ModelItem): string | undefined {
    const { action, externalCourtBookingId: id, externalUpdatedAt } = item;
    const stored = this.bookings.get(id);
    if (action === 'cancel') {
      if (stored && externalUpdatedAt < stored.externalUpdatedAt) return 'stale_write';
      if (stored) this.bookings.set(id, { ...stored, externalUpdatedAt, cancelledBy: ['PARTNER'] });
      return undefined;
    }
    if (stored?.cancelledBy.includes('OPERATOR')) return 'version_conflict';
    if (stored && externalUpdatedAt < stored.externalUpdatedAt) return 'stale_write';
    const { courtId, startDate, endDate, participants = [] } = item;
    const next = {
      courtId,
      startDate,
      endDate,
      externalUpdatedAt,
      participants,
      cancelledBy: [],
    } as ModelBooking;
    if (stored && externalUpdatedAt === stored.externalUpdatedAt) {
      return JSON.stringify(stored) === JSON.stringify(next) ? undefined : 'version_conflict';
    }
    this.bookings.set(id, next);
    return undefined;
  }

  #isFree(id: string): boolean {
    const { courtId, startDate, endDate } = this.bookings.get(id)!;
    const others = [
      ...this.active()
        .filter(([other]) => other !== id)
        .map(([, one]) => one),
      ...this.taken,
    ];
    return !others.some(
      (one) => one.courtId === courtId && one.startDate < endDate && one.endDate > startDate,
    );
  }
}
