import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookVerifier } from '../../../sdk/src/webhooks/index.ts';
import { changesOf } from '../../harness/clients/changes.ts';
import {
  type CliProcess,
  hasTerminal,
  runCli,
  startCli,
  startCliOnTerminal,
} from '../../harness/clients/cli-process.ts';
import { operatorOf } from '../../harness/clients/operator-calls.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { startDroppingProxy } from '../../harness/servers/dropping-proxy.ts';
import { logOf } from '../../harness/servers/process.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';
import { startReceiver, type WebhookReceiver } from '../../harness/servers/webhook-receiver.ts';

const service = useTestService('postgresql');
let tenant: Tenant;
let receiver: WebhookReceiver;
let listening: CliProcess | undefined;
beforeEach(async () => {
  tenant = await service.factories.tenant();
  receiver = await startReceiver();
});
afterEach(async () => {
  listening?.child.kill('SIGKILL');
  await listening?.exited;
  listening = undefined;
  await receiver.stop();
});

const environment = () => ({ BASE_URL: service.address, TOKEN: tenant.token });

/** Starts the command, and waits until it follows the feed. */
async function start(args: string[] = [], forward = receiver.urlOf('/webhooks'), env = environment()) {
  const started = startCli(['listen', '--forward', forward, ...args], env);
  listening = started;
  await expect.poll(() => started.stdout() + started.stderr()).toMatch(/ go to [\s\S]*\n\n/);
  return started;
}
async function stop({ child, exited, stdout }: CliProcess): Promise<{ code: number | null; cursor: string }> {
  child.kill('SIGINT');
  const code = await exited;
  expect(stdout()).not.toContain(tenant.token);
  return { code, cursor: /\nContinue with --from (\S+)\n$/.exec(stdout())?.[1] ?? '' };
}

let slot = 0;
const book = async (id: string): Promise<void> => {
  slot += 1;
  const { externalServiceId, token, courtIds } = tenant;
  const body = bookingBody(courtIds[0], {}, slot);
  expect((await service.upsertCourtBooking(externalServiceId, id, { token, body })).status).toBe(201);
};
const createUser = (token = tenant.token) =>
  service.createUser(tenant.externalServiceId, { token, body: userBody() });
const bookings = () =>
  receiver.received.map(({ body }) => body.data.externalCourtBookingId ?? body.data.externalUserId);

