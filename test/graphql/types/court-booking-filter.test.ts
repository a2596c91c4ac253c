import { beforeAll, expect, it } from 'vitest';
import { bookingBody } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';
import * as playbook from '../graphiql/playbook.generated.ts';

const service = useTestService('postgresql');
const admin = useOperator(service);
const own = useTenant(service);
let range: { changedFrom: string; changedUntil: string };

const put = (id: string, slot: number, version: string, tenant = own) =>
  service.upsertCourtBooking(tenant.externalServiceId, id, {
    token: tenant.token,
    body: bookingBody(tenant.courtIds[0], { externalUpdatedAt: version }, slot),
  });
const now = () => new Date().toISOString();
/** The clock of the next change differs from that of the previous one. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeAll(async () => {
  const other = await service.factories.tenant();
  const idOf = (externalId: string) => bookingIdIn(service, externalId);
  const cancelAsOperator = async (externalId: string) => {
    const text = `mutation { cancelCourtBooking(input: { courtBookingId: "${await idOf(externalId)}", reason: "x" }) { __typename } }`;
    expect((await admin.ask(text)).errors).toBeUndefined();
  };
  for (const [slot, id] of ['before', 'again-by-partner', 'again-by-operator', 'by-operator'].entries())
    await put(id, slot, '2026-11-20T12:00:00Z');
  await pause();
  const changedFrom = now();
  for (const [slot, id] of [
    [11, 'again-by-partner'],
    [12, 'again-by-operator'],
    [13, 'created'],
  ] as const)
    await put(id, slot, '2026-11-20T13:00:00Z');
  await put('of-another', 1, '2026-11-20T12:00:00Z', other);
  await cancelAsOperator('by-operator');
  await pause();
  range = { changedFrom, changedUntil: now() };
  await put('again-by-partner', 21, '2026-11-20T14:00:00Z');
  await put('before', 22, '2026-11-20T14:00:00Z');
  await cancelAsOperator('again-by-operator');
});

it.each([
  ['by default by partners', {}, ['again-by-operator', 'again-by-partner', 'created']],
  ['by operators', { changedBy: 'OPERATOR' }, ['by-operator']],
  ['by anybody', { changedBy: null }, ['again-by-operator', 'again-by-partner', 'by-operator', 'created']],
] as const)(
  'lists the bookings that were changed in a time, %s, also if they were changed again later',
  async (_by, more, expected) => {
    const variables = { ...range, externalServiceId: own.externalServiceId, ...more };
    const { courtBookings } = await admin.run(playbook.ChangedBookingsDocument, variables as never);
    expect(courtBookings.nodes.map((node) => node.externalCourtBookingId).sort()).toEqual(expected);
  },
);
