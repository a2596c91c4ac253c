import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breakingChanges, lastReleaseFolder } from './breaking-changes.ts';
import { packSdk } from './pack.ts';

const help = `npm run release -- <patch | minor | major | version> [--registry <url>] [--tag <dist-tag>]

Writes the version, the changelog and last-release/, commits and tags it, and publishes the package.
Without a version: publishes the present one, if the registry does not have it yet; so an interrupted
release is finished. Log in to the registry before, with "npm login".
`;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string) => readFileSync(at(path), 'utf8');
const readManifest = () => JSON.parse(read('package.json')) as { name: string; version: string };

/** Why a release is not made. Nothing has been changed. */
class Refusal extends Error {}

async function release(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { registry: { type: 'string' }, tag: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || positionals.length > 1) return say(help);
  const registry = values.registry ? ['--registry', values.registry] : [];
  const scratch = mkdtempSync(join(tmpdir(), 'courtbridge-release-'));
  try {
    if (positionals[0]) await makeVersion(positionals[0], join(scratch, 'before'));
    const { name, version } = readManifest();
    if (version === '0.0.0') throw new Refusal('There is no version yet: name one, such as 1.0.0.');
    if (isPublished(`${name}@${version}`, registry)) return say(`${name}@${version} is published already.`);
    const { tarball } = await packSdk(join(scratch, 'published'));
    const options = ['--access', 'public', '--tag', values.tag ?? 'latest', ...provenance(), ...registry];
    npm('publish', tarball, ...options);
    say(`${name}@${version} is published${provenance().length > 0 ? ', with provenance' : ''}.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes and commits a version: manifest, code, changelog, and what the next one is held to. */
async function makeVersion(wanted: string, scratch: string): Promise<void> {
  const { name, version: present } = readManifest();
  const version = nextVersion(present, wanted);
  if (run('git', ['status', '--porcelain'])) {
    throw new Refusal('The work tree has changes: commit them, or put them away.');
  }
  const [before, unreleased, after] = splitChangelog();
  if (!unreleased.trim()) {
    throw new Refusal(
      'sdk/CHANGELOG.md has nothing under "Unreleased": say there what this version changes.',
    );
  }
  const { folder } = await packSdk(scratch);
  const last = lastReleaseFolder();
  const breaks = last ? breakingChanges(last, join(folder, 'dist')) : [];
  if (breaks.length > 0 && major(version) === major(present)) {
    throw new Refusal(`Only a major version may break what compiles with ${present}:\n${breaks.join('\n')}`);
  }

  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    at('CHANGELOG.md'),
    `${before}## Unreleased\n\n## ${version} (${date})\n\n${unreleased.trim()}\n${after}`,
  );
  replaceIn('package.json', `"version": "${present}"`, `"version": "${version}"`);
  replaceIn('src/version.ts', `'${present}'`, `'${version}'`);
  for (const file of ['dist/index.d.ts', 'dist/testing.d.ts', 'README.md']) {
    cpSync(join(folder, file), join(at('last-release'), basename(file)));
  }
  run('git', ['add', at('.')]);
  run('git', ['commit', '--quiet', '--message', `sdk: release ${version}`]);
  run('git', ['tag', `sdk-v${version}`]);
  say(`${name} ${version} is committed and tagged; push both.`);
}

const major = (version: string) => version.split('.')[0];

function nextVersion(present: string, wanted: string): string {
  const [first, second, third] = present.split('.').map(Number) as [number, number, number];
  if (wanted === 'major') return `${first + 1}.0.0`;
  if (wanted === 'minor') return `${first}.${second + 1}.0`;
  if (wanted === 'patch') return `${first}.${second}.${third + 1}`;
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new Refusal(`"${wanted}" is no version.\n\n${help}`);
  const [a, b, c] = wanted.split('.').map(Number) as [number, number, number];
  if ((a - first || b - second || c - third) <= 0) throw new Refusal(`${wanted} is not after ${present}.`);
  return wanted;
}

/** The changelog: before "Unreleased", what stands under it, and the releases after it. */
function splitChangelog(): [before: string, unreleased: string, after: string] {
  const [, before, unreleased, after] = /^([\s\S]*?)## Unreleased\n([\s\S]*?)(\n## [\s\S]*)?$/.exec(
    read('CHANGELOG.md'),
  )!;
  return [before!, unreleased!, after ?? ''];
}

/** Only a builder that a registry trusts can say where a package comes from. */
function provenance(): string[] {
  const { GITHUB_ACTIONS, ACTIONS_ID_TOKEN_REQUEST_URL, GITLAB_CI, SIGSTORE_ID_TOKEN } = process.env;
  const isSupported = (GITHUB_ACTIONS && ACTIONS_ID_TOKEN_REQUEST_URL) || (GITLAB_CI && SIGSTORE_ID_TOKEN);
  return isSupported ? ['--provenance'] : [];
}

function isPublished(spec: string, registry: string[]): boolean {
  try {
    return npm('view', spec, 'version', ...registry) !== '';
  } catch (error) {
    if (String((error as { stderr?: unknown }).stderr).includes('E404')) return false;
    throw error;
  }
}

function replaceIn(path: string, from: string, to: string): void {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`${path} does not say ${from}`);
  writeFileSync(at(path), text.replace(from, to));
}

/** npm, which tells why it fails also where `npm run --silent` has told it not to. */
const npm = (...args: string[]) => run('npm', [...args, '--loglevel', 'error']);

/** What a program says; throws when it fails. */
function run(program: string, args: string[]): string {
  return execFileSync(program, args, {
    cwd: at('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (import.meta.main) {
  try {
    await release(process.argv.slice(2));
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    process.stderr.write(`No release: ${error instanceof Refusal ? error.message : (stderr ?? error)}\n`);
    process.exitCode = 1;
  }
}
