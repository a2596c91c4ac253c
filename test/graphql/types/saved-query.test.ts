import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../harness/clients/graphql-client.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

describe('mutation in a saved query', () => {
  let service: TestService;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    service = await startTestService('postgresql');
    for (const role of ['VIEWER', 'SUPPORT', 'ADMIN'] as const)
      tokens[role] = (await service.factories.operator(role)).secret;
  });
  afterAll(() => service.stop());

  const erase =
    'mutation E { eraseUser(input: { userId: "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01" }) { __typename } }';
  const create = 'mutation C { createOrganization(input: { name: "x" }) { __typename } }';
  let names = 0;
  const save = async (role: string, document: string) => {
    names += 1;
    const { data } = await ask<{ saveQuery: Record<string, unknown> }, object>(
      service,
      tokens[role]!,
      `mutation ($name: String!, $document: String!) { saveQuery(input: { name: $name, document: $document }) {
        ... on SavedQuery { id isMutation } ... on ApiError { type message } } }`,
      { name: `Query ${names}`, document },
    );
    return data.saveQuery;
  };

  it.each([
    ['VIEWER', erase, 'eraseUser'],
    ['SUPPORT', create, 'createOrganization'],
    ['SUPPORT', `${erase} ${create}`, 'createOrganization'],
    [
      'VIEWER',
      'query Q { me { id } } mutation M { ...F } fragment F on Mutation { eraseUser(input: { userId: "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01" }) { __typename } }',
      'eraseUser',
    ],
  ])('%s cannot save a mutation that the role may not run: %s', async (role, document, name) => {
    expect(await save(role, document)).toEqual({
      type: 'operator_permission_denied',
      message: expect.stringContaining(`may not run ${name}, so you cannot save it`),
    });
  });

  it.each([
    ['SUPPORT', erase, true],
    ['ADMIN', `${erase} ${create}`, true],
    [
      'VIEWER',
      'mutation S { saveQuery(input: { name: "n", document: "{ me { id } }" }) { __typename } }',
      true,
    ],
    ['VIEWER', '# mutation\nquery Q { me { id } }', false],
  ])('%s can save what the role may run, with isMutation set: %s', async (role, document, isMutation) => {
    expect(await save(role, document)).toEqual({ id: expect.any(String), isMutation });
  });

  it('rejects an update of a saved query to a mutation that the role may not run', async () => {
    const { id } = await save('VIEWER', 'query Q { me { id } }');
    const { data } = await ask<{ updateSavedQuery: object }, object>(
      service,
      tokens.VIEWER!,
      `mutation ($id: ID!, $document: String!) { updateSavedQuery(input: { savedQueryId: $id, document: $document }) {
        ... on ApiError { type } } }`,
      { id, document: erase },
    );
    expect(data.updateSavedQuery).toEqual({ type: 'operator_permission_denied' });
  });
});
