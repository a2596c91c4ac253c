import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../codegen/openapi-document.ts';
import { catalogue, type ErrorType } from '../../src/errors.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { documentedOperations } from '../../src/rest/operations.ts';
import { transportErrorsOf } from '../../src/rest/transport/operation.ts';
import { allows, scopes } from '../../src/rules/requests/scope.ts';
import { exampleChange } from '../../src/services/resources/change-response.ts';
import { faultsOf } from '../harness/assertions/openapi-validator.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** The errors of the two operations of the document, copied from its sections 4 and 7. */
const documented: Record<string, string[]> = {
  createUser: [
    '400 invalid_schema',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '409 email_already_in_use',
    '409 external_user_id_already_in_use',
    '500 internal_server_error',
  ],
  upsertCourtBooking: [
    '400 invalid_schema',
    '400 mutually_exclusive_fields_violation',
    '400 duplicate_entries_provided',
    '400 invalid_time_range',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '403 organization_access_denied',
    '403 user_access_denied',
    '404 court_not_found',
    '409 stale_write',
    '409 version_conflict',
    '409 court_booking_overlap',
    '500 internal_server_error',
  ],
};
const errorLine = (type: ErrorType) => `${catalogue[type].status} ${type}`;

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  maxLength?: number;
  description?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface OperationObject {
  operationId: string;
  description: string;
  security: { apiToken: string[] }[];
  parameters?: { in: string; name: string; description?: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<
    string,
    {
      content: {
        'application/json': {
          schema: unknown;
          examples?: Record<string, { value: { error: { type: string } } }>;
        };
      };
    }
  >;
}
const operationObjects = Object.values(openApiDocument.paths).flatMap((methods) =>
  Object.values(methods),
) as unknown as OperationObject[];
const operation = (operationId: string) =>
  operationObjects.find((object) => object.operationId === operationId)!;

function codesOf(schema: unknown): string[] {
  const { schemas } = openApiDocument.components;
  type Named = { $ref?: string; oneOf?: Named[]; properties?: { error?: Named; type?: { const: string } } };
  const { $ref, oneOf, properties } = schema as Named;
  if ($ref) return codesOf(schemas[$ref.split('/').at(-1) as keyof typeof schemas]);
  if (oneOf) return oneOf.flatMap(codesOf);
  return properties?.error ? codesOf(properties.error) : [properties!.type!.const];
}

describe('OpenAPI document', () => {
  it.each(documentedOperations())('$operationId lists exactly its own error types per status', (defined) => {
    const { operationId, errors } = defined;
    const listed = Object.entries(operation(operationId).responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) =>
        codesOf(response.content['application/json'].schema).map((code) => `${status} ${code}`),
      );
    const own = documented[operationId] ?? errors.map(errorLine);
    expect(listed.sort()).toEqual([...own, ...transportErrorsOf(defined).map(errorLine)].sort());
  });

  it('has exactly the operations that the service defines', () => {
    expect(operationObjects.map(({ operationId }) => operationId).sort()).toEqual(
      documentedOperations()
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  it('has an example for every error type, with the status in the catalogue', () => {
    for (const { responses } of operationObjects) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const { examples = {}, schema } = response.content['application/json'];
        expect(Object.keys(examples).sort()).toEqual(codesOf(schema).sort());
        for (const code of Object.keys(examples))
          expect(catalogue[code as ErrorType].status).toBe(Number(status));
      }
    }
  });

  it('has the 17 documented types in the catalogue', () => {
    const all = new Set(
      [...documented.createUser!, ...documented.upsertCourtBooking!].map((line) => line.split(' ')[1]),
    );
    const inCatalogue = Object.entries(catalogue)
      .filter(([, entry]) => entry.origin === 'document')
      .map(([type]) => type);
    expect(inCatalogue).toHaveLength(17);
    expect(new Set(inCatalogue)).toEqual(all);
  });

  it('names the bearer scheme and the scope of each operation', () => {
    expect(openApiDocument.openapi).toMatch(/^3\.1\./);
    expect(openApiDocument.components.securitySchemes.apiToken).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    expect(operation('createUser').security).toEqual([{ apiToken: ['userwrite'] }]);
    expect(operation('upsertCourtBooking').security).toEqual([{ apiToken: ['court-bookingwrite'] }]);
    expect(operation('getToken').security).toEqual([{ apiToken: [] }]);
  });

  it.each(documentedOperations())('$operationId lists each scope that is sufficient', (defined) => {
    const { security, description } = operation(defined.operationId);
    const listed = security.flatMap(({ apiToken }) => apiToken);
    const needed = [defined.scope ?? []].flat();
    const sufficient = scopes.filter((scope) => needed.some((one) => allows([scope], one)));
    expect(listed.toSorted()).toEqual(sufficient.toSorted());
    for (const scope of sufficient) expect(description).toContain(`\`${scope}\``);
  });
});

function requestSchemas(): (Schema & { place: string })[] {
  const all = new Map<Schema, string>();
  const add = (given: Schema, place: string): void => {
    const schema = resolved(given);
    if (all.has(schema)) return;
    all.set(schema, place);
    for (const [name, field] of Object.entries(schema.properties ?? {})) add(field, `${place}.${name}`);
    for (const variant of variantsOf(schema)) add(variant, place);
    if (schema.items) add(schema.items, `${place}[]`);
  };
  for (const { operationId, parameters = [], requestBody } of operationObjects) {
    // Any other request id is replaced, not rejected. Other preferences are ignored.
    for (const parameter of parameters.filter((one) => one.in !== 'header'))
      add(parameter.schema, `${operationId} ${parameter.in} ${parameter.name}`);
    if (requestBody) add(requestBody.content['application/json'].schema, operationId);
  }
  return [...all].map(([schema, place]) => ({ ...schema, place }));
}

function resolved(schema: Schema): Schema {
  const schemas = openApiDocument.components.schemas as Record<string, object>;
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1)!] as Schema);
}

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

