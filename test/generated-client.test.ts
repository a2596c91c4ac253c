import { describe, expect, it } from 'vitest';
import { operationTable } from '../codegen/client/operation-table.ts';
import { batchOperationTypes, operationTypes } from '../codegen/client/operation-types.ts';
import {
  type Document,
  readOperations,
  type Schema,
  servicePath,
} from '../codegen/client/read-operations.ts';
import { operationsTable } from '../codegen/sdk-readme.ts';

const uuid: Schema = { type: 'string', format: 'uuid', description: 'The id.' };
const text = (description: string): Schema => ({ type: 'string', description });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, Schema>, required: string[], more: Schema = {}): Schema => ({
  type: 'object',
  description: 'A thing.',
  properties,
  required,
  ...more,
});
const inPath = (name: string, schema: Schema) => ({ name, in: 'path', required: true, schema });
const inQuery = (name: string, schema: Schema, required = false) => ({ name, in: 'query', required, schema });
const json = (schema: Schema, examples?: object) => ({
  content: { 'application/json': { schema, ...(examples && { examples }) } },
});

type Parts = Partial<Document['paths'][string][string]> & { body?: Schema };

function operation(operationId: string, response: string, { body, ...parts }: Parts = {}) {
  const errors = json(ref('Error'), { invalid: {}, ...(body && { taken: {} }) });
  return {
    operationId,
    summary: 'Do it',
    description: 'Does it.\n\nRequired scope: `all`.',
    ...(body && { requestBody: json(body) }),
    responses: { 200: json(ref(response)), 400: errors },
    ...parts,
  };
}

const key = inPath('key', text('Your own key.'));
const id = inPath('thingId', uuid);
const at: Schema = { type: 'string', format: 'date-time', description: 'When.' };

/** An operation of each kind. */
const document: Document = {
  paths: {
    '/api/v1/owner': { get: operation('getOwner', 'Owner') },
    [`${servicePath}things`]: {
      get: operation('listThings', 'ThingPage', {
        parameters: [
          inQuery('cursor', text('The next page.')),
          inQuery('limit', { type: 'integer', description: 'Items.', minimum: 1, maximum: 9, default: 5 }),
        ],
      }),
      post: operation('createThing', 'Thing', { body: ref('ThingRequest'), 'x-sdk-note': 'A note.' }),
    },
    [`${servicePath}things/{thingId}`]: { get: operation('getThing', 'Thing', { parameters: [id] }) },
    [`${servicePath}things/by-key/{key}`]: {
      get: operation('getThingByKey', 'Thing', { parameters: [key] }),
      put: operation('putThing', 'Thing', { parameters: [key], body: ref('ThingRequest') }),
      delete: operation('closeThing', 'Closed', { parameters: [key, inQuery('at', at, true)] }),
    },
    [`${servicePath}things/{thingId}/times`]: {
      get: operation('getTimes', 'Times', {
        parameters: [id, inQuery('from', at, true), inQuery('to', at, true)],
      }),
    },
    [`${servicePath}things/batch`]: {
      post: operation('batchThings', 'ThingResults', {
        body: ref('ThingsRequest'),
        'x-batch': {
          types: 'ThingBatch',
          id: 'key',
          actions: {
            put: { operationId: 'putThing' as never, outcomes: { written: 'thing?', same: 'thing?' } },
            close: { operationId: 'closeThing' as never, outcomes: { closed: 'closed', same: null } },
          },
        },
      }),
    },
  },
  components: {
    schemas: {
      Owner: object({ ownerId: uuid, name: text('The name.') }, ['ownerId', 'name']),
      Thing: object({ id: uuid, key: text('The key.') }, ['id']),
      Closed: object({ id: uuid, key: text('The key.') }, ['key']),
      Times: object({ times: { type: 'array', items: text('A time.') } }, ['times']),
      ThingPage: object({ items: { type: 'array', items: ref('Thing') }, nextCursor: text('Next.') }, [
        'items',
      ]),
      ThingRequest: object(
        {
          at: { anyOf: [at, { type: 'null' }] },
          tags: { type: 'array', items: ref('Tag'), description: 'Tags.' },
        },
        ['tags'],
      ),
      Tag: object({ word: text('A word.'), number: { type: 'integer', description: 'A number.' } }, [], {
        minProperties: 1,
        maxProperties: 1,
      }),
      ThingsRequest: object(
        {
          atomic: { type: 'boolean', description: 'All or none.' },
          items: {
            type: 'array',
            description: 'The items.',
            items: {
              discriminator: {
                propertyName: 'action',
                mapping: { put: '#/components/schemas/Put', close: '#/components/schemas/Close' },
              },
            },
          },
        },
        ['items'],
      ),
      Put: object({ action: { const: 'put' }, key: key.schema, at, tags: text('Tags.') }, ['action', 'key']),
      Close: object({ action: { const: 'close' }, key: key.schema, reason: text('Why.') }, ['action', 'key']),
      ThingResults: object(
        {
          summary: object(
            { written: text('Written.'), same: text('As before.'), closed: text('Closed.') },
            [],
          ),
          results: {
            type: 'array',
            items: {
              discriminator: {
                propertyName: 'outcome',
                mapping: {
                  written: '#/components/schemas/Done',
                  same: '#/components/schemas/Done',
                  closed: '#/components/schemas/Done',
                },
              },
            },
          },
        },
        ['summary', 'results'],
      ),
      Done: object({ thing: ref('Thing'), closed: ref('Closed') }, []),
    },
  },
};

