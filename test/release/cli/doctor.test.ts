import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/rules/requests/scope.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { runCli } from '../../harness/clients/cli-process.ts';
import { operatorOf } from '../../harness/clients/operator-calls.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { type ScriptedServer, startScriptedServer } from '../../harness/servers/scripted-server.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useReceiver, useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql', { rateLimit: { perSecond: 50, burst: 100 } });
let tenant: Tenant;
beforeEach(async () => {
  tenant = await service.factories.tenant();
});

const doctor = async (
  token = tenant.token,
  { url = service.address, nodeArgs = [] as string[], args = ['doctor'] } = {},
) => {
  const result = await runCli(args, { BASE_URL: url, TOKEN: token }, nodeArgs);
  expect(result.stdout + result.stderr).not.toContain(token);
  return result;
};
const tokenOf = async (scopes?: Scope[], expiresAt?: string) =>
  (await service.factories.token(tenant.externalServiceId, scopes, expiresAt)).secret;
/** Starts the command with a clock that is ahead of that of this machine. */
const ahead = (millis: number) => {
  const shift = `const now = Date.now; Date.now = () => now() + ${millis};`;
  return ['--import', `data:text/javascript,${encodeURIComponent(shift)}`];
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

describe('courtbridge doctor', () => {
  it('finds no problem, shows every check, and exits with 0', async () => {
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/\d+ ms/, '7 ms')).toBe(
      [
        `ok       Address   ${service.address} responds after 7 ms`,
        'ok       Token     "test" of Partner, without an end',
        'ok       Scopes    userwrite, court-bookingwrite, userread, court-bookingread, webhookwrite',
        "ok       Clock     differs from the service's by less than 5 s",
        'ok       Limits    50 requests a second, 100 at once',
        'ok       Courts    2 of Club',
        'note     Webhooks  None.',
        '                   You can read the changes feed instead, or create an endpoint: client.createWebhookEndpoint().',
        'ok       Requests  no error in the last 24 hours',
        '',
        'No problem found.',
        '',
      ].join('\n'),
    );
  });

  it('notes recent errors, and the command that shows them', async () => {
    const { externalServiceId, token, courtIds } = tenant;
    for (const slot of [0, 1, 1])
      await service.upsertCourtBooking(externalServiceId, 'one', {
        token,
        body: bookingBody(courtIds[0], {}, slot),
      });
    await service.createUser(externalServiceId, { token, body: {} });
    await expect
      .poll(async () => (await doctor()).stdout)
      .toMatch(
        /note {5}Requests {2}Errors in the last 24 hours: 3, most often upsertCourtBooking version_conflict \(2\)\. Last at \S+Z\.\n +"courtbridge logs --failed" shows each/,
      );
  });

  it('takes address and token from its options too', async () => {
    const args = ['doctor', '--url', `${service.address}/`, '--token', tenant.token];
    expect(await doctor('cbp_not-used', { url: 'http://127.0.0.1:1', args })).toMatchObject({ code: 0 });
  });

  describe('address', () => {
    let server: ScriptedServer | undefined;
    afterEach(() => server?.close());

    it('says that nothing listens', async () => {
      const { address, close } = await startScriptedServer('drop');
      await close();
      const { code, stdout } = await doctor(undefined, { url: address });
      expect(code).toBe(1);
      expect(stdout).toMatch(/problem {2}Address {3}Nothing listens at 127\.0\.0\.1:\d+\.\n +You: /);
    });

    it.each<[string, Parameters<typeof startScriptedServer>[0], RegExp]>([
      [
        'another program',
        { status: 200, body: '<html>' },
        /does not come from the partner interface.*\n +You: /,
      ],
      ['a proxy without the service', { status: 502, body: '<html>' }, /proxy.* 502.*\n +Operator: /],
      [
        'a redirect',
        { status: 308, headers: { Location: 'https://partners.example.com/api/v1/token' } },
        /redirects to https:\/\/partners\.example\.com\..*\n +You: /,
      ],
      [
        'a proxy with a page to sign in',
        { status: 302, headers: { Location: '/sign-in?next=/api/v1/token' } },
        /redirects to http:\/\/127\.0\.0\.1:\d+\/sign-in.*\n +You: A proxy intercepts the call\./,
      ],
      [
        'a redirect to the same address',
        { status: 307, headers: { Location: '/api/v1/token' } },
        /redirects to .*\n +You: A proxy intercepts the call\./,
      ],
      ['a lost response', 'drop', /No response arrived from .*\n +You: /],
    ])('recognizes %s', async (_what, script, expected) => {
      server = await startScriptedServer(script);
      const { code, stdout } = await doctor(undefined, { url: server.address });
      expect(code).toBe(1);
      expect(stdout).toMatch(expected);
    });

    it('that would send the token to another machine without encryption is a problem', async () => {
      // Not an address of this machine by its name.
      const { code, stdout } = await doctor(undefined, {
        url: service.address.replace('127.0.0.1', '0.0.0.0'),
      });
      expect(code).toBe(1);
      expect(stdout).toMatch(/problem {2}Address .* sends the token without encryption\.\n +You: /);
    });

    it('recognizes an address that contains /api/v1', async () => {
      const { code, stdout } = await doctor(undefined, { url: `${service.address}/api/v1` });
      expect(code).toBe(1);
      expect(stdout).toMatch(/part of the path\.\n +You: Set BASE_URL to the part before \/api\./);
    });
  });

  describe('token', () => {
    it('that is invalid is a problem, and the clock is still checked', async () => {
      const { code, stdout } = await doctor(`${tenant.token.slice(0, -1)}x`);
      expect(code).toBe(1);
      expect(stdout).toMatch(/problem {2}Token {5}The service rejects the token\..*\n +You: /);
      expect(stdout).toMatch(/^ok {7}Clock /m);
      expect(stdout).toMatch(/1 problem: 1 that you can fix\.\n$/);
    });

    it.each([
      [20, 0, /ok {7}Token .*expires in 20 days\n/],
      [
        13,
        1,
        /problem {2}Token .*expires in 13 days, at .*\n +Operator: Ask an operator for a new token with a later end/,
      ],
      [1, 1, /problem {2}Token .*expires in 1 day, at /],
      // The token of a demo. Each start makes a new one.
      [
        0.99,
        0,
        /note {5}Token .*expires in 23 hours, at .*\n +If it is the token of a demo, start that again/,
      ],
      [1 / 24, 0, /note {5}Token .*expires in 1 hour, at /],
      [0.01, 0, /note {5}Token .*expires in 15 minutes, at /],
    ])('that expires in %d days exits with %i', async (days, expectedCode, expected) => {
      const { code, stdout } = await doctor(await tokenOf(undefined, inDays(days)));
      expect(stdout).toMatch(expected);
      expect(code).toBe(expectedCode);
    });
  });

  it('that expires within a day is a problem on a system that is not on this machine', async () => {
    const { code, stdout } = await doctor(await tokenOf(undefined, inDays(0.5)), {
      url: service.address.replace('127.0.0.1', '0.0.0.0'),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/problem {2}Token .*expires in 12 hours, at .*\n +Operator: /);
  });

  it('measures the time that a token has left by the clock of the service', async () => {
    const nodeArgs = ahead(20 * 86_400_000);
    const { stdout } = await doctor(await tokenOf(undefined, inDays(15)), { nodeArgs });
    expect(stdout).toMatch(/ok {7}Token .*expires in 15 days\n/);
  });

  it('finds no problem in the demo data', async () => {
    const demo = await forTest(startTestService('postgresql'));
    const { token } = (await loadDemoData(demo.database, newId, Date.now))!;
    const { code, stdout } = await doctor(token, { url: demo.address });
    expect(stdout).toMatch(
      /note {5}Token {5}"demo, printed by npm start" .* expires in (?:23 hours|1 day), at /,
    );
    expect(stdout).toMatch(/No problem found\.\n$/);
    expect(code).toBe(0);
  });

  describe('with --json', () => {
    it('prints every check as one document', async () => {
      const { code, stdout, stderr } = await doctor(undefined, { args: ['doctor', '--json'] });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { ok, url, checks } = JSON.parse(stdout);
      expect({ ok, url }).toEqual({ ok: true, url: service.address });
      expect(checks).toContainEqual({
        check: 'token',
        level: 'ok',
        text: '"test" of Partner, without an end',
      });
      const text = 'no error in the last 24 hours';
      expect(checks.at(-1)).toEqual({ check: 'requests', level: 'ok', text });
    });

    it('says who can fix a problem, and exits with 1', async () => {
      const { code, stdout } = await doctor(await tokenOf([]), { args: ['doctor', '--json'] });
      expect(code).toBe(1);
      const { ok, checks } = JSON.parse(stdout);
      expect(ok).toBe(false);
      expect(checks).toContainEqual({
        check: 'scopes',
        level: 'problem',
        who: 'Operator',
        text: 'The token has no scope, so most calls are rejected.',
        next: 'Ask for a token with scopes.',
      });
    });
  });

  it('shows what the token cannot do', async () => {
    const { code, stdout } = await doctor(await tokenOf(['court-bookingread']));
    expect(code).toBe(0);
    expect(stdout).toContain('note     Scopes    The token cannot read or write users.\n');
    expect(stdout).toContain('note     Scopes    The token cannot write court bookings.\n');
    const users = await doctor(await tokenOf(['userread']));
    expect(users.stdout).toMatch(/note {5}Courts {4}Not checked/);
  });

  it.each([
    ['ahead of', 60_000],
    ['behind', -60_000],
  ])('finds a clock that is a minute %s that of the service', async (direction, millis) => {
    const { code, stdout } = await doctor(undefined, { nodeArgs: ahead(millis) });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(`problem  Clock     Your clock is (59|60|61) s ${direction} the service's\\.\\n +You: `),
    );
  });

  it('shows that another program uses up the limit', async () => {
    const slow = await forTest(startTestService('postgresql', { rateLimit: { perSecond: 0.01, burst: 20 } }));
    const { token } = await slow.factories.tenant();
    for (let call = 0; call < 14; call += 1) await slow.call('/api/v1/token', { token });
    const { code, stdout } = await doctor(token, { url: slow.address });
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/note {5}Limits {4}0\.01 requests a second, 20 at once\. Only 5 are left now\./);
  });

  it('finds that there is no organization, or no court in one', async () => {
    const externalServiceId = await service.factories.externalService();
    const { secret } = await service.factories.token(externalServiceId);
    const without = await doctor(secret);
    expect(without.code).toBe(1);
    expect(without.stdout).toMatch(
      /problem {2}Courts {4}Your external service has no access .*\n +Operator: /,
    );
    const { organizationId } = await service.factories.organization(0);
    await service.factories.grantOrganization(externalServiceId, organizationId);
    const empty = await doctor(secret);
    expect(empty.code).toBe(1);
    expect(empty.stdout).toMatch(/problem {2}Courts {4}Club has no active court\.\n +Operator: /);
  });

  it('notes a token that somebody who had it revoked', async () => {
    const { secret } = await service.factories.token(tenant.externalServiceId);
    await service.call('/api/v1/token/revoke', { method: 'POST', body: { token: secret } });
    const { code, stdout } = await doctor();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /note {5}Tokens {4}"test" was revoked at \S+Z by somebody who had it\.\n +If it was not you, /,
    );
  });

  describe('webhook endpoints', () => {
    const receiver = useReceiver();

    it('are fine, new, failing or paused', async () => {
      const operator = await operatorOf(service);
      const create = (path: string, type: string) =>
        operator.createWebhookEndpoint(tenant.externalServiceId, receiver.urlOf(path), [type]);
      receiver.answer = ({ path }) => ({ status: { '/failing': 500, '/gone': 410 }[path] ?? 204 });
      for (const path of ['/fine', '/failing', '/gone']) await create(path, 'COURT_BOOKING_CREATED');
      await create('/new', 'USER_CREATED');
      const { externalServiceId, token, courtIds } = tenant;
      await service.upsertCourtBooking(externalServiceId, 'booking-1', {
        token,
        body: bookingBody(courtIds[0]),
      });
      const shown = async () => (await doctor()).stdout;
      await expect
        .poll(shown)
        .toMatch(
          /problem {2}Webhooks {2}\S+\/failing failed at .* The response was 500\.\n +You: client\.listWebhookDeliveries\('/,
        );
      await expect
        .poll(shown)
        .toMatch(
          /problem {2}Webhooks {2}\S+\/gone is paused .* The response was 410\.\n +You: .*client\.resumeWebhookEndpoint\('/,
        );
      await expect.poll(shown).toMatch(/ok {7}Webhooks {2}\S+\/fine, last success at /);
      expect(await shown()).toMatch(
        /note {5}Webhooks {2}\S+\/new has received nothing yet\.\n +client\.testWebhookEndpoint\('/,
      );
      expect(await shown()).toMatch(/2 problems: 2 that you can fix\.\n$/);
      await service.database.query('update webhook_deliveries set due_at = null where last_status = 500', []);
      expect(await shown()).toMatch(
        /note {5}Webhooks {2}\S+\/failing: 1 deliveries were abandoned\.\n +client\.resendWebhookDeliveries\('[^']+', \{ fromSequence: (\d+), toSequence: \1 \}\)/,
      );
    });
  });
});
