import { beforeEach, describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 3_600_000;
const reason = 'The hall is sold.';

describe('closing a court for good', () => {
  const service = useTestService('postgresql', { poolSize: 8 });
  const admin = useOperator(service);
  let one: Tenant;
  beforeEach(async () => {
    one = await service.factories.tenant();
    const now = Date.now();
    const at = (from: number, to: number, court = 0) =>
      service.factories.booking(one.externalServiceId, one.courtIds[court]!, [
        now + from * hour,
        now + to * hour,
      ]);
    await at(-3, -2);
    await at(-1, 1);
    await at(100, 101);
    await at(9_999, 10_000);
    await at(100, 101, 1);
  });

  const close = async (confirmToken?: string | null) => {
    const input = { courtId: one.courtIds[0], reason, confirmToken: confirmToken ?? null };
    const { closeCourtAndCancelBookings } = await admin.run(playbook.CloseCourtForGoodDocument, input);
    return closeCourtAndCancelBookings as {
      type?: string;
      confirmToken: string;
      count: number;
      requestId: string;
    };
  };
  const state = async () => {
    const isOpen = await valueIn<boolean>(
      service,
      'select active from courts where id = $1',
      one.courtIds[0],
    );
    const active = 'select from court_bookings where active and external_service_id = $1';
    const bookings = await service.database.query(active, [one.externalServiceId]);
    return { isOpen, bookings: bookings.length };
  };

  it('closes it and cancels its bookings that have not ended, after a dry run with their number', async () => {
    const shown = await close();
    expect(shown).toMatchObject({ done: false, count: 3 });
    expect(await state()).toEqual({ isOpen: true, bookings: 5 });
    expect(await close(shown.confirmToken)).toMatchObject({ done: true, count: 3 });
    expect(await state()).toEqual({ isOpen: false, bookings: 2 });
    expect(await close(shown.confirmToken)).toMatchObject({ type: 'confirmation_outdated' });
    expect(await close()).toMatchObject({ type: 'nothing_to_change' });
  });

  it('changes nothing if a booking was added since the dry run', async () => {
    const { confirmToken } = await close();
    const body = bookingBody(one.courtIds[0], {}, 1);
    await service.upsertCourtBooking(one.externalServiceId, 'new', { token: one.token, body });
    expect(await close(confirmToken)).toMatchObject({ type: 'confirmation_outdated' });
    expect(await state()).toEqual({ isOpen: true, bookings: 6 });
  });

  it('is one task on pages, and its result leads to reopening and to reinstating what it cancelled', async () => {
    const pages = operatorPages(service, admin.secret);
    const path = '/operators/close-court-for-good';
    const { html } = await pages.get(path, { courtId: one.courtIds[0], reason, sent: '1' });
    expect(html).toContain('>Close court and cancel 3 bookings</button>');
    const done = await pages.confirm(path, html);
    expect(done.html).toContain('class="done all"');
    expect(await state()).toEqual({ isOpen: false, bookings: 2 });
    const undo = [...done.html.matchAll(/<a class="button" href="([^"]+)">Undo: ([^<]+)</g)].map(
      ([, address, title]) => [title, address!.replaceAll('&amp;', '&')] as const,
    );
    expect(undo.map(([title]) => title)).toEqual(['Reopen a court', 'Reinstate many bookings']);
    for (const [title, address] of undo) {
      const review = await pages.get(address);
      expect(review.html, title).toContain('class="confirm"');
      if (title !== 'Reopen a court') expect(review.html).toContain('>Reinstate 3 bookings</button>');
      expect((await pages.confirm(address.split('?')[0]!, review.html)).html, title).toContain(
        'class="done all"',
      );
    }
    expect(await state()).toEqual({ isOpen: true, bookings: 5 });
  });
});
