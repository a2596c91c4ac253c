import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliProcess, runCli, startCli } from '../../harness/clients/cli-process.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { startDroppingProxy } from '../../harness/servers/dropping-proxy.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
let tenant: Tenant;
let following: CliProcess | undefined;
let proxy: Awaited<ReturnType<typeof startDroppingProxy>> | undefined;
beforeEach(async () => {
  tenant = await service.factories.tenant();
});
afterEach(async () => {
  following?.child.kill('SIGKILL');
  await following?.exited;
  following = undefined;
  await proxy?.close();
  proxy = undefined;
});

const environment = (url = service.address) => ({ BASE_URL: url, TOKEN: tenant.token });
const start = (args: string[] = [], url?: string) => {
  following = startCli(['logs', ...args], environment(url));
  return following;
};
const upsert = (id: string, slot: number, requestId: string) =>
  service.upsertCourtBooking(tenant.externalServiceId, id, {
    token: tenant.token,
    headers: { 'X-Request-Id': requestId },
    body: bookingBody(tenant.courtIds[0], {}, slot),
  });
/** Without the calls by which other commands found their external service. */
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !/getToken/.test(line));
/** Waits until a request is recorded. */
const recorded = (requestId: string) =>
  expect.poll(async () => (await runCli(['logs', requestId], environment())).code).toBe(0);

describe('courtbridge logs', () => {
  it('a filter that the service rejects is a fault of the command line', async () => {
    const { code, stderr } = await runCli(['logs', '--operation', 'nonsense'], environment());
    expect([code, stderr]).toEqual([2, expect.stringContaining('operation')]);
  });

  it('prints the latest requests, and each new one once, without its own calls', async () => {
    await upsert('one', 0, 'r-1');
    await upsert('one', 1, 'r-2');
    const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/dry?dryRun=true`;
    const dry = { method: 'PUT', token: tenant.token, headers: { 'X-Request-Id': 'r-dry' } };
    await service.call(path, { ...dry, body: bookingBody(tenant.courtIds[0], {}, 5) }, 'upsertCourtBooking');
    await recorded('r-dry');
    const cli = start();
    await expect.poll(() => linesOf(cli.stdout()).length).toBe(3);
    expect(linesOf(cli.stdout())).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}201 {2}upsertCourtBooking +\d+ ms {2}r-1 {2}one$/),
      expect.stringMatching(
        /^\d\d:\d\d:\d\d {2}409 {2}upsertCourtBooking +\d+ ms {2}r-2 {2}one {2}version_conflict · stored \S+Z ACTIVE$/,
      ),
      expect.stringMatching(/ {2}201 {2}upsertCourtBooking +\d+ ms {2}r-dry {2}dry {2}dry run$/),
    ]);
    await upsert('two', 0, 'r-3');
    await expect
      .poll(cli.stdout)
      .toMatch(/ r-3 {2}two {2}court_booking_overlap · occupied \S+ to \S+ by one\n/);
    // Two more polls.
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(linesOf(cli.stdout())).toHaveLength(4);
    cli.child.kill('SIGINT');
    expect(await cli.exited).toBe(0);
    expect(cli.stdout()).not.toContain(tenant.token);
  });

  it('prints only errors with --failed, as JSON with --json, and ends with --once', async () => {
    await upsert('one', 0, 'r-1');
    const { externalServiceId, token, courtIds } = tenant;
    const items = [0, 1].map((n) => ({
      ...{ action: 'upsert', externalCourtBookingId: `b-${n}`, ...bookingBody(courtIds[0], {}, n) },
    }));
    const headers = { 'X-Request-Id': 'r-2' };
    await service.batchCourtBookings(externalServiceId, { token, body: { items }, headers });
    await recorded('r-2');
    const { code, stdout, stderr } = await runCli(['logs', '--failed', '--json', '--once'], environment());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(linesOf(stdout).map((line) => JSON.parse(line))).toEqual([
      {
        ...{ event: 'request', requestId: 'r-2', timestamp: expect.any(String) },
        ...{ operation: 'batchCourtBookings', externalId: 'b-0', courtId: courtIds[0] },
        ...{ externalUpdatedAt: '2026-11-20T12:00:00.000Z', itemIndex: 0, requestCount: 1 },
        ...{ startDate: expect.any(String), endDate: expect.any(String), milliseconds: expect.any(Number) },
        ...{ status: 409, response: { error: expect.objectContaining({ type: 'court_booking_overlap' }) } },
      },
    ]);
    const only = ['logs', '--operation', 'upsertCourtBooking', '--external-id', 'one', '--once'];
    expect(linesOf((await runCli(only, environment())).stdout)).toHaveLength(1);
    const away = await runCli(['logs', '--once'], { ...environment(), BASE_URL: 'http://127.0.0.1:1' });
    expect(away).toMatchObject({ code: 1, stdout: '' });
    expect(away.stderr).toContain('No response arrived');
  });

  it('prints everything that is known about one request', async () => {
    const body = userBody({ email: 'nonsense', nickname: 'x' });
    const headers = { 'X-Request-Id': 'r/1' };
    await service.createUser(tenant.externalServiceId, { token: tenant.token, body, headers });
    await recorded('r/1');
    const { stdout } = await runCli(['logs', 'r/1'], environment());
    expect(stdout).toMatch(/^requestId {9}r\/1\n/);
    expect(stdout).toMatch(
      /^error +invalid_schema: The request does not match .*\n +email invalid_format\n +body unrecognized_keys\n/m,
    );
    const items = [{ action: 'upsert', externalCourtBookingId: 'booking-with-a-long-id' }];
    const batch = { token: tenant.token, body: { items }, headers: { 'X-Request-Id': 'r/2' } };
    await service.batchCourtBookings(tenant.externalServiceId, batch);
    await recorded('r/2');
    const details = await runCli(['logs', 'r/2'], environment());
    expect(details.stdout).toMatch(/^item 0 booking-with-a-long-id {2}400 {2}invalid_schema/m);
    const unknown = await runCli(['logs', 'none'], environment());
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/no recorded request of yours with this "X-Request-Id"/);
  });

  it('prints every new request of a burst, also if no request matched before', async () => {
    const cli = start(['--failed']);
    await upsert('one', 0, 'r-1');
    await recorded('r-1');
    const burst = Array.from({ length: 130 }, (_, n) => upsert('none', 0, `burst-${n}`));
    expect((await Promise.all(burst)).map(({ status }) => status)).toContain(409);
    const shown = () => new Set(cli.stdout().match(/(?<= {2})burst-\d+/g)).size;
    await expect.poll(shown).toBe(130);
  });

  it('continues when the service responds again', async () => {
    let isDown = false;
    proxy = await startDroppingProxy(service.address, () => isDown);
    const cli = start([], proxy.address);
    await upsert('one', 0, 'r-1');
    await expect.poll(cli.stdout).toContain(' r-1 ');
    isDown = true;
    await expect.poll(cli.stdout).toMatch(/ Trying again until it responds\.\n/);
    await upsert('two', 1, 'r-2');
    isDown = false;
    await expect.poll(cli.stdout).toMatch(/The service responds again\.\n(.*\n)*.* r-2 /);
  });
});
