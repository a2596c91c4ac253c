import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasTerminal, runCli, startCli, startCliOnTerminal } from '../../harness/clients/cli-process.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { type ScriptedServer, startScriptedServer } from '../../harness/servers/scripted-server.ts';
import { startTestSandbox } from '../../harness/servers/test-sandbox.ts';
import { use, useService, useTestService } from '../../harness/servers/use-test-service.ts';

const client = fileURLToPath(new URL('../../harness/sandbox/client-process.ts', import.meta.url));

const sandbox = useService(() => startTestSandbox());
/** A service without a sandbox, and programs that respond with a JSON object to everything. */
const service = useTestService('postgresql');
const folder = scratchFolder();
const [other, halfRun] = [{ ok: true }, { scenarios: [] }].map((body) =>
  use(
    () => startScriptedServer({ status: 200, body }),
    ({ close }) => close(),
  ),
) as [ScriptedServer, ScriptedServer];

const argsOf = (scenario: string, ...more: string[]) => {
  const address = ['--url', sandbox.address];
  return ['sandbox', scenario, ...address, ...more];
};
/** Runs a scenario with a client of its own. */
const play = (scenario: string, clientArgs: string[] = [], more: string[] = []) =>
  runCli(argsOf(scenario, ...more, '--', process.execPath, client, ...clientArgs));
const valueIn = (output: string, name: string) => new RegExp(`^ {2}${name} +(\\S+)`, 'm').exec(output)![1]!;
const runIn = async (output: string) => (await fetch(valueIn(output, 'COURTBRIDGE_RUN'))).json();

