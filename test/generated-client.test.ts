import { describe, expect, it } from 'vitest';
import { operationTable } from '../codegen/client/operation-table.ts';
import { batchOperationTypes, operationTypes } from '../codegen/client/operation-types.ts';
import type { Document, Schema } from '../codegen/client/read-operations.ts';
import { readOperations, servicePath } from '../codegen/client/read-operations.ts';
import { operationsTable } from '../codegen/sdk-readme.ts';

const uuid: Schema = { type: 'string', format: 'uuid', description: 'The id.' };
const text = (description: string): Schema => ({ type: 'string', description });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description && { description }),
});
const union = (propertyName: string, components: Record<string, string>): Schema => {
  const mapping = Object.entries(components).map(([value, name]) => [value, ref(name).$ref!]);
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
};
/** A field whose name ends in `?` is not required. */
const object = (fields: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  description: 'A thing.',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name.replace('?', ''), field]),
  ),
  required: Object.keys(fields).filter((name) => !name.endsWith('?')),
  ...more,
});
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

const key = { name: 'key', in: 'path', schema: text('Your own key.') };
const id = { name: 'thingId', in: 'path', schema: uuid };
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
      delete: operation('closeThing', 'Closed', {
        parameters: [key, inQuery('at', at, true)],
        responses: { 200: json(ref('Closed')), 400: json(ref('Error'), { invalid: {}, late: {} }) },
      }),
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
      Owner: object({ ownerId: uuid, name: text('The name.') }),
      Thing: object({ id: uuid, 'key?': text('The key.') }),
      Closed: object({ 'id?': uuid, key: text('The key.') }),
      Times: object({ times: list(text('A time.')) }),
      ThingPage: object({ items: list(ref('Thing')), 'nextCursor?': text('Next.') }),
      ThingRequest: object({ 'at?': { anyOf: [at, { type: 'null' }] }, tags: list(ref('Tag'), 'Tags.') }),
      Tag: object(
        { 'word?': text('A word.'), 'flag?': text('A flag.') },
        { minProperties: 1, maxProperties: 1 },
      ),
      ThingsRequest: object({
        'atomic?': { type: 'boolean', description: 'All or none.' },
        items: list(union('action', { put: 'Put', close: 'Close' }), 'The items.'),
      }),
      Put: object({ action: { const: 'put' }, key: key.schema, at, tags: text('Tags.') }),
      Close: object({ action: { const: 'close' }, key: key.schema, 'reason?': text('Why.') }),
      ThingResults: object({
        summary: object({ written: text('Written.'), same: text('As before.'), closed: text('Closed.') }),
        results: list(union('outcome', { written: 'Done', same: 'Done', closed: 'Done' })),
      }),
      Done: object({ 'thing?': ref('Thing'), 'closed?': ref('Closed') }),
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

  it('have comments of the description, notes, errors and arguments', () => {
    const paragraphs = [
      'Does it.',
      'Required scope: `all`.',
      'A note.',
      'Errors in addition to the general ones: `taken`.',
    ];
    expect(types).toContain(paragraphs.map((paragraph) => `   * ${paragraph}\n   *\n`).join(''));
    expect(types).toMatch(
      / @throws PartnerError<'createThing'>\n[^/]*\/docs\/reference#createThing` of the service\n/,
    );
    expect(types).toContain('   * `key`: Your own key.\n   *\n   * `at`: When.\n');
  });

  it('have request types with dates, constant lists, exclusive fields and limits', () => {
    const fields = [
      '/** When. */',
      'at?: Date | string | null | undefined;',
      '/** Tags. */',
      'tags: readonly Tag[];',
    ];
    expect(types).toContain(`export interface ThingRequest {\n  ${fields.join('\n  ')}\n}`);
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
  const types = batchOperationTypes(document).replaceAll(/\s+/g, ' ');
  expect(types).toContain(
    'put: ThingRequest; close: { /** Why. */ reason?: string | undefined; }; }[Action]',
  );
  expect(types).toContain(
    "readonly outcome: 'written' | 'same'; /** A thing. Absent with `minimal`. */ readonly thing?: Thing; };",
  );
  expect(types).toContain(
    "readonly closed: Closed; } | { /** `same`: As before. */ readonly outcome: 'same'; };",
  );
});

it.each([
  "const general = 'invalid';",
  "const withBody = ' taken';",
  'GET 200 getOwner /owner ownerId:uuid',
  'POST:body 200 createThing things id:uuid',
  'GET:query 200 listThings things items:list,nextCursor:text?',
  'GET 200 getThing things/{thingId} id:thingId',
  'GET 200 getThingByKey things/by-key/{key} id:uuid',
  'PUT:body 200 putThing things/by-key/{key} id:uuid,key:key',
  'DELETE:at 200 closeThing things/by-key/{key} key:key late',
  'GET:query 200 getTimes things/{thingId}/times times:list',
  'POST:body 200 batchThings things/batch summary:object,results:results',
  "  batchThings: ['key', ThingBatchItemsRefusedError],",
])('the client calls an operation and recognizes its response by its row: %s', (row) => {
  expect(operationTable(document).split('\n')).toContain(row);
});
