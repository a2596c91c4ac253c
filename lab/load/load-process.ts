// Sends the requests of a plan from its own process, so that sending and measuring do not slow each other down.
import { setTimeout as sleep } from 'node:timers/promises';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { judge } from './documented.ts';
import { HttpClient } from './http-client.ts';
import type { Plan, Planned, Sample } from './load.ts';
import { bookingPathOf, pathOf, type Request, requestWith } from './request.ts';
import { seeded } from './seeded.ts';

/** Maximum number of open requests. A load with a fixed rate skips requests beyond it. */
const maxSockets = 2_000;
const patienceMillis = 30_000;
const minute = 60_000;

let plan: Plan;
let random: () => number;
const clients = new Map<string | undefined, HttpClient>();
let count = 0;
const open = new Set<{ at: number }>();
let isOver = false;
let samples: Sample[] = [];

process.on('message', async (message: Plan | 'collect' | 'stop') => {
  if (typeof message === 'object') {
    begin(message);
    process.send!([]);
    return;
  }
  if (message === 'stop') isOver = true;
  const until = Date.now();
  while ([...open].some(({ at }) => at <= until)) await sleep(20);
  const told = samples;
  samples = [];
  process.send!(told, undefined, {}, () => {
    if (isOver) process.exit();
  });
});
process.on('disconnect', () => process.exit());

function begin(given: Plan): void {
  plan = given;
  random = seeded(plan.seed);
  const { arrivals } = plan;
  if ('rate' in arrivals) arrive(arrivals.rate);
  else for (let i = 0; i < arrivals.clients; i += 1) void client(arrivals.pauseMillis ?? 0);
}

async function client(pauseMillis: number): Promise<void> {
  while (!isOver) {
    const rejected = (await send()) === 0;
    // Connections to a stopped server fail at once. Without a pause, that would be 100,000 attempts a second.
    const pause = Math.max(pauseMillis, rejected ? 20 : 0);
    if (pause > 0) await sleep(pause);
  }
}

/** Sends requests at a fixed rate, without waiting for responses. */
function arrive(rate: number): void {
  const startedAt = performance.now();
  let arrived = 0;
  const timer = setInterval(() => {
    if (isOver) clearInterval(timer);
    const due = ((performance.now() - startedAt) / 1_000) * rate;
    for (; arrived < due && !isOver; arrived += 1) {
      if (open.size < maxSockets) void send();
    }
  }, 2);
}

type Wire = Request & { of: string; id?: string };

/** Sends the next request. Returns its status, or 0 without a response. */
async function send(): Promise<number> {
  const n = count++;
  const { of, id, ...request } = wire(plan.requests[n % plan.requests.length]!, n);
  const startedAt = performance.now();
  const sent = { at: Date.now() };
  open.add(sent);
  const outcome = await clientOf(plan.addresses?.[n % plan.addresses.length]).send(request);
  open.delete(sent);
  const millis = performance.now() - startedAt;
  if ('error' in outcome) {
    samples.push({ ...sent, millis, status: 0, type: outcome.error, documented: false });
  } else {
    const acknowledged = outcome.status < 300 && id !== undefined ? { acknowledged: id } : {};
    samples.push({ ...sent, millis, status: outcome.status, ...judge(of, outcome), ...acknowledged });
  }
  return outcome.status;
}

function clientOf(localAddress: string | undefined): HttpClient {
  let client = clients.get(localAddress);
  if (!client) {
    client = new HttpClient(plan.port, patienceMillis, localAddress);
    clients.set(localAddress, client);
  }
  return client;
}

function wire(planned: Planned, n: number): Wire {
  switch (planned.kind) {
    case 'create booking':
    case 'update booking': {
      const { tenant, courtIds, userId } = planned;
      const isNew = planned.kind === 'create booking';
      const id = isNew ? `${plan.prefix}-${n}` : planned.id;
      const start = isNew
        ? Date.UTC(2027, 0, 1) + (plan.number * 100_000 + n) * minute
        : Date.UTC(2026, 0, 1);
      const body = {
        courtId: courtIds[n % courtIds.length],
        startDate: new Date(start).toISOString(),
        endDate: new Date(start + minute).toISOString(),
        externalUpdatedAt: new Date(isNew ? Date.UTC(2026, 0, 1) : Date.now()).toISOString(),
        participants:
          userId === null ? [] : [userId ? { userId } : { email: `guest-${n % 500}@example.com` }],
      };
      return {
        of: 'upsertCourtBooking',
        ...requestWith(tenant.token, 'PUT', bookingPathOf(tenant, id), body),
        ...(isNew ? { id } : {}),
      };
    }
    case 'create user': {
      const id = `${plan.prefix}-${n}`;
      const body = { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'Lovelace' };
      const { tenant } = planned;
      return { of: 'createUser', ...requestWith(tenant.token, 'POST', `${pathOf(tenant)}/users`, body) };
    }
    case 'operator': {
      const query =
        '{ courtBookings(first: 20) { nodes { id court { name } participants { user { email } } } } }';
      return { of: 'graphql', ...requestWith(planned.token, 'POST', '/graphql', { query }) };
    }
    case 'page':
      return { of: 'page', method: 'GET', path: planned.path, headers: {} };
    case 'stranger':
      return stranger(planned.as);
  }
}

function stranger(as: (Planned & { kind: 'stranger' })['as']): Wire {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
  const users = '/api/v1/external-services/01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02/users';
  const post = (path: string, of: string, headers: Record<string, string>): Wire => ({
    of,
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });
  const session = (secret: string) => ({ Cookie: `courtbridge_session=${secret}` });
  switch (as) {
    case 'no token':
      return post(users, 'createUser', {});
    case 'a malformed token':
      return post(users, 'createUser', { Authorization: `Bearer cbp_${bytes(24).toString('hex')}` });
    case 'an unknown token':
      return post(users, 'createUser', { Authorization: `Bearer ${newToken('partner', bytes)}` });
    case "an unknown operator's token":
      return post('/graphql', 'graphql', { Authorization: `Bearer ${newToken('operator', bytes)}` });
    case 'a malformed session on /graphql':
      return post('/graphql', 'graphql', session(bytes(24).toString('hex')));
    case 'an unknown session on /graphql':
      return post('/graphql', 'graphql', session(newToken('operator', bytes)));
    case 'an unknown session on /sign-out':
      return { ...post('/sign-out', 'page', session(newToken('operator', bytes))), body: '' };
  }
}
