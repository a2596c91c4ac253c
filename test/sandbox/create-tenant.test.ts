import { describe, expect, it } from 'vitest';
import { createTenant } from '../../src/sandbox/create-tenant.ts';
import { type Handle, Platform } from '../../src/sandbox/platform.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

describe('the tenant of a run', () => {
  const service = useTestService('postgresql');

  it.each(['createExternalService', 'createCourts', 'createUser'])(
    'is created although the response to %s was lost',
    async (lost) => {
      const { secret } = await service.factories.operator('ADMIN');
      let isLost = false;
      const handle: Handle = async (request, ...rest) => {
        const isFirst = !isLost && (await request.clone().text()).includes(` ${lost}(`);
        const response = await service.app.fetch(request, ...rest);
        if (!isFirst) return response;
        isLost = true;
        return Response.json({ error: { type: 'service_unavailable' } }, { status: 503 });
      };
      const { id, tenant } = await createTenant(new Platform(handle, secret), 'Partner');
      expect(isLost).toBe(true);
      expect([tenant.externalServiceName, tenant.courts.length, tenant.users.length]).toEqual([
        `Partner ${id}`,
        5,
        6,
      ]);
    },
  );
});
