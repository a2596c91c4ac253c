import { beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../../harness/data/factories.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const viewer = useOperator(service, 'VIEWER');
let tenants: Tenant[];
beforeAll(async () => {
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
  const data = await viewer.data(`{ partnerTraffic(${range}${of}) { externalService { id } requests }
       partnerFaults(${range}${of}, first: 100) { externalService { id } requests } }`);
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
