import { randomUUID } from 'node:crypto';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import { appendChange } from '../../../src/services/changes/append-change.ts';
import { type ChangeType, changeTypes, scopesOfChanges } from '../../../src/services/changes/change-types.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { toCursor } from '../../../src/services/values/cursor.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { changesOf, type Reader, type ShownChange } from '../../harness/clients/changes.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

/** Deletes changes, as dropping their partition would. */
const drop = (service: TestService, { externalServiceId }: Reader, which: string) =>
  service.database
    .em()
    .execute(`delete from changes where external_service_id = ? and ${which}`, [externalServiceId]);

async function makeUsers(service: TestService, { externalServiceId, token }: Tenant, count: number) {
  for (let n = 0; n < count; n += 1)
    expect((await service.createUser(externalServiceId, { token, body: userBody() })).status).toBe(201);
}

type Provoked = Record<string, (stage: Stage) => Promise<object>>;

/** Each change type, with each way to provoke it. Each function returns the resource as its GET shows it afterwards. */
const provoked: Partial<Record<ChangeType, Provoked>> = {
  'court_booking.created': {
    REST: async (stage) => stage.put('rest'),
    'REST, in a batch': async (stage) => stage.batch([stage.upsertItem('batch', 1)], 'batch'),
    'REST, in an atomic batch': async (stage) =>
      stage.batch([stage.upsertItem('atomic', 2)], 'atomic', { atomic: true }),
    GraphQL: async (stage) => stage.putByOperator('graphql', 3),
  },
  'court_booking.updated': {
    REST: async (stage) => stage.put('rest', 0, '13:00'),
    'REST, over the own cancellation': async (stage) => {
      await stage.put('again', 4);
      await stage.cancel('again', '13:00');
      await stage.passOver();
      return stage.put('again', 4, '14:00');
    },
    'REST, in a batch': async (stage) => stage.batch([stage.upsertItem('batch', 1, '13:00')], 'batch'),
    GraphQL: async (stage) => stage.putByOperator('graphql', 3, '13:00'),
  },
  'court_booking.cancelled': {
    REST: async (stage) => stage.cancel('rest', '14:00'),
    'REST, in a batch': async (stage) =>
      stage.batch(
        [{ action: 'cancel', externalCourtBookingId: 'batch', externalUpdatedAt: at('14:00') }],
        'batch',
      ),
    'REST, in an atomic batch': async (stage) =>
      stage.batch(
        [{ action: 'cancel', externalCourtBookingId: 'atomic', externalUpdatedAt: at('14:00') }],
        'atomic',
        { atomic: true },
      ),
    GraphQL: async (stage) =>
      stage.byOperator(playbook.CancelCourtBookingDocument, 'graphql', { reason: 'A flood.' }),
  },
  'court_booking.reinstated': {
    GraphQL: async (stage) => stage.byOperator(playbook.ReinstateCourtBookingDocument, 'graphql', {}),
  },
  'court_booking.version_reset': {
    GraphQL: async (stage) =>
      stage.byOperator(playbook.ResetCourtBookingVersionDocument, 'graphql', {
        externalUpdatedAt: at('11:00'),
      }),
  },
  'user.created': {
    REST: async (stage) => stage.makeUser(),
    GraphQL: async ({ tenant, operator, service, user }) => {
      const body = userBody({ birthday: undefined }) as Record<string, never>;
      const { externalServiceId } = tenant;
      const { createUser } = await run(service, operator, playbook.CreateUserDocument, {
        externalServiceId,
        ...(body as unknown as {
          email: string;
          externalUserId: string;
          firstName: string;
          lastName: string;
        }),
      });
      return user((createUser as { id: string }).id);
    },
  },
  'user.updated': {
    REST: async ({ tenant, users, user, someone }) => {
      const { id } = someone();
      expect((await users.update(tenant, id, { firstName: 'Augusta', birthday: null })).status).toBe(200);
      return user(id);
    },
    GraphQL: async ({ operator, service, user, someone }) => {
      const { id } = someone();
      await run(service, operator, playbook.UpdateUserDocument, { userId: id, gender: 'FEMALE' });
      return user(id);
    },
  },
  'user.erased': {
    REST: async (stage) => {
      const { id } = (await stage.makeUser()) as { id: string };
      await stage.passOver();
      expect((await stage.users.erase(stage.tenant, id)).status).toBe(200);
      return stage.user(id);
    },
    GraphQL: async (stage) => {
      const { id } = (await stage.makeUser()) as { id: string };
      await stage.passOver();
      await run(stage.service, stage.operator, playbook.EraseUserDocument, { userId: id });
      return stage.user(id);
    },
  },
  'user_access.granted': {
    GraphQL: async ({ tenant, operator, service, user, other }) => {
      const { externalServiceId } = tenant;
      await run(service, operator, playbook.GrantUserAccessDocument, { externalServiceId, userId: other() });
      return user(other());
    },
  },
  'user_access.revoked': {
    GraphQL: async ({ tenant, operator, service, other }) => {
      const { externalServiceId } = tenant;
      await run(service, operator, playbook.RevokeUserAccessDocument, { externalServiceId, userId: other() });
      return { id: other() };
    },
  },
  'organization_access.granted': {
    GraphQL: async ({ tenant, operator, service, organizationId }) => {
      const { externalServiceId } = tenant;
      const access = { externalServiceId, organizationId: organizationId() };
      await run(service, operator, playbook.GrantOrganizationAccessDocument, access);
      const { body } = await service.call('/api/v1/token', { token: tenant.token }, 'getToken');
      return body.organizations.find(({ id }: { id: string }) => id === organizationId());
    },
  },
  'court.created': {
    GraphQL: async ({ operator, service, organizationId, court }) => {
      const variables = { organizationId: organizationId(), courtNames: 'New Court' };
      await run(service, operator, playbook.CreateCourtsDocument, variables);
      return court('New Court');
    },
  },
  'court.updated': {
    GraphQL: async ({ operator, service, court }) => {
      const { id } = await court('New Court');
      await run(service, operator, playbook.RenameCourtDocument, { courtId: id, courtName: 'Old Court' });
      return court('Old Court');
    },
    'GraphQL, opened again': async (stage) => {
      const { operator, service, court } = stage;
      const { id } = await court('Old Court');
      await run(service, operator, playbook.CloseCourtDocument, { courtId: id });
      await stage.passOver();
      await run(service, operator, playbook.OpenCourtDocument, { courtId: id });
      return court('Old Court');
    },
  },
  'court.deactivated': {
    GraphQL: async ({ operator, service, court }) => {
      const asListed = await court('Old Court');
      await run(service, operator, playbook.CloseCourtDocument, { courtId: asListed.id });
      return asListed;
    },
  },
  'organization_access.revoked': {
    GraphQL: async ({ tenant, operator, service, organizationId }) => {
      const { externalServiceId } = tenant;
      const access = { externalServiceId, organizationId: organizationId() };
      await run(service, operator, playbook.RevokeOrganizationAccessDocument, access);
      return { id: organizationId() };
    },
  },
};

