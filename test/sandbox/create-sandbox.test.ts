import { beforeAll, describe, expect, it } from 'vitest';
import { openRaw } from '../harness/clients/raw-connection.ts';
import { rightClients } from '../harness/sandbox/right-clients.ts';
import { SandboxClient, type SandboxRow, type SandboxRun } from '../harness/sandbox/sandbox-client.ts';
import { startTestSandbox } from '../harness/servers/test-sandbox.ts';
import { useService } from '../harness/servers/use-test-service.ts';

const sandbox = useService(() => startTestSandbox());
const post = async (path: string, body: object): Promise<SandboxRun> => {
  const headers = { 'Content-Type': 'application/json' };
  return (
    await fetch(sandbox.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json();
};
let run: SandboxRun;
beforeAll(async () => {
  run = await post('/sandbox/runs', { scenario: 'overload', seed: 1 });
});

/** Sends a request as it is, and returns the response without what differs between equal requests. */
async function answerTo(head: string, body: string | undefined, prefix: string) {
  const connection = openRaw(sandbox.address);
  const [method, path, ...headers] = head.split(' | ');
  const length =
    body === undefined || head.includes('Content-Length') ? [] : [`Content-Length: ${body.length}`];
  const lines = [
    `${method} ${prefix}${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...headers,
    ...length,
  ];
  connection.socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
  if (head.includes('Content-Length')) connection.socket.end();
  await connection.closed;
  const { status, headers: found, text } = connection.answers()[0]!;
  const { date: _, ratelimit = '', 'x-request-id': id, ...others } = found;
  const isSent = headers.includes(`X-Request-Id: ${id}`);
  return { status, text, ...others, isSent, limit: ratelimit.replace(/r=\d+/, '') };
}

describe('a call through the door of a run', () => {
  const users = '/api/v1/external-services/SERVICE/users';
  const [own, json] = ['Authorization: Bearer TOKEN', 'Content-Type: application/json'];
  const large = (size: number) => JSON.stringify({ email: 'x'.repeat(size) });
  it.each([
    ['a body above 64 KiB', `POST | ${users} | ${own} | ${json}`, large(70_000)],
    ['a body above 1 MiB', `POST | ${users} | ${own} | ${json}`, large(1_200_000)],
    ['a body above 1 MiB without a token', `POST | ${users} | ${json}`, large(1_200_000)],
    ['half of a body', `POST | ${users} | ${own} | ${json} | Content-Length: 99`, '{'],
    ['half of a body without a token', `POST | ${users} | ${json} | Content-Length: 99`, '{'],
    ['its request id', `GET | ${users}?limit=0 | ${own} | X-Request-Id: mine`, undefined],
    ['a method of its own', `TRACE | /api/v1/token | ${own}`, undefined],
    ['a path that is no URL', `GET | //[ | ${own}`, undefined],
  ])('gets the response of the service for %s', async (_what, head, body) => {
    const filled = head.replace('SERVICE', run.externalServiceId).replace('TOKEN', run.token);
    const direct = await answerTo(filled, body, '');
    expect(direct.status).toBeGreaterThanOrEqual(400);
    expect(await answerTo(filled, body, `/sandbox/runs/${run.id}/door`)).toEqual(direct);
  });

  it('has the headers of the service if the sandbox responds instead', async () => {
    const { baseUrl, token, externalServiceId, step } = run;
    const answers = await Promise.all(
      step.rows.map(async ({ action: _, externalCourtBookingId: id, ...body }: SandboxRow) => {
        const address = `${baseUrl}/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/${id}`;
        const headers = {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Request-Id': id,
        };
        const response = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) });
        expect(response.headers.get('X-Request-Id')).toBe(id);
        expect(response.headers.get('RateLimit-Policy')).toMatch(/^"token";q=/);
        expect(response.headers.get('RateLimit')).toMatch(
          response.status === 429 ? '"token";r=0;t=2' : /^"token";r=/,
        );
        return response.status;
      }),
    );
    expect(answers.sort()).toEqual([201, 201, 429, 503]);
  });
});

describe('a right client', () => {
  const perfect = async (scenario: string, create: new () => SandboxClient) => {
    const { scenarios } = await new create().workAt(sandbox.address, { scenario, seed: 1 });
    expect(scenarios).toMatchObject([{ name: scenario, grade: 'passed' }]);
  };

  it('that rotates its own token has full marks', () =>
    perfect(
      'changed-world',
      class extends SandboxClient {
        protected override async begin(): Promise<void> {
          const headers = { Authorization: `Bearer ${this.run.token}`, 'Content-Type': 'application/json' };
          const address = `${this.run.baseUrl}/api/v1/token/rotate`;
          this.token = (await (await fetch(address, { method: 'POST', headers, body: '{}' })).json()).secret;
          await super.begin();
        }
      },
    ));

  it('that rotates its webhook secret without an overlap gets no signature with the former one', async () => {
    const signatures: number[] = [];
    await perfect(
      'webhooks',
      class extends SandboxClient {
        protected override async begin(): Promise<void> {
          const { id } = (await this.call('GET', '/webhook-endpoints')).body.items[0];
          const path = `/webhook-endpoints/${id}/rotate-secret`;
          this.secret = (await this.call('POST', path, { overlapHours: 0 })).body.secret;
        }
        protected override signaturesOf(header: string): string[] {
          signatures.push(super.signaturesOf(header).length);
          return super.signaturesOf(header);
        }
      },
    );
    // Only the sandbox's own rotation, before the last one, has an overlap. Two false signatures are around those of both secrets.
    expect(signatures).toEqual([1, 1, 1, 1, 1, 1, 1, 4]);
  });

  it('that sends an atomic batch first has full marks where items are retryable', () =>
    perfect(
      'retryable-items',
      class extends (rightClients['sends each step as one batch']!) {
        protected override async write(items: SandboxRow[]): Promise<void> {
          const { status } = await this.call('POST', '/court-bookings/batch', { atomic: true, items });
          if (status !== 200) await super.write(items);
        }
      },
    ));
});
