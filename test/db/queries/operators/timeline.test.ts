import { afterAll, beforeAll, expect, it } from 'vitest';
import { sequenceChanges } from '../../../../src/services/changes/sequence-changes.ts';
import { ask } from '../../../harness/clients/graphql-client.ts';
import { bookingBody, userBody } from '../../../harness/data/factories.ts';
import { bookingIdIn } from '../../../harness/data/rows.ts';
import { createWorld, type World } from '../../../harness/data/world.ts';
import { countingDatabase } from '../../../harness/servers/counting-database.ts';
import { createTestDatabase } from '../../../harness/servers/test-database.ts';
import { startServiceOn, type TestService } from '../../../harness/servers/test-service.ts';

interface Entry {
  at: string;
  cursor: string;
  resource: Record<string, unknown>;
}

let service: TestService;
let world: World;
let statements: string[];
let bookingId: string;
const id = 'lived';
beforeAll(async () => {
  const testDatabase = await createTestDatabase('postgresql');
  const counting = countingDatabase(testDatabase.database);
  statements = counting.statements;
  service = await startServiceOn({ ...testDatabase, database: counting.database });
  world = await createWorld(service);
  const { alpha, beta } = world.services;
  const call = { token: alpha.token.secret };
  const body = bookingBody(world.courts.centre.id, {}, 2_000);
  const put = (stamp: string) =>
    service.upsertCourtBooking(alpha.id, id, { ...call, body: { ...body, externalUpdatedAt: stamp } });
  expect((await put('2026-11-20T12:00:00Z')).status).toBe(201);
  expect((await put('2026-11-20T11:00:00Z')).status).toBe(409);
  // The batch is the oldest of three changes in the same minute.
  const item = {
    ...body,
    action: 'upsert',
    externalCourtBookingId: id,
    externalUpdatedAt: '2026-11-20T13:00:00Z',
  };
  const batch = { items: [item, { ...item, externalCourtBookingId: 'beside', ...hourLater(body) }] };
  expect((await service.batchCourtBookings(alpha.id, { ...call, method: 'POST', body: batch })).status).toBe(
    200,
  );
  expect((await put('2026-11-20T14:00:00Z')).status).toBe(200);
  // Other resources with the same external id. They must not appear.
  const elsewhere = bookingBody(world.courts.north.id, {}, 2_000);
  await service.upsertCourtBooking(beta.id, id, { token: beta.token.secret, body: elsewhere });
  await service.createUser(alpha.id, { ...call, body: userBody({ externalUserId: id }) });
  bookingId = await bookingIdIn(service, id, alpha.id);
  await ask(
    service,
    world.operators.admin.secret,
    `mutation { cancelCourtBooking(input: { courtBookingId: "${bookingId}", reason: "flood" }) { __typename } }`,
  );
  await service.app.close();
  while (!(await sequenceChanges({ database: service.database, now: Date.now })));
});
afterAll(() => service.stop());

function hourLater({ startDate, endDate }: Record<string, unknown>) {
  const later = (at: unknown) => new Date(Date.parse(String(at)) + 3_600_000).toISOString();
  return { startDate: later(startDate), endDate: later(endDate) };
}

const fields = `at cursor resource { __typename
  ... on PartnerRequest { operation status externalService { name } }
  ... on AuditEvent { action actor { ... on Operator { name } ... on ApiToken { label } } }
  ... on Change { type }
  ... on WebhookDelivery { attempts webhookEndpoint { id } change { type } }
}`;
const read = async (args: string) => {
  const { data, errors } = await ask<{ courtBooking: { timeline: Entry[] } }, never>(
    service,
    world.operators.viewer.secret,
    `{ courtBooking(id: "${bookingId}") { timeline${args} { ${fields} } } }`,
  );
  expect(errors).toBeUndefined();
  return data.courtBooking.timeline;
};

it('the timeline has all entries of this booking only, ordered by time', async () => {
  const entries = await read('(first: 100)');
  const shown = entries.reverse().map(({ resource }) => {
    const { __typename: type, operation, status, action, type: changeType, change } = resource;
    return [
      type,
      operation ?? action ?? changeType ?? (change as { type: string } | null)?.type,
      status,
    ].filter(Boolean);
  });
  const told = (type: string) => [
    ['Change', type],
    ['WebhookDelivery', type],
    ['WebhookDelivery', type],
  ];
  const happened = shown.filter(([type]) => type === 'PartnerRequest' || type === 'AuditEvent');
  expect(happened).toEqual([
    ['PartnerRequest', 'upsertCourtBooking', 201],
    ['AuditEvent', 'upsertCourtBooking'],
    ['PartnerRequest', 'upsertCourtBooking', 409],
    ['PartnerRequest', 'batchCourtBookings', 200],
    ['AuditEvent', 'upsertCourtBooking'],
    ['PartnerRequest', 'upsertCourtBooking', 200],
    ['AuditEvent', 'upsertCourtBooking'],
    ['AuditEvent', 'cancelCourtBooking'],
  ]);
  expect(
    shown
      .filter((one) => !happened.includes(one))
      .map(([, type]) => type)
      .sort(),
  ).toEqual(
    ['COURT_BOOKING_CANCELLED', 'COURT_BOOKING_CREATED', 'COURT_BOOKING_UPDATED', 'COURT_BOOKING_UPDATED']
      .flatMap(told)
      .map(([, type]) => type),
  );
  const times = entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it.each([1, 2, 5])('the timeline in pages of %i has each entry once', async (size) => {
  const all = await read('(first: 100)');
  const walked: Entry[] = [];
  for (let page = await read(`(first: ${size})`); page.length > 0; ) {
    expect(page.length).toBeLessThanOrEqual(size);
    walked.push(...page);
    page = await read(`(first: ${size}, after: "${page.at(-1)!.cursor}")`);
  }
  expect(walked).toEqual(all);
});

it('the timelines of many bookings are read in one statement, with all requested fields', async () => {
  statements.length = 0;
  const { data, errors } = await ask<{ courtBookings: { nodes: { timeline: Entry[] }[] } }, never>(
    service,
    world.operators.viewer.secret,
    `{ courtBookings(first: 20) { nodes { timeline(first: 5) { ${fields} } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.courtBookings.nodes.length).toBeGreaterThan(5);
  expect(data.courtBookings.nodes.every(({ timeline }) => timeline.length > 0)).toBe(true);
  expect(statements.filter((text) => text.includes('json_agg'))).toHaveLength(1);
});

it.each(["x' or true --", '2026-11-20T12:00:00.000000Z 1 x', ''])(
  'an invalid timeline cursor is rejected: "%s"',
  async (after) => {
    const { errors } = await ask<unknown, Record<string, unknown>>(
      service,
      world.operators.viewer.secret,
      `query T($after: String) { courtBooking(id: "${bookingId}") { timeline(after: $after) { at } } }`,
      { after },
    );
    expect(errors![0]!.message).toBe('after must be the cursor of an entry.');
  },
);