describe('functions of the client', () => {
  const types = operationTypes(document);

  it.each([
    'getOwner: (options?: CallOptions) => Promise<Owner>;',
    'createThing: (body: ThingRequest, options?: CallOptions) => Promise<Thing>;',
    'getThing: (thingId: string, options?: CallOptions) => Promise<Thing>;',
    'putThing: (key: string, body: ThingRequest, options?: CallOptions) => Promise<Thing>;',
    'closeThing: (key: string, at: Date | string, options?: CallOptions) => Promise<Closed>;',
    'getTimes: (thingId: string, query: TimesQuery, options?: CallOptions) => Promise<Times>;',
    'listThings: (query?: ThingQuery, options?: CallOptions) => Listing<ThingPage, Thing>;',
  ])('have the arguments and the result that follow from the document: %s', (signature) => {
    expect(types).toContain(`\n  ${signature}\n`);
  });

  it('have comments of the description, arguments, notes and errors', () => {
    expect(types).toContain(`  /**
   * Does it.
   *
   * Required scope: \`all\`.
   *
   * A note.
   *
   * Errors in addition to the general ones: \`taken\`.
   *
   * @throws PartnerError<'createThing'>
   *
   * @see "Do it", \`/docs/reference#createThing\` of the service
   */
  createThing`);
    expect(types).toContain('   * `key`: Your own key.\n   *\n   * `at`: When.\n');
  });

  it('have request types with dates, constant lists, and exclusive fields', () => {
    expect(types).toContain(`export interface ThingRequest {
  /** When. */
  at?: Date | string | null | undefined;
  /** Tags. */
  tags: readonly Tag[];
}`);
    expect(types).toContain(
      'export type Tag = ExactlyOneOf<{\n  /** A word. */\n  word?: string | undefined;\n',
    );
    expect(types).toContain('  /** Items. From 1 to 9. Default: `5`. */\n  limit?: number | undefined;\n');
  });

  it('are listed in the README with the first paragraph', () => {
    expect(operationsTable(document)).toContain('| `listThings(query?)` | Does it. |');
    expect(operationsTable(document)).toContain('| `closeThing(key, at)` | Does it. |');
  });

  it('do not exist for an operation of another kind', () => {
    const paths = {
      '/x': { get: operation('odd', 'Thing', { body: ref('Tag'), parameters: [inQuery('a', at)] }) },
    };
    expect(() => readOperations({ ...document, paths })).toThrow('does not support an operation like odd');
  });
});

it('an item of a batch has the fields of its action, and a result those of its outcome', () => {
  const types = batchOperationTypes(document);
  expect(types).toContain(
    '    put: ThingRequest;\n    close: {\n      /** Why. */\n      reason?: string | undefined;\n    };\n',
  );
  expect(types).toContain(`      put: {
        /** \`written\`: Written. \`same\`: As before. */
        readonly outcome: 'written' | 'same';
        /** A thing. Absent with \`minimal\`. */
        readonly thing?: Thing;
      };`);
  expect(types).toMatch(/closed: Closed;\n {6}\} \| \{\n.*\n {8}readonly outcome: 'same';\n {6}\};/);
});

it.each([
  "getOwner: { method: 'GET', path: '/api/v1/owner', statuses: [200], errors: [...general, ], argument: '', marks: { ownerId: 'uuid' } }",
  "createThing: ofService('POST', 'things', [200], ['taken'], 'body', { id: 'uuid' })",
  "listThings: ofService('GET', 'things', [200], [], 'query', { items: 'list', nextCursor: 'text?' })",
  "getThing: ofService('GET', 'things/{thingId}', [200], [], '', { id: 'thingId' })",
  "getThingByKey: ofService('GET', 'things/by-key/{key}', [200], [], '', { id: 'uuid' })",
  "putThing: ofService('PUT', 'things/by-key/{key}', [200], ['taken'], 'body', { id: 'uuid', key: 'key' })",
  "closeThing: ofService('DELETE', 'things/by-key/{key}', [200], [], 'at', { key: 'key' })",
  "getTimes: ofService('GET', 'things/{thingId}/times', [200], [], 'query', { times: 'list' })",
  "batchThings: ofService('POST', 'things/batch', [200], ['taken'], 'body', { summary: 'object', results: 'results' })",
  "batchThings: ['key', ThingBatchItemsRefusedError]",
])('the client calls an operation and recognizes its response by its row: %s', (row) => {
  expect(operationTable(document)).toContain(`  ${row},\n`);
});
