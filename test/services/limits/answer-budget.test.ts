import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerBudget } from '../../../src/services/limits/answer-budget.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { userBody } from '../../harness/data/factories.ts';
import { type HoldingDatabase, holdingDatabase } from '../../harness/servers/holding-database.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';

const stopClock = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'performance'],
    shouldClearNativeTimers: true,
  });
const never = new Promise<never>(() => {});
const turns = async () => {
  for (let n = 0; n < 50; n += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(0);
  }
};

const until = async (what: () => boolean) => {
  const startedAt = process.hrtime.bigint();
  while (!what() && process.hrtime.bigint() - startedAt < 20_000_000_000n) await turns();
  expect(what()).toBe(true);
};

describe('response time budget', () => {
  beforeEach(() => {
    stopClock();
    // Moves off the zero of the clock, where times and durations are equal.
    vi.advanceTimersByTime(3_000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('limits all waits together, and aborts its signal when it is used up', async () => {
    const budget = new AnswerBudget(1_000);
    const first = budget.wait(new Promise((resolve) => setTimeout(resolve, 600, 'first')));
    vi.advanceTimersByTime(600);
    expect(await first).toBe('first');
    vi.advanceTimersByTime(5_000);
    let refusal: unknown;
    budget.wait(never).catch((error) => {
      refusal = error;
    });
    vi.advanceTimersByTime(399);
    await turns();
    expect([refusal, budget.signal.aborted]).toEqual([undefined, false]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(refusal).toMatchObject({ type: 'service_unavailable', retryAfterSeconds: 1 });
    expect(budget.signal.reason).toBe(refusal);
  });

  it('does not count pauses, and starts anew after a pause', async () => {
    const budget = new AnswerBudget(1_000);
    let refusal: unknown;
    let isPaused = true;
    const work = async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await budget.pause(new Promise((resolve) => setTimeout(resolve, 30_000)));
      isPaused = false;
      await never;
    };
    budget.wait(work()).catch((error) => {
      refusal = error;
    });
    vi.advanceTimersByTime(900);
    await turns();
    vi.advanceTimersByTime(29_999);
    await turns();
    expect([isPaused, refusal]).toEqual([true, undefined]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(isPaused).toBe(false);
    vi.advanceTimersByTime(999);
    await turns();
    expect(refusal).toBeUndefined();
    vi.advanceTimersByTime(1);
    await turns();
    expect(refusal).toMatchObject({ type: 'service_unavailable' });
  });

  it('a pause outside a wait only runs its work', async () => {
    const budget = new AnswerBudget(1_000);
    expect(await budget.pause(Promise.resolve('done'))).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
    expect(await budget.wait(budget.pause(Promise.resolve('inside')))).toBe('inside');
  });

  it('rejects every pending promise when nothing is left', async () => {
    const budget = new AnswerBudget(10);
    const late = budget.wait(never);
    vi.advanceTimersByTime(10);
    await expect(late).rejects.toMatchObject({ type: 'service_unavailable' });
    const next = budget.wait(never);
    vi.advanceTimersByTime(1);
    await expect(next).rejects.toMatchObject({ type: 'service_unavailable' });
  });

  it('leaves no timer after a successful or failed wait', async () => {
    const budget = new AnswerBudget(1_000);
    await budget.wait(Promise.resolve());
    await budget.wait(Promise.reject(new Error('broken'))).catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('rejected requests that wait for the database', () => {
  let service: TestService;
  let holding: HoldingDatabase;
  beforeAll(async () => {
    const testDatabase = await createTestDatabase('postgresql', 4);
    holding = holdingDatabase(testDatabase.database);
    service = await startServiceOn({ ...testDatabase, database: holding.database });
  });
  afterEach(() => {
    vi.useRealTimers();
    holding.letGo();
  });
  afterAll(() => service.stop());

  const partner = async () => {
    const { externalServiceId, token } = await service.factories.tenant();
    return () => service.createUser(externalServiceId, { token, body: userBody() });
  };
  const operator = async () => {
    const { secret } = await service.factories.operator('ADMIN');
    return () => postGraphql(service, secret, { query: '{ courts { nodes { id } } }' });
  };

  it.each([
    ['to a partner after 2.2 s, while it waits for the row of its token', 2_200, 'from api_tokens', partner],
    ['to a partner after 2.2 s, while it waits for permits', 2_200, 'take_rate_limit_permits', partner],
    ['to a partner after 2.2 s, while it waits for the result', 2_200, 'load_users', partner],
    [
      'to an operator after 2.6 s, while it waits for the row of its token',
      2_600,
      'from operators',
      operator,
    ],
    ['to an operator after 2.6 s, while it waits for the result', 2_600, 'from "courts"', operator],
  ])('%s', async (_what, millis, text, prepare) => {
    const send = await prepare();
    stopClock();
    holding.hold(text);
    let answered = false;
    const answer = send().finally(() => {
      answered = true;
    });
    await until(() => holding.isHolding());
    vi.advanceTimersByTime(millis - 1);
    await turns();
    expect(answered).toBe(false);
    vi.advanceTimersByTime(1);
    await until(() => answered);
    const { status, headers } = await answer;
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
  });
});