describe('courtbridge sandbox', () => {
  it('starts a client with address, token and secret, shows steps and verdicts, and exits with 0 if all passed', async () => {
    const report = join(folder, 'report.json');
    const more = ['--seed', '7', '--report', report, '--webhook-url', 'http://127.0.0.1:1/'];
    more.push('--partner', 'Tennis Software');
    const { code, stdout, stderr } = await play('lost-response', [], more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [url, token, secret] = ['BASE_URL', 'TOKEN', 'WEBHOOK_SECRET'].map((name) => valueIn(stdout, name));
    expect(stdout).toContain(`client ${url} ${token} ${secret}\n`);
    expect(secret).toMatch(/^whsec_/);
    expect(stdout).toMatch(/^Step 1, lost-response: Send these 10 rows/m);
    expect(stdout).toMatch(
      /^ {2}request \d+ {2}PUT …\/court-bookings\/by-external-id\/lost-response-\d: 201, connection closed/m,
    );
    expect(stdout).toMatch(/^ {2}passed {4}lost-response: Repeats under the same id\.$/m);
    expect(stdout).toMatch(/^ {2}lost-response {2}passed {2}(\d) of \1 checks passed\n/m);
    expect(stdout).toMatch(/^Not run: slow-response, broken-response, .*, privacy\. Operators ask for /m);
    expect(stdout).toMatch(/\nPassed\.\n$/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      report: {
        ...{ seed: 7, scenario: 'lost-response', status: 'ended', isPassed: false },
        externalServiceName: expect.stringMatching(/^Tennis Software [0-9a-f-]{36}$/),
      },
      signature: expect.stringMatching(/^[\w+/]{86}==$/),
    });
  });

  it('explains what a client did wrong, and exits with 1', async () => {
    const { code, stdout } = await play('lost-response', ['', 'new versions']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}lost-response {2}failed {2}\d of \d checks passed\n/m);
    expect(stdout).toMatch(
      /^ {4}failed {4}Repeats with the same externalUpdatedAt\. .+ \(requests \d+(, \d+|, …)*\)$/m,
    );
    expect(stdout).toMatch(/\nNot passed\.\n$/);
  });

  it('kills a client in the step "restart" and starts it again, and it loses nothing', async () => {
    const { code, stdout } = await play('restart', [join(folder, 'right.json')]);
    const kills = stdout.match(/^ {2}Your client was killed, and is started again \(\d+\)$/gm)!;
    expect(kills.length).toBeGreaterThanOrEqual(5);
    expect(stdout.match(/^client /gm)).toHaveLength(kills.length + 1);
    expect(stdout).toMatch(/ {2}passed {4}restart: Continues from its stored cursor after a kill\./);
    expect(code, stdout).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('kills a client that a shell has started', async () => {
    const file = join(folder, 'shell.json');
    const command = `"${process.execPath}" "${client}" "${file}"; exit $?`;
    const { code, stdout } = await runCli(argsOf('restart', '--', 'sh', '-c', command));
    expect(stdout).toMatch(/killed, and is started again \(5\)/);
    expect(code, stdout).toBe(0);
  });

  it('ends the run if the client ends before it', async () => {
    const { code, stdout } = await play('lost-response', ['', 'ends']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Your client ended \(exit code 3\) before the run did\./);
    expect((await runIn(stdout)).status).toBe('ended');
    const missing = await runCli(argsOf('lost-response', '--', '/nonexistent'));
    expect(missing.code).toBe(1);
    expect(missing.stdout).toMatch(/Your client ended \(.*ENOENT\)/);
  });

  it('ends the run and the client if the reader of its output ends', async () => {
    const file = join(folder, 'pid');
    const waiting = `require('fs').writeFileSync(${JSON.stringify(file)}, '' + process.pid); setInterval(() => {}, 9)`;
    const cli = startCli(argsOf('stale-write', '--', process.execPath, '-e', waiting));
    await expect.poll(cli.stdout).toMatch(/^Step 1, /m);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d/);
    cli.child.stdout!.destroy();
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"step":1}' };
    await fetch(`${valueIn(cli.stdout(), 'COURTBRIDGE_RUN')}/next`, options);
    expect(await cli.exited).toBe(1);
    expect((await runIn(cli.stdout())).status).toBe('ended');
    await expect.poll(() => existsSync(`/proc/${readFileSync(file, 'utf8')}`)).toBe(false);
  });

  it('shows what to do without a client, and ends the run at Ctrl-C', async () => {
    const cli = startCli(argsOf('lost-response'));
    await expect.poll(cli.stdout).toMatch(/When this is done: POST http\S+\/next \{"step":1\}\n/);
    expect(cli.stdout().match(/^ {2}\{"action":"upsert",.*\}$/gm)).toHaveLength(10);
    cli.child.kill('SIGINT');
    expect(await cli.exited).toBe(1);
    expect((await runIn(cli.stdout())).status).toBe('ended');
    expect(cli.stdout()).toMatch(/lost-response {2}incomplete .*\n {4}not seen {2}Sends a write again/);
  });

  it('follows steps that are ended elsewhere, and prints each once, with a new token', async () => {
    const cli = startCli(argsOf('changed-world'));
    await expect.poll(cli.stdout).toMatch(/^Step 1, /m);
    const address = valueIn(cli.stdout(), 'COURTBRIDGE_RUN');
    let { step, token } = await runIn(cli.stdout());
    const first = token;
    while (step) {
      await expect.poll(cli.stdout).toContain(`\nStep ${step.number}, changed-world: `);
      const body = JSON.stringify({ step: step.number });
      const headers = { 'Content-Type': 'application/json' };
      ({ step, token } = await (await fetch(`${address}/next`, { method: 'POST', headers, body })).json());
    }
    expect(await cli.exited).toBe(1);
    expect(token).not.toBe(first);
    expect(cli.stdout()).toContain(`New TOKEN: ${token}\n`);
    expect(cli.stdout().match(/^Step 1, /gm)).toHaveLength(1);
  });

  it.skipIf(!hasTerminal)(
    `on a terminal, Enter ends a step${hasTerminal ? '' : ' (not run: needs script)'}`,
    async () => {
      const cli = startCliOnTerminal(argsOf('stale-write'), { NO_COLOR: '1' });
      await expect.poll(cli.stdout).toMatch(/^Step 1, [\s\S]*Press Enter when this is done\./m);
      cli.child.stdin!.write('\r');
      await expect.poll(cli.stdout).toMatch(/^Step 2, /m);
      cli.child.stdin!.write('\r');
      expect(await cli.exited).toBe(1);
      expect(cli.stdout()).toMatch(/stale-write {2}\w+ {2}\d of \d checks passed/);
    },
  );

  it.each([
    ['a sandbox that does not respond', () => 'http://127.0.0.1:1', /No sandbox.*npm run sandbox/],
    [
      'a service that is no sandbox',
      () => service.address,
      /There is a server at http\S+, but no sandbox \(status 404\)\. Start one with "npm run sandbox"/,
    ],
    ['another path of a sandbox', () => `${sandbox.address}/docs`, /\/docs, but no sandbox \(status 404\)\./],
    ['another program', () => other.address, /, but no sandbox \(status 200\)\. Start/],
    ['a program with scenarios', () => halfRun.address, /, but no sandbox \(status 200\)\. Start/],
  ])('exits with 1 and a message for %s', async (_what, url, expected) => {
    const { code, stderr } = await runCli(['sandbox', '--url', url()]);
    expect(code).toBe(1);
    expect(stderr).toMatch(expected);
  });

  it.each([
    ['an unknown scenario', 'lost', [], /There is no scenario "lost"\. Choose all or one of .*overload/],
    ['a scenario without its receiver', 'webhooks', [], /The scenario webhooks needs --webhook-url/],
    ['a receiver of another protocol', 'all', ['--webhook-url', 'ftp://h/'], /--webhook-url: .*https:\/\//],
    ['a seed of 0', 'all', ['--seed', '0'], /--seed: Must be a whole number from 1 to 2147483647\./],
    ['a negative seed', 'all', ['--seed=-1'], /--seed: Must be a whole number from 1 to/],
    ['a seed in words', 'all', ['--seed', 'one'], /--seed: Must be a number/],
    ['a seed without a value', 'all', ['--seed', '-1'], /Option '--seed' has no value\./],
    ['a folder that does not exist', 'all', ['--report', '/none/report.json'], /--report: the folder \/none/],
    ['a report that is a folder', 'all', ['--report', tmpdir()], /--report: .* is a folder\. Pass the name/],
  ])('exits with 2 for %s, before a run begins', async (_what, scenario, more, expected) => {
    const { code, stdout, stderr } = await runCli(argsOf(scenario, ...more));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(expected);
  });

  it('starts a client whose path and arguments have spaces and quotes', async () => {
    const printing = join(folder, 'my client.mjs');
    writeFileSync(printing, 'console.log(JSON.stringify(process.argv.slice(2)));');
    const args = ['Tennis Club "A"', 'C:\\end\\', '%PATH% & more', ''];
    const { stdout } = await runCli(argsOf('lost-response', '--', process.execPath, printing, ...args));
    expect(stdout).toContain(`${JSON.stringify(args)}\n`);
  });

  it('accepts the address of the page', async () => {
    const { stderr } = await runCli(['sandbox', 'none', '--url', `${sandbox.address}/sandbox/`]);
    expect(stderr).toContain('There is no scenario "none".');
  });
});
