import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestHandler } from '../../src/http/request-handler.ts';
import { createFrontDoor } from '../../src/sandbox/front-door.ts';
import { Platform } from '../../src/sandbox/platform.ts';
import { Run } from '../../src/sandbox/run.ts';
import { usualTimings } from '../../src/sandbox/run-state.ts';
import { lostResponse } from '../../src/sandbox/scenarios/lost-response.ts';
import { Tenant } from '../../src/sandbox/tenant.ts';

const caller = { address: '127.0.0.1', isSecure: false };
const handler = (status: number): RequestHandler => ({
  fetch: async () => Response.json({}, { status }),
  methodsAt: () => [],
  shed: () => undefined,
});

/** Returns a run with the token `cbp_own`, and a front door that leads to it. */
function startRun() {
  const court = (n: number) => ({ id: `court-${n}`, name: `Court ${n}` });
  const user = (n: number) => ({
    id: `user-${n}`,
    externalUserId: '',
    email: '',
    firstName: '',
    lastName: '',
  });
  const platform = new Platform(async () => Response.json({ items: [], caughtUp: true }), 'cbo_x');
  const tenant = new Tenant(platform, {
    externalServiceId: 'service',
    externalServiceName: 'Tennis Software',
    neighborId: 'neighbor',
    own: { secret: 'cbp_own', apiToken: { id: 'token' } },
    judge: { secret: 'cbp_judge' },
    courts: [1, 2, 3, 4, 5].map(court),
    foreignCourt: 'court-6',
    users: [1, 2].map(user),
  });
  const run = new Run({
    ...{
      id: 'run',
      seed: 1,
      scenario: 'lost-response',
      scenarios: [lostResponse],
      partner: undefined,
      tenant,
    },
    outgoing: { faultOf: () => undefined, post: () => Promise.reject(new Error('nothing is sent')) },
    timings: usualTimings,
    ownDelay: { around: () => 0 },
    onEnd: async () => {},
    onFault: () => {},
  });
  const runs = { find: (id: string) => (id === 'run' ? run : undefined) };
  const options = { newId: () => 'id', publicName: 'sandbox.example.com' };
  const door = createFrontDoor({ service: handler(401), own: handler(200), runs, ...options });
  const send = (target: string, headers: Record<string, string>, body?: string) =>
    door.fetch(
      new Request(`http://127.0.0.1${target}`, {
        method: body ? 'PUT' : 'GET',
        headers,
        ...(body ? { body } : {}),
      }),
      caller,
      target,
    );
  return { run, send };
}

const host = { host: '127.0.0.1:4000' };
const booking = '/sandbox/runs/run/door/api/v1/external-services/service/court-bookings/by-external-id/b';
const large = JSON.stringify({ participants: [{ email: 'x'.repeat(900_000) }] });

describe('the front door', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['without a token', {}],
    ['with another token', { authorization: 'Bearer cbp_other' }],
  ])('keeps nothing of a body of 900 kB %s', async (_what, headers) => {
    const { run, send } = startRun();
    expect((await send(booking, { ...host, ...headers }, large)).status).toBe(401);
    expect(run.exchanges).toMatchObject([{ method: 'PUT', status: 401, text: '', writes: [] }]);
    expect(JSON.stringify(run.exchanges).length).toBeLessThan(1_000);
  });

  it('keeps a body with a token of the run, and ends the run after 8 MiB', async () => {
    vi.useFakeTimers();
    const { run, send } = startRun();
    for (let call = 0; call < 9; call += 1)
      await send(booking, { ...host, authorization: 'Bearer cbp_own' }, large);
    expect(run.exchanges[0]).toMatchObject({ text: large, writes: [{ id: 'b' }] });
    await vi.advanceTimersByTimeAsync(500);
    expect(run.endedAt).toBeUndefined();
    await send(booking, { ...host, authorization: 'Bearer cbp_own' }, large);
    await vi.advanceTimersByTimeAsync(500);
    expect(run.endedAt).toBeDefined();
  });

  it.each([
    ['three minutes after the last request', 6, 181_000],
    ['after a quarter of an hour, although requests come', 16, 1_000],
  ])('a step goes on while requests come, and ends %s', async (_when, minutes, rest) => {
    vi.useFakeTimers();
    const { run, send } = startRun();
    await run.begin();
    for (let minute = 1; minute < minutes; minute += 1) {
      expect(run.current?.number, `minute ${minute}`).toBe(1);
      await vi.advanceTimersByTimeAsync(60_000);
      await send(booking, { ...host, authorization: 'Bearer cbp_own' }, '{}');
    }
    await vi.advanceTimersByTimeAsync(rest);
    expect(run.endedAt).toBeDefined();
  });

  it.each([
    ['ends some seconds after the last final response', undefined, true],
    ['goes on if the client reports its copy, and so ends its steps itself', { applied: [] }, false],
  ])('a step that writes %s', async (_what, copy, isEnded) => {
    vi.useFakeTimers();
    const { run, send } = startRun();
    await run.begin();
    if (copy) await run.report({ ...copy, cancelled: undefined, rejected: undefined });
    const paths = run.current!.step.rows!.map((row) => booking.replace(/b$/, row.externalCourtBookingId!));
    // The first response of some is lost.
    for (const path of [...paths, ...paths])
      await send(path, { ...host, authorization: 'Bearer cbp_own' }, '{}');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(run.endedAt !== undefined).toBe(isEnded);
  });

  it.each([
    ['/sandbox', 'evil.example:4000'],
    ['/sandbox/runs/run/door/api/v1/token', 'evil.example:4000'],
  ])('rejects %s at a name that it does not have', async (target, foreign) => {
    const { send } = startRun();
    const response = await send(target, { host: foreign, origin: `http://${foreign}` });
    expect(response.status).toBe(400);
    expect((await response.json()).error.issues[0].message).toContain('--public-name');
    for (const own of ['localhost:4000', 'sandbox.example.com'])
      expect((await send(target, { host: own })).status).not.toBe(400);
  });
});
