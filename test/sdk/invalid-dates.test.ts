import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../sdk/src/index.ts';
import { createTestPartnerApi, createTestPlatform } from '../../sdk/src/testing/index.ts';

// JavaScript parses a German date as an invalid Date without an error.
const invalid = new Date('31.12.1980');
const valid = new Date('2026-05-01T10:00:00Z');
const id = '00000000-0000-4000-8000-000000000009';
/** Date libraries serialize an invalid date to null. */
const invalidMoment = { toJSON: () => null };

const api = createTestPartnerApi();
const sent: string[] = [];
const client = createPartnerClient({
  ...api.clientOptions,
  fetch: (input, init) => {
    sent.push(String(input));
    return api.clientOptions.fetch(input, init);
  },
});
const booking = { courtId: id, startDate: valid, endDate: valid, externalUpdatedAt: valid };
const user = { email: 'ada@example.com', externalUserId: 'a', firstName: 'Ada', lastName: 'Lovelace' };

beforeEach(() => {
  sent.length = 0;
});

describe('invalid Date, rejected as an invalid argument without a request', () => {
  it.each<[string, (string | number)[], () => Promise<unknown>]>([
    ['updateUser', ['birthday'], () => client.safe.updateUser(id, { birthday: invalid })],
    ['createUser', ['birthday'], () => client.safe.createUser({ ...user, birthday: invalid })],
    [
      'upsertCourtBooking',
      ['externalUpdatedAt'],
      () => client.safe.upsertCourtBooking('a', { ...booking, externalUpdatedAt: invalid as never }),
    ],
    [
      'upsertCourtBooking with a date library',
      ['startDate'],
      () => client.safe.upsertCourtBooking('a', { ...booking, startDate: invalidMoment as never }),
    ],
    ['cancelCourtBooking', ['externalUpdatedAt'], () => client.safe.cancelCourtBooking('a', invalid)],
    ['listCourtBookings', ['updatedFrom'], () => client.safe.listCourtBookings({ updatedFrom: invalid })],
    ['listCourtBookings', ['from'], () => client.safe.listCourtBookings({ from: invalid })],
    ['getCourtOccupancy', ['to'], () => client.safe.getCourtOccupancy(id, { from: valid, to: invalid })],
    [
      'batchCourtBookings',
      ['items', 1, 'endDate'],
      () =>
        client.safe.batchCourtBookings({
          items: [
            { action: 'cancel', externalCourtBookingId: 'a', externalUpdatedAt: valid },
            { action: 'upsert', externalCourtBookingId: 'b', ...booking, endDate: invalid as never },
          ] as never,
        }),
    ],
    ['listUsers', ['updatedTo'], () => client.safe.listUsers({ updatedTo: invalid })],
    [
      'batchUsers',
      ['items', 0, 'birthday'],
      () =>
        client.safe.batchUsers({
          items: [
            {
              action: 'upsert',
              externalUserId: 'a',
              email: 'a',
              firstName: 'A',
              lastName: 'B',
              birthday: invalid,
            },
          ],
        }),
    ],
    ...[{}, { querySerializer: { array: { style: 'form', explode: false } } } as const].map(
      (own): [string, string[], () => Promise<unknown>] => [
        `raw, in a query, ${'querySerializer' in own ? 'with its own serializer' : 'by default'}`,
        ['updatedFrom'],
        () =>
          client.raw
            .GET('/api/v1/external-services/{externalServiceId}/court-bookings', {
              params: { path: { externalServiceId: id }, query: { updatedFrom: invalid as never } },
              ...own,
            })
            .catch((error) => ({ error })),
      ],
    ),
    [
      'raw',
      ['birthday'],
      () =>
        client.raw
          .PATCH('/api/v1/external-services/{externalServiceId}/users/{userId}', {
            params: { path: { externalServiceId: id, userId: id } },
            body: { birthday: invalid as never },
          })
          .catch((error) => ({ error })),
    ],
  ])('%s', async (_operation, path, call) => {
    expect(await call()).toMatchObject({ error: { type: 'invalid_argument', issues: [{ path }] } });
    expect(sent).toEqual([]);
  });

  it('is rejected by the test platform, too, which keeps the birthday', async () => {
    const platform = createTestPlatform();
    const client = createPartnerClient(platform.clientOptions);
    const { id } = await client.createUser({ ...user, birthday: '1980-12-31' });
    await expect(client.updateUser(id, { birthday: invalid })).rejects.toMatchObject({
      type: 'invalid_argument',
    });
    expect((await client.getUser(id)).birthday).toBe('1980-12-31T00:00:00.000Z');
    expect(() => createTestPlatform({ now: invalid })).toThrow(/valid Date/);
  });
});