const at = (time: string) => `2026-11-20T${time}:00Z`;

async function createStage(service: TestService, passOver: () => Promise<void>) {
  const tenant = await service.factories.tenant();
  const { secret: operator } = await service.factories.operator();
  const users = userCalls(service);
  const { externalServiceId, token } = tenant;
  const root = `/api/v1/external-services/${externalServiceId}`;
  const booking = async (id: string) => {
    const path = `${root}/court-bookings/by-external-id/${id}`;
    const { status, body } = await service.call(path, { token }, 'getCourtBooking');
    expect(status).toBe(200);
    return body as object;
  };
  const someone = await users.make(tenant);
  const foreign = await users.make(await service.factories.tenant());
  const { organizationId } = await service.factories.organization(0);
  const bodyOf = (slot: number, time: string) =>
    bookingBody(
      tenant.courtIds[0],
      {
        externalUpdatedAt: at(time),
        participants: [{ userId: someone.id }, { email: 'guest@example.com' }],
      },
      slot,
    );
  const user = async (id: string): Promise<object> => {
    const { status, body } = await users.get(tenant, id);
    expect(status).toBe(200);
    return body;
  };
  return {
    service,
    tenant,
    operator,
    users,
    user,
    /** Skips all changes so far, which the test does not check. */
    passOver,
    someone: () => someone,
    other: () => foreign.id,
    organizationId: () => organizationId,
    makeUser: async () => {
      // A link has one address. The existing link also has a participant's address.
      const { id } = await users.make(tenant);
      return user(id);
    },
    court: async (name: string): Promise<{ id: string }> => {
      const { body } = await service.call(`${root}/courts`, { token }, 'listCourts');
      return body.items.find((court: { name: string }) => court.name === name);
    },
    put: async (id: string, slot = 0, time = '12:00') => {
      const { status } = await service.upsertCourtBooking(externalServiceId, id, {
        token,
        body: bodyOf(slot, time),
      });
      expect([200, 201]).toContain(status);
      return booking(id);
    },
    putByOperator: async (id: string, slot = 0, time = '12:00') => {
      const { upsertCourtBooking } = await run(service, operator, playbook.UpsertCourtBookingDocument, {
        externalServiceId,
        externalCourtBookingId: id,
        ...bodyOf(slot, time),
      } as never);
      expect(upsertCourtBooking).not.toHaveProperty('type');
      return booking(id);
    },
    upsertItem: (id: string, slot: number, time = '12:00') => ({
      action: 'upsert',
      externalCourtBookingId: id,
      ...bodyOf(slot, time),
    }),
    batch: async (items: object[], id: string, options = {}) => {
      const { status, body } = await service.batchCourtBookings(externalServiceId, {
        token,
        body: { ...options, items },
      });
      expect([status, body.summary.refused]).toEqual([200, 0]);
      return booking(id);
    },
    cancel: async (id: string, time: string) => {
      const { status } = await service.cancelCourtBooking(externalServiceId, id, at(time), { token });
      expect(status).toBe(200);
      return booking(id);
    },
    byOperator: async <Data extends object>(
      document: TypedDocumentNode<Data, never>,
      id: string,
      variables: object,
    ) => {
      const [row] = await service.database.query<{ id: string }>(
        'select id from court_bookings where external_service_id = $1 and external_court_booking_id = $2',
        [externalServiceId, id],
      );
      const answer = await run(service, operator, document, {
        courtBookingId: row!.id,
        ...variables,
      } as never);
      expect(Object.values(answer)[0]).not.toHaveProperty('type');
      return booking(id);
    },
  };
}
type Stage = Awaited<ReturnType<typeof createStage>>;

