import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { updateCourt } from '../../../src/services/organizations/update-court.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { untilInLine } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { type CourtName, createWorld, type ServiceName, type World } from '../../harness/data/world.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

type Result = { id: string; name: string; active: boolean } & { type?: string; message?: string };

describe('court changed by an operator', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService('postgresql', { poolSize: 16 });
    world = await createWorld(service);
  });
  afterAll(() => service.stop());

  const mutate = async <Answer = Result>(mutation: string, shown = 'id name active'): Promise<Answer> => {
    const type = /Booking\(/.test(mutation) ? 'CourtBooking' : 'Court';
    const { data, errors } = await ask<{ result: Answer }, never>(
      service,
      world.operators.admin.secret,
      `mutation { result: ${mutation} { ... on ${type} { ${shown} } ... on ApiError { type message } } }`,
    );
    expect(errors).toBeUndefined();
    return data.result;
  };
  const update = (court: CourtName, change: string) =>
    mutate(`updateCourt(input: { courtId: "${world.courts[court].id}", ${change} })`);
  const create = (name: string, organization: keyof World['organizations'] = 'riverside') =>
    mutate(
      `createCourt(input: { organizationId: "${world.organizations[organization].id}", name: ${JSON.stringify(name)} })`,
    );
  const put = (name: ServiceName, externalCourtBookingId: string, overrides: Record<string, unknown>) => {
    const { id, token, booking } = world.services[name];
    const body = { ...booking.body, participants: [], ...overrides };
    return service.upsertCourtBooking(id, externalCourtBookingId, { token: token.secret, body });
  };
  const count = async () => {
    const [row] = await service.database.query<{ n: number }>(
      'select count(*)::int as n from audit_events',
      [],
    );
    return row!.n;
  };

  it('is renamed, keeps omitted fields, and records nothing if nothing changes', async () => {
    expect(await update('side', 'name: " Side court "')).toMatchObject({ name: 'Side court', active: true });
    const before = await count();
    expect(await update('side', 'name: "Side court"')).toMatchObject({ name: 'Side court' });
    expect(await update('side', 'active: true, name: null')).toMatchObject({
      name: 'Side court',
      active: true,
    });
    expect(await update('side', '')).toMatchObject({ type: 'nothing_to_change' });
    expect(await count()).toBe(before);
    const { type, message } = await mutate(
      `updateCourt(input: { courtId: "${crypto.randomUUID()}", active: false })`,
    );
    expect([type, message]).toEqual(['court_not_found', expect.stringContaining('courtId')]);
  });

  it('has a unique name within its organization only', async () => {
    const { id } = await create('Show court');
    expect(await create('Show court')).toEqual({
      type: 'name_already_in_use',
      message: expect.stringContaining(id),
    });
    // Unicode normal form and surrounding spaces make no difference.
    expect(await create('Caf\u00e9')).toMatchObject({ name: 'Caf\u00e9' });
    expect(await create(' Cafe\u0301 ')).toMatchObject({ type: 'name_already_in_use' });
    expect(await update('centre', 'name: "Show court"')).toMatchObject({ type: 'name_already_in_use' });
    expect(await create('Show court', 'hilltop')).toMatchObject({ name: 'Show court' });
    // Existing duplicates remain, and can be closed.
    await service.database.query("update courts set name = 'Show court' where id = $1", [
      world.courts.side.id,
    ]);
    expect(await update('side', 'name: "Show court", active: false')).toMatchObject({ active: false });
    expect(await update('side', 'name: "Side", active: true')).toMatchObject({ name: 'Side', active: true });
  });

  it('gives a name to one of twelve courts that are created or renamed at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 ? create('Wanted') : update(n % 4 ? 'centre' : 'side', 'name: "Wanted"'),
      ),
    );
    const taken = new Set(results.filter(({ name }) => name === 'Wanted').map(({ id }) => id));
    expect(taken.size).toBe(1);
    expect(new Set(results.flatMap(({ type }) => type ?? []))).toEqual(new Set(['name_already_in_use']));
    const named = await service.database.query("select from courts where name = 'Wanted'", []);
    expect(named).toHaveLength(1);
  });

  it('that is closed rejects new and changed bookings of partners and operators with court_not_found', async () => {
    const centre = world.courts.centre.id;
    const newer = { externalUpdatedAt: '2026-11-21T12:00:00Z' };
    const moved = { startDate: '2027-06-01T10:00:00Z', endDate: '2027-06-01T11:00:00Z' };
    await put('beta', 'elsewhere', { ...moved, courtId: world.courts.north.id });
    expect(await update('centre', 'active: false')).toMatchObject({ active: false });

    const unknown = await put('alpha', 'new', { ...moved, courtId: crypto.randomUUID() });
    expect(unknown.body.error.type).toBe('court_not_found');
    for (const refused of [
      await put('alpha', 'new', { ...moved, courtId: centre }),
      await put('alpha', 'booking', newer),
      await put('beta', 'elsewhere', { ...moved, ...newer, courtId: centre }),
    ]) {
      expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    }
    const { id } = world.services.alpha;
    expect(
      await mutate(
        `upsertCourtBooking(input: { externalServiceId: "${id}", externalCourtBookingId: "by-operator", courtId: "${centre}",
          startDate: "2027-06-01T10:00:00Z", endDate: "2027-06-01T11:00:00Z", externalUpdatedAt: "2026-11-21T12:00:00Z" })`,
        'id',
      ),
    ).toMatchObject({ type: 'court_not_found' });
    const [kept] = await service.database.query<{ id: string }>(
      "select id from court_bookings where court_id = $1 and external_court_booking_id = 'booking' order by id limit 1",
      [centre],
    );
    const ofKept = `courtBookingId: "${kept!.id}"`;
    const status = (mutation: string) => mutate(mutation, 'status');
    expect(await status(`cancelCourtBooking(input: { ${ofKept}, reason: "works" })`)).toMatchObject({
      status: 'CANCELLED',
    });
    expect(await status(`reinstateCourtBooking(input: { ${ofKept} })`)).toMatchObject({
      type: 'court_not_found',
      message: expect.stringContaining('updateCourt'),
    });
    await update('centre', 'active: true');
    expect(await status(`reinstateCourtBooking(input: { ${ofKept} })`)).toMatchObject({ status: 'ACTIVE' });
    await update('centre', 'active: false');
    const placed = await service.database.query<{ id: string }>(
      'select external_court_booking_id as id from court_bookings where court_id = $1 order by 1',
      [centre],
    );
    expect(placed.map(({ id }) => id)).toEqual(['booking', 'booking']);
  });

  const operationIds = documentedOperations().map(({ operationId }) => operationId);

  it.runIf(operationIds.includes('cancelCourtBooking') && operationIds.includes('getCourtBooking'))(
    'that is closed lets its partner read and cancel bookings but not book again',
    async () => {
      const { id, token } = world.services.beta;
      const path = `/api/v1/external-services/${id}/court-bookings/by-external-id/booking`;
      const call = { token: token.secret };
      const read = await service.call(path, call, 'getCourtBooking');
      expect([read.status, read.body.status]).toEqual([200, 'ACTIVE']);
      const stamp = '?externalUpdatedAt=2026-11-20T13:00:00Z';
      const cancelled = await service.call(path + stamp, { ...call, method: 'DELETE' }, 'cancelCourtBooking');
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
      const again = await put('beta', 'booking', { externalUpdatedAt: '2026-11-21T12:00:00Z' });
      expect(again.body.error.type).toBe('court_not_found');
    },
  );

  it.runIf(operationIds.includes('batchCourtBookings'))(
    'that is closed accepts no booking by a batch, atomic or not',
    async () => {
      const { id, token } = world.services.alpha;
      const item = {
        action: 'upsert',
        externalCourtBookingId: 'by-batch',
        courtId: world.courts.centre.id,
        startDate: '2027-07-01T10:00:00Z',
        endDate: '2027-07-01T11:00:00Z',
        externalUpdatedAt: '2026-11-21T12:00:00Z',
      };
      const batch = (atomic: boolean) =>
        service.call(
          `/api/v1/external-services/${id}/court-bookings/batch`,
          { method: 'POST', token: token.secret, body: { atomic, items: [item] } },
          'batchCourtBookings',
        );
      const { body: each } = await batch(false);
      expect(each.results.map((result: { error: { type: string } }) => result.error.type)).toEqual([
        'court_not_found',
      ]);
      const { status, body } = await batch(true);
      expect([status, body.error.issues[0].code]).toEqual([409, 'court_not_found']);
    },
  );

  it('that is closed meanwhile rejects a booking that was waiting for it', async () => {
    const closing = new pg.Client(service.url);
    await closing.connect();
    try {
      const courtId = String(world.services.alpha.booking.body.courtId);
      const setActive = (active: boolean) =>
        closing.query('update courts set active = $2 where id = $1', [courtId, active]);
      const { rows: before } = await closing.query('select active from courts where id = $1', [courtId]);
      await setActive(true);
      await closing.query('begin');
      await setActive(false);
      const waiting = put('alpha', 'late', {
        courtId,
        startDate: '2028-01-01T10:00:00Z',
        endDate: '2028-01-01T11:00:00Z',
      });
      await untilInLine(service.database, 1);
      await closing.query('commit');
      expect((await waiting).body.error?.type).toBe('court_not_found');
      await setActive(before[0].active);
    } finally {
      await closing.end();
    }
  });

  it('that is closed lets bookings move away or be cancelled, and accepts bookings when it opens again', async () => {
    const { courts, services } = world;
    const elsewhere = await put('beta', 'booking', {
      courtId: courts.south.id,
      externalUpdatedAt: '2026-11-22T12:00:00Z',
    });
    expect([elsewhere.status, elsewhere.body.courtId]).toEqual([200, courts.south.id]);
    const cancelled = await mutate<Record<string, unknown>>(
      `cancelCourtBooking(input: { courtBookingId: "${services.alpha.booking.id}", reason: "closed" })`,
      'status cancelledBy partnerCancelledAt cancellationReason court { active }',
    );
    expect(cancelled).toEqual({
      status: 'CANCELLED',
      cancelledBy: ['OPERATOR'],
      partnerCancelledAt: null,
      cancellationReason: 'closed',
      court: { active: false },
    });
    expect(await update('centre', 'active: true')).toMatchObject({ active: true });
    expect((await put('beta', 'reopened', { courtId: courts.centre.id })).status).toBe(201);
  });
});

