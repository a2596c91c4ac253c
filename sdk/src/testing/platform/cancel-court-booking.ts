import type { Cancelled } from '../../../../src/rules/court-booking-item.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { versionOf } from '../../../../src/rules/stored-version.ts';
import type { ExternalService } from './world.ts';

/** The response to a cancellation. It has the same few fields in every case. */
export function toCancelled({ id }: ExternalService, externalCourtBookingId: string, cancelled: Cancelled) {
  const stored = 'booking' in cancelled ? cancelled.booking : cancelled.tombstone;
  return {
    externalServiceId: id,
    externalCourtBookingId,
    externalUpdatedAt: formatInstant(versionOf(stored)),
    status: 'CANCELLED',
    cancelledAt: formatInstant(stored.cancelledAt!),
  };
}
