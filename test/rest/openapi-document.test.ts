import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../codegen/openapi-document.ts';
import { ExternalService, OrganizationGrant } from '../../src/db/entities/external-service.ts';
import { Court, Organization } from '../../src/db/entities/organization.ts';
import { catalogue, type ErrorType } from '../../src/errors.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import type { Tenant } from '../harness/data/factories.ts';
import {
  type Call,
  type CallAnswer,
  startTestService,
  type TestService,
} from '../harness/servers/test-service.ts';

// Copied from the document, sections 4 and 7, with what the decisions add.
const ofBodies = ['413 payload_too_large', '415 unsupported_media_type'];
const transport = ['429 rate_limit_exceeded', '503 service_unavailable'];
const common = [
  '400 invalid_schema',
  '401 missing_api_token',
  '401 invalid_api_token',
  '403 scope_permission_denied',
  '403 external_service_access_denied',
  '500 internal_server_error',
];
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
  // Not in the document.
  getUser: [...common, '403 user_access_denied'],
  getUserByExternalId: [...common, '403 user_access_denied', '404 user_not_found'],
  listUsers: common,
  updateUser: [
    ...common,
    '403 user_access_denied',
    '403 user_not_managed',
    '409 email_already_in_use',
    '409 external_user_id_already_in_use',
  ],
  eraseUser: [...common, '403 user_access_denied', '403 user_not_managed'],
  cancelCourtBooking: [...common, '409 stale_write'],
  batchCourtBookings: [...common, '409 batch_refused'],
  getToken: [
    '400 invalid_schema',
    '401 missing_api_token',
    '401 invalid_api_token',
    '500 internal_server_error',
  ],
  getCourtBooking: [
    '400 invalid_schema',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '404 court_booking_not_found',
    '500 internal_server_error',
  ],
  listCourtBookings: [
    '400 invalid_schema',
    '400 invalid_filter_time_range',
    '400 invalid_updated_filter_time_range',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '500 internal_server_error',
  ],
  listChanges: [...common, '410 cursor_expired'],
  listWebhookEndpoints: common,
  listCourts: [
    '400 invalid_schema',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '500 internal_server_error',
  ],
  getCourtOccupancy: [
    '400 invalid_schema',
    '400 invalid_filter_time_range',
    '401 missing_api_token',
    '401 invalid_api_token',
    '403 scope_permission_denied',
    '403 external_service_access_denied',
    '403 organization_access_denied',
    '404 court_not_found',
    '500 internal_server_error',
  ],
};

interface OperationObject {
  operationId: string;
  security: { apiToken: string[] }[];
  /** Not of one that reads. */
  requestBody?: {
    content: { 'application/json': { examples: Record<string, { value: Record<string, unknown> }> } };
  };
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

/** Every code that a schema allows as `error.type`. */
function codesOf(schema: unknown): string[] {
  const { schemas } = openApiDocument.components;
  type Named = { $ref?: string; oneOf?: Named[]; properties?: { error?: Named; type?: { const: string } } };
  const { $ref, oneOf, properties } = schema as Named;
  if ($ref) return codesOf(schemas[$ref.split('/').at(-1) as keyof typeof schemas]);
  if (oneOf) return oneOf.flatMap(codesOf);
  return properties?.error ? codesOf(properties.error) : [properties!.type!.const];
}

describe('the OpenAPI document', () => {
  it.each(Object.keys(documented))('%s lists exactly its own error types per status', (operationId) => {
    const { requestBody } = operation(operationId);
    const listed = Object.entries(operation(operationId).responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) =>
        codesOf(response.content['application/json'].schema).map((code) => `${status} ${code}`),
      );
    const added = requestBody ? [...ofBodies, ...transport] : transport;
    expect(listed.sort()).toEqual([...documented[operationId]!, ...added].sort());
  });

  it('has no operation but these', () => {
    expect(operationObjects.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(documented).sort(),
    );
  });

  it('every error type has an example of its own, with the status of the catalogue', () => {
    for (const { responses } of operationObjects) {
      for (const [status, response] of Object.entries(responses)) {
        const { examples = {}, schema } = response.content['application/json'];
        if (Number(status) < 400) continue;
        expect(Object.keys(examples).sort()).toEqual(codesOf(schema).sort());
        for (const code of Object.keys(examples))
          expect(catalogue[code as ErrorType].status).toBe(Number(status));
      }
    }
  });

  it('the catalogue has the 17 documented types', () => {
    const all = new Set(
      [...documented.createUser!, ...documented.upsertCourtBooking!].map((line) => line.split(' ')[1]),
    );
    const inCatalogue = Object.entries(catalogue)
      .filter(([, entry]) => entry.origin === 'document')
      .map(([type]) => type);
    expect(inCatalogue).toHaveLength(17);
    expect(new Set(inCatalogue)).toEqual(all);
  });

  it('names the bearer scheme, and the scope each operation needs', () => {
    expect(openApiDocument.openapi).toMatch(/^3\.1\./);
    expect(openApiDocument.components.securitySchemes.apiToken).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    expect(operation('createUser').security).toEqual([{ apiToken: ['userwrite'] }]);
    expect(operation('upsertCourtBooking').security).toEqual([{ apiToken: ['court-bookingwrite'] }]);
  });
});

