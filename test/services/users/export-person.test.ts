import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { authorizeSupporter } from '../../../src/services/access/authorize-operator.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { createUser } from '../../../src/services/users/create-user.ts';
import { ExportPersonInput, exportPerson } from '../../../src/services/users/export-person.ts';
import { updateUser } from '../../../src/services/users/update-user.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const supporter = authorizeSupporter({ id: newId(), name: 'Jo', role: 'SUPPORT' });
let test: TestDatabase;
let tenant: Tenant;
let other: string;
let userId: string;
let now: () => number;
const requests = [
  ['createUser', 'ada-now', null],
  ['updateUser', 'ada-once', 'email_already_in_use'],
  ['createUser', 'ada-elsewhere', 'email_already_in_use', 'ada'],
  // Requests about another person, and about a booking with the same id.
  ['createUser', 'bob', null],
  ['upsertCourtBooking', 'ada-now', null],
] as const;

const context = () => ({ database: test.database, newId, now: () => now(), requestId: 'x' });
const asked = (input: Parameters<typeof exportPerson>[2]) => exportPerson(context(), supporter, input);
const exported = () =>
  test.database.query<Record<string, unknown>>(
    `select subject_type as "subjectType", subject_id as "subjectId", actor_id as "actorId", before, after
     from audit_events where action = 'exportPerson' order by id desc limit 1`,
    [],
  );

beforeAll(async () => {
  now = Date.now;
  test = await createTestDatabase('postgresql');
  const factories = createFactories(test.database);
  tenant = await factories.tenant();
  other = await factories.externalService();
  const { externalServiceId, tokenId: id } = tenant;
  const token = { id, externalServiceId, scopes: [...scopes] };
  const users = authorizePartner(token, 'userwrite', externalServiceId);
  const person = { firstName: 'Ada', lastName: 'Lovelace' };
  const ada = { ...person, email: 'ada-once@example.com', externalUserId: 'ada-once' };
  userId = (await createUser(context(), users, ada)).user.id;
  await createUser(context(), users, { ...person, email: 'bob@example.com', externalUserId: 'bob' });
  await updateUser(context(), users, {
    userId,
    email: 'ada-now@example.com',
    externalUserId: 'ada-now',
  });
  await factories.grantUser(other, userId);
  const bookings = authorizePartner(token, 'court-bookingwrite', externalServiceId);
  const book = (name: string, hour: string, ...participants: object[]) =>
    upsertCourtBooking(context(), bookings, name, {
      courtId: tenant.courtIds[0],
      startDate: `2030-01-01T${hour}:00:00.000000Z`,
      endDate: `2030-01-01T${hour}:30:00.000000Z`,
      externalUpdatedAt: '2026-01-01T00:00:00.000000Z',
      participants: participants as [],
    });
  await book('by address', '10', { email: 'bob@example.com' }, { email: 'ada-now@example.com' });
  await book('by id', '11', { userId }, { email: 'guest@example.com' });
  await book('of others', '12', { email: 'bob@example.com' }, { email: 'guest@example.com' });
  for (const [operation, externalId, errorType, holder] of requests)
    await test.database.query(
      `insert into partner_requests (id, at, external_service_id, operation, external_id, status, error_type, issue_paths, milliseconds, request_id, conflicting_ids)
       values ($1, now(), $2, $3, $4, 200, $5, '{}', 1, 'x', $6)`,
      [newId(), externalServiceId, operation, externalId, errorType, holder ? [userId] : null],
    );
});
afterAll(() => test.drop());

