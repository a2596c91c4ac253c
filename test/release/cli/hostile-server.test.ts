import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasTerminal, runCli, startCli, startCliOnTerminal } from '../../harness/clients/cli-process.ts';
import { listenLocally } from '../../harness/servers/listen-locally.ts';

/** Sets the title, clears the screen, reverses the order, and begins a line of its own. */
const evil =
  'x\u001b]0;title\u0007\u001b[31m\u009b2J\u202e\u2066\u2028\u007f\0\r\n\u0085ok       Token     forged';
const escaped =
  'x\\u001b]0;title\\u0007\\u001b[31m\\u009b2J\\u202e\\u2066\\u2028\\u007f\\u0000\\r\\n\\u0085ok       Token     forged';
/** A time that `Date.parse` accepts. */
const evilTime = 'Thu, 01 Jan 2026 00:00:00 GMT (\u001b[31m\u009b\u202e)';

type Answer = [status: number, body: unknown];

/** Starts a server that responds with JSON. A request whose answer is undefined gets no response. */
async function startServer(answer: (method: string, path: string) => Answer | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://server');
    const [status, body] = answer(request.method!, pathname) ?? [];
    if (status === undefined) return;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const { address, close } = await listenLocally(server);
  onTestFinished(close);
  return address;
}

const [id, other] = ['01990b2e-6f6c-7c1e-8a53-0f2a5a6f1c99', '01990b2e-6f6c-7c1e-8a53-0f2a5a6f1c98'];
const token = {
  externalServiceId: id,
  externalServiceName: evil,
  label: evil,
  scopes: ['userwrite', 'court-bookingwrite', evil],
  expiresAt: evilTime,
  organizations: [id, other].map((organization) => ({ id: organization, name: evil })),
  rateLimit: { perSecond: 50, burst: evil },
};
const endpoint = (status: string, lastSuccessAt?: string, lastFailureAt?: string) => ({
  ...{ id, url: evil, types: [], status, lastSuccessAt, lastFailureAt },
});
const errorOf = (status: number, type: string): Answer => [status, { error: { type, message: evil } }];

/** Each error, and the tables of responses by the end of their path. */
const partnerServer = (changes: () => Answer | undefined) => (_method: string, path: string) => {
  if (path.endsWith('/token')) return [200, token] as Answer;
  if (path.endsWith('/changes')) return changes();
  if (path.endsWith('/courts')) return [200, { items: [{ id, name: evil, organization: { id } }] }] as Answer;
  const endpoints = [
    endpoint('PAUSED', evilTime),
    endpoint('ACTIVE', evilTime, `Fri, 02${evilTime.slice(7)}`),
    endpoint('ACTIVE', evil),
    endpoint('ACTIVE'),
  ];
  return [200, { items: endpoints }] as Answer;
};

function expectHarmless(...output: string[]): void {
  const text = output.join('');
  expect(text).toContain(escaped);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  expect(text).not.toMatch(/^ok {7}Token {5}forged/m);
}

const errors: [number, string][] = [
  [400, 'invalid_schema'],
  [500, 'internal_server_error'],
  [503, 'service_unavailable'],
];

