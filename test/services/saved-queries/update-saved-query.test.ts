import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { authorizeAnyOperator, type SignedIn } from '../../../src/services/access/authorize-operator.ts';
import { deleteSavedQuery } from '../../../src/services/saved-queries/delete-saved-query.ts';
import { saveQuery } from '../../../src/services/saved-queries/save-query.ts';
import { updateSavedQuery } from '../../../src/services/saved-queries/update-saved-query.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { untilInLine } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const document = '{ me { id } }';
const [first, later] = [Date.parse('2026-11-20T12:00:00Z'), Date.parse('2026-11-20T13:00:00Z')];

describe('saving, changing and deleting queries', () => {
  let test: TestDatabase;
  let viewer: SignedIn;
  let other: SignedIn;
  let administrator: SignedIn;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    const { operator } = createFactories(test.database);
    const signIn = async (role: 'VIEWER' | 'SUPPORT' | 'ADMIN') =>
      authorizeAnyOperator({ id: (await operator(role)).id, name: role, role });
    [viewer, other, administrator] = [await signIn('VIEWER'), await signIn('SUPPORT'), await signIn('ADMIN')];
  });
  afterAll(() => test.drop());

  const context = (database: Database = test.database, at = later) => ({
    database,
    newId,
    now: () => at,
    requestId: 'x',
  });
  const save = (name: string, by = viewer, database?: Database) =>
    saveQuery(context(database, first), by, { name, document });
  const update = (
    given: Parameters<typeof updateSavedQuery>[2],
    by = viewer,
    database: Database | undefined = undefined,
  ) => updateSavedQuery(context(database), by, given);
  const remove = (savedQueryId: string, by = viewer) => deleteSavedQuery(context(), by, { savedQueryId });
  const stored = async (id: string) => {
    const [row] = await test.database.query<Record<string, unknown>>(
      `select name, document, variables, saved_by_id as by, (extract(epoch from created_at) * 1000)::float8 as "createdAt",
         (extract(epoch from updated_at) * 1000)::float8 as "updatedAt" from saved_queries where id = $1`,
      [id],
    );
    return row;
  };
  const eventsOf = (id: string) =>
    test.database.query<Record<string, unknown>>(
      `select action, subject_type as type, actor_id as by, before, after from audit_events where subject_id = $1 order by id`,
      [id],
    );
  const event = (action: string, by: SignedIn, before: object | null, after: object | null) => ({
    action,
    type: 'saved_query',
    by: by.actor.id,
    before,
    after,
  });

  it('stores the query with its owner and time, and records only its name', async () => {
    const variables = '{ "a": 1 }';
    const id = await saveQuery(context(test.database, first), viewer, { name: 'Kept', document, variables });
    const row = { name: 'Kept', document, variables, by: viewer.actor.id };
    expect(await stored(id)).toEqual({ ...row, createdAt: first, updatedAt: first });
    expect(await eventsOf(id)).toEqual([event('saveQuery', viewer, null, { name: 'Kept' })]);
    expect(await stored(await save('Without variables'))).toMatchObject({ variables: null });
  });

  it('changes only the given fields, and records their names but no document', async () => {
    const id = await save('Mine');
    expect(await update({ savedQueryId: id, document: '{ me { name } }', variables: '{}' })).toBe(id);
    const changed = { name: 'Mine', document: '{ me { name } }', variables: '{}', by: viewer.actor.id };
    expect(await stored(id)).toEqual({ ...changed, createdAt: first, updatedAt: later });
    expect(await update({ savedQueryId: id, name: 'Ours' }, administrator)).toBe(id);
    expect(await stored(id)).toEqual({ ...changed, name: 'Ours', createdAt: first, updatedAt: later });
    const [, ...events] = await eventsOf(id);
    expect(events).toEqual([
      event(
        'updateSavedQuery',
        viewer,
        { name: 'Mine' },
        { name: 'Mine', changed: ['document', 'variables'] },
      ),
      event('updateSavedQuery', administrator, { name: 'Mine' }, { name: 'Ours', changed: ['name'] }),
    ]);
  });

  it('an update without a difference stores and records nothing', async () => {
    const id = await save('Same');
    const before = [await stored(id), await eventsOf(id)];
    expect(await update({ savedQueryId: id })).toBe(id);
    expect(await update({ savedQueryId: id, name: 'Same', document })).toBe(id);
    expect([await stored(id), await eventsOf(id)]).toEqual(before);
  });

  it('the owner and administrators can delete a query, which is recorded and releases its name', async () => {
    for (const by of [viewer, administrator]) {
      const id = await save('To be deleted');
      expect(await remove(id, by)).toEqual({ id });
      expect(await stored(id)).toBeUndefined();
      const [, ...events] = await eventsOf(id);
      expect(events).toEqual([event('deleteSavedQuery', by, { name: 'To be deleted' }, null)]);
    }
  });

  it('other operators cannot change or delete a query, and the error explains the alternatives', async () => {
    const id = await save('Of the viewer');
    const before = [await stored(id), await eventsOf(id)];
    for (const work of [() => update({ savedQueryId: id, name: 'x' }, other), () => remove(id, other)]) {
      const { type, message } = await refusalOf(work);
      expect([type, message]).toEqual([
        'operator_permission_denied',
        'Another operator has saved this query. Ask them or an operator with the role ADMIN, or save one of your own.',
      ]);
    }
    for (const work of [() => update({ savedQueryId: newId(), name: 'x' }), () => remove(newId())])
      expect((await refusalOf(work)).type).toBe('saved_query_not_found');
    expect([await stored(id), await eventsOf(id)]).toEqual(before);
  });

  it('a name in use is rejected with the id of its owner and advice', async () => {
    const [having, id] = [await save('Taken', other), await save('Free')];
    for (const work of [() => save('Taken'), () => update({ savedQueryId: id, name: 'Taken' })]) {
      const { type, message } = await refusalOf(work);
      expect([type, message]).toEqual([
        'name_already_in_use',
        `Another saved query has this name already: ${having}. Choose another name, or change that one.`,
      ]);
    }
    expect(await stored(id)).toMatchObject({ name: 'Free', updatedAt: first });
  });

  it('the second of two concurrent saves with one name waits and is rejected, without blocking other changes', async () => {
    const id = await save('Document');
    let second: Promise<unknown> | undefined;
    await test.database.transaction(async (em) => {
      await save('Wanted', viewer, inTransaction(test.database, em));
      await update({ savedQueryId: id, document: '{ me { role } }' });
      second = refusalOf(save('Wanted', other));
      await untilInLine(test.database, 1);
    });
    expect(await second).toMatchObject({ type: 'name_already_in_use' });
    expect(await stored(id)).toMatchObject({ document: '{ me { role } }' });
  });

  it('the second of two concurrent changes waits and records the name that the first one set', async () => {
    for (const [action, change] of [
      ['updateSavedQuery', (savedQueryId: string) => update({ savedQueryId, document: '{ me { role } }' })],
      ['deleteSavedQuery', (savedQueryId: string) => remove(savedQueryId)],
    ] as const) {
      const id = await save(`Before ${action}`);
      const name = `After ${action}`;
      let second: Promise<unknown> | undefined;
      await test.database.transaction(async (em) => {
        await update({ savedQueryId: id, name }, viewer, inTransaction(test.database, em));
        second = change(id);
        await untilInLine(test.database, 1);
      });
      await second;
      expect((await eventsOf(id)).at(-1)).toMatchObject({ action, before: { name } });
    }
  });

  it('at most 500 queries are saved', async () => {
    await test.database.query(
      `insert into saved_queries (id, name, document, saved_by_id)
       select gen_random_uuid(), 'n' || n, 'x', $1 from generate_series(1, 499 - (select count(*) from saved_queries)) n`,
      [viewer.actor.id],
    );
    await save('last');
    const { type } = await refusalOf(save('more'));
    expect(type).toBe('too_many_saved_queries');
    expect(await test.database.query('select from saved_queries', [])).toHaveLength(500);
  });
});
