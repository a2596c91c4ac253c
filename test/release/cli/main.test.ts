import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sdkVersion } from '../../../sdk/src/index.ts';
import { runCli } from '../../harness/clients/cli-process.ts';

describe('courtbridge', () => {
  it('shows the commands with --help, and the version with --version', async () => {
    const help = await runCli(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['doctor', 'logs', 'listen', 'sandbox'])
      expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${sdkVersion}\n`, stderr: '' });
  });

  it.each(['doctor', 'logs', 'listen', 'sandbox'])(
    '%s --help shows its options and calls nothing',
    async (name) => {
      const { code, stdout, stderr } = await runCli([name, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^courtbridge ${name} .*\\[options\\][\\s\\S]*--url <address> `));
    },
  );

  it.each([
    ['no command', [], ''],
    ['a wrong name', ['docter'], 'Unknown command "docter". The commands are doctor, logs, listen, sandbox.'],
    ['an unknown option before a command', ['--verbose'], 'Unknown option "--verbose".'],
    ['an unknown option', ['doctor', '--verbose'], "courtbridge doctor: Unknown option '--verbose'."],
    ['an option without its value', ['doctor', '--url'], "'--url <value>' argument missing."],
    ['an empty option', ['doctor', '--url='], "Option '--url' is empty."],
    ['a superfluous argument', ['doctor', 'now'], "Unexpected argument 'now'."],
    ['a command that the command does not take', ['listen', '--', 'node'], "Unexpected argument '--'."],
    ['a missing command', ['sandbox', '--'], "The command after '--' is missing."],
    ['a missing address', ['doctor', '--token', 'x'], 'Set BASE_URL or pass --url.'],
    ['a missing token', ['doctor', '--url', 'http://127.0.0.1:1'], 'Set TOKEN or pass --token.'],
    ['a malformed address', ['doctor', '--url', 'localhost', '--token', 'x'], 'must be like https://'],
    ['a missing receiver', ['listen', '--url', 'http://127.0.0.1:1', '--token', 'x'], '--forward http'],
    ['a sandbox without a protocol', ['sandbox', '--url', 'localhost:4000'], '--url is not an address'],
    ['a receiver that is no address', ['listen', '--forward', 'localhost:80'], 'The URL does not begin with'],
    ['a receiver with a password', ['listen', '--forward', 'http://me:pw@a'], 'has a user or password in it'],
    ['an id of no request', ['logs', '..', '--url', 'http://a', '--token', 'x'], 'requestId: Must be 1 to'],
    ['a value of an option without one', ['doctor', '--json=yes'], "'--json' does not take an argument."],
    ['a request and a filter', ['logs', 'x', '--failed'], 'A request id and a filter exclude each other.'],
    ['a secret that cannot sign', ['listen', '--forward', 'http://a', '--secret', 'x'], '--secret is not'],
  ])('rejects %s with a message, and exits with 2', async (_what, args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(stdout + stderr).toMatch(/--help/);
  });

  it.skipIf(process.platform !== 'linux')(
    'says so if its output cannot be written, and exits with 1',
    async () => {
      const entry = fileURLToPath(new URL('../../../sdk/src/cli/main.ts', import.meta.url));
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [entry, '--help'], {
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      expect([status, `${stderr}`]).toEqual([
        1,
        expect.stringMatching(/^courtbridge: The output cannot be written \(ENOSPC/),
      ]);
    },
  );

  it('does not print a secret that is in the wrong place', async () => {
    for (const secret of ['cbp_0123456789', 'cbo_0123456789', 'whsec_K5oZfzN95Z9UVu1Es/mfVN+=']) {
      const places = [[secret], ['doctor', secret], ['doctor', '--url', secret, '--token', 'x']];
      for (const args of [...places, ['listen', secret], ['sandbox', 'all', secret]]) {
        const { code, stdout, stderr } = await runCli(args);
        expect(code).toBe(2);
        expect(stdout + stderr).not.toContain(secret);
        expect(stdout + stderr).not.toContain(secret.slice(-8));
      }
    }
  });

  it("says that an operator's token cannot call the partner interface", async () => {
    const { code, stderr } = await runCli(['doctor'], { BASE_URL: 'http://127.0.0.1:1', TOKEN: 'cbo_0123' });
    expect(code).toBe(2);
    expect(stderr).toBe(
      "courtbridge doctor: The API token is an operator's token (cbo_…), which cannot call the partner interface. " +
        'Use that of your external service (cbp_…). See "courtbridge doctor --help".\n',
    );
  });
});