describe('text of a server that controls terminals', () => {
  it('is escaped by doctor', async () => {
    const url = await startServer(partnerServer(() => undefined));
    const { stdout, stderr } = await runCli(['doctor'], { BASE_URL: url, TOKEN: 'cbp_x' });
    for (const subject of ['Token', 'Scopes', 'Limits', 'Courts', 'Webhooks'])
      expect(stdout).toMatch(new RegExp(`^\\w+ +${subject} +.*\\\\u001b`, 'm'));
    expect(stdout).toMatch(/ failed at .*\\u001b.* It last succeeded at .*\\u001b/);
    expectHarmless(stdout, stderr);
  });

  it('is escaped in JSON', async () => {
    const url = await startServer(
      partnerServer(() => [200, { items: [], nextCursor: evil, caughtUp: true }]),
    );
    const doctor = await runCli(['doctor', '--json'], { BASE_URL: url, TOKEN: 'cbp_x' });
    expectHarmless(doctor.stdout, doctor.stderr);
    const { checks } = JSON.parse(doctor.stdout);
    expect(checks[1].text).toContain(evil);
    const env = { BASE_URL: url, TOKEN: 'cbp_x' };
    const cli = startCli(['listen', '--json', '--forward', 'http://127.0.0.1:1'], env);
    await expect.poll(cli.stdout).toMatch(/"event":"start"/);
    cli.child.kill('SIGINT');
    await cli.exited;
    expectHarmless(cli.stdout(), cli.stderr());
    expect(JSON.parse(cli.stdout().split('\n')[0]!).externalService).toBe(evil);
  });

  it('does not show the token, even if a server repeats it', async () => {
    const secret = 'cbp_0123456789abcdefghij';
    const env = { TOKEN: secret, BASE_URL: '' };
    const bad: Answer = [400, { error: { type: 'invalid_schema', message: `Bearer ${secret}` } }];
    env.BASE_URL = await startServer(() => bad);
    for (const args of [['doctor'], ['doctor', '--json'], ['listen', '--forward', 'http://127.0.0.1:1']]) {
      const { stdout, stderr } = await runCli(args, env);
      expect(stdout + stderr).toMatch(/Bearer (cbp_)?…/);
      expect(stdout + stderr).not.toContain('0123456789');
    }
  });

  it.each(errors)('is escaped by doctor and listen in an error %i %s', async (status, type) => {
    const url = await startServer(() => errorOf(status, type));
    const env = { BASE_URL: url, TOKEN: 'cbp_x' };
    const doctor = await runCli(['doctor'], env);
    expectHarmless(doctor.stdout, doctor.stderr);
    const listen = await runCli(['listen', '--forward', 'http://127.0.0.1:1'], env);
    expectHarmless(listen.stdout, listen.stderr);
  });

  it('is escaped by listen in changes, cursors, errors of the service and responses of the receiver', async () => {
    const change = { id, type: evil, sequence: evil, timestamp: evil, actor: evil, data: {} };
    const answers: Answer[] = [
      [200, { items: [change], nextCursor: evil, caughtUp: true }],
      errorOf(503, 'service_unavailable'),
    ];
    const url = await startServer(partnerServer(() => answers.shift()));
    const forward = await startServer(() => [400, evil]);
    const cli = startCli(['listen', '--forward', forward, '--from', 'start'], {
      BASE_URL: url,
      TOKEN: 'cbp_x',
    });
    await expect.poll(cli.stdout).toMatch(/Trying again/);
    cli.child.kill('SIGINT');
    await cli.exited;
    expect(cli.stdout()).toContain(`Continue with --from ${escaped}\n`);
    expectHarmless(cli.stdout(), cli.stderr());
  });

  it.each([
    ['doctor', { ...token, scopes: undefined }],
    ['doctor', { ...token, items: [null] }],
    ['logs', { ...token, items: [null] }],
    ['listen', { ...token, items: [null], nextCursor: 'x' }],
  ])('that %s does not expect is a message, not a stack', async (name, body) => {
    const env = { BASE_URL: await startServer(() => [200, body]), TOKEN: 'cbp_x' };
    const more = name === 'listen' ? ['--forward', 'http://127.0.0.1:1', '--from', 'start'] : [];
    const { code, stdout, stderr } = await runCli([name, ...more], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^courtbridge: A response is not as documented.*\n$/),
    ]);
    expect(stdout).not.toMatch(/\n +at /);
    const json = await runCli([name, ...more, '--json'], env);
    for (const line of json.stdout.split('\n').filter(Boolean)) JSON.parse(line);
    if (name === 'doctor')
      expect(JSON.parse(json.stdout)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^A response/),
      });
  });

  const check = { name: evil, text: evil, verdict: evil, explanation: evil, requests: [evil] };
  const run = {
    ...{ id: evil, seed: evil, status: evil, page: evil, baseUrl: evil, token: evil },
    webhook: { url: evil, secret: evil },
    step: { number: 1, scenario: evil, action: evil, text: evil, rows: [{ [evil]: evil }] },
    scenarios: [{ name: evil, title: evil, grade: evil, checks: [check] }],
    requests: [{ number: evil, method: evil, path: evil, status: evil, fault: evil }],
  };
  const ended = { ...run, status: 'ended', token: `${evil}2`, step: undefined };
  const report = { report: { isPassed: false, notRun: [evil] }, signature: evil };
  const sandbox = (method: string, path: string): Answer =>
    path.endsWith('/report') ? [200, report] : [200, method === 'POST' ? run : ended];

  it('is escaped by sandbox', async () => {
    const { stdout, stderr } = await runCli(['sandbox', '--url', await startServer(sandbox)]);
    expect(stdout).toContain(`Not run: ${escaped}`);
    expect(stdout).toMatch(/^ {2}\{"x\\u001b/m);
    expectHarmless(stdout, stderr);
  });

  it.each([
    ['an error', errorOf(500, evil)],
    ['an issue', [400, { error: { message: evil, issues: [{ path: [evil], message: evil }] } }] as Answer],
  ])('is escaped by sandbox in %s', async (_what, answer) => {
    const { stdout, stderr } = await runCli(['sandbox', '--url', await startServer(() => answer)]);
    expectHarmless(stdout, stderr);
  });

  it.skipIf(!hasTerminal)(
    `is escaped on a terminal, where only own colors remain${hasTerminal ? '' : ' (not run: needs script)'}`,
    async () => {
      const cli = startCliOnTerminal(['sandbox', '--url', await startServer(sandbox)], {});
      await cli.exited;
      expect(cli.stdout()).toContain('\u001b[1mStep 1');
      const own = [0, 1, 2, 31, 32, 33].map((code) => `\u001b[${code}m`);
      // The terminal ends lines with CR LF.
      expectHarmless(
        own.reduce((text, color) => text.replaceAll(color, ''), cli.stdout().replaceAll('\r\n', '\n')),
      );
    },
  );
});
