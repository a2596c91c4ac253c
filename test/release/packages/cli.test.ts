import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, sdkVersion } from '../../harness/clients/sdk-consumer.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { installed, installSdk } from './installed.ts';
import { versionsOf } from './matrix.ts';

let folder: string;
let service: TestService;
beforeAll(async () => {
  service = await startTestService('postgresql');
  folder = mkdtempSync(join(tmpdir(), 'courtbridge-cli-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
  await installSdk(folder);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the command line of the installed package', () => {
  /** Nothing can be downloaded, so this finds only what is installed. */
  const npx = (...args: string[]) => {
    const env = { PATH: process.env.PATH ?? '', HOME: folder, npm_config_registry: 'http://127.0.0.1:1' };
    return run('npx', args, folder, env);
  };

  it.each(['courtbridge', '@courtbridge/sdk'])('npx %s shows its help and version', async (name) => {
    expect(await npx(name, '--help')).toMatch(/^courtbridge <command> [\s\S]*\n {2}doctor {3}/);
    expect(await npx(name, 'doctor', '--help')).toMatch(/^courtbridge doctor \[options\]\n/);
    expect(await npx(name, '--version')).toBe(`${sdkVersion}\n`);
  });

  it.each(
    versionsOf([
      ['node20', installed('node20/bin/node')],
      ['node22', installed('node22/bin/node')],
      ['node24', process.execPath],
    ]),
  )('%s runs doctor against a service', async (name, node) => {
    const { token } = await service.factories.tenant();
    const env = { BASE_URL: service.address, TOKEN: token };
    const bin = join(folder, 'node_modules/.bin/courtbridge');
    const said = await run(node, [bin, 'doctor'], folder, env);
    expect(said, name).toMatch(/^ok {7}Address {3}[\s\S]*\nNo problem found\.\n$/);
  });

  it.each([
    ['node20', installed('node20/bin/node')],
    ['node24', process.execPath],
  ])('%s loads every command', async (_name, node) => {
    const bin = join(folder, 'node_modules/.bin/courtbridge');
    for (const command of ['doctor', 'listen', 'sandbox'])
      expect(await run(node, [bin, command, '--help'], folder, {})).toContain(`courtbridge ${command} `);
  });
});
