import { beforeAll, describe, expect, it } from 'vitest';
import { changeTypes, scopesOfChanges } from '../../../src/rules/change-types.ts';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import { cancellationReason } from '../../../src/services/bookings/operator-cancellation.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { toCursor } from '../../../src/services/values/cursor.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { changesOf, type Reader, type ShownChange } from '../../harness/clients/changes.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

/** Deletes changes, as dropping their partition would. */
const drop = (service: TestService, { externalServiceId }: Reader, which: string) =>
  service.database
    .em()
    .execute(`delete from changes where external_service_id = ? and ${which}`, [externalServiceId]);

async function makeUsers(service: TestService, { externalServiceId, token }: Tenant, count: number) {
  for (let n = 0; n < count; n += 1)
    expect((await service.createUser(externalServiceId, { token, body: userBody() })).status).toBe(201);
}

describe.each(databaseKinds)('list changes on %s', (kind) => {
  const service = useTestService(kind);
  const changes = changesOf(service);

  describe('reported changes', () => {
    const users = userCalls(service);
    let tenant: Tenant;
    let cursor: string;
    const passOver = async () => {
      cursor = await changes.latest(tenant);
    };
    beforeAll(async () => {
      tenant = await service.factories.tenant();
    });

    it('reports what an operator does for the partner as done by an operator, as its GET shows it', async () => {
      await passOver();
      const { externalServiceId, token } = tenant;
      const { secret } = await service.factories.operator();
      await run(service, secret, playbook.UpsertCourtBookingDocument, {
        ...{ externalServiceId, externalCourtBookingId: 'by-operator' },
        ...bookingBody(tenant.courtIds[0], {}, 3),
      } as never);
      const user = { externalServiceId, ...userBody({ birthday: undefined }) };
      const { createUser } = await run(service, secret, playbook.CreateUserDocument, user as never);
      const path = `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/by-operator`;
      const { body: booking } = await service.call(path, { token }, 'getCourtBooking');
      const { body: made } = await users.get(tenant, (createUser as { id: string }).id);
      const { items } = await changes.since(tenant, cursor);
      expect(items.map(({ type, actor, data }) => [type, actor, data])).toEqual([
        ['court_booking.created', 'OPERATOR', booking],
        ['user.created', 'OPERATOR', made],
      ]);
    });

    it('has less than 20 kB as the body of a webhook, however long its texts are', async () => {
      await passOver();
      const domain = `${'b'.repeat(60)}.`.repeat(3);
      const emails = Array.from({ length: 50 }, (_, n) => `${n + 100}${'a'.repeat(61)}@${domain}museum`);
      for (const email of emails) await users.make(tenant, { email });
      const id = '\u0001'.repeat(255);
      const body = bookingBody(tenant.courtIds[0], { participants: emails.map((email) => ({ email })) }, 50);
      await service.upsertCourtBooking(tenant.externalServiceId, id, { token: tenant.token, body });
      const reason = '🎾'.repeat(cancellationReason().meta()!.maxLength as number);
      const courtBookingId = await bookingIdIn(service, id, tenant.externalServiceId);
      const { secret } = await service.factories.operator();
      await run(service, secret, playbook.CancelCourtBookingDocument, { courtBookingId, reason });
      const { type, timestamp, sequence, data } = (await changes.since(tenant, cursor)).items.at(-1)!;
      expect(data.cancellationReason).toBe(reason);
      expect(Buffer.byteLength(JSON.stringify({ type, timestamp, sequence, data }))).toBeLessThan(20_000);
    });

    it('contains nothing about an erased person, in earlier changes or among participants', async () => {
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