/** As long as they are: no limit is promised. */
const unlimited = ['Token/scopes', 'Token/organizations', 'CourtOccupancy/occupied'].map(
  (list) => `/components/schemas/${list.replace('/', '/properties/')}`,
);

describe('what the OpenAPI document promises', () => {
  it('of every list, how long it can be', () => {
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

  it('of 401 and 429, the limit that applies and what is left of it', () => {
    for (const { responses } of operationObjects) {
      const headersOf = (status: string) =>
        Object.keys((responses[status] as unknown as { headers: object }).headers).sort();
      const limit = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'];
      expect(headersOf('401')).toEqual(['WWW-Authenticate', ...limit].sort());
      expect(headersOf('429')).toEqual(['Retry-After', ...limit].sort());
    }
  });

  it('of every text of a request, what a schema cannot say', () => {
    const { CreateUserRequest, UpsertCourtBookingRequest } = openApiDocument.components.schemas;
    for (const text of ['firstName', 'lastName', 'externalUserId'] as const)
      expect(CreateUserRequest.properties[text].description).toMatch(
        /The length counts Unicode code points\. Well-formed, and without the character NUL\.$/,
      );
    expect(CreateUserRequest.properties.birthday.description).toContain('from 1900-01-01 to today');
    expect(UpsertCourtBookingRequest.properties.startDate.description).toContain(
      'in the years 2000 to 2100 (UTC), without leap seconds',
    );
  });

  it('of every date-time of a request, which digits of a fraction are understood', () => {
    const fields = Object.values(openApiDocument.components.schemas.UpsertCourtBookingRequest.properties);
    const dateTimes = fields.filter((field) => 'format' in field && field.format === 'date-time');
    expect(dateTimes).toHaveLength(3);
    for (const { description } of dateTimes as { description: string }[])
      expect(description).toMatch(/[Ss]ix digits after the second count, a seventh to ninth must be 0\.$/);
  });
});

describe('its examples', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
    // What the booking examples name: their court.
    const em = service.database.em();
    const { examples } = operation('upsertCourtBooking').requestBody!.content['application/json'];
    const { courtId } = Object.values(examples)[0]!.value as { courtId: string };
    const organization = em.create(Organization, { id: crypto.randomUUID(), name: 'Example' });
    em.create(Court, { id: courtId, organization, name: 'Example' });
    em.create(OrganizationGrant, {
      externalService: em.getReference(ExternalService, tenant.externalServiceId),
      organization,
    });
    await em.flush();
  });
  afterAll(() => service.stop());

  type Send = (externalServiceId: string, call: Call, name: string) => Promise<CallAnswer>;
  const send: Record<string, Send> = {
    createUser: (id, call) => service.createUser(id, call),
    upsertCourtBooking: (id, call, name) => service.upsertCourtBooking(id, name, call),
    batchCourtBookings: (id, call) => service.batchCourtBookings(id, call),
  };
  // Those of others: in the tests of each.
  for (const { operationId, requestBody } of operationObjects.filter(
    ({ operationId }) => operationId in send,
  )) {
    if (!requestBody) continue;
    for (const [name, { value }] of Object.entries(requestBody.content['application/json'].examples)) {
      it(`${operationId}, ${name}: done`, async () => {
        const call = { token: tenant.token, body: value };
        const { externalServiceId } = tenant;
        const answer = await send[operationId]!(externalServiceId, call, name);
        expect(answer.status).toBe(operationId === 'batchCourtBookings' ? 200 : 201);
        expect(answer.body.summary?.refused ?? 0).toBe(0);
      });
    }
  }

  it('the served document is the committed one', async () => {
    expect(await (await fetch(`${service.address}/api/v1/openapi.json`)).json()).toEqual(openApiDocument);
  });

  // `test/generated-files.test.ts` has it of all files; here the runs of mutants see it, too.
  it('the committed document is what the operations are defined by: each description, example and schema', () => {
    expect(JSON.parse(JSON.stringify(createOpenApiDocument()))).toEqual(openApiDocument);
  });
});
