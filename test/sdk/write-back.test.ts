import { expect, it } from 'vitest';
import {
  createPartnerClient,
  type PartnerClient,
  toCourtBookingRequest,
  toUserRequest,
  type User,
} from '../../sdk/src/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');

const sides: [string, () => Promise<PartnerClient>][] = [
  [
    'the service',
    async () => {
      const { token } = await service.factories.tenant();
      return createPartnerClient({ baseUrl: service.address, token });
    },
  ],
  ['the test platform', async () => createPartnerClient(createTestPlatform().clientOptions)],
];

let count = 0;
async function createUser(client: PartnerClient, birthday?: string) {
  count += 1;
  const id = `write-back-${count}`;
  const fields = { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'Lovelace' };
  return { ...fields, ...(await client.createUser(birthday ? { ...fields, birthday } : fields)) };
}

/** Creates a booking with a user, a guest, a guest with an account, and a person who is then erased. */
async function createBooking(client: PartnerClient) {
  const [user, guest, erased] = [
    await createUser(client),
    await createUser(client),
    await createUser(client),
  ];
  const { items } = await client.listCourts();
  await client.upsertCourtBooking('booking-1', {
    courtId: items[0]!.id,
    startDate: '2027-01-01T10:00:00+01:00',
    endDate: '2027-01-01T11:00:00+01:00',
    externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
    participants: [
      { userId: user.id },
      { email: 'guest@example.com' },
      { email: guest.email.toUpperCase() },
      { userId: erased.id },
    ],
  });
  await client.eraseUser(erased.id);
  const booking = await client.getCourtBooking('booking-1');
  expect(booking.participants).toEqual([
    { userId: user.id },
    { email: 'guest@example.com' },
    { email: guest.email, userId: guest.id },
    { erased: true },
  ]);
  return booking;
}

it.each(sides)('rejects the participants of a booking as they were read: %s', async (_side, start) => {
  const client = await start();
  const booking = await createBooking(client);
  const request = { ...toCourtBookingRequest(booking), participants: booking.participants as never };
  await expect(client.upsertCourtBooking('booking-1', request)).rejects.toMatchObject({
    type: 'mutually_exclusive_fields_violation',
  });
});

it.each(sides)('writes nothing when a booking is sent as it was read: %s', async (_side, start) => {
  const client = await start();
  const booking = await createBooking(client);
  const request = toCourtBookingRequest(booking);
  expect(await client.safe.upsertCourtBooking('booking-1', request)).toMatchObject({
    status: 200,
    data: { updatedAt: booking.updatedAt },
  });
  const { results } = await client.batchCourtBookings({
    items: [{ action: 'upsert', externalCourtBookingId: 'booking-1', ...request }],
  });
  expect(results[0]!.outcome).toBe('replayed');
  expect(await client.getCourtBooking('booking-1')).toEqual(booking);
});

it.each(sides)(
  'changes only what is replaced, and leaves an erased participant out: %s',
  async (_side, start) => {
    const client = await start();
    const booking = await createBooking(client);
    const changes = { endDate: '2027-01-01T10:30:00.000Z', externalUpdatedAt: '2026-11-20T12:00:00.000124Z' };
    const request = { ...toCourtBookingRequest(booking), ...changes };
    await client.upsertCourtBooking('booking-1', request);
    const changed = await client.getCourtBooking('booking-1');
    const participants = booking.participants.filter(({ erased }) => !erased);
    expect(changed).toEqual({ ...booking, ...changes, participants, updatedAt: changed.updatedAt });
  },
);

it.each(sides)('writes nothing when a user is sent as it was read: %s', async (_side, start) => {
  const client = await start();
  for (const birthday of [undefined, '1985-12-10']) {
    const { id, externalUserId } = await createUser(client, birthday);
    const user = await client.getUser(id);
    const request = toUserRequest(user)!;
    expect(request.birthday).toBe(birthday);
    const { externalUserId: _, ...body } = request;
    await client.createUser(request);
    await client.updateUser(id, request);
    await client.upsertUser(externalUserId, body);
    const { results } = await client.batchUsers({ items: [{ action: 'upsert', ...request }] });
    expect(results[0]!.outcome).toBe('unchanged');
    expect(await client.getUser(id)).toEqual(user);
  }
});

it.each(sides)('makes no request out of an erased user: %s', async (_side, start) => {
  const client = await start();
  const { id } = await createUser(client);
  await client.eraseUser(id);
  expect(toUserRequest(await client.getUser(id))).toBeUndefined();
});

it('makes no request out of a user that another service manages', () => {
  const user = { id: 'x', firstName: 'Ada', lastName: 'Lovelace', managed: false, status: 'ACTIVE' };
  expect(toUserRequest(user)).toBeUndefined();
});

it('leaves out every other field', () => {
  const fields = { email: 'ada@example.com', externalUserId: 'a', firstName: 'Ada', lastName: 'Lovelace' };
  const operators = { gender: 'OTHER', playingHand: 'LEFT', mainSportType: 'PADEL' };
  const user: User & { added: number } = {
    id: 'x',
    ...fields,
    ...operators,
    managed: true,
    status: 'ACTIVE',
    added: 1,
  };
  expect(toUserRequest(user)).toEqual(fields);
  const sent = { courtId: 'c', startDate: 's', endDate: 'e', externalUpdatedAt: 'u', participants: [] };
  const booking = {
    ...sent,
    externalServiceId: 'x',
    status: 'ACTIVE',
    cancelledBy: [],
    updatedAt: 'x',
    added: 1,
  };
  expect(toCourtBookingRequest(booking)).toEqual(sent);
});
