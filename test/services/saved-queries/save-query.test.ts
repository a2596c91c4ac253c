import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../harness/clients/graphql-client.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

interface Result {
  id?: string;
  name?: string;
  type?: string;
  savedBy?: { id: string };
  issues?: { path: string[]; code: string; message: string }[];
}

describe('saved query', () => {
  let service: TestService;
  let viewer: { id: string; secret: string };
  let support: { id: string; secret: string };
  let admin: { id: string; secret: string };
  beforeAll(async () => {
    service = await startTestService('postgresql');
    viewer = await service.factories.operator('VIEWER');
    support = await service.factories.operator('SUPPORT');
    admin = await service.factories.operator('ADMIN');
  });
  afterAll(() => service.stop());

  const document = 'query Mine { me { id } }';
  const mutate = async (by: { secret: string }, name: string, input: object): Promise<Result> => {
    const shown =
      name === 'deleteSavedQuery'
        ? '... on DeletedSavedQuery { id }'
        : '... on SavedQuery { id name savedBy { id } }';
    const { data, errors } = await ask<{ result: Result }, { input: object }>(
      service,
      by.secret,
      `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { result: ${name}(input: $input) {
        ${shown} ... on ApiError { type } ... on InvalidSchemaError { issues { path code message } } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
    return data.result;
  };
  const list = async (by: { secret: string }) => {
    const { data } = await ask<{ savedQueries: { nodes: Record<string, unknown>[] } }, never>(
      service,
      by.secret,
      '{ savedQueries { nodes { id name document variables } } }',
    );
    return data.savedQueries.nodes;
  };

  it('can be saved by every role, and all operators see it', async () => {
    const variables = '{ "id": 1 }';
    const saved = await mutate(viewer, 'saveQuery', { name: ' Mine ', document, variables });
    expect(saved).toEqual({ id: expect.any(String), name: 'Mine', savedBy: { id: viewer.id } });
    for (const by of [viewer, support, admin])
      expect(await list(by)).toEqual([{ id: saved.id, name: 'Mine', document, variables }]);
    expect(await mutate(support, 'saveQuery', { name: 'Mine', document })).toEqual({
      type: 'name_already_in_use',
    });
    await mutate(viewer, 'deleteSavedQuery', { savedQueryId: saved.id });
    expect(await list(admin)).toEqual([]);
  });

  it('can be changed and deleted only by its owner and by administrators', async () => {
    const { id: savedQueryId } = await mutate(support, 'saveQuery', { name: 'Of support', document });
    const acts = { updateSavedQuery: { savedQueryId, name: 'Another' }, deleteSavedQuery: { savedQueryId } };
    for (const [name, input] of Object.entries(acts))
      expect(await mutate(viewer, name, input)).toEqual({ type: 'operator_permission_denied' });
    const renamed = await mutate(support, 'updateSavedQuery', { savedQueryId, name: 'Renamed' });
    expect(renamed.name).toBe('Renamed');
    const changed = await mutate(admin, 'updateSavedQuery', { savedQueryId, document: '{ me { name } }' });
    expect(changed.savedBy).toEqual({ id: support.id });
    expect(await list(viewer)).toEqual([
      { id: savedQueryId, name: 'Renamed', document: '{ me { name } }', variables: null },
    ]);
    expect(await mutate(admin, 'deleteSavedQuery', { savedQueryId })).toEqual({ id: savedQueryId });
    for (const [name, input] of Object.entries(acts))
      expect(await mutate(support, name, input)).toEqual({ type: 'saved_query_not_found' });
  });

  it.each([
    ['is no GraphQL', 'query {', 'Line 1, column 8: Syntax Error: Expected Name'],
    [
      'selects an unknown field',
      'query Q { me { nothing } }',
      'Line 1, column 16: Cannot query field "nothing"',
    ],
    [
      'is over a limit of documents, which is at no one place',
      `{ me { ${'id '.repeat(51)} } }`,
      'Too large: a document has at most 50 repetitions',
    ],
  ])('is rejected if its document %s, with the position of the error', async (_what, document, message) => {
    const refused = await mutate(viewer, 'saveQuery', { name: 'x', document });
    expect(refused.type).toBe('invalid_schema');
    expect(refused.issues![0]).toEqual({
      path: ['document'],
      code: 'invalid_document',
      message: expect.stringMatching(new RegExp(`^${message}`)),
    });
    const { id: savedQueryId } = await mutate(viewer, 'saveQuery', {
      name: 'good',
      document: '{ me { id } }',
    });
    expect(await mutate(viewer, 'updateSavedQuery', { savedQueryId, document })).toMatchObject({
      type: 'invalid_schema',
    });
    await mutate(viewer, 'deleteSavedQuery', { savedQueryId });
  });

  it.each([
    ['an address in the document', { document: '{ users(email: "ada@example.com") { nodes { id } } }' }],
    ['an address in the variables', { document, variables: '{ "email": "ada@example.com" }' }],
    [
      'an address of signs that are rare',
      { document: `{ users(email: "o'@example.com") { nodes { id } } }` },
    ],
    ['an address by its numbers', { document, variables: '{ "email": "ada\\u0040example\\u002ecom" }' }],
    [
      'an address by the numbers of GraphQL',
      { document: '{ users(email: "ada\\u{40}example.com") { nodes { id } } }' },
    ],
    ['an address for a name', { name: 'of ada@example.com', document }],
    ['variables that are no JSON object', { document, variables: '[1]' }],
    ['variables that are no JSON', { document, variables: '{ x }' }],
  ])('is rejected with %s, and nothing is stored', async (_what, input) => {
    expect(await mutate(viewer, 'saveQuery', { name: 'x', ...input })).toMatchObject({
      type: 'invalid_schema',
    });
    expect(await list(viewer)).toEqual([]);
  });

  it('may have directives', async () => {
    const saved = await mutate(viewer, 'saveQuery', {
      name: 'directives',
      document:
        'query Q($a: Boolean!) { me@include(if:$a){ id ...F@include(if:$a)...on Operator{role} } } fragment F on Operator { name }',
    });
    expect(saved.id).toEqual(expect.any(String));
    await mutate(viewer, 'deleteSavedQuery', { savedQueryId: saved.id });
  });

  it('is limited to 500 for all operators together', async () => {
    await service.database.query(
      `insert into saved_queries (id, name, document, saved_by_id) select gen_random_uuid(), 'n' || n, 'x', $1 from generate_series(1, 499) n`,
      [admin.id],
    );
    const last = await mutate(viewer, 'saveQuery', { name: 'last', document });
    expect(last.id).toEqual(expect.any(String));
    expect(await mutate(viewer, 'saveQuery', { name: 'more', document })).toEqual({
      type: 'too_many_saved_queries',
    });
  });
});
