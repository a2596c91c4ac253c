import type { Content, StoredBooking } from '../../../src/rules/court-booking.ts';
import type { Item } from '../../../src/rules/court-booking-item.ts';
import { type Canceller, cancellersOf } from '../../../src/rules/court-booking-status.ts';
import { isDone, Memory } from '../../rules/memory.ts';

export type ModelBooking = Content & { cancelledBy: Canceller[] };

/** An item of a batch. */
export type ModelItem = { externalCourtBookingId: string } & (
  | ({ action: 'upsert' } & Content)
  | { action: 'cancel'; externalUpdatedAt: string }
);

/** The bookings of a partner, as the synchronization reads them. The rules of the service judge what is sent. */
export class BookingModel {
  bookings = new Map<string, ModelBooking>();
  /** Places of other partners. */
  taken: Content[] = [];

  /** The active bookings, as a source lists them. */
  active() {
    return [...this.bookings].filter(([, { cancelledBy }]) => cancelledBy.length === 0);
  }

  /** Sends items. Returns the error type of each rejected item. */
  send(items: ModelItem[], atomic: boolean): (string | undefined)[] {
    const memory = new Memory();
    for (const [id, booking] of this.bookings) memory.bookings.set(`own/${id}`, toStored('own', id, booking));
    for (const [index, content] of this.taken.entries())
      memory.bookings.set(`other/${index}`, toStored('other', `${index}`, { ...content, cancelledBy: [] }));
    const errors = (atomic ? sendAtomically : sendEach)(memory, items.map(toItem));
    this.bookings = new Map(
      [...memory.bookings.values()]
        .filter(({ externalServiceId }) => externalServiceId === 'own')
        .map((stored) => [
          stored.externalCourtBookingId,
          { ...stored.content, cancelledBy: cancellersOf(stored) },
        ]),
    );
    return errors;
  }
}

function sendAtomically(memory: Memory, items: Item[]) {
  const judged = memory.sendAtomically('own', items);
  const refused = 'refused' in judged ? judged.refused : [];
  return items.map((_item, at) => refused.find(({ index }) => index === at)?.rejection.error);
}

const sendEach = (memory: Memory, items: Item[]) =>
  items.map((item) => {
    const result = memory.send('own', item);
    return isDone(result) ? undefined : result.rejection.error;
  });

function toItem({ externalCourtBookingId, ...item }: ModelItem): Item {
  if (item.action === 'cancel') return { externalCourtBookingId, ...item };
  const { action, ...content } = item;
  return { action, externalCourtBookingId, content };
}

function toStored(
  externalServiceId: string,
  id: string,
  { cancelledBy, ...content }: ModelBooking,
): StoredBooking {
  const at = '2026-11-20T00:00:00.000000Z';
  return {
    ...{ id: `${externalServiceId}/${id}`, externalServiceId, externalCourtBookingId: id, content },
    ...{ createdAt: at, updatedAt: at, cancelledAt: cancelledBy.length > 0 ? at : null },
    partnerCancelledAt: cancelledBy.includes('PARTNER') ? at : null,
    cancellationReason: cancelledBy.includes('OPERATOR') ? 'Rain.' : null,
  };
}
