import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { target } from '../../../src/pages/examples/example-call.ts';
import { withOperation } from '../../../src/pages/examples/fill-examples.ts';
import { exampleCallOf } from '../../../src/pages/reference/example-call.ts';
import { type OpenApi, operationsOf } from '../../../src/pages/reference/openapi.ts';
import { type DemoData, loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const document: OpenApi = JSON.parse(
  readFileSync(new URL('../../../src/rest/openapi.json', import.meta.url), 'utf8'),
);
const places = operationsOf(document);

describe('example call in the reference', () => {
  const service = useTestService('postgresql');
  let demo: DemoData;
  beforeAll(async () => {
    demo = (await loadDemoData(service.database, newId, Date.now))!;
  });

  it('matches its operation and has every required query parameter', () => {
    expect(places.length).toBeGreaterThan(15);
    for (const documented of places) {
      const call = exampleCallOf(documented);
      const { method, path, query = {} } = call;
      expect(withOperation(places, { method, path })).toMatchObject({
        operationId: documented.operation.operationId,
        pathParameters: call.pathParameters,
      });
      for (const parameter of documented.operation.parameters ?? [])
        if (parameter.in === 'query' && parameter.required) expect(query).toHaveProperty(parameter.name);
    }
  });

  it('succeeds on a service with demo data, whatever ran before except erasing', async () => {
    // An endpoint or a recorded request must exist before. Their examples run in `release/process/example-in`.
    const runnable = places.filter(({ path }) => !/\{(?:webhookEndpointId|requestId)\}/.test(path));
    const isErasing = ({ operation }: (typeof places)[number]) => operation.operationId === 'eraseUser';
    const inOrder = [
      ...runnable.filter((documented) => !isErasing(documented)),
      ...runnable.filter(isErasing),
    ];
    for (const documented of inOrder) {
      const { operationId } = documented.operation;
      const call = exampleCallOf(documented);
      const sent = { method: call.method, token: demo.token, body: call.body };
      const { status, text } = await service.call(target(call), sent, operationId);
      expect(status, `${operationId}: ${text}`).toBeLessThan(300);
    }
  });
});
