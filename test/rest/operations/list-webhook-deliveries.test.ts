import { beforeAll, describe, expect, it } from 'vitest';
import { userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useReceiver, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

interface Listed {
  webhookId: string;
  sequence: number;
  status: string;
  attempts: { response?: string }[];
}

describe.each(databaseKinds)('own webhook deliveries on %s', (kind) => {
  const service = useTestService(kind);
  const receiver = useReceiver();
  const tenant = useTenant(service);
  let base: string;
  let id: string;
  beforeAll(async () => {
    base = `/api/v1/external-services/${tenant.externalServiceId}/webhook-endpoints`;
    const body = { url: receiver.urlOf('/hook'), types: ['user.created'] };
    const created = await service.call(base, { method: 'POST', token: tenant.token, body });
    id = created.body.id;
  });

  const list = async (query = '', token = tenant.token): Promise<Listed[]> => {
    const path = `${base}/${id}/deliveries?${query}`;
    const { status, body } = await service.call(path, { token }, 'listWebhookDeliveries');
    expect(status).toBe(200);
    return body.items;
  };
  const createUser = () =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody() });
  const attemptsOf = async () => (await list()).map(({ attempts }) => attempts.length);
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/);

  it('have every attempt with its response, newest first, and the sequence that sends them again', async () => {
    receiver.answer = () => ({ status: 500, body: 'database is locked' });
    await createUser();
    await expect.poll(attemptsOf, { timeout: 10_000 }).toEqual([1]);
    const [{ sequence, webhookId }] = (await list('failed=true')) as [Listed];
    expect(webhookId).toBe(receiver.received[0]!.id);
    receiver.answer = () => ({ status: 200, body: 'stored' });
    await service.call(
      `${base}/${id}/resend`,
      { method: 'POST', token: tenant.token, body: { fromSequence: sequence } },
      'resendWebhookDeliveries',
    );
    await expect.poll(attemptsOf, { timeout: 10_000 }).toEqual([2]);
    expect(await list()).toEqual([
      {
        webhookId,
        type: 'user.created',
        sequence,
        status: 'DELIVERED',
        deliveredAt: instant,
        attempts: [
          { timestamp: instant, status: 200, milliseconds: expect.any(Number), response: 'stored' },
          {
            timestamp: instant,
            status: 500,
            milliseconds: expect.any(Number),
            failure: 'The response was 500.',
            response: 'database is locked',
          },
        ],
      },
    ]);
  });

  it('show responses only to tokens that may read the change', async () => {
    const answersFor = async (scope: 'webhookwrite' | 'court-bookingread' | 'userread' | 'userwrite') => {
      const { secret } = await service.factories.token(tenant.externalServiceId, [scope]);
      return (await list('', secret)).flatMap(({ attempts }) => attempts.map(({ response }) => response));
    };
    for (const scope of ['webhookwrite', 'court-bookingread'] as const)
      expect(await answersFor(scope)).toEqual([undefined, undefined]);
    for (const scope of ['userread', 'userwrite'] as const)
      expect(await answersFor(scope)).toEqual(['stored', 'database is locked']);
  });

  it('are found by status, by a failed last attempt, and by time', async () => {
    receiver.answer = () => ({ status: 404 });
    for (const count of [2, 3]) {
      await createUser();
      await expect.poll(async () => (await list('failed=true')).length, { timeout: 10_000 }).toBe(count - 1);
    }
    const [newest, middle, oldest] = (await list()) as [Listed, Listed, Listed];
    await service.database.query(
      'update webhook_deliveries set due_at = null where endpoint_id = $1 and id = $2',
      [id, middle.webhookId],
    );
    const idsBy = async (query: string) => (await list(query)).map(({ webhookId }) => webhookId);
    expect(await idsBy('status=PENDING')).toEqual([newest.webhookId]);
    expect(await idsBy('status=FAILED')).toEqual([middle.webhookId]);
    expect(await idsBy('status=DELIVERED')).toEqual([oldest.webhookId]);
    expect(await idsBy('failed=true')).toEqual([newest.webhookId, middle.webhookId]);
    expect(await idsBy('failed=true&status=PENDING')).toEqual([newest.webhookId]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await idsBy(`from=${later}`)).toEqual([]);
    expect(await idsBy(`to=${later}`)).toEqual([newest, middle, oldest].map(({ webhookId }) => webhookId));
    expect((await list('status=PENDING'))[0]).toMatchObject({ dueAt: instant });
  });

  it('have neither type nor response if the change is no longer stored', async () => {
    await service.database.query('delete from changes where external_service_id = $1', [
      tenant.externalServiceId,
    ]);
    const all = await list();
    expect(all).toHaveLength(3);
    expect(all[2]).toMatchObject({ status: 'DELIVERED', attempts: [{ status: 200 }, { status: 500 }] });
    expect(JSON.stringify(all)).not.toMatch(/stored|locked|user\.created|sequence/);
  });
});
