import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as playbook from './graphql/graphiql/playbook.generated.ts';
import { run } from './harness/clients/graphql-client.ts';
import { bookingBody, type Tenant, userBody } from './harness/data/factories.ts';
import { startTestService, type TestService } from './harness/servers/test-service.ts';

type Body = Record<string, unknown>;

/** A way to call the services. Returns `ok` or the error type. */
interface Door {
  createUser(tenant: Tenant, body: Body): Promise<string>;
  upsert(tenant: Tenant, id: string, body: Body): Promise<string>;
}

let service: TestService;
let administrator: string;

const doors: Record<string, Door> = {
  REST: {
    createUser: async ({ externalServiceId, token }, body) => {
      const answer = await service.createUser(externalServiceId, { token, body });
      return answer.body.error?.type ?? 'ok';
    },
    upsert: async ({ externalServiceId, token }, id, body) => {
      const answer = await service.upsertCourtBooking(externalServiceId, id, { token, body });
      return answer.body.error?.type ?? 'ok';
    },
  },
  GraphQL: {
    createUser: async ({ externalServiceId }, body) => {
      const { createUser } = await run(service, administrator, playbook.CreateUserDocument, {
        externalServiceId,
        ...(body as unknown as Omit<playbook.CreateUserMutationVariables, 'externalServiceId'>),
      });
      return 'type' in createUser ? createUser.type : 'ok';
    },
    upsert: async ({ externalServiceId }, externalCourtBookingId, body) => {
      const { upsertCourtBooking } = await run(service, administrator, playbook.UpsertCourtBookingDocument, {
        externalServiceId,
        externalCourtBookingId,
        ...(body as unknown as Omit<
          playbook.UpsertCourtBookingMutationVariables,
          'externalServiceId' | 'externalCourtBookingId'
        >),
      });
      return 'type' in upsertCourtBooking ? upsertCourtBooking.type : 'ok';
    },
  },
};

interface Stage {
  door: Door;
  tenant: Tenant;
  courtId: string;
}

