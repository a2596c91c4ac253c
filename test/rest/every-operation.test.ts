import { describe, expect, it } from 'vitest';
import { documentedOperations } from '../../src/rest/operations.ts';
import { scopes } from '../../src/rules/requests/scope.ts';
import { type Operation, validCall } from '../harness/clients/valid-call.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { operations } from '../harness/data/isolation-matrix.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import type { CallAnswer, TestService } from '../harness/servers/test-service.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** The tables of resources that do not have their name. */
const tables: Record<string, string> = {
  token: 'api_tokens',
  requests: 'partner_requests',
  organizations: 'organization_grants',
};

/** Returns the table of the resource in an operation's path. Without it, its response is an internal error. */
function tableOf({ path }: Operation): string {
  const resource = /\{externalServiceId\}\/([\w-]+)/.exec(path)?.[1] ?? 'token';
  return tables[resource] ?? resource.replaceAll('-', '_');
}

/** The actions in the audit events of a valid call. A call without changes has none. */
function actionsOf({ operationId, method }: Operation): string[] {
  const others: Record<string, string[]> = {
    ...{ batchCourtBookings: ['upsertCourtBooking'], batchUsers: ['createUser'], upsertUser: ['createUser'] },
    // There is no such booking or token, and the endpoint is not paused.
    ...{ cancelCourtBooking: [], revokeApiToken: [], resumeWebhookEndpoint: [] },
  };
  return others[operationId] ?? (method === 'GET' ? [] : [operationId]);
}

interface Stage {
  service: TestService;
  tenant: Tenant;
  operation: Operation;
  send: (change: {
    token?: string | undefined;
    query?: string;
    externalServiceId?: string;
  }) => Promise<CallAnswer>;
}

/** The errors that operations share, and how to provoke them in each. `test/sdk/rules` provokes the others. */
const provocations: Record<string, [status: number, provoke: (stage: Stage) => Promise<CallAnswer>]> = {
  invalid_schema: [400, ({ send }) => send({ query: 'unknown=1' })],
  missing_api_token: [401, ({ send }) => send({ token: undefined })],
  invalid_api_token: [401, ({ send }) => send({ token: 'cbp_nonsense' })],
  scope_permission_denied: [
    403,
    async ({ service, tenant, operation, send }) => {
      const sufficient = operation.security.flatMap(({ apiToken }) => apiToken);
      const others = scopes.filter((scope) => !sufficient.includes(scope));
      const { id, secret } = await service.factories.token(tenant.externalServiceId, others);
      if (others.length === 0)
        await service.database.query("update api_tokens set scopes = '{}' where id = $1", [id]);
      return send({ token: secret });
    },
  ],
  external_service_access_denied: [
    403,
    async ({ service, send }) => send({ externalServiceId: await service.factories.externalService() }),
  ],
  internal_server_error: [
    500,
    async ({ service, operation, send }) => {
      const table = tableOf(operation);
      await service.database.query(`alter table ${table} rename to ${table}_away`, []);
      try {
        return await send({});
      } finally {
        await service.database.query(`alter table ${table}_away rename to ${table}`, []);
      }
    },
  ],
};

const documented = new Map<string, readonly string[]>(
  documentedOperations().map(({ operationId, errors }) => [operationId, errors]),
);

describe.each(databaseKinds)('every operation, on %s', (kind) => {
  const service = useTestService(kind);

  const stageOf = async (operation: Operation): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const { path, call } = await validCall(service, tenant, operation);
    return {
      ...{ service, tenant, operation },
      send: ({ query, externalServiceId = tenant.externalServiceId, ...change }) => {
        const url = path.replace(tenant.externalServiceId, externalServiceId);
        return service.call(
          query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
          { ...call, ...change },
          operation.operationId,
        );
      },
    };
  };

  it('documents the shared errors, except those of scopes and tokens where none is needed', () => {
    const lacking = operations.flatMap(({ operationId }) =>
      Object.keys(provocations)
        .filter((type) => !documented.get(operationId)!.includes(type))
        .map((type) => `${operationId} ${type}`),
    );
    expect(operations).toHaveLength(documented.size);
    const ofScopes = ['scope_permission_denied', 'external_service_access_denied'];
    const ofTokens = ['missing_api_token', 'invalid_api_token', ...ofScopes];
    const exceptions = {
      ...{ getToken: ofScopes, listApiTokens: ofScopes, rotateApiToken: ofScopes },
      revokeApiToken: ofTokens,
    };
    expect(lacking).toEqual(
      Object.entries(exceptions).flatMap(([name, types]) => types.map((type) => `${name} ${type}`)),
    );
  });

  it.each(operations)(
    '$operationId succeeds with a valid call, and records what it changes',
    async (operation) => {
      const { tenant, send } = await stageOf(operation);
      const { status, body, headers } = await send({});
      // Nothing has the new name of the call.
      if (status === 404)
        expect(operation.operationId).toMatch(/^getCourtBooking$|^getUserByExternalId$|^getRequest$/);
      else expect([status, body.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
      const events = await service.database.query(
        'select distinct actor_type, actor_id, action from audit_events where request_id = $1',
        [headers.get('x-request-id')],
      );
      const by = { actor_type: 'api_token', actor_id: tenant.tokenId };
      expect(events).toEqual(actionsOf(operation).map((action) => ({ ...by, action })));
    },
  );

  const examples = operations.flatMap((operation) =>
    Object.entries(operation.requestBody?.content['application/json'].examples ?? {}).map(
      ([name, { value }]) => ({ operation, name, example: value }),
    ),
  );
  it.each(examples)('$operation.operationId succeeds with the example "$name"', async (given) => {
    const { operation, example } = given;
    const tenant = await service.factories.tenant();
    const { path, call } = await validCall(service, tenant, operation, { example });
    const { status, body } = await service.call(path, call, operation.operationId);
    expect([status, body.error, body.summary?.refused ?? 0]).toEqual([
      expect.toBeOneOf([200, 201]),
      undefined,
      0,
    ]);
  });

  const rows = operations.flatMap((operation) =>
    Object.entries(provocations)
      .filter(([type]) => documented.get(operation.operationId)!.includes(type))
      .map(([type, [status, provoke]]) => ({ operation, type, status, provoke })),
  );
  it.each(rows)(
    '$operation.operationId returns $status $type',
    async ({ operation, type, status, provoke }) => {
      const answer = await provoke(await stageOf(operation));
      expect([answer.status, answer.body.error?.type]).toEqual([status, type]);
      expect('issues' in answer.body.error).toBe(type === 'invalid_schema');
    },
  );
});
