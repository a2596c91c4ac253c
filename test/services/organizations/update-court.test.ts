import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { createOrganization } from '../../../src/services/organizations/create-organization.ts';
import { updateCourt } from '../../../src/services/organizations/update-court.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { inLineBehind, untilInLine } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';
import { valueIn } from '../../harness/data/rows.ts';
import type { CourtName, World } from '../../harness/data/world.ts';
import type { TestDatabase } from '../../harness/servers/test-database.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

type Result = { id: string; name: string; active: boolean } & { type?: string; message?: string };

describe('court changed by an operator', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  const world = useWorld(service);

  const mutate = async (mutation: string): Promise<Result> => {
    const data = await world.operators.admin.data<{ result: Result }>(
      `mutation { result: ${mutation} { ... on Court { id name active } ... on ApiError { type message } } }`,
    );
    return data.result;
  };
  const update = (court: CourtName, change: string) =>
    mutate(`updateCourt(input: { courtId: "${world.courts[court].id}", ${change} })`);
  const create = (name: string, organization: keyof World['organizations'] = 'riverside') =>
    mutate(
      `createCourt(input: { organizationId: "${world.organizations[organization].id}", name: ${JSON.stringify(name)} })`,
    );

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

  it('that is closed meanwhile rejects a booking that was waiting for it', async () => {
    const { id, token, booking } = world.services.alpha;
    const setActive = 'update courts set active = $2 where id = $1';
    const { courtId } = booking.body;
    const wasActive = await valueIn<boolean>(service, 'select active from courts where id = $1', courtId);
    await service.database.query(setActive, [courtId, true]);
    const times = { startDate: '2028-01-01T10:00:00Z', endDate: '2028-01-01T11:00:00Z' };
    const body = { ...booking.body, participants: [], ...times };
    const call = () => service.upsertCourtBooking(id, 'late', { token: token.secret, body });
    const answer = await inLineBehind(service.url, [setActive, courtId, false], call, 1);
    expect(answer.body.error?.type).toBe('court_not_found');
    await service.database.query(setActive, [courtId, wasActive]);
  });
});

describe('audit events, changes and locks of a court', () => {
  const verbs = useVerbs();
  const { test } = verbs;
  let organizationId: string;
  beforeAll(async () => {
    organizationId = await createOrganization(context(), administrator, { name: 'Club' });
  });

  const context = (database = test.database) => ({ ...verbs.context(), database });
  const create = (name: string, database?: TestDatabase['database'], of = organizationId) =>
    createCourt(context(database), administrator, { organizationId: of, name });
  const update = (given: Parameters<typeof updateCourt>[2], database?: TestDatabase['database']) =>
    updateCourt(context(database), administrator, given);
  const written = async (id: string) => {
    const events = await verbs.eventsOf(id);
    const changes = await test.database.query<Record<string, unknown>>(
      'select type, data, organization_id as "organizationId" from change_outbox where subject_id = $1 order by id',
      [id],
    );
    return { events: events.slice(1), changes: changes.slice(1) };
  };
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
        { before: { name: 'Show court' }, after: { name: 'Centre court' } },
        { before: { active: true }, after: { active: false } },
        { before: { name: 'Centre court' }, after: { name: 'Centre' } },
        { before: { active: false }, after: { active: true } },
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
