import { describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

interface Shown {
  status: string;
  cancelledBy: string[];
  partnerCancelledAt: string | null;
}

describe('cancelledBy of a booking', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);

  const at = '2026-11-20T12:00:00.000Z';

  it.each([
    ['nobody', {}, 'ACTIVE', [], null],
    // An earlier cancellation may still be stored.
    ['nobody any more', { partner: at }, 'ACTIVE', [], null],
    ['its partner', { partner: at, cancelled: at }, 'CANCELLED', ['PARTNER'], at],
    ['an operator', { cancelled: at, reason: 'flood' }, 'CANCELLED', ['OPERATOR'], null],
    ['both', { partner: at, cancelled: at, reason: 'flood' }, 'CANCELLED', ['PARTNER', 'OPERATOR'], at],
  ] as {
    [Field in keyof Row]: Row[Field];
  }[])(
    '%s: is the same for operators as for partners',
    async (_who, stored, status, cancelledBy, partnerCancelledAt) => {
      const { id } = world.services.alpha.booking;
      await service.database.query(
        'update court_bookings set cancelled_at = $1, cancellation_reason = $2, partner_cancelled_at = $3 where id = $4',
        [stored.cancelled ?? null, stored.reason ?? null, stored.partner ?? null, id],
      );
      const data = await world.operators.viewer.data<{ courtBooking: Shown }>(
        `{ courtBooking(id: "${id}") { status cancelledBy partnerCancelledAt } }`,
      );
      expect(data.courtBooking).toEqual({ status, cancelledBy, partnerCancelledAt });
      const [told] = await service.database.query<{ cancelledBy: string[] | null }>(
        `select ${databaseFunctions().schema}.court_booking_cancelled_by(b) as "cancelledBy" from court_bookings b where id = $1`,
        [id],
      );
      expect(told!.cancelledBy ?? []).toEqual(cancelledBy);
    },
  );
});

type Row = [
  who: string,
  stored: { partner?: string; cancelled?: string; reason?: string },
  status: string,
  cancelledBy: string[],
  partnerCancelledAt: string | null,
];
