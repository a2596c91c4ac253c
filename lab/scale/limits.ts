import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../test/harness/data/factories.ts';
import { call, operate } from '../load/call.ts';
import type { Row } from '../report.ts';
import { query } from '../stage.ts';
import type { Service } from './service.ts';
import type { MigratedDatabase } from './setup.ts';

export interface Measured {
  service: Service;
  data: MigratedDatabase;
  tenant: Tenant;
}

const limit = { perSecond: 10, burst: 20 };
const clients = 8;
const floodMillis = 8_000;

/** Sends as much as possible with one token through HAProxy. */
export async function measureRateLimit({ service, data }: Measured): Promise<Row> {
  const { externalServiceId, token } = await data.factories.tenant();
  await query(
    data.url,
    'update external_services set rate_limit_per_second = $2, rate_limit_burst = $3 where id = $1',
    [externalServiceId, limit.perSecond, limit.burst],
  );
  const before = await Promise.all(service.processes.map(({ served }) => served()));
  const startedAt = performance.now();
  const statuses: number[] = [];
  const flood = async () => {
    while (performance.now() - startedAt < floodMillis)
      statuses.push((await call(service.address, token, 'GET', '/api/v1/token')).status);
  };
  await Promise.all(Array.from({ length: clients }, flood));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await Promise.all(service.processes.map(({ served }) => served()));
  const shares = after.map((count, index) => count - before[index]!);

  const permitted = statuses.filter((status) => status === 200).length;
  const most = Math.floor(limit.burst + limit.perSecond * seconds);
  const others = statuses.filter((status) => ![200, 429].includes(status)).length;
  return {
    figure: `one token through all four processes, ${limit.perSecond} per second and ${limit.burst} at once`,
    goal: `at most ${most} permits in ${seconds.toFixed(1)} s, and at least 90 % of them`,
    measured: `${permitted} of ${statuses.length} requests, ${others} other responses; by process: ${shares.join(', ')} requests`,
    met: permitted <= most && permitted >= 0.9 * most && others === 0 && shares.every((share) => share > 0),
  };
}

const revocations = 5;
const boundMillis = 1_000;

/** Revokes tokens while every process is asked with them all the time. */
export async function measureRevocation({ service, data, tenant }: Measured): Promise<Row> {
  const operator = await data.factories.operator('ADMIN');
  const delays: number[] = [];
  for (let round = 0; round < revocations; round += 1) {
    const { id, secret } = await data.factories.token(tenant.externalServiceId);
    let isOver = false;
    const accepted = service.processes.map((): number[] => []);
    const asking = service.processes.map(async ({ address }, index) => {
      while (!isOver) {
        const sentAt = performance.now();
        if ((await call(address, secret, 'GET', '/api/v1/token')).status === 200)
          accepted[index]!.push(sentAt);
        await sleep(10);
      }
    });
    let revokedAt = 0;
    try {
      await sleep(500);
      await revoke(service.processes[round % service.processes.length]!.address, operator.secret, id);
      revokedAt = performance.now();
      await sleep(2 * boundMillis);
    } finally {
      isOver = true;
      await Promise.all(asking);
    }
    if (accepted.some(([first]) => first === undefined || first > revokedAt))
      throw new Error('a process did not accept the token before it was revoked');
    for (const times of accepted) delays.push(Math.max(0, times.at(-1)! - revokedAt));
  }
  const longest = Math.max(...delays);
  return {
    figure: 'a revoked token, at each of four processes',
    goal: 'rejected within 1 s',
    measured: `last accepted ${Math.round(longest)} ms after the revocation at most (${delays.length} cases)`,
    met: longest <= boundMillis,
  };
}

async function revoke(address: string, operator: string, apiTokenId: string): Promise<void> {
  const document = `mutation ($input: RevokeApiTokenInput!) {
    revokeApiToken(input: $input) { __typename ... on Confirmation { confirmToken } ... on ApiError { message } }
  }`;
  const run = async (input: Record<string, string>) =>
    (await operate(address, operator, document, { input })).revokeApiToken;
  // The dry run is out of date when a use of the token has been recorded since.
  for (let attempt = 1; ; attempt += 1) {
    const { confirmToken } = await run({ apiTokenId });
    const { __typename: type, message } = await run({ apiTokenId, confirmToken });
    if (type === 'ApiToken') return;
    if (type !== 'ConfirmationOutdatedError' || attempt === 10)
      throw new Error(`revokeApiToken: ${type} ${message}`);
  }
}
