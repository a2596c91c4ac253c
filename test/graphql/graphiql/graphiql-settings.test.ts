import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphiqlSettings } from '../../../src/graphql/graphiql/graphiql-settings.ts';

const schema = buildSchema(`
  interface ApiError { message: String! }
  type NotFoundError implements ApiError { message: String! }
  type InUseError implements ApiError { message: String! }
  type Court { id: ID! name: String club: Club history: [Court!]! status: Status }
  type Club { id: ID! courts: CourtConnection! }
  type CourtConnection { nodes: [Court!]! }
  enum Status { OPEN }
  union CreateCourtResult = NotFoundError | Court | InUseError
  union Actor = Court | Club
  union Refused = NotFoundError
  type Query { court(id: ID!): Court actor: Actor }
  type Mutation { createCourt: CreateCourtResult! refuse: Refused }
`);
const task = (name: string, query: string) => ({ name, query, variables: '{}' });

describe('GraphiQL settings from the playbook', () => {
  it('names each operation by its questions, or else by its own name', () => {
    const query = `query IssueApiTokenWhoAmI { actor }
      query Why($courtId: ID!, $clubId: ID, $name: String) { actor } fragment F on Court { id }`;
    const { tasks, ids } = graphiqlSettings(
      schema,
      [task('4-why-was-it-refused', query), task('5-other', 'query Why($courtId: ID!) { actor }')],
      [
        { question: 'Why?', task: '4-why-was-it-refused', operation: 'Why' },
        { question: 'And when?', task: '4-why-was-it-refused', operation: 'Why' },
        { question: 'Elsewhere?', task: '9-elsewhere', operation: 'Why' },
      ],
    );
    expect(tasks).toEqual([
      {
        ...{ name: '4-why-was-it-refused', title: '4 Why was it refused', query, variables: '{}' },
        operations: [
          { name: 'IssueApiTokenWhoAmI', title: 'Issue API token who am I' },
          { name: 'Why', title: 'Why? And when?' },
        ],
      },
      expect.objectContaining({ title: '5 Other', operations: [{ name: 'Why', title: 'Why' }] }),
    ]);
    expect(ids).toEqual(['courtId', 'clubId']);
  });

  it('rejects an operation without a name, and names its task', () => {
    expect(() => graphiqlSettings(schema, [task('1-one', '{ actor }')], [])).toThrow(
      'An operation of 1-one has no name.',
    );
  });

  it('maps fields to the types that they return, and mutations to their success type', () => {
    expect(graphiqlSettings(schema, [], []).types).toEqual({
      Query: { court: 'Court' },
      Mutation: { createCourt: 'Court' },
      Court: { club: 'Club', history: 'Court' },
      Club: { courts: 'CourtConnection' },
      CourtConnection: { nodes: 'Court' },
      ...{ NotFoundError: {}, InUseError: {} },
    });
  });

  it('maps a union of one type to that type if the schema has no errors', () => {
    const plain = buildSchema('type A { id: ID } union One = A type Query { one: One }');
    expect(graphiqlSettings(plain, [], []).types).toMatchObject({ Query: { one: 'A' } });
  });
});