describe('courtbridge listen', () => {
  it('sends the same headers and body as the service, signed with the printed secret', async () => {
    const operator = await operatorOf(service);
    const types = ['COURT_BOOKING_CREATED', 'USER_CREATED'];
    await operator.createWebhookEndpoint(tenant.externalServiceId, receiver.urlOf('/service'), types);
    const cli = await start(['--from', 'start']);
    await book('Zoë/1 🎾');
    await createUser();
    await expect.poll(() => receiver.received.length).toBe(4);
    const secret = /^Secret {2}(whsec_\S+)$/m.exec(cli.stdout())![1]!;
    const ofAttempt = { 'webhook-timestamp': '', 'webhook-signature': '' };
    const at = (path: string) =>
      receiver.received
        .filter((webhook) => webhook.path === path)
        .toSorted((one, other) => one.body.sequence - other.body.sequence);
    for (const [index, sent] of at('/webhooks').entries()) {
      const { text, headers } = at('/service')[index]!;
      expect(sent.text).toBe(text);
      expect({ ...sent.headers, ...ofAttempt }).toEqual({ ...headers, ...ofAttempt });
      const event = await createWebhookVerifier({ secrets: secret }).verify(sent.headers, sent.text);
      expect(event.sequence).toBe(index + 1);
    }
    const lines = cli.stdout().match(/^.* 204 .*$/gm);
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d +1 {2}court_booking\.created +204 +\d+ ms$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d +2 {2}user\.created +204 +\d+ ms$/),
    ]);
  });

  it('begins with new changes, and continues after the cursor that it prints at the end', async () => {
    await book('before');
    const first = await start();
    // Its first request returns the position from which it follows.
    const bookUntilOneArrives = async () => {
      await book(`during-${slot}`);
      return bookings().length;
    };
    await expect.poll(bookUntilOneArrives).toBeGreaterThan(0);
    await book('last');
    await expect.poll(bookings).toContain('last');
    const lines = () => first.stdout().match(/ 204 /g)?.length;
    await expect.poll(lines).toBe(receiver.received.length);
    const { code, cursor } = await stop(first);
    expect(code).toBe(0);

    await book('between');
    const second = await start(['--from', cursor]);
    await expect.poll(bookings).toContain('between');
    await stop(second);
    expect(bookings()).not.toContain('before');
    const sequences = receiver.received.map(({ body }) => body.sequence as number);
    expect(sequences).toEqual(sequences.map((_, index) => sequences[0]! + index));
    expect(bookings().slice(-2)).toEqual(['last', 'between']);
  });

  it('sends only the types of --types, and reports one that it does not know', async () => {
    const cli = await start(['--from', 'start', '--types', 'user.created,user.craeted']);
    expect(cli.stdout()).toMatch(/This version does not know user\.craeted: check the spelling\./);
    await book('not-sent');
    await createUser();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]!.body.type).toBe('user.created');
  });

  it('shows a rejection and a receiver that is down, and continues', async () => {
    const forward = receiver.urlOf('/webhooks');
    await receiver.stop();
    const secret = `whsec_${'s'.repeat(44)}`;
    const cli = await start(['--from', 'start', '--secret', secret], forward);
    expect(cli.stdout()).not.toContain('whsec_');
    await book('unreachable');
    await expect.poll(cli.stdout).toMatch(/ {2}failed +\d+ ms {2}nothing listens there\n/);
    receiver = await startReceiver(Number(new URL(forward).port));
    receiver.answer = ({ body }) =>
      body.data.externalCourtBookingId === 'rejected'
        ? { status: 400, body: 'no_match: wrong\u001b[31m\nsecret' }
        : { status: 308, headers: { Location: '/elsewhere' } };
    await book('rejected');
    await book('redirected');
    await expect
      .poll(cli.stdout)
      .toMatch(/ {2}400 +\d+ ms {2}no_match: wrong\\u001b\[31m\\nsecret\n.* 308 +\d+ ms\n/);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks', '/webhooks']);
    for (const { headers, text } of receiver.received)
      expect(await createWebhookVerifier({ secrets: secret }).verify(headers, text)).toMatchObject({
        known: true,
      });
    expect((await stop(cli)).code).toBe(0);
  });

  it('ends at once while a receiver does not respond, and sends that change again later', async () => {
    receiver.answer = () => undefined;
    const cli = await start(['--from', 'start']);
    await book('unanswered');
    await expect.poll(bookings).toEqual(['unanswered']);
    const { code, cursor } = await stop(cli);
    expect(code).toBe(0);
    await start(['--from', cursor]);
    await expect.poll(bookings).toEqual(['unanswered', 'unanswered']);
  });

  it.skipIf(!hasTerminal)(
    `on a terminal, r sends the last change again, and q ends it${hasTerminal ? '' : ' (not run: needs script)'}`,
    async () => {
      const args = ['listen', '--forward', receiver.urlOf('/webhooks'), '--from', 'start'];
      const cli = startCliOnTerminal(args, environment());
      listening = cli;
      await book('one');
      await expect.poll(cli.stdout).toMatch(/court_booking\.created .*204/);
      cli.child.stdin!.write('r');
      await expect.poll(cli.stdout).toMatch(/204.*\(again\)/);
      expect(bookings()).toEqual(['one', 'one']);
      const [first, again] = receiver.received;
      expect({ id: again!.id, text: again!.text }).toEqual({ id: first!.id, text: first!.text });
      cli.child.stdin!.write('q');
      expect(await cli.exited).toBe(0);
      expect(cli.stdout()).toMatch(/Continue with --from \S{20,}\s+$/);
      expect(cli.stdout()).toContain('\u001b[32m204');
    },
  );

  it('uses no colors if the output is not a terminal or NO_COLOR is set', async () => {
    const cli = await start(['--from', 'start']);
    await book('one');
    await expect.poll(cli.stdout).toMatch(/ 204 /);
    expect(cli.stdout()).not.toContain('\u001b');
    if (!hasTerminal) return;
    const args = ['doctor', '--url', service.address, '--token', tenant.token];
    const plain = startCliOnTerminal(args, { NO_COLOR: '1' });
    expect(await plain.exited).toBe(0);
    expect(plain.stdout()).toMatch(/^ok /);
    expect(plain.stdout()).not.toContain('\u001b');
  });

  it('waits for a service that is away, and says so once', async () => {
    let isAway = false;
    const proxy = await startDroppingProxy(service.address, () => isAway);
    const cli = await start(['--from', 'start'], undefined, { ...environment(), BASE_URL: proxy.address });
    await book('one');
    await expect.poll(bookings).toEqual(['one']);
    isAway = true;
    await book('two');
    await expect.poll(cli.stdout).toMatch(/No response arrived .* Trying again until it responds\.\n/);
    await expect.poll(() => proxy.dropped.count).toBeGreaterThan(1);
    isAway = false;
    await expect.poll(cli.stdout).toMatch(/The service responds again\.\n/);
    await expect.poll(bookings).toEqual(['one', 'two']);
    expect(cli.stdout().match(/Trying again/g)).toHaveLength(1);
    await stop(cli);
    await proxy.close();
  });

  it('ends with 1 and the cursor if the token is revoked meanwhile', async () => {
    const cli = await start(['--from', 'start']);
    await book('one');
    await expect.poll(bookings).toEqual(['one']);
    await service.factories.revokeToken(tenant.tokenId);
    const { secret } = await service.factories.token(tenant.externalServiceId);
    // A change ends the request that waits for one. The service may accept the token for another second.
    const createUserUntilTheEnd = async () => {
      await createUser(secret);
      return cli.child.exitCode;
    };
    await expect.poll(createUserUntilTheEnd, { interval: 200 }).toBe(1);
    await cli.exited;
    expect(cli.stderr()).toMatch(/The service rejects the token\./);
    expect(cli.stdout()).toMatch(/Continue with --from \S{20,}\n$/);
  });

  it('ends with 1 and the cursor on standard error if the reader of its output ends', async () => {
    const cli = await start(['--from', 'start']);
    cli.child.stdout!.destroy();
    await book('one');
    expect(await cli.exited).toBe(1);
    expect(cli.stderr()).toMatch(/(^|\n)Continue with --from \S+\n$/);
  });

  it('prints a JSON object a line with --json', async () => {
    const forward = receiver.urlOf('/webhooks');
    const cli = startCli(['listen', '--forward', forward, '--from', 'start', '--json'], environment());
    listening = cli;
    const lines = () => logOf(cli);
    await book('one');
    await expect.poll(lines).toHaveLength(2);
    receiver.answer = () => ({ status: 400, body: 'no_match' });
    await book('two');
    await expect.poll(lines).toHaveLength(3);
    const [id, durationMs] = [expect.any(String), expect.any(Number)];
    const delivery = { event: 'delivery', type: 'court_booking.created', id, isAgain: false, durationMs };
    cli.child.kill('SIGINT');
    expect(await cli.exited).toBe(0);
    expect(lines()).toEqual([
      {
        ...{ event: 'start', externalService: 'Partner', url: service.address, forward },
        ...{ secret: expect.stringMatching(/^whsec_/), unknownTypes: [] },
      },
      { ...delivery, sequence: 1, ok: true, status: 204, text: '' },
      { ...delivery, sequence: 2, ok: false, status: 400, text: 'no_match' },
      { event: 'end', cursor: expect.stringMatching(/^\S{20,}$/) },
    ]);
  });

  it('does not recommend a value of --from that the service has rejected', async () => {
    const { page } = changesOf(service);
    const { nextCursor } = (await page(tenant)).body;
    await book('missed');
    await expect.poll(async () => (await page(tenant)).body.items).toHaveLength(1);
    await service.database.query('delete from changes where external_service_id = $1', [
      tenant.externalServiceId,
    ]);
    for (const from of ['nonsense', nextCursor]) {
      const args = ['--forward', receiver.urlOf('/webhooks'), '--from', from];
      const { code, stdout, stderr } = await runCli(['listen', ...args], environment());
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain(`--from ${from}`);
      expect(stdout).not.toContain('Continue');
      const json = await runCli(['listen', '--json', ...args], environment());
      expect(JSON.parse(json.stdout.trim().split('\n').at(-1)!)).toEqual({ event: 'end', cursor: null });
    }
  });

  it.each([
    ['a wrong token', () => ({ ...environment(), TOKEN: 'cbp_x' }), [], /rejects the token\..* You: /],
    ['a service that is down', () => ({ ...environment(), BASE_URL: 'http://127.0.0.1:1' }), [], /You: /],
    ['a value of --from that is no cursor', environment, ['--from', 'nonsense'], /--from is not a cursor/],
  ])('ends with 1 and a message for %s', async (_what, env, args, expected) => {
    const forward = ['--forward', receiver.urlOf('/webhooks')];
    const { code, stderr } = await runCli(['listen', ...forward, ...args], env());
    expect(code).toBe(1);
    expect(stderr).toMatch(expected);
  });
});
