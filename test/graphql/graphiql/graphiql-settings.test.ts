import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphiqlSettings } from '../../../src/graphql/graphiql/graphiql-settings.ts';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';

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

describe('GraphiQL settings from the playbook', () => {
  it('lists the tasks with the titles of their operations, and all variables for ids', async () => {
    const playbook = await readPlaybook();
    const { tasks, ids } = graphiqlSettings(schema, playbook);
    expect(tasks.map(({ title }) => title)).toEqual(playbook.map(({ title }) => title));
    const rejected = tasks.find(({ name }) => name === '4-rejected-requests')!;
    expect(rejected.title).toBe('4 Rejected requests');
    expect(rejected.operations[0]).toEqual({ name: 'RequestById', title: 'Why was this request rejected?' });
    expect(ids).toEqual(expect.arrayContaining(['courtId', 'externalServiceId', 'courtBookingId']));
    expect(ids).not.toContain('reason');
  });

  it('maps fields to the types that they return, and mutations to their success type', () => {
    expect(graphiqlSettings(schema, []).types).toEqual({
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
    expect(graphiqlSettings(plain, []).types).toMatchObject({ Query: { one: 'A' } });
  });
});
