import type { Scope } from '../../../src/rules/requests/scope.ts';
import type { Tenant } from '../data/factories.ts';
import type { CallAnswer, TestService } from '../servers/test-service.ts';

export interface Provocation {
  status: number;
  provoke: (service: TestService, tenant: Tenant) => Promise<CallAnswer>;
}

type Send = (
  service: TestService,
  externalServiceId: string,
  token: string | undefined,
) => Promise<CallAnswer>;

/** For each operation with a scope, how to provoke the errors that precede its verb and the error for a missing table. */
export function commonRefusals(insufficient: Scope, send: Send) {
  return {
    withoutToken: (service, { externalServiceId }) => send(service, externalServiceId, undefined),
    withInvalidToken: (service, { externalServiceId }) => send(service, externalServiceId, 'cbp_nonsense'),
    withoutScope: async (service, { externalServiceId }) => {
      const { secret } = await service.factories.token(externalServiceId, [insufficient]);
      return send(service, externalServiceId, secret);
    },
    ofAnotherService: async (service, { token }) => {
      const other = await service.factories.tenant();
      return send(service, other.externalServiceId, token);
    },
    whenBroken: async (service, { externalServiceId, token }) => {
      const em = service.database.em();
      await em.execute('alter table users rename to users_away');
      try {
        return await send(service, externalServiceId, token);
      } finally {
        await em.execute('alter table users_away rename to users');
      }
    },
  } satisfies Record<string, Provocation['provoke']>;
}
