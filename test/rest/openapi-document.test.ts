import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalService, OrganizationGrant } from '../../src/db/external-service.ts';
import { Court, Organization } from '../../src/db/organization.ts';
import { catalogue, type ErrorType } from '../../src/errors.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { type Tenant, userBody } from '../harness/factories.ts';
import { startTestService, type TestService } from '../harness/test-service.ts';

// Copied from the document, sections 4 and 7, with what the decisions add.
const transport = [
  '413 payload_too_large',
  '415 unsupported_media_type',
  '429 rate_limit_exceeded',
  '503 service_unavailable',
];
const documented = {
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

interface OperationObject {
  operationId: string;
  security: { apiToken: string[] }[];
  requestBody: {
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
  const references = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+Error)"/g);
  const { schemas } = openApiDocument.components;
  return [...references].map(
    ([, name]) =>
      (schemas[name as keyof typeof schemas] as { properties: { type: { const: string } } }).properties.type
        .const,
  );
}

describe('the OpenAPI document', () => {
  it('redocly lint finds nothing', () => {
    const top = fileURLToPath(new URL('../..', import.meta.url));
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const output = execFileSync(
      process.execPath,
      [cli, 'lint', 'src/rest/openapi.json', '--format=json', '--extends=recommended-strict'],
      {
        cwd: top,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    expect(JSON.parse(output).problems).toEqual([]);
  });

  it.each(['createUser', 'upsertCourtBooking'] as const)(
    '%s lists exactly its own error types per status',
    (operationId) => {
      const listed = Object.entries(operation(operationId).responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) =>
          codesOf(response.content['application/json'].schema).map((code) => `${status} ${code}`),
        );
      expect(listed.sort()).toEqual([...documented[operationId], ...transport].sort());
    },
  );

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
      [...documented.createUser, ...documented.upsertCourtBooking].map((line) => line.split(' ')[1]),
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

describe('its examples', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
    // What the booking examples name: their court, and a user of the service.
    const em = service.database.em();
    const { courtId, participants } = operation('upsertCourtBooking').requestBody.content['application/json']
      .examples.participants!.value as { courtId: string; participants: { userId: string }[] };
    const organization = em.create(Organization, { id: crypto.randomUUID(), name: 'Example' });
    em.create(Court, { id: courtId, organization, name: 'Example' });
    em.create(OrganizationGrant, {
      externalService: em.getReference(ExternalService, tenant.externalServiceId),
      organization,
    });
    await em.flush();
    const user = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: userBody(),
    });
    await em.execute('alter table user_links drop constraint user_links_user_fk');
    await em.execute('update users set id = ? where id = ?', [participants[0]!.userId, user.body.id]);
    await em.execute('update user_links set user_id = ? where user_id = ?', [
      participants[0]!.userId,
      user.body.id,
    ]);
  });
  afterAll(() => service.stop());

  // Those of the others: in the tests of each.
  for (const { operationId, requestBody } of [operation('createUser'), operation('upsertCourtBooking')]) {
    for (const [name, { value }] of Object.entries(requestBody.content['application/json'].examples)) {
      it(`${operationId}, ${name}: 201`, async () => {
        const call = { token: tenant.token, body: value };
        const answer =
          operationId === 'createUser'
            ? await service.createUser(tenant.externalServiceId, call)
            : await service.upsertCourtBooking(tenant.externalServiceId, name, call);
        expect(answer.status).toBe(201);
      });
    }
  }

  it('the served document is the committed one', async () => {
    expect(await (await fetch(`${service.address}/api/v1/openapi.json`)).json()).toEqual(openApiDocument);
  });
});
