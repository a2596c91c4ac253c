import type { Env } from '../../env.ts';
import type { DemoData } from '../../services/demo/load-demo-data.ts';

interface Started {
  /** Such as `http://127.0.0.1:4000`. */
  address: string;
  /** The address that serves `/metrics`. */
  metricsAddress: string;
  env: Env;
  demoData: DemoData | undefined;
  operatorToken: string | undefined;
  readyMillis: number;
  /** Unix milliseconds. */
  now: number;
}

/** Returns what `npm start` prints when it is ready: the addresses, and with demo data commands to paste. */
export function banner({
  address,
  metricsAddress,
  env,
  demoData,
  operatorToken,
  readyMillis,
  now,
}: Started): string {
  const database = env.DATABASE_URL === undefined ? `embedded PostgreSQL in ${env.DATA_DIR}` : 'PostgreSQL';
  const lines = [
    '',
    `Courtbridge is ready after ${(readyMillis / 1_000).toFixed(1)} s, on ${database}.`,
    '',
    `  Start here           ${address}/`,
    `  Documentation        ${address}/docs`,
    `  OpenAPI document     ${address}/api/v1/openapi.json`,
    `  For operators        ${address}/operators`,
    `  GraphiQL             ${address}/graphql`,
    `  Alive? Ready?        ${address}/healthz  ${address}/readyz`,
    `  Metrics              ${metricsAddress}/metrics`,
    '',
  ];
  if (operatorToken) {
    lines.push(
      `The token of the first administrator, shown this once. Sign in with it at ${address}/operators:`,
      '',
      `  ${operatorToken}`,
      '',
    );
  }
  if (demoData) lines.push(...demoLines(address, demoData, now));
  return `${lines.join('\n')}\n`;
}

/** The commands can be run in any order and repeatedly, and together with the examples of the documentation. */
function demoLines(
  address: string,
  { externalServiceId, courtId, externalCourtBookingId, token }: DemoData,
  now: number,
) {
  const base = `${address}/api/v1/external-services/${externalServiceId}`;
  const bookings = `${base}/court-bookings/by-external-id`;
  const stamp = new Date(now).toISOString();
  const day = new Date(now + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const user = {
    email: 'ada@example.com',
    externalUserId: 'member-1815',
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1985-12-10',
  };
  const booking = {
    courtId,
    // Earlier than the demo bookings and the examples of every day.
    startDate: `${day}T07:00:00Z`,
    endDate: `${day}T08:00:00Z`,
    externalUpdatedAt: stamp,
    participants: [{ email: 'ada@example.com' }],
  };
  return [
    'Demo data is loaded. Create a user:',
    '',
    curl('POST', `${base}/users`, token, user),
    '',
    'Create a court booking, or update it:',
    '',
    curl('PUT', `${bookings}/booking-1`, token, booking),
    '',
    'Read it:',
    '',
    curl('GET', `${bookings}/booking-1`, token),
    '',
    'Cancel another one, which is among the demo data:',
    '',
    curl('DELETE', `${bookings}/${externalCourtBookingId}?externalUpdatedAt=${stamp}`, token),
    '',
    'Check your access with the command line of the SDK, and install the SDK:',
    '',
    `BASE_URL=${address} TOKEN=${token} npx --yes ${address}/sdk.tgz doctor`,
    `npm install "$(curl -so /dev/null -w '%{redirect_url}' ${address}/sdk.tgz)"`,
    '',
    'The token is valid for 24 hours; each start prints a new one.',
    '',
  ];
}

function curl(method: string, url: string, token: string, body?: unknown): string {
  const call = `curl -i -X ${method} '${url}' -H 'Authorization: Bearer ${token}'`;
  if (body === undefined) return call;
  return `${call} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
