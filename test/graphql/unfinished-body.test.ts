import { describe, expect, it } from 'vitest';
import { openRaw } from '../harness/clients/raw-connection.ts';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest, useOperator, useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const tenant = useTenant(service);
const admin = useOperator(service);

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const ofPartner = (resource: string): [path: string, type: string, token: string] => [
  `/api/v1/external-services/${tenant.externalServiceId}/${resource}`,
  json,
  tenant.token,
];
const routes: Record<string, () => [path: string, type: string, token?: string]> = {
  'POST /sign-in': () => ['/sign-in', form],
  'POST /sign-out': () => ['/sign-out', form],
  'POST /graphql': () => ['/graphql', json, admin.secret],
  'POST …/users': () => ofPartner('users'),
  'POST …/court-bookings/batch': () => ofPartner('court-bookings/batch'),
};

async function sendUnfinished(name: string, how: 'end' | 'resetAndDestroy', framing = 'Content-Length: 100') {
  const [path, type, token] = routes[name]!();
  const connection = openRaw(service.address);
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : '';
  const part = framing.startsWith('Transfer') ? '5\r\ntoken\r\n' : 'token';
  connection.socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: ${type}\r\n${framing}\r\n\r\n${part}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  connection.socket[how]();
  await connection.closed;
}
const logged = () => service.logLines.filter(({ msg }) => msg === 'request');

describe.each(Object.keys(routes))('unfinished body of %s', (name) => {
  it.each([
    ['end', 'Content-Length: 100'],
    ['resetAndDestroy', 'Content-Length: 100'],
    ['resetAndDestroy', 'Transfer-Encoding: chunked'],
  ] as const)('is not a server error: %s, %s', async (how, framing) => {
    const before = logged().length;
    await sendUnfinished(name, how, framing);
    await expect.poll(() => logged().length).toBeGreaterThan(before);
    for (const { status } of logged().slice(before)) expect(status).toBeLessThan(500);
  });
});

it('counts as a failed sign-in attempt', async () => {
  const limited = await forTest(
    startTestService('postgresql', { authFailureLimit: { perSecond: 1, burst: 3 } }),
  );
  const sent = Array.from({ length: 6 }, async () => {
    const { socket, closed } = openRaw(limited.address);
    socket.write(
      `POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 100\r\n\r\ntoken`,
    );
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.end();
    await closed;
  });
  await Promise.all(sent);
  const response = await fetch(`${limited.address}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token: 'wrong' }),
  });
  expect(response.status).toBe(429);
});
