import type { Scope } from '../../src/services/access/scope.ts';
import type { Tenant } from './factories.ts';
import type { CallAnswer, TestService } from './test-service.ts';

/** A way of provoking a code. */
export interface Provocation {
  status: number;
  provoke: (service: TestService, tenant: Tenant) => Promise<CallAnswer>;
}

/** Sends a well-formed request, as this service with this token. */
type Send = (
  service: TestService,
  externalServiceId: string,
  token: string | undefined,
) => Promise<CallAnswer>;

/** What every operation with a scope answers before its verb is asked, and when a table that it needs is gone. */
export function commonRefusals(insufficient: Scope, send: Send, table = 'users') {
  return {
    missing_api_token: {
      status: 401,
      provoke: (service, { externalServiceId }) => send(service, externalServiceId, undefined),
    },
    invalid_api_token: {
      status: 401,
      provoke: (service, { externalServiceId }) => send(service, externalServiceId, 'cbp_nonsense'),
    },
    scope_permission_denied: {
      status: 403,
      provoke: async (service, { externalServiceId }) => {
        const { secret } = await service.factories.token(externalServiceId, [insufficient]);
        return send(service, externalServiceId, secret);
      },
    },
    external_service_access_denied: {
      status: 403,
      provoke: async (service, { token }) => {
        const other = await service.factories.tenant();
        return send(service, other.externalServiceId, token);
      },
    },
    internal_server_error: {
      status: 500,
      provoke: async (service, { externalServiceId, token }) => {
        // A real fault underneath: a table is gone for a moment.
        const em = service.database.em();
        await em.execute(`alter table ${table} rename to ${table}_away`);
        try {
          return await send(service, externalServiceId, token);
        } finally {
          await em.execute(`alter table ${table}_away rename to ${table}`);
        }
      },
    },
  } satisfies Record<string, Provocation>;
}