describe('audit events, changes and locks of a court', () => {
  const administrator = authorizeAdministrator({ id: newId(), name: 'Jo', role: 'ADMIN' });
  let test: TestDatabase;
  let organizationId: string;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    organizationId = await createOrganization(context(), administrator, { name: 'Club' });
  });
  afterAll(() => test.drop());

  const context = (database = test.database) => ({ database, newId, now: Date.now, requestId: 'x' });
  const create = (name: string, database?: TestDatabase['database'], of = organizationId) =>
    createCourt(context(database), administrator, { organizationId: of, name });
  const update = (given: Parameters<typeof updateCourt>[2], database?: TestDatabase['database']) =>
    updateCourt(context(database), administrator, given);
  const written = async (id: string) => {
    const events = await test.database.query<Record<string, unknown>>(
      `select action, subject_type as "subjectType", before, after from audit_events where subject_id = $1 order by id`,
      [id],
    );
    const changes = await test.database.query<Record<string, unknown>>(
      'select type, data, organization_id as "organizationId" from change_outbox where subject_id = $1 order by id',
      [id],
    );
    return { events: events.slice(1), changes: changes.slice(1) };
  };
  const event = (before: object, after: object) => ({
    action: 'updateCourt',
    subjectType: 'court',
    before,
    after,
  });
  const change = (id: string, type: string, name: string) => ({
    type,
    data: { id, name, organization: { id: organizationId, name: 'Club', timeZone: 'UTC' } },
    organizationId,
  });

  it('closing and opening a court have their own change types, and a repetition changes nothing', async () => {
    const courtId = await create('Show court');
    for (const given of [
      { name: 'Centre court' },
      { name: 'Centre court' },
      { active: false },
      { active: false },
      // The court is already closed, so the update only renames it.
      { active: false, name: 'Centre' },
      { active: true },
      {},
    ])
      expect(await update({ courtId, ...given })).toBe(courtId);
    expect(await written(courtId)).toEqual({
      events: [
        event({ name: 'Show court' }, { name: 'Centre court' }),
        event({ active: true }, { active: false }),
        event({ name: 'Centre court' }, { name: 'Centre' }),
        event({ active: false }, { active: true }),
      ],
      changes: [
        change(courtId, 'court.updated', 'Centre court'),
        change(courtId, 'court.deactivated', 'Centre court'),
        change(courtId, 'court.updated', 'Centre'),
        change(courtId, 'court.updated', 'Centre'),
      ],
    });
  });

  it('a name of another court is rejected with its id and advice, and nothing is recorded', async () => {
    const [having, courtId] = [await create('Taken'), await create('Free')];
    const refusal = await refusalOf(update({ courtId, name: 'Taken' }));
    expect([refusal.type, refusal.message]).toEqual([
      'name_already_in_use',
      `Another court of this organization has this name already: ${having}. Choose another name, or rename that court first.`,
    ]);
    expect(await written(courtId)).toEqual({ events: [], changes: [] });
    expect((await refusalOf(update({ courtId: newId(), name: 'x' }))).type).toBe('court_not_found');
  });

  it('naming a court does not block courts of other organizations or closing other courts', async () => {
    const courtId = await create('To be closed');
    const other = await createOrganization(context(), administrator, { name: 'Other' });
    await test.database.transaction(async (em) => {
      await create('Being named', inTransaction(test.database, em));
      await create('Of another', undefined, other);
      await update({ courtId, active: false });
    });
    const names = await test.database.query<{ name: string }>(
      `select name from courts where name in ('Being named', 'Of another') or (id = $1 and not active) order by name`,
      [courtId],
    );
    expect(names.map(({ name }) => name)).toEqual(['Being named', 'Of another', 'To be closed']);
  });

  it('the second of two concurrent changes waits and announces the result of the first', async () => {
    const courtId = await create('Before');
    let closing: Promise<string> | undefined;
    await test.database.transaction(async (em) => {
      await update({ courtId, name: 'After' }, inTransaction(test.database, em));
      closing = update({ courtId, active: false });
      await untilInLine(test.database, 1);
    });
    await closing;
    const { changes } = await written(courtId);
    expect(changes).toEqual([
      change(courtId, 'court.updated', 'After'),
      change(courtId, 'court.deactivated', 'After'),
    ]);
  });
});
