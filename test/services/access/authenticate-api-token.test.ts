import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiTokenAuthenticator } from '../../../src/services/access/authenticate-api-token.ts';
import { FailedAttempts } from '../../../src/services/limits/failed-attempts.ts';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import { countingDatabase } from '../../harness/counting-database.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';

describe('looking up an API token', () => {
  let service: TestService;
  let token: string;
  let authenticator: ApiTokenAuthenticator;
  let statements: string[];
  let now: number;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    ({ token } = await service.factories.tenant());
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    now = 1_000_000;
    const monotonic = () => now;
    const counting = countingDatabase(service.database);
    statements = counting.statements;
    const policy = { perSecond: 1_000, burst: 1_000 };
    const attempts = new FailedAttempts({ policy, shared: localBucket(monotonic), monotonic });
    const { database } = counting;
    authenticator = new ApiTokenAuthenticator({ database, monotonic, now: Date.now, attempts });
  });
  const authenticate = () => authenticator.authenticate(token, '192.0.2.1');

  it('costs one query for all who come at once, and for 400 ms; then one beside the request, and after 800 ms another', async () => {
    await Promise.all(Array.from({ length: 8 }, authenticate));
    expect(statements).toHaveLength(1);
    now += 400;
    await authenticate();
    expect(statements).toHaveLength(1);
    now += 1;
    await authenticate();
    expect(statements).toHaveLength(2);
    now += 800;
    await authenticate();
    expect(statements).toHaveLength(3);
  });

  it('no query answers who comes 800 ms after it was sent: it may miss a revocation', async () => {
    const holder = new pg.Client(service.url);
    await holder.connect();
    await holder.query('begin; lock table api_tokens in access exclusive mode');
    const first = authenticate();
    await expect.poll(() => statements.length).toBe(1);
    now += 799;
    const soon = authenticate();
    now += 1;
    const late = authenticate();
    await holder.query('commit');
    await holder.end();
    expect(new Set((await Promise.all([first, soon, late])).map(({ id }) => id)).size).toBe(1);
    expect(statements).toHaveLength(2);
  });
});