function isObject(schema: Schema): boolean {
  const { type, properties, ...rest } = resolved(schema);
  return type === 'object' || properties !== undefined || variantsOf(rest).some(isObject);
}

type Part = Schema & Record<string, unknown>;

function partsOf(part: unknown, path = ''): { path: string; part: Part }[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.entries(part).flatMap(([key, value]) =>
    key === 'example' || key === 'examples' ? [] : partsOf(value, `${path}/${key}`),
  );
  return [{ path, part: part as Part }, ...within];
}

/** These lists are complete. They have no promised limit. */
const unlimited = [
  ...['Token/scopes', 'Token/organizations', 'CourtOccupancy/occupied'],
  ...['OrganizationOccupancy/courts', 'CourtTimes/occupied'],
].map((list) => `/components/schemas/${list.replace('/', '/properties/')}`);

describe('promises of the OpenAPI document', () => {
  it('gives the maximum length of every list', () => {
    const unbounded: string[] = [];
    const walk = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { type, maxItems } = node as { type?: unknown; maxItems?: unknown };
      if (type === 'array' && typeof maxItems !== 'number') unbounded.push(path);
      for (const [key, child] of Object.entries(node))
        if (key !== 'examples' && key !== 'example') walk(child, `${path}/${key}`);
    };
    walk({ schema: { type: 'array' } }, 'planted');
    expect(unbounded.splice(0)).toEqual(['planted/schema']);
    walk(openApiDocument, '');
    expect(unbounded.filter((path) => !unlimited.includes(path))).toEqual([]);
    const { schemas } = openApiDocument.components;
    expect(schemas.UpsertCourtBookingRequest.properties.participants.maxItems).toBe(50);
    expect(schemas.CourtBookingResponse.properties.participants.maxItems).toBe(50);
    expect(schemas.CourtBookingOverlapError.properties.conflicts.maxItems).toBe(10);
    expect(schemas.InvalidSchemaError.properties.issues.maxItems).toBe(100);
  });

  it('gives the limit and its remainder for 401 and 429', () => {
    for (const { responses } of operationObjects) {
      const headersOf = (status: string) =>
        Object.keys((responses[status] as unknown as { headers: object }).headers).sort();
      const limit = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'];
      if ('401' in responses) expect(headersOf('401')).toEqual(['WWW-Authenticate', ...limit].sort());
      expect(headersOf('429')).toEqual(['Retry-After', ...limit].sort());
    }
  });

  describe('rules in the description of every parameter and request field', () => {
    const found = Object.groupBy(requestSchemas(), ({ format, maxLength }) => {
      if (format === 'email' || format === 'uuid') return 'pattern';
      return format ?? (maxLength === undefined ? 'other' : 'text');
    });

    it.each<[kind: string, atLeast: number, rules: RegExp[]]>([
      [
        'date-time',
        12,
        [
          /in the years 2000 to 2100 \(UTC\)/,
          /Leap seconds are rejected/,
          /At most nine digits after the second, of which the seventh to ninth must be 0/,
        ],
      ],
      ['date', 2, [/from 1900-01-01 to today/]],
      [
        'text',
        12,
        [/The length counts Unicode code points/, /no lone surrogates/, /without the character NUL/],
      ],
    ])('%s', (kind, atLeast, rules) => {
      const schemas = found[kind]!;
      expect(schemas.length).toBeGreaterThanOrEqual(atLeast);
      for (const { place, description } of schemas)
        for (const rule of rules) expect(description, place).toMatch(rule);
    });

    it('gives a pattern for UUIDs and email addresses', () => {
      expect(found.pattern!.length).toBeGreaterThan(10);
      for (const { place, pattern } of found.pattern!) expect(pattern, place).toBeDefined();
    });

    it('gives a parameter the same description as its schema', () => {
      for (const { operationId, parameters = [] } of operationObjects)
        for (const { name, description, schema } of parameters)
          expect(description, `${operationId} ${name}`).toBe(schema.description);
    });
  });
});

