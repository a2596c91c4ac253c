import { beforeAll, expect, it } from 'vitest';
import { ask } from '../../harness/clients/graphql-client.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
let viewer: string;
let tenants: Tenant[];
beforeAll(async () => {
  viewer = (await service.factories.operator('VIEWER')).secret;
  tenants = [await service.factories.tenant(), await service.factories.tenant()];
  for (const [index, { externalServiceId, token }] of tenants.entries())
    for (let n = 0; n <= index; n += 1) await service.createUser(externalServiceId, { token, body: {} });
  // Closing flushes the buffered records.
  await service.app.close();
});

async function told(externalServiceId?: string): Promise<{ requests: number[]; faults: string[] }> {
  const now = Date.now();
  const range = `from: "${new Date(now - 7_200_000).toISOString()}", to: "${new Date(now + 60_000).toISOString()}"`;
  const of = externalServiceId ? `, externalServiceId: "${externalServiceId}"` : '';
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
  const { data, errors } = await ask<any, never>(
    service,
    viewer,
    `{ partnerTraffic(${range}${of}) { externalService { id } requests }
       partnerFaults(${range}${of}, first: 100) { externalService { id } requests } }`,
  );
  expect(errors).toBeUndefined();
  const faults = data.partnerFaults.map(
    (fault: { externalService: { id: string } }) => fault.externalService.id,
  );
  return {
    requests: data.partnerTraffic.map((row: { requests: number }) => row.requests).sort(),
    faults: [...new Set<string>(faults)].sort(),
  };
}

it('returns traffic and faults of one external service, or of all without the argument', async () => {
  const [first, second] = tenants.map(({ externalServiceId }) => externalServiceId) as [string, string];
  expect(await told(first)).toEqual({ requests: [1], faults: [first] });
  expect(await told(second)).toEqual({ requests: [2], faults: [second] });
  expect(await told()).toEqual({ requests: [1, 2], faults: [first, second].sort() });
});