describe.each(databaseKinds)('list changes on %s', (kind) => {
  let service: TestService;
  let changes: ReturnType<typeof changesOf>;
  beforeAll(async () => {
    service = await startTestService(kind);
    changes = changesOf(service);
  });
  afterAll(() => service.stop());

  describe('reported changes', () => {
    let stage: Stage;
    let cursor: string;
    const passOver = async () => {
      cursor = await changes.latest(stage.tenant);
    };
    beforeAll(async () => {
      stage = await createStage(service, passOver);
    });

    it('covers every type in this file, except those of webhooks', () => {
      const webhooks = changeTypes.filter((type) => type.startsWith('webhook_endpoint.'));
      expect([...Object.keys(provoked), ...webhooks].sort()).toEqual([...changeTypes].sort());
    });

    for (const [type, doors] of Object.entries(provoked)) {
      for (const [door, provoke] of Object.entries(doors)) {
        it(`reports ${type} by ${door} once, with the resource as its GET shows it`, async () => {
          await passOver();
          const thing = await provoke(stage);
          const { items } = await changes.since(stage.tenant, cursor);
          expect(items.map((change) => change.type)).toEqual([type]);
          expect(items[0]!.data).toEqual(thing);
          expect(items[0]!.actor).toBe(door.startsWith('REST') ? 'PARTNER' : 'OPERATOR');
        });
      }
    }

    it('reports webhook_endpoint.paused and resumed with the endpoint as its external service sees it', async () => {
      await passOver();
      const { externalServiceId } = stage.tenant;
      const context = { database: service.database, now: Date.now, newId, requestId: 'operator' };
      const endpoint = {
        id: randomUUID(),
        url: 'https://partner.example.com/hook',
        types: ['court_booking.created'],
        status: 'PAUSED',
        lastFailureAt: '2026-11-20T12:00:00.000000Z',
      };
      for (const type of ['webhook_endpoint.paused', 'webhook_endpoint.resumed'] as const)
        await service.database.transaction((em) =>
          appendChange(
            em,
            context,
            { actor: { type: 'operator', id: randomUUID() } },
            {
              type,
              subjectId: endpoint.id,
              data: endpoint,
              audience: { externalServiceId },
            },
          ),
        );
      const { items } = await changes.since(stage.tenant, cursor);
      expect(items.map(({ type, data }) => [type, data])).toEqual([
        ['webhook_endpoint.paused', { ...endpoint, lastFailureAt: '2026-11-20T12:00:00.000Z' }],
        ['webhook_endpoint.resumed', { ...endpoint, lastFailureAt: '2026-11-20T12:00:00.000Z' }],
      ]);
    });

    it('reports each item of a batch with the request id of its response', async () => {
      await passOver();
      const { externalServiceId, token } = stage.tenant;
      const items = [20, 21, 22].map((slot) => stage.upsertItem(`many-${slot}`, slot));
      const answer = await service.batchCourtBookings(externalServiceId, { token, body: { items } });
      const told = (await changes.since(stage.tenant, cursor)).items;
      expect(told.map(({ data }) => data.externalCourtBookingId)).toEqual(['many-20', 'many-21', 'many-22']);
      expect(new Set(told.map(({ requestId }) => requestId))).toEqual(
        new Set([answer.headers.get('x-request-id')]),
      );
    });

    it('reports the X-Request-Id of the response as requestId, for each operation that writes', async () => {
      await passOver();
      const { externalServiceId, token } = stage.tenant;
      const bookings = `/api/v1/external-services/${externalServiceId}/court-bookings`;
      const users = `/api/v1/external-services/${externalServiceId}/users`;
      let n = 0;
      const send = async (method: string, path: string, body?: object) => {
        n += 1;
        const headers = { 'X-Request-Id': `import-${n}` };
        const answer = await service.call(path, { method, token, headers, ...(body ? { body } : {}) });
        expect([answer.status < 300, answer.headers.get('x-request-id')]).toEqual([true, `import-${n}`]);
        return answer.body;
      };
      const { courtIds } = stage.tenant;
      await send('PUT', `${bookings}/by-external-id/named`, bookingBody(courtIds[0], {}, 240));
      await send('POST', `${bookings}/batch`, { items: [stage.upsertItem('named-2', 241)] });
      await send('POST', `${bookings}/batch`, { atomic: true, items: [stage.upsertItem('named-3', 242)] });
      const cancellation = { externalUpdatedAt: '2027-01-01T00:00:00Z' };
      await send('DELETE', `${bookings}/by-external-id/named?externalUpdatedAt=2027-01-01T00:00:00Z`);
      const item = { action: 'cancel', externalCourtBookingId: 'named-2', ...cancellation };
      await send('POST', `${bookings}/batch`, { items: [item] });
      const { id } = await send('POST', users, userBody());
      await send('PATCH', `${users}/${id}`, { firstName: 'Grace' });
      await send('DELETE', `${users}/${id}`);
      const told = (await changes.since(stage.tenant, cursor)).items;
      expect(told.map(({ requestId }) => requestId)).toEqual(told.map((_, index) => `import-${index + 1}`));
      expect(told).toHaveLength(n);
      // Our records use our own request id, because two callers may send the same one.
      const events = await service.database.query<{ id: string }>(
        'select request_id as id from audit_events where subject_id = $1',
        [id],
      );
      expect(events.map((event) => /^import/.test(event.id))).toEqual([false, false, false]);
    });

    it('reports bookings of this partner from which a user was erased, but not those of others', async () => {
      const { externalServiceId, token, courtIds } = stage.tenant;
      const other = await service.factories.tenant();
      const user = userBody();
      const { body } = await service.createUser(externalServiceId, { token, body: user });
      const participants = [{ email: user.email }];
      const book = async (caller: Tenant, courtId: string, slot: number) => {
        const { status } = await service.upsertCourtBooking(caller.externalServiceId, 'of-the-erased', {
          token: caller.token,
          body: bookingBody(courtId, { participants }, slot),
        });
        expect(status).toBe(201);
      };
      await book(stage.tenant, courtIds[0], 243);
      await book(other, other.courtIds[0], 243);
      await passOver();
      const begin = await changes.latest(other);
      const path = `/api/v1/external-services/${externalServiceId}/users/${body.id}`;
      await service.call(path, { method: 'DELETE', token, headers: { 'X-Request-Id': 'erase-7' } });
      const told = async (caller: Tenant, from: string) =>
        (await changes.since(caller, from)).items.map(({ type, requestId }) => [type, requestId]);
      expect(await told(stage.tenant, cursor)).toEqual([
        ['user.erased', 'erase-7'],
        ['court_booking.updated', 'erase-7'],
      ]);
      expect(await told(other, begin)).toEqual([
        ['court_booking.updated', expect.stringMatching(/^[0-9a-f]{8}-/)],
      ]);
    });

    it('hides the caller’s request id from another partner', async () => {
      const { externalServiceId, token } = stage.tenant;
      const other = await service.factories.tenant();
      const { body } = await service.createUser(externalServiceId, { token, body: userBody() });
      await service.factories.grantUser(other.externalServiceId, body.id);
      await passOver();
      const begin = await changes.latest(other);
      const path = `/api/v1/external-services/${externalServiceId}/users/${body.id}`;
      const headers = { 'X-Request-Id': 'secret-of-mine' };
      await service.call(path, { method: 'PATCH', token, headers, body: { firstName: 'Grace' } });
      const updated = (await changes.since(other, begin)).items;
      await service.call(path, { method: 'DELETE', token, headers });
      const own = (await changes.since(stage.tenant, cursor)).items;
      expect(own.map(({ type, requestId }) => [type, requestId])).toEqual([
        ['user.updated', 'secret-of-mine'],
        ['user.erased', 'secret-of-mine'],
      ]);
      const erased = (await changes.since(other, begin)).items.slice(1);
      const told = [...updated, ...erased];
      expect(told.map(({ type }) => type)).toEqual(['user.updated', 'user.erased']);
      for (const { requestId } of told) expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    });

    it('contains nothing about an erased person, in earlier changes or among participants', async () => {
      const { tenant, users } = stage;
      await passOver();
      const person = await users.make(tenant, { firstName: 'Sentinel', email: 'sentinel@example.com' });
      const participants = [{ email: person.email }, { userId: person.id }, { email: 'other@example.com' }];
      const { status } = await service.upsertCourtBooking(tenant.externalServiceId, 'with-sentinel', {
        token: tenant.token,
        body: bookingBody(tenant.courtIds[0], { participants: [participants[0], participants[2]] }, 40),
      });
      expect(status).toBe(201);
      // Some changes are already sequenced, the others are pending.
      expect((await changes.since(tenant, cursor)).items).toHaveLength(2);
      await users.update(tenant, person.id, { lastName: 'Sentinel' });
      expect((await users.erase(tenant, person.id)).status).toBe(200);
      const { items } = await changes.since(tenant, cursor);
      expect(JSON.stringify(items)).not.toMatch(/sentinel@|Sentinel/);
      const erased = { id: person.id, managed: true, status: 'ERASED' };
      const withoutName = [{ erased: true }, { email: 'other@example.com' }];
      expect(items.map(({ type, data }) => [type, data.participants ?? data])).toEqual([
        ['user.created', erased],
        ['court_booking.created', withoutName],
        ['user.updated', erased],
        ['user.erased', erased],
        ['court_booking.updated', withoutName],
      ]);
    });
  });

  describe('service with ten changes', () => {
    let tenant: Tenant;
    let all: ShownChange[];
    beforeAll(async () => {
      tenant = await service.factories.tenant();
      const { externalServiceId, token } = tenant;
      // User changes alternate with booking changes, so that a reader of bookings sees a gap before each one.
      for (let n = 0; n < 5; n += 1) {
        await makeUsers(service, tenant, 1);
        const body = bookingBody(tenant.courtIds[0], {}, n);
        await service.upsertCourtBooking(externalServiceId, `b${n}`, { token, body });
      }
      all = (await changes.since(tenant)).items;
    });
    const withScopes = async (scopes: Scope[]): Promise<Reader> => {
      const { secret } = await service.factories.token(tenant.externalServiceId, scopes);
      return { ...tenant, token: secret };
    };

    it('starts with the oldest change without a cursor, numbered from 1 without gaps', async () => {
      expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const key of ['id', 'timestamp'] as const)
        expect(all.map((change) => change[key])).toEqual(all.map((change) => change[key]).sort());
      expect(new Set(all.map(({ id }) => id)).size).toBe(10);
    });

    it.each([1, 3, 5, 9, 10, 11])('returns each change once, in order, in pages of %i', async (limit) => {
      expect((await changes.since(tenant, undefined, limit)).items).toEqual(all);
    });

    it('returns the next cursor and caughtUp, and the same cursor for an empty page', async () => {
      const shown = await changes.page(tenant, 'limit=4');
      expect([shown.body.items.length, shown.body.caughtUp]).toEqual([4, false]);
      const rest = await changes.page(tenant, `limit=6&cursor=${shown.body.nextCursor}`);
      expect([rest.body.items.length, rest.body.caughtUp]).toEqual([6, true]);
      const { body } = await changes.page(tenant, `cursor=${rest.body.nextCursor}`);
      expect(body).toEqual({ items: [], nextCursor: rest.body.nextCursor, caughtUp: true });
      expect(await changes.latest(tenant)).toBe(rest.body.nextCursor);
    });

    it.each([
      ['userread', 'user.created', [1, 3, 5, 7, 9]],
      ['userwrite', 'user.created', [1, 3, 5, 7, 9]],
      ['court-bookingread', 'court_booking.created', [2, 4, 6, 8, 10]],
      ['court-bookingwrite', 'court_booking.created', [2, 4, 6, 8, 10]],
    ] as const)(
      'with %s only: returns %s, with gaps for the other changes',
      async (scope, type, sequences) => {
        const reader = await withScopes([scope]);
        for (const limit of [1, 2, 5, 100]) {
          const { items, cursor } = await changes.since(reader, undefined, limit);
          expect(items.map(({ sequence }) => sequence)).toEqual(sequences);
          expect(new Set(items.map((change) => change.type))).toEqual(new Set([type]));
          // The cursor has moved past the changes that this token may not read. A token with both scopes cannot get them from here.
          expect(cursor).toBe(await changes.latest(tenant));
        }
      },
    );

    it('accepts the cursor with another token of the service', async () => {
      const { nextCursor } = (await changes.page(await withScopes(['userread']), 'limit=2')).body;
      const { items } = await changes.since(tenant, nextCursor);
      expect(items).toEqual(all.slice(3));
    });

    it('rejects a cursor that was never issued with 410 cursor_expired', async () => {
      const last = all.at(-1)!;
      for (const cursor of [
        toCursor(['change', last.id, '9']),
        toCursor(['change', last.id, '11']),
        toCursor(['change', all[3]!.id, '5']),
      ]) {
        const { status, body } = await changes.page(tenant, `cursor=${cursor}`);
        expect([status, body.error?.type]).toEqual([410, 'cursor_expired']);
      }
      expect((await changes.page(tenant, `cursor=${toCursor(['change', last.id, '10'])}`)).status).toBe(200);
    });
  });

  it('returns 410 cursor_expired if a change after the cursor was deleted, but not if it was read', async () => {
    const tenant = await service.factories.tenant();
    await makeUsers(service, tenant, 5);
    const cursorAt = async (limit: number) =>
      (await changes.page(tenant, `limit=${limit}`)).body.nextCursor as string;
    const [two, three, five] = [await cursorAt(2), await cursorAt(3), await cursorAt(5)];
    const sequences = async (cursor?: string) =>
      (await changes.since(tenant, cursor)).items.map(({ sequence }) => sequence);
    await drop(service, tenant, 'sequence <= 3');
    const { status, body } = await changes.page(tenant, `cursor=${two}`);
    expect([status, body.error.type]).toEqual([410, 'cursor_expired']);
    expect(body.error.message).toMatch(/cursor=latest/);
    expect(await sequences(three)).toEqual([4, 5]);
    expect(await sequences()).toEqual([4, 5]);
    await drop(service, tenant, 'true');
    expect((await changes.page(tenant, `cursor=${three}`)).status).toBe(410);
    expect(await sequences(five)).toEqual([]);
    const { nextCursor } = (await changes.page(tenant)).body;
    expect(nextCursor).toBe(five);
    await makeUsers(service, tenant, 1);
    expect(await sequences(nextCursor)).toEqual([6]);
  });

  it('returns 410 cursor_expired after a restore from before the cursor, even with as many new changes', async () => {
    const tenant = await service.factories.tenant();
    await makeUsers(service, tenant, 4);
    const cursor = await changes.latest(tenant);
    await drop(service, tenant, 'sequence > 2');
    await service.database.em().execute(
      `update change_counters n set sequence = 2, change_id = c.id from changes c
       where c.external_service_id = n.external_service_id and c.sequence = 2 and n.external_service_id = ?`,
      [tenant.externalServiceId],
    );
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await changes.page(tenant, `cursor=${cursor}`);
      expect([status, body.error?.type]).toEqual([410, 'cursor_expired']);
      await makeUsers(service, tenant, 1);
    }
    expect((await changes.since(tenant)).items.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });

  it('scans at most 1,000 hidden changes per page, so that a page may be empty before the last one', async () => {
    const tenant = await service.factories.tenant();
    await service.database.query(
      `insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
       select $1::uuid, case when n = 2500 then 'user.created' else 'court_booking.created' end, gen_random_uuid(), now(), 'api_token', 'many',
         '{"id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01", "firstName": "Ada", "lastName": "Lovelace", "managed": true, "status": "ACTIVE"}'
       from generate_series(1, 2501) n`,
      [tenant.externalServiceId],
    );
    // Sequence everything first. The service sequences too, and an overlapping page would be shorter.
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
    const { secret } = await service.factories.token(tenant.externalServiceId, ['userread']);
    const reader = { ...tenant, token: secret };
    const seen: [number, boolean][] = [];
    let cursor = '';
    for (let n = 0; n < 4; n += 1) {
      const { body } = await changes.page(reader, `limit=1${cursor}`);
      seen.push([body.items.length, body.caughtUp]);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual([
      [0, false],
      [0, false],
      [1, false],
      [0, true],
    ]);
  });

  it('requires the scope that may read the changed resource', () => {
    for (const type of changeTypes)
      expect([type, scopesOfChanges[type]]).toEqual([
        type,
        type.startsWith('user') ? 'userread' : 'court-bookingread',
      ]);
  });
});