it('exporting a user returns everything under all current and former names, without other participants', async () => {
  const { person, nextCursor } = await asked({ userId });
  const { externalServiceId } = tenant;
  expect(nextCursor).toBeNull();
  const { addresses, ...rest } = person as { addresses: string[] };
  expect(addresses.toSorted()).toEqual(['ada-now@example.com', 'ada-once@example.com']);
  const service = { externalServiceId, externalService: 'Partner', createdAt: expect.any(String) };
  expect(rest).toEqual({
    user: {
      id: userId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada-now@example.com',
      managedBy: { id: externalServiceId, name: 'Partner' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
    links: [{ ...service, externalUserId: 'ada-now' }],
    grants: [{ ...service, externalServiceId: other }],
    courtBookings: [
      expect.objectContaining({ externalServiceId, externalCourtBookingId: 'by id', namedBy: 'userId' }),
      expect.objectContaining({ externalServiceId, externalCourtBookingId: 'by address', namedBy: 'email' }),
    ],
    partnerRequests: [
      expect.objectContaining({ operation: 'createUser', externalId: 'ada-elsewhere' }),
      expect.objectContaining({ operation: 'updateUser', externalId: 'ada-once', status: 200 }),
      expect.objectContaining({ operation: 'createUser', externalId: 'ada-now' }),
    ],
    auditEvents: [
      expect.objectContaining({ action: 'createUser', actorType: 'api_token', subjectId: userId }),
      expect.objectContaining({ action: 'updateUser', subjectType: 'user' }),
      expect.objectContaining({
        action: 'upsertCourtBooking',
        before: null,
        after: expect.objectContaining({ participants: [{ email: 'ada-now@example.com' }] }),
      }),
      expect.objectContaining({
        action: 'upsertCourtBooking',
        after: expect.objectContaining({ participants: [{ userId }] }),
      }),
    ],
  });
  const shown = JSON.stringify(person);
  for (const name of ['guest@', 'bob']) expect(shown).not.toContain(name);
});

it('exporting by the current address of a user returns the same', async () => {
  const byId = await asked({ userId });
  const byAddress = await asked({ email: 'ada-now@example.com' });
  // The first export is now an event of the user.
  const { auditEvents, ...rest } = byAddress.person as { auditEvents: { action: string }[] };
  expect({ ...rest, auditEvents: auditEvents.filter(({ action }) => action !== 'exportPerson') }).toEqual({
    ...byId.person,
    auditEvents: (byId.person.auditEvents as { action: string }[]).filter(
      ({ action }) => action !== 'exportPerson',
    ),
  });
  expect(await exported()).toEqual([
    { subjectType: 'user', subjectId: userId, actorId: supporter.actor.id, before: null, after: null },
  ]);
});

it('exporting a guest returns only the bookings with the address and their audit events', async () => {
  const { person } = await asked({ email: 'guest@example.com' });
  expect(person).toMatchObject({
    addresses: ['guest@example.com'],
    user: null,
    links: [],
    grants: [],
    partnerRequests: [],
    courtBookings: [{ externalCourtBookingId: 'of others' }, { externalCourtBookingId: 'by id' }],
  });
  expect(person.auditEvents).toMatchObject([
    { after: { participants: [{ email: 'guest@example.com' }] } },
    { after: { participants: [{ email: 'guest@example.com' }] } },
  ]);
  const [event] = await exported();
  expect(event).toMatchObject({ subjectType: 'guest', actorId: supporter.actor.id });
  expect(JSON.stringify(event)).not.toContain('guest@');
  const { person: unknown } = await asked({ email: 'nobody@example.com' });
  expect(unknown).toMatchObject({ addresses: ['nobody@example.com'], courtBookings: [], auditEvents: [] });
});

it('exporting an unknown user is rejected with user_not_found and not recorded', async () => {
  const before = await exported();
  await expect(asked({ userId: newId() })).rejects.toMatchObject({ type: 'user_not_found' });
  expect(await exported()).toEqual(before);
});

it('an export requires either an id or an address', () => {
  const valid = (input: object) => ExportPersonInput.safeParse(input).success;
  const [id, email] = [{ userId }, { email: 'ada-now@example.com' }];
  expect([{}, { ...id, ...email }, id, email].map(valid)).toEqual([false, false, true, true]);
});

it('a long search of audit events stops and continues from the cursor without gaps or duplicates', async () => {
  await test.database.query(
    `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id)
     select ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'operator', $1, 'x',
       case when n % 1000 = 0 then 'updateUser' else 'updateCourt' end, case when n % 1000 = 0 then 'user' else 'court' end,
       case when n % 1000 = 0 then $2 else $1 end
     from generate_series(1, 6000) n, (select $1::uuid, $2::uuid) typed`,
    [newId(), userId],
  );
  const whole = await asked({ userId });
  expect(whole.nextCursor).toBeNull();
  let at = 0;
  now = () => {
    at += 500;
    return at;
  };
  const first = await asked({ userId });
  expect(first.nextCursor).not.toBeNull();
  const found = [...(first.person.auditEvents as { id: string }[])];
  expect(found.length).toBeLessThan((whole.person.auditEvents as object[]).length);
  let cursor = first.nextCursor;
  for (let looks = 0; cursor !== null && looks < 10; looks += 1) {
    const { person, nextCursor } = await asked({ userId, cursor });
    expect(Object.keys(person)).toEqual(['auditEvents']);
    found.push(...(person.auditEvents as { id: string }[]));
    cursor = nextCursor;
  }
  now = Date.now;
  expect(cursor).toBeNull();
  const ids = found.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id } of whole.person.auditEvents as { id: string }[]) expect(ids).toContain(id);
});

it('former addresses and ids are found even if the audit events have been dropped', async () => {
  now = Date.now;
  await test.database.query('delete from audit_events where subject_id = $1', [userId]);
  const { person } = await asked({ userId });
  expect(person.addresses).toEqual(['ada-now@example.com', 'ada-once@example.com']);
  expect(JSON.stringify(person.partnerRequests)).toContain('"ada-once"');
});