describe('OpenAPI document for client generators', () => {
  const parts = partsOf(openApiDocument);

  it('uses only integers, except for the requests per second of a rate limit', () => {
    const numbers = parts.filter(({ part }) => [part.type].flat().includes('number'));
    expect(numbers.map(({ path }) => path)).toEqual([
      '/components/schemas/RateLimitPolicy/properties/perSecond',
    ]);
  });

  it('limits every integer to 32 bits by its bounds or its format, or declares int64', () => {
    const integers = parts.filter(({ part }) => part.type === 'integer');
    expect(integers.length).toBeGreaterThan(40);
    for (const { path, part } of integers) {
      const { minimum, maximum, format } = part as { minimum?: number; maximum?: number; format?: string };
      const isBounded = minimum !== undefined && minimum >= 0 && maximum !== undefined && maximum < 2 ** 31;
      expect(isBounded || format === 'int32' || format === 'int64', path).toBe(true);
    }
  });

  it('declares sequence numbers as int64, in the feed and in webhooks', () => {
    const sequences = parts.filter(({ path }) => path.endsWith('/properties/sequence'));
    expect(sequences.length).toBeGreaterThan(30);
    for (const { path, part } of sequences)
      expect(part, path).toMatchObject({ type: 'integer', format: 'int64' });
  });

  it('declares a status as an integer from 100 to 599', () => {
    const statuses = parts.filter(
      ({ path, part }) => path.endsWith('/properties/status') && part.type === 'integer',
    );
    expect(statuses).toHaveLength(11);
    for (const { part } of statuses) expect(part).toMatchObject({ minimum: 100, maximum: 599 });
  });

  it('has no default for a field of a body', () => {
    const withDefault = parts.filter(({ part }) => 'default' in part);
    expect(withDefault.map(({ path }) => path).filter((path) => !path.includes('/parameters/'))).toEqual([]);
  });

  it('has a Prefer header parameter only for the operations that honor it', () => {
    const named = operationObjects.filter(({ parameters = [] }) =>
      parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Prefer'),
    );
    expect(named.map(({ operationId }) => operationId)).toEqual(['batchCourtBookings', 'batchUsers']);
  });

  it('names a contact', () => {
    expect(openApiDocument.info.contact.name).toMatch(/operator/);
  });

  it('gives each component its name as title', () => {
    for (const [name, { title }] of Object.entries(openApiDocument.components.schemas))
      expect(title).toBe(name);
  });

  it('has no two components that differ only in their names', () => {
    const names = Object.entries(openApiDocument.components.schemas).map(
      ([name, { title: _name, ...schema }]) => [JSON.stringify(schema), name] as const,
    );
    const equal = [...Map.groupBy(names, ([text]) => text).values()].filter(({ length }) => length > 1);
    expect(equal.map((group) => group.map(([, name]) => name))).toEqual([]);
  });

  it.each<[type: string, isValid: boolean]>([
    ['court_booking.moved', true],
    ['user.updated', false],
  ])('a change of type %s with data of an unknown resource is valid: %s', (type, isValid) => {
    const change = { ...exampleChange, type, data: { id: exampleChange.id, price: 12 } };
    const page = { items: [change], nextCursor: 'cursor', caughtUp: true };
    const headers = new Headers({
      'Content-Type': 'application/json',
      'X-Request-Id': exampleChange.requestId,
      RateLimit: '"token";r=9;t=1',
      'RateLimit-Policy': '"token";q=10;w=1',
    });
    expect(faultsOf('listChanges', { status: 200, headers, body: page }).length === 0).toBe(isValid);
  });

  it('uses components for all bodies of requests, responses and webhooks', () => {
    const bodies = parts.filter(({ path }) => path.endsWith('/content/application/json/schema'));
    expect(bodies.length).toBeGreaterThan(130);
    for (const { path, part } of bodies) expect(Object.keys(part), path).toEqual(['$ref']);
  });

  it('has a discriminator for every union of objects, with all its members', () => {
    const unions = parts.filter(
      ({ part }) => part.discriminator || variantsOf(part).filter(isObject).length > 1,
    );
    expect(unions.length).toBeGreaterThan(10);
    for (const { path, part } of unions) {
      const { discriminator } = part as { discriminator?: { mapping: Record<string, string> } };
      const mapped = [...new Set(Object.values(discriminator?.mapping ?? {}))].sort();
      expect(mapped, path).toEqual(
        variantsOf(part)
          .map(({ $ref }) => $ref)
          .sort(),
      );
    }
  });
});

describe('served document', () => {
  const service = useTestService('postgresql');

  it('serves the committed document', async () => {
    expect(await (await fetch(`${service.address}/api/v1/openapi.json`)).json()).toEqual(openApiDocument);
  });

  // `test/generated-files.test.ts` checks this for all files. This copy lets the mutation tests detect it, too.
  it('equals the document generated from the operations', () => {
    expect(JSON.parse(JSON.stringify(createOpenApiDocument()))).toEqual(openApiDocument);
  });
});
