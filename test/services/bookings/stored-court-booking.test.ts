import { beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../src/services/bookings/stored-court-booking.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { optionalContent } from '../../harness/data/optional-fields.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('the content of a stored booking', () => {
  const service = useTestService('postgresql');
  const support = useOperator(service, 'SUPPORT');
  const tenant = useTenant(service, 2);
  let id: string;
  let sent: Record<string, unknown>;
  const path = (rest: string) => `/api/v1/external-services/${tenant.externalServiceId}/${rest}`;
  const read = async () =>
    (await service.call(path('court-bookings/by-external-id/full'), { token: tenant.token })).body;
  const changes = async () => {
    await sequenceChanges({ database: service.database, now: Date.now });
    return (await service.call(path('changes'), { token: tenant.token }, 'listChanges')).body.items;
  };
  beforeAll(async () => {
    const { externalServiceId, token, courtIds } = tenant;
    const { body: user } = await service.createUser(externalServiceId, { token, body: userBody() });
    const { startDate, endDate } = bookingBody(courtIds[0], {}, 1);
    sent = {
      ...{ courtId: courtIds[0], externalUpdatedAt: '2026-11-20T12:00:00.000123Z' },
      ...{ startDate, endDate, participants: [{ userId: user.id }, { email: 'guest@example.com' }] },
      ...optionalContent(0),
    };
    await service.upsertCourtBooking(externalServiceId, 'full', { token, body: sent });
    id = await bookingIdIn(service, 'full');
  });

  const { startDate, endDate } = bookingBody('', {}, 2);
  /** What operators do with a booking, in order: their input, and the fields that it changes. */
  const verbs: Record<string, [input: object, changed?: Partial<typeof sent>]> = {
    moveCourtBooking: [{ startDate }, { startDate, endDate, externalUpdatedAt: expect.any(String) }],
    cancelCourtBooking: [{ reason: 'Rain' }],
    reinstateCourtBooking: [{}],
    cancelCourtBookings: [{ reason: 'Flooded', from: '2027-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' }],
    resetCourtBookingVersion: [
      { externalUpdatedAt: '2026-11-21T12:00:00Z' },
      { externalUpdatedAt: '2026-11-21T12:00:00.000Z' },
    ],
  };

  it('is every field of the request', async () => {
    const content = contentOf(sent as never);
    expect(Object.keys(content).sort()).toEqual(Object.keys(sent).sort());
    const { participants, ...fields } = sent;
    expect(await read()).toMatchObject(fields);
    expect((await read()).participants.map(({ email }: { email?: string }) => email)).toEqual(
      (participants as { email?: string }[]).map(({ email }) => email),
    );
  });

  it.each(Object.entries(verbs))('is kept by %s, and announced in full', async (verb, [input, changed]) => {
    const before = Object.fromEntries(
      Object.entries(await read()).filter(([name]) => Object.keys(sent).includes(name)),
    );
    const known = (await changes()).length;
    const ofMany = verb.endsWith('Bookings');
    const given = { ...(ofMany ? { courtId: sent.courtId } : { courtBookingId: id }), ...input };
    const shown = ofMany ? '... on CourtBookingsCancellation { confirmToken }' : '__typename';
    const dryRun = ofMany ? await support.mutate(verb, given, shown) : {};
    await support.mutate(verb, { ...given, ...dryRun }, shown);
    const after = await read();
    expect(after).toMatchObject({ ...before, ...changed });
    const announced = (await changes()).slice(known);
    expect(announced.map(({ data }: { data: object }) => data)).toEqual([after]);
  });
});