/** Every rule of the services, with the result that both interfaces must return. */
const rules: [string, string, (stage: Stage) => Promise<string>][] = [
  ['a new user', 'ok', ({ door, tenant }) => door.createUser(tenant, userBody())],
  [
    'a malformed e-mail',
    'invalid_schema',
    ({ door, tenant }) => door.createUser(tenant, userBody({ email: 'x' })),
  ],
  [
    'a birthday to come',
    'invalid_schema',
    ({ door, tenant }) => door.createUser(tenant, userBody({ birthday: '2999-01-01' })),
  ],
  [
    'NUL in a name',
    'invalid_schema',
    ({ door, tenant }) => door.createUser(tenant, userBody({ firstName: 'a\0' })),
  ],
  [
    'the very pair again',
    'ok',
    async ({ door, tenant }) => {
      const body = userBody();
      await door.createUser(tenant, body);
      return door.createUser(tenant, { ...body, email: String(body.email).toUpperCase() });
    },
  ],
  [
    'an e-mail in use',
    'email_already_in_use',
    async ({ door, tenant }) => {
      const { email } = userBody();
      await door.createUser(tenant, userBody({ email }));
      return door.createUser(tenant, userBody({ email }));
    },
  ],
  [
    'an external user id in use',
    'external_user_id_already_in_use',
    async ({ door, tenant }) => {
      const { externalUserId } = userBody();
      await door.createUser(tenant, userBody({ externalUserId }));
      return door.createUser(tenant, userBody({ externalUserId }));
    },
  ],
  ['a new booking', 'ok', ({ door, tenant, courtId }) => door.upsert(tenant, 'x', bookingBody(courtId))],
  [
    'an empty booking id',
    'invalid_schema',
    ({ door, tenant, courtId }) => door.upsert(tenant, '', bookingBody(courtId)),
  ],
  [
    'a time without an offset',
    'invalid_schema',
    ({ door, tenant, courtId }) =>
      door.upsert(tenant, 'x', bookingBody(courtId, { startDate: '2027-01-01T10:00:00' })),
  ],
  [
    '51 participants',
    'invalid_schema',
    ({ door, tenant, courtId }) =>
      door.upsert(
        tenant,
        'x',
        bookingBody(courtId, {
          participants: Array.from({ length: 51 }, (_, i) => ({ email: `${i}@example.com` })),
        }),
      ),
  ],
  [
    'a participant named by both',
    'mutually_exclusive_fields_violation',
    ({ door, tenant, courtId }) =>
      door.upsert(
        tenant,
        'x',
        bookingBody(courtId, { participants: [{ userId: randomUUID(), email: 'a@example.com' }] }),
      ),
  ],
  [
    'a participant named by neither',
    'mutually_exclusive_fields_violation',
    ({ door, tenant, courtId }) => door.upsert(tenant, 'x', bookingBody(courtId, { participants: [{}] })),
  ],
  [
    'one address twice',
    'duplicate_entries_provided',
    ({ door, tenant, courtId }) =>
      door.upsert(
        tenant,
        'x',
        bookingBody(courtId, { participants: [{ email: 'a@example.com' }, { email: 'A@example.com' }] }),
      ),
  ],
  [
    'an empty range',
    'invalid_time_range',
    ({ door, tenant, courtId }) =>
      door.upsert(
        tenant,
        'x',
        bookingBody(courtId, { startDate: '2027-01-01T10:00:00Z', endDate: '2027-01-01T11:00:00+01:00' }),
      ),
  ],
  [
    'an unknown court',
    'court_not_found',
    ({ door, tenant }) => door.upsert(tenant, 'x', bookingBody(randomUUID())),
  ],
  [
    "another organization's court",
    'organization_access_denied',
    async ({ door, tenant }) => {
      const { courtIds } = await service.factories.organization();
      return door.upsert(tenant, 'x', bookingBody(courtIds[0]!));
    },
  ],
  [
    'an unknown user',
    'user_access_denied',
    ({ door, tenant, courtId }) =>
      door.upsert(tenant, 'x', bookingBody(courtId, { participants: [{ userId: randomUUID() }] })),
  ],
  ...(
    [
      ['a newer version', 'ok', '2026-11-20T12:00:00.000001Z', 1],
      ['the same again', 'ok', '2026-11-20T13:00:00+01:00', 0],
      ['equal time, other content', 'version_conflict', '2026-11-20T12:00:00Z', 1],
      ['an older version', 'stale_write', '2026-11-20T11:59:59.999999Z', 0],
    ] as const
  ).map(([what, type, externalUpdatedAt, slot]): [string, string, (stage: Stage) => Promise<string>] => [
    what,
    type,
    async ({ door, tenant, courtId }) => {
      await door.upsert(tenant, 'x', bookingBody(courtId));
      return door.upsert(tenant, 'x', bookingBody(courtId, { externalUpdatedAt }, slot));
    },
  ]),
  [
    'a cancelled booking',
    'version_conflict',
    async ({ door, tenant, courtId }) => {
      await door.upsert(tenant, 'x', bookingBody(courtId));
      await service.factories.cancelBooking(tenant.externalServiceId, 'x');
      return door.upsert(tenant, 'x', bookingBody(courtId, { externalUpdatedAt: '2026-11-21T00:00:00Z' }));
    },
  ],
  [
    'an overlap',
    'court_booking_overlap',
    async ({ door, tenant, courtId }) => {
      await door.upsert(tenant, 'x', bookingBody(courtId));
      return door.upsert(tenant, 'y', bookingBody(courtId));
    },
  ],
  [
    'back to back',
    'ok',
    async ({ door, tenant, courtId }) => {
      await door.upsert(tenant, 'x', bookingBody(courtId));
      return door.upsert(tenant, 'y', bookingBody(courtId, {}, 1));
    },
  ],
];

beforeAll(async () => {
  service = await startTestService('postgresql');
  administrator = (await service.factories.operator('ADMIN')).secret;
});
afterAll(() => service.stop());

describe.each(Object.entries(doors))('service rules through %s', (_name, door) => {
  it.each(rules)('%s: %s', async (_what, type, provoke) => {
    const tenant = await service.factories.tenant();
    expect(await provoke({ door, tenant, courtId: tenant.courtIds[0] })).toBe(type);
  });
});
