import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('list webhook endpoints on %s', (kind) => {
  const service = useTestService(kind);
  const tenant: Tenant = useTenant(service);

  const endpoint = async (
    { externalServiceId }: Tenant,
    number: number,
    columns: Record<string, unknown> = {},
  ) => {
    const all = {
      id: `00000000-0000-7000-8000-${externalServiceId.slice(-11)}${number}`,
      external_service_id: externalServiceId,
      url: `https://partner.example.com/${number}`,
      types: '{user.created,court_booking.cancelled}',
      signature: 'HMAC_SHA256',
      secret: Buffer.from('secret'),
      ...columns,
    };
    const names = Object.keys(all);
    await service.database.query(
      `insert into webhook_endpoints (${names}) values (${names.map((_name, index) => `$${index + 1}`)})`,
      Object.values(all),
    );
    return all.id;
  };

  it('returns 200 with own endpoints and their state, the oldest first, without secrets', async () => {
    await endpoint(await service.factories.tenant(), 1);
    const second = await endpoint(tenant, 2, {
      paused_because: 'FAILING',
      paused_at: '2026-11-20T12:00:00Z',
      last_success_at: '2026-11-10T12:00:00.000001Z',
      last_failure_at: '2026-11-20T12:00:00Z',
    });
    const first = await endpoint(tenant, 1);
    const { status, body } = await service.call(
      `/api/v1/external-services/${tenant.externalServiceId}/webhook-endpoints`,
      { token: tenant.token },
      'listWebhookEndpoints',
    );
    expect(status).toBe(200);
    const types = ['user.created', 'court_booking.cancelled'];
    expect(body).toEqual({
      items: [
        { id: first, url: 'https://partner.example.com/1', types, status: 'ACTIVE' },
        {
          id: second,
          url: 'https://partner.example.com/2',
          types,
          status: 'PAUSED',
          lastSuccessAt: '2026-11-10T12:00:00.000001Z',
          lastFailureAt: '2026-11-20T12:00:00.000Z',
        },
      ],
    });
  });
});
