import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
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
import { packSdk, sdkDependencies } from '../../../scripts/pack-sdk.ts';
import { keepAsLastRelease, unpackLastRelease } from '../../../scripts/sdk-last-release.ts';
import {
  compileConsumer,
  createConsumer,
  readmeEnvironment,
  readmeOutputs,
  run,
  runReadmeBlocks,
  sdkVersion,
} from '../../harness/clients/sdk-consumer.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { npm } from './installed.ts';
import { type Registry, startRegistry } from './verdaccio.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const [major, minor] = sdkVersion.split('.').map(Number) as [number, number];
const nextMinor = `${major}.${minor + 1}.0`;

let registry: Registry;
/** A clone of the project's last commit, in which releases are made. */
let clone: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const file = (path: string) => readFileSync(join(clone, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(clone, path), text);

/** Runs a maintainer's script. Returns its output, also if it fails. */
async function npmRun(script: string, userconfig = registry.userconfig): Promise<string> {
  const env = {
    PATH: `${join(top, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: clone,
    CI: 'true',
    NO_COLOR: '1',
    npm_config_registry: registry.url,
    npm_config_userconfig: userconfig,
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
    GIT_COMMITTER_NAME: 'releaser',
    GIT_COMMITTER_EMAIL: 'releaser@example.com',
  };
  return run('npm', ['run', '--silent', script], clone, env, 230_000).catch((error: Error) => error.message);
}

function commit(message: string): void {
  git('add', '.');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** Writes the same file as `npx changeset`, and commits it. */
function noteChange(bump: string, text: string): void {
  write('.changeset/a-change.md', `---\n"@courtbridge/sdk": ${bump}\n---\n\n${text}\n`);
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
  // Restores the state right after a release, without later notes or breaking changes.
  for (const path of [
    '.changeset',
    'sdk',
    'codegen',
    'scripts',
    'src/rules',
    'package.json',
    'package-lock.json',
    '.gitignore',
  ]) {
    cpSync(join(top, path), join(clone, path), { recursive: true });
  }
  for (const note of globSync('.changeset/*.md', { cwd: clone })) rmSync(join(clone, note));
  const scratch = mkdtempSync(join(tmpdir(), 'courtbridge-packed-'));
  keepAsLastRelease(packSdk(scratch).folder, join(clone, 'sdk/last-release.tar.gz'));
  rmSync(scratch, { recursive: true });
  commit('released');
});
afterAll(async () => {
  await registry?.stop();
  rmSync(clone, { recursive: true, force: true });
});

describe('a release', () => {
  const tagOf = (version: string) => `@courtbridge/sdk@${version}`;

  it('publishes and tags the current version once', async () => {
    expect(await npmRun('release')).toMatch(/Successfully published:[\s\S]*Created git tags/);
    expect(git('tag', '--points-at', 'HEAD')).toBe(tagOf(sdkVersion));
    expect(await npmRun('release')).toContain('No unpublished projects to publish');
    expect(Object.keys((await published()).versions)).toEqual([sdkVersion]);
  });

  it('makes no version without changes, and no minor version with a breaking change', async () => {
    expect(await npmRun('release:version')).toContain('No unreleased changesets found');
    expect(git('status', '--porcelain')).toBe('');
    const index = 'sdk/src/index.ts';
    write(index, file(index).replace('{ toUserRequest }', '{ toUserRequest as toUser }'));
    noteChange('minor', '`toUserRequest` is now `toUser`.');
    const said = await npmRun('release:version');
    expect(said).toContain(`${nextMinor} would break what compiles with ${sdkVersion}`);
    expect(said).toContain('toUserRequest');
    git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('makes a version in the manifest, lock file, code, changelog and stored release', async () => {
    noteChange('minor', 'Something new.');
    expect(await npmRun('release:version')).toContain(`commit all as "sdk: release ${nextMinor}"`);
    expect(JSON.parse(file('sdk/package.json')).version).toBe(nextMinor);
    expect(JSON.parse(file('package-lock.json')).packages.sdk.version).toBe(nextMinor);
    expect(file('sdk/src/version.generated.ts')).toContain(`'${nextMinor}'`);
    expect(file('sdk/CHANGELOG.md')).toMatch(
      new RegExp(`## ${nextMinor}\n\n### Minor Changes\n\n- \\w+: Something new\\.\n\n## ${sdkVersion}`),
    );
    const kept = unpackLastRelease(join(clone, 'kept'), join(clone, 'sdk/last-release.tar.gz'));
    expect(JSON.parse(readFileSync(join(kept, 'package.json'), 'utf8')).version).toBe(nextMinor);
    rmSync(kept, { recursive: true });
    expect(existsSync(join(clone, '.changeset/a-change.md'))).toBe(false);
  });

  it('publishes nothing before the version is committed', async () => {
    expect(await npmRun('release')).toContain('sdk/package.json');
    expect(Object.keys((await published()).versions)).toEqual([sdkVersion]);
    commit(`sdk: release ${nextMinor}`);
  });

  it('is tagged only after publishing succeeds, and can be completed later', async () => {
    expect(await npmRun('release', '/dev/null')).toMatch(/failed to publish[\s\S]*ENEEDAUTH/);
    expect(git('tag', '--points-at', 'HEAD')).toBe('');
    expect(await npmRun('release')).toContain(tagOf(nextMinor));
    expect(git('tag', '--points-at', 'HEAD')).toBe(tagOf(nextMinor));
    expect(git('status', '--porcelain')).toBe('');
    const { versions, 'dist-tags': tags } = await published();
    expect(Object.keys(versions)).toEqual([sdkVersion, nextMinor]);
    expect(tags).toEqual({ latest: nextMinor });
    expect(versions[nextMinor]!.dist.integrity).toMatch(/^sha512-/);
  });
});

describe('installation from the registry into an empty project', () => {
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

  it('installs the SDK, openapi-fetch and its types, and nothing else', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual([
      '',
      'node_modules/@courtbridge/sdk',
      ...sdkDependencies.map((name) => `node_modules/${name}`),
    ]);
  });

  it('compiles the README strictly and runs it against the service', async () => {
    expect(compileConsumer(folder)).toBe('');
    const env = readmeEnvironment(service.address, await service.factories.tenant());
    for (const [name, text] of Object.entries(await runReadmeBlocks(folder, env))) {
      expect(text, name).toEqual(readmeOutputs[name]!(nextMinor));
    }
  });
});
