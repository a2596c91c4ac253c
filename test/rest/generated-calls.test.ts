import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { createEndpoint } from '../harness/clients/valid-call.ts';
import { userBody } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import '../harness/measured.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

interface Documented {
  operationId: string;
  parameters: { in: string; name: string }[];
  requestBody?: { content: { 'application/json': { examples?: Record<string, { value: object }> } } };
}

const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...(operation as unknown as Documented),
    path,
    method: method.toUpperCase(),
  })),
);

/** Text that is not what any parameter expects, with all of Unicode. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    '\0',
    'null',
    '-1',
    '1e9',
    '99999999999999999999',
    '2027-01-01T00:00:00+01:00',
    'a@b.example',
    '٣',
  ),
  fc.json(),
  fc.uuid(),
);

/** Encoded like a cursor. */
const anyCursor = fc.json().map((text) => Buffer.from(text).toString('base64url'));

/** The end of a query that `URLSearchParams` would not write: escapes that cannot be decoded, and a parameter twice. */
const anyEnd = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&limit=%', '&x=%ED%A0%80', '&%ff', '&from=%00', '&limit=1&limit=2'),
  },
);

/** A document with a replaced, added or removed value at any depth. */
function mutationsOf(value: unknown): fc.Arbitrary<unknown> {
  const replaced: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText);
  if (typeof value !== 'object' || value === null) return replaced;
  const keys = Object.keys(value);
  const within = fc
    .constantFrom(...keys, 'unknown', '__proto__')
    .chain((key) =>
      fc
        .oneof(mutationsOf((value as Record<string, unknown>)[key]), fc.constant(undefined))
        .map((changed) =>
          Array.isArray(value)
            ? value.flatMap((item, index) =>
                String(index) !== key ? [item] : changed === undefined ? [] : [changed],
              )
            : Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, changed]]),
        ),
    );
  return fc.oneof({ weight: 6, arbitrary: within }, { weight: 1, arbitrary: replaced });
}

describe.each(databaseKinds)('generated calls on %s', (kind) => {
  const service = useTestService(kind);
  const tenant = useTenant(service);
  let userId: string;
  let endpointId: string;
  beforeAll(async () => {
    const { externalServiceId, token } = tenant;
    userId = (await service.createUser(externalServiceId, { token, body: userBody() })).body.id;
    endpointId = await createEndpoint(service, tenant);
  });

  const validOf = (name: string): string =>
    ({
      externalServiceId: tenant.externalServiceId,
      courtId: tenant.courtIds[0],
      organizationId: tenant.organizationId,
      userId,
      participantUserId: userId,
      webhookEndpointId: endpointId,
      email: 'ada@example.com',
      limit: '10',
      cursor: 'latest',
      wait: '0',
      status: 'ACTIVE',
    })[name] ??
    (/^(from|to|updated.*|externalUpdatedAt)$/i.test(name) ? '2027-01-01T00:00:00Z' : 'generated-1');

  /** Mostly valid, so that every parameter is also reached behind the others. */
  const anyOf = (name: string) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(validOf(name)) },
      // A valid number of seconds would keep the call waiting.
      { weight: 1, arbitrary: anyText.filter((text) => name !== 'wait' || !/^\s*\d/.test(text)) },
      ...(name === 'cursor' ? [{ weight: 2, arbitrary: anyCursor }] : []),
    );
  // No URL can contain these segments.
  const segmentOf = (name: string) => anyOf(name).filter((text) => !['', '.', '..'].includes(text));

  const callsOf = ({ path, parameters, requestBody }: (typeof operations)[number]) => {
    const named = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
    const examples = Object.values(requestBody?.content['application/json'].examples ?? {});
    const bodies = examples.map(({ value }) => {
      const text = JSON.stringify(value)
        .replaceAll(/"courtId":"[^"]+"/g, `"courtId":"${tenant.courtIds[0]}"`)
        .replaceAll(/"userId":"[^"]+"/g, `"userId":"${userId}"`);
      const valid = JSON.parse(text) as unknown;
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(valid) },
        { weight: 4, arbitrary: mutationsOf(valid) },
      );
    });
    return fc.record({
      path: fc.tuple(...named('path').map(segmentOf)).map((values) => {
        let at = 0;
        return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values[at++]!));
      }),
      query: fc
        .tuple(
          fc.record(Object.fromEntries([...named('query'), 'unknown'].map((name) => [name, anyOf(name)])), {
            requiredKeys: [],
          }),
          anyEnd,
        )
        .map(([values, end]) => `?${new URLSearchParams(values as Record<string, string>)}${end}`),
      rawBody:
        bodies.length === 0
          ? fc.constant(undefined)
          : fc.oneof(
              { weight: 9, arbitrary: fc.oneof(...bodies).map((body) => JSON.stringify(body) ?? '') },
              { weight: 1, arbitrary: anyText },
            ),
      token: fc.oneof(
        { weight: 20, arbitrary: fc.constant(tenant.token) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, 'x', `${tenant.token}x`) },
      ),
    });
  };

  // The endpoint is deleted after the calls that need it.
  const isLast = ({ operationId }: (typeof operations)[number]) =>
    Number(operationId === 'deleteWebhookEndpoint');
  const inOrder = operations.toSorted((one, other) => isLast(one) - isLast(other));
  for (const operation of inOrder) {
    const { operationId, method } = operation;
    it(`${operationId}: every response is documented and valid, and none is a 5xx`, async ({ task }) => {
      const count = runs(40);
      let successes = 0;
      await fc.assert(
        fc.asyncProperty(callsOf(operation), async ({ path, query, rawBody, token }) => {
          const body = rawBody === undefined ? {} : { rawBody };
          const { status } = await service.call(path + query, { method, token, ...body }, operationId);
          expect(status).toBeLessThan(500);
          if (status < 300) successes += 1;
        }),
        { numRuns: count },
      );
      task.meta.measured = { operations: 1, 'generated calls': count, successes };
    });
  }
});
