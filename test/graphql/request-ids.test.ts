import { beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, userBody } from '../harness/data/factories.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

interface Found {
  requestId: string;
  callerRequestId: string | null;
  externalService: { id: string };
  auditEvents: { requestId: string; subjectId: string }[];
}

const ours = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('X-Request-Id shared by two partners', () => {
  const service = useTestService('postgresql');
  const viewer = useOperator(service, 'VIEWER');
  let partners: (Tenant & { userId: string })[];
  const shared = 'retry-of-monday';

  beforeAll(async () => {
    partners = [];
    for (const tenant of [await service.factories.tenant(), await service.factories.tenant()]) {
      const { body, headers } = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        body: userBody(),
        headers: { 'X-Request-Id': shared },
      });
      expect(headers.get('x-request-id')).toBe(shared);
      partners.push({ ...tenant, userId: body.id });
    }
  });

  const find = async (requestId: string): Promise<Found[]> => {
    const query =
      'query ($requestId: String) { partnerRequests(requestId: $requestId) { nodes { requestId callerRequestId externalService { id } auditEvents { requestId subjectId } } } }';
    const data = await viewer.data<{ partnerRequests: { nodes: Found[] } }>(query, {
      requestId,
    });
    return data.partnerRequests.nodes;
  };

  it('finds both requests, each with its own external service and audit events', async () => {
    await expect.poll(() => find(shared), { timeout: 20_000 }).toHaveLength(2);
    const found = await find(shared);
    expect(new Set(found.map(({ requestId }) => requestId)).size).toBe(2);
    for (const { externalServiceId, userId } of partners) {
      const [one] = found.filter(({ externalService }) => externalService.id === externalServiceId);
      expect(one!.requestId).toMatch(ours);
      expect(one!.callerRequestId).toBe(shared);
      expect(one!.auditEvents).toEqual([{ requestId: one!.requestId, subjectId: userId }]);
      expect(await find(one!.requestId)).toEqual([one]);
    }
  });

  it('finds audit events only by the request id of the service', async () => {
    const [{ requestId }] = (await find(shared)) as [Found];
    const events = async (id: string) =>
      (
        await viewer.ask<{ auditEvents: { nodes: object[] } }>(
          'query ($id: String) { auditEvents(requestId: $id) { nodes { requestId } } }',
          { id },
        )
      ).data.auditEvents.nodes;
    expect(await events(requestId)).toEqual([{ requestId }]);
    expect(await events(shared)).toEqual([]);
  });

  it('logs each line with both ids', async () => {
    const lines = service.logLines.filter(({ callerRequestId }) => callerRequestId === shared);
    expect(lines.map((line) => line.service)).toEqual(partners.map((partner) => partner.externalServiceId));
    const found = await find(shared);
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(
      new Set(found.map(({ requestId }) => requestId)),
    );
  });

  it('does not join requests if a partner sends the id of another partner’s request', async () => {
    const [first, second] = partners as unknown as [Tenant, Tenant];
    const answer = await service.createUser(first.externalServiceId, {
      token: first.token,
      body: userBody(),
    });
    const id = answer.headers.get('x-request-id')!;
    expect(id).toMatch(ours);
    await service.createUser(second.externalServiceId, {
      token: second.token,
      body: userBody(),
      headers: { 'X-Request-Id': id },
    });
    await expect.poll(() => find(id), { timeout: 20_000 }).toHaveLength(2);
    for (const { auditEvents, requestId } of await find(id)) {
      expect(auditEvents.map((event) => event.requestId)).toEqual([requestId]);
    }
  });

  it('records a request without an X-Request-Id with a null callerRequestId', async () => {
    const { externalServiceId, token } = partners[0]!;
    const { headers } = await service.createUser(externalServiceId, { token, body: userBody() });
    const id = headers.get('x-request-id')!;
    await expect
      .poll(() => find(id), { timeout: 20_000 })
      .toMatchObject([{ requestId: id, callerRequestId: null }]);
  });
});
