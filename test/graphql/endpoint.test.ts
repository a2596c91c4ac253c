import { beforeEach, describe, expect, it } from 'vitest';
import { databaseUnavailable } from '../../src/db/connection/database-failure.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { createTestDatabase } from '../harness/servers/test-database.ts';
import { startServiceOn } from '../harness/servers/test-service.ts';
import { useOperator, useService } from '../harness/servers/use-test-service.ts';

describe('/graphql without a verified operator', () => {
  let isAway: boolean;
  const service = useService(async () => {
    const own = await createTestDatabase('postgresql');
    const database: typeof own.database = {
      ...own.database,
      read: async (...statement) => {
        if (isAway) throw databaseUnavailable('a test');
        return own.database.read(...statement);
      },
    };
    return startServiceOn(
      { ...own, database },
      { monotonic: () => 0, authFailureLimit: { perSecond: 1, burst: 1 } },
    );
  });
  const viewer = useOperator(service, 'VIEWER');
  beforeEach(() => {
    isAway = false;
  });

  const send = async (method: 'GET' | 'POST', headers: Record<string, string>) => {
    service.logLines.length = 0;
    const response = await fetch(`${service.address}/graphql`, {
      method,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${viewer.secret}`, 'X-Request-Id': 'untold', ...headers },
      ...(method === 'POST' ? { body: '{"query":"{ me { id } }"}' } : {}),
    });
    return {
      told: {
        status: response.status,
        type: response.headers.get('content-type')!.split(';')[0],
        retryAfter: response.headers.get('retry-after'),
        body: await response.json(),
      },
      lines: service.logLines.filter(({ callerRequestId }) => callerRequestId === 'untold'),
    };
  };
  const json = { 'Content-Type': 'application/json' };
  const refused = (code: string) => ({
    errors: [{ message: expect.any(String), extensions: { code, type: code, requestId: 'untold' } }],
  });

  it.each<[string, 'GET' | 'POST', Record<string, string>]>([
    ['a program that asks', 'POST', json],
    ['a browser that opens the page', 'GET', { Accept: 'text/html' }],
    ['a program that reads by GET', 'GET', { Accept: 'application/json' }],
  ])(
    'responds to %s with a GraphQL error, 503 and Retry-After if the database is down',
    async (_who, method, headers) => {
      isAway = true;
      expect((await send(method, headers)).told).toEqual({
        status: 503,
        type: 'application/json',
        retryAfter: '1',
        body: refused('service_unavailable'),
      });
    },
  );

  it('logs the cause once if the database is down, for a page in its request line', async () => {
    isAway = true;
    const page = await send('GET', { Accept: 'text/html' });
    const line = { operation: 'graphql', status: 503, errorType: 'service_unavailable' };
    expect(page.lines).toEqual([expect.objectContaining(line)]);
    const asked = await send('POST', json);
    expect(asked.lines.at(-1)).toMatchObject({ operation: 'graphql', status: 503 });
    for (const { lines } of [page, asked])
      expect(lines.filter(({ err }) => JSON.stringify(err)?.includes('a test'))).toHaveLength(1);
  });

  it('responds with 429 and Retry-After to too many unknown tokens, without logging an error', async () => {
    const guess = () => send('POST', { ...json, Authorization: `Bearer ${newToken('operator')}` });
    expect((await guess()).told).toMatchObject({ status: 401, body: refused('operator_token_invalid') });
    const { told, lines } = await guess();
    expect(told).toEqual({
      status: 429,
      type: 'application/json',
      retryAfter: expect.stringMatching(/^\d+$/),
      body: refused('rate_limit_exceeded'),
    });
    const line = { operation: 'graphql', status: 429, errorType: 'rate_limit_exceeded' };
    expect(lines).toEqual([expect.objectContaining(line)]);
    expect(lines[0]).not.toHaveProperty('err');
  });
});
