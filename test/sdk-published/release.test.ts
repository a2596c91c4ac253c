import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packSdk } from '../../sdk/pack.ts';
import { copyPromised } from '../../sdk/release.ts';
import {
  compileConsumer,
  createConsumer,
  readmeEnvironment,
  readmeOutputs,
  run,
  runReadmeBlocks,
  sdkVersion,
} from '../harness/sdk-consumer.ts';
import { startTestService, type TestService } from '../harness/test-service.ts';
import { npm } from './installed.ts';
import { type Registry, startRegistry } from './verdaccio.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const [major, minor] = sdkVersion.split('.').map(Number) as [number, number];
const nextMinor = `${major}.${minor + 1}.0`;

let registry: Registry;
/** A clone of the project's last commit, in which releases are made. */
let clone: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const file = (path: string) => readFileSync(join(clone, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(clone, path), text);

/** `npm run release`, as a maintainer runs it; what it says, also where it fails. */
async function release(...args: string[]): Promise<string> {
  const env = {
    PATH: `${join(top, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: clone,
    npm_config_userconfig: registry.userconfig,
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
    GIT_AUTHOR_NAME: 'releaser',
    GIT_AUTHOR_EMAIL: 'releaser@example.com',
    GIT_COMMITTER_NAME: 'releaser',
    GIT_COMMITTER_EMAIL: 'releaser@example.com',
  };
  const all = ['run', '--silent', 'release', '--', ...args, '--registry', registry.url];
  return run('npm', all, clone, env, 120_000).catch((error: Error) => error.message);
}

/** The registry can be read then, and not be written. */
async function withoutLogin(work: () => Promise<string>): Promise<string> {
  const { userconfig } = registry;
  registry.userconfig = '/dev/null';
  return work().finally(() => {
    registry.userconfig = userconfig;
  });
}

function commit(message: string): void {
  git('add', '.');
  git(
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '--message',
    message,
  );
}

function noteChange(text: string): void {
  write(
    'sdk/CHANGELOG.md',
    file('sdk/CHANGELOG.md').replace('## Unreleased\n', `## Unreleased\n\n${text}\n`),
  );
  commit('note a change');
}

const published = async () => {
  const answer = await fetch(`${registry.url}/@courtbridge%2fsdk`);
  return (await answer.json()) as {
    versions: Record<string, { dist: { integrity: string }; license: string }>;
    'dist-tags': Record<string, string>;
  };
};

beforeAll(async () => {
  registry = await startRegistry();
  clone = mkdtempSync(join(tmpdir(), 'courtbridge-clone-'));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', top, clone]);
  symlinkSync(join(top, 'node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n.npm\n');
  // The state right after a release, whatever has been noted or broken since.
  for (const path of ['sdk', 'package.json']) cpSync(join(top, path), join(clone, path), { recursive: true });
  write('sdk/CHANGELOG.md', file('sdk/CHANGELOG.md').replace(/(## Unreleased\n)[\s\S]*?(?=\n## )/, '$1'));
  const { folder } = await packSdk(join(clone, 'node_modules/.packed'));
  copyPromised(folder, join(clone, 'sdk/last-release'));
  rmSync(join(clone, 'node_modules/.packed'), { recursive: true });
  commit('released');
  git('tag', '--force', `sdk-v${sdkVersion}`);
});
afterAll(async () => {
  await registry?.stop();
  rmSync(clone, { recursive: true, force: true });
});

describe('npm run release', () => {
  it('publishes the present version where it is not yet, and says so where it is', async () => {
    expect(await release()).toBe(`@courtbridge/sdk@${sdkVersion} is published.\n`);
    expect(await release()).toBe(`@courtbridge/sdk@${sdkVersion} is published already.\n`);
    expect(Object.keys((await published()).versions)).toEqual([sdkVersion]);
  });

  it('refuses what is no release, and changes nothing', async () => {
    const head = git('rev-parse', 'HEAD');
    expect(await release('minor')).toContain('has nothing under "Unreleased"');
    expect(await release('1.x')).toContain('"1.x" is no version');
    expect(await release('1.07.0')).toContain('"1.07.0" is no version');
    expect(await release('0.0.1')).toContain(`0.0.1 is not after ${sdkVersion}`);
    git('tag', `sdk-v${nextMinor}`);
    expect(await release('minor')).toContain(`${nextMinor} was released before`);
    git('tag', '--delete', `sdk-v${nextMinor}`);
    write('sdk/stray.txt', 'not committed');
    expect(await release('minor')).toContain('The work tree has changes');
    expect(await release()).toContain('The work tree has changes');
    rmSync(join(clone, 'sdk/stray.txt'));
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([head, '']);
    expect(Object.keys((await published()).versions)).toEqual([sdkVersion]);
  });

  it('refuses a breaking change that is no major version', async () => {
    const head = git('rev-parse', 'HEAD');
    const path = 'sdk/src/create-partner-client.ts';
    write(path, file(path).replaceAll('createUser:', 'addUser:'));
    noteChange('### Breaking\n\n- `createUser` is now `addUser`.');
    const said = await release('minor');
    expect(said).toContain(`Only a major version may break what compiles with ${sdkVersion}`);
    expect(said).toContain('createUser');
    git('reset', '--quiet', '--hard', head);
  });

  it('makes a version: manifest, code, changelog, last-release, commit, tag; and publishes it', async () => {
    noteChange('### Added\n\n- Something new.');
    expect(await release('minor')).toBe(
      `@courtbridge/sdk ${nextMinor} is committed and tagged; push both.\n@courtbridge/sdk@${nextMinor} is published.\n`,
    );
    expect(JSON.parse(file('sdk/package.json')).version).toBe(nextMinor);
    expect(file('sdk/src/version.ts')).toContain(`'${nextMinor}'`);
    expect(file('sdk/CHANGELOG.md')).toMatch(
      new RegExp(
        `## Unreleased\\n\\n## ${nextMinor} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\n### Added\\n\\n- Something new\\.\\n\\n## ${sdkVersion}`,
      ),
    );
    expect(file('sdk/last-release/README.md')).toBe(file('sdk/README.md'));
    expect(git('log', '-1', '--format=%s')).toBe(`sdk: release ${nextMinor}`);
    expect(git('tag', '--points-at', 'HEAD')).toBe(`sdk-v${nextMinor}`);
    expect(git('status', '--porcelain')).toBe('');

    const { versions, 'dist-tags': tags } = await published();
    expect(Object.keys(versions)).toEqual([sdkVersion, nextMinor]);
    expect(tags).toEqual({ latest: nextMinor });
    expect(versions[nextMinor]!.dist.integrity).toMatch(/^sha512-/);
  });

  it('leaves nothing half done where the registry does not answer', async () => {
    const head = git('rev-parse', 'HEAD');
    noteChange('### Fixed\n\n- Nobody hears of it.');
    const noted = git('rev-parse', 'HEAD');
    const { url } = registry;
    registry.url = 'http://127.0.0.1:1';
    expect(await release('patch')).toMatch(/No release: .+/);
    registry.url = url;
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([noted, '']);
    git('reset', '--quiet', '--hard', head);
  });

  it('leaves nothing half done where a commit fails', async () => {
    noteChange('### Fixed\n\n- A mistake.');
    const head = git('rev-parse', 'HEAD');
    write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    chmodSync(join(clone, '.git/hooks/pre-commit'), 0o755);
    expect(await release('patch')).toMatch(/No release: .+/);
    rmSync(join(clone, '.git/hooks/pre-commit'));
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([head, '']);
  });

  it('finishes a release that was interrupted before it was published', async () => {
    expect(await withoutLogin(() => release('patch'))).toMatch(/No release: [\s\S]*ENEEDAUTH/);
    const patch = nextMinor.replace(/0$/, '1');
    expect(git('log', '-1', '--format=%s')).toBe(`sdk: release ${patch}`);
    expect(await release()).toBe(`@courtbridge/sdk@${patch} is published.\n`);
  });

  it('publishes no other content under a version that was tagged', async () => {
    const next = nextMinor.replace(/0$/, '2');
    noteChange('### Fixed\n\n- Another mistake.');
    await withoutLogin(() => release('patch'));
    write('sdk/README.md', `${file('sdk/README.md')}\nChanged since.\n`);
    commit('change what was tagged');
    expect(await release()).toContain(`The SDK has changed since sdk-v${next}`);
    expect(Object.keys((await published()).versions)).not.toContain(next);
  });
});

describe('an empty project installs it from the registry', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService('postgresql');
    folder = createConsumer();
    await npm(folder, ['install', `@courtbridge/sdk@${nextMinor}`], { registry: registry.url });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('one package, without any other', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@courtbridge/sdk']);
    expect(existsSync(join(folder, 'node_modules/@courtbridge/sdk/dist/THIRD-PARTY-LICENSES.txt'))).toBe(
      true,
    );
  });

  it('compiles a strict program of everything in the README, and runs it against the service', async () => {
    expect(compileConsumer(folder)).toBe('');
    const env = readmeEnvironment(service.address, await service.factories.tenant());
    for (const [name, text] of Object.entries(await runReadmeBlocks(folder, env))) {
      expect(text, name).toEqual(readmeOutputs[name]!(nextMinor));
    }
  });
});
