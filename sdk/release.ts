import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breakingChanges, lastRelease } from './breaking-changes.ts';
import { packSdk } from './pack.ts';

const help = `npm run release -- <patch | minor | major | version> [--registry <url>] [--tag <dist-tag>] [--otp <code>]

Writes the version, the changelog and last-release/, commits and tags it, and publishes the package.
Without a version: publishes the present one, if the registry does not have it yet; so an interrupted
release is finished, with the same --tag. Log in to the registry before, with "npm login".
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
    options: {
      registry: { type: 'string' },
      tag: { type: 'string' },
      otp: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length > 1) return say(help);
  const registry = values.registry ? ['--registry', values.registry] : [];
  if (run('git', ['status', '--porcelain'])) {
    throw new Refusal('The work tree has changes: commit them, or put them away.');
  }
  const scratch = mkdtempSync(join(tmpdir(), 'courtbridge-release-'));
  try {
    if (positionals[0]) await makeVersion(positionals[0], join(scratch, 'before'), registry);
    const { name, version } = readManifest();
    if (isPublished(`${name}@${version}`, registry)) return say(`${name}@${version} is published already.`);
    refuseOtherThanTagged(version);
    const { tarball } = await packSdk(join(scratch, 'published'));
    const options = publishOptions(values, process.env);
    npm('publish', tarball, ...options);
    say(`${name}@${version} is published${options.includes('--provenance') ? ', with provenance' : ''}.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What is published is what was tagged, and nothing that came after it. */
function refuseOtherThanTagged(version: string): void {
  const tag = `sdk-v${version}`;
  if (!run('git', ['tag', '--list', tag])) throw new Refusal(`There is no tag ${tag}: name a new version.`);
  if (run('git', ['diff', '--name-only', tag, 'HEAD', '--', '.', '../package-lock.json'])) {
    throw new Refusal(
      `The SDK has changed since ${tag}: name a new version, or publish the tagged one after "git switch --detach ${tag}".`,
    );
  }
}

/** Writes and commits a version: manifest, code, changelog, and what the next one is held to. */
async function makeVersion(wanted: string, scratch: string, registry: string[]): Promise<void> {
  const { name, version: present } = readManifest();
  const version = nextVersion(present, wanted);
  if (run('git', ['tag', '--list', `sdk-v${version}`]) || isPublished(`${name}@${version}`, registry)) {
    throw new Refusal(`${version} was released before: fetch what you are missing, or name another version.`);
  }
  const [before, unreleased, after] = splitChangelog();
  if (!unreleased.trim()) {
    throw new Refusal(
      'sdk/CHANGELOG.md has nothing under "Unreleased": say there what this version changes.',
    );
  }
  const { folder } = await packSdk(scratch);
  const promised = join(scratch, 'promised');
  copyPromised(folder, promised);
  const breaks = breakingChanges(lastRelease, promised);
  if (breaks.length > 0 && major(version) === major(present)) {
    throw new Refusal(`Only a major version may break what compiles with ${present}:\n${breaks.join('\n')}`);
  }

  const head = run('git', ['rev-parse', 'HEAD']);
  try {
    const date = new Date().toISOString().slice(0, 10);
    const changelog = `${before}## Unreleased\n\n## ${version} (${date})\n\n${unreleased.trim()}\n${after}`;
    writeFileSync(at('CHANGELOG.md'), changelog);
    replaceIn('package.json', `"version": "${present}"`, `"version": "${version}"`);
    replaceIn('src/version.ts', `'${present}'`, `'${version}'`);
    copyPromised(folder, lastRelease);
    run('git', ['add', at('.')]);
    run('git', ['commit', '--quiet', '--message', `sdk: release ${version}`]);
    run('git', ['tag', `sdk-v${version}`]);
  } catch (error) {
    // The tree was clean before.
    run('git', ['reset', '--quiet', '--hard', head]);
    throw error;
  }
  say(`${name} ${version} is committed and tagged; push both.`);
}

/** What a packed version promises, which the next one is held to. */
export function copyPromised(packed: string, folder: string): void {
  for (const file of ['dist/index.d.ts', 'dist/testing.d.ts', 'README.md', 'package.json']) {
    cpSync(join(packed, file), join(folder, basename(file)));
  }
}

const major = (version: string) => version.split('.')[0];

function nextVersion(present: string, wanted: string): string {
  const [first, second, third] = present.split('.').map(Number) as [number, number, number];
  if (wanted === 'major') return `${first + 1}.0.0`;
  if (wanted === 'minor') return `${first}.${second + 1}.0`;
  if (wanted === 'patch') return `${first}.${second}.${third + 1}`;
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(wanted))
    throw new Refusal(`"${wanted}" is no version.\n\n${help}`);
  const [a, b, c] = wanted.split('.').map(Number) as [number, number, number];
  if ((a - first || b - second || c - third) <= 0) throw new Refusal(`${wanted} is not after ${present}.`);
  return wanted;
}

/** The changelog: before "Unreleased", what stands under it, and the releases after it. */
function splitChangelog(): [before: string, unreleased: string, after: string] {
  const parts = /^([\s\S]*?)## Unreleased\n([\s\S]*?)(\n## [\s\S]*)?$/.exec(read('CHANGELOG.md'));
  if (!parts) throw new Refusal('sdk/CHANGELOG.md has no heading "## Unreleased".');
  const [, before, unreleased, after] = parts;
  return [before!, unreleased!, after ?? ''];
}

/** What npm is told. Only a CI system that the public registry trusts can say where a package comes from. */
export function publishOptions(
  {
    registry,
    tag,
    otp,
  }: { registry?: string | undefined; tag?: string | undefined; otp?: string | undefined },
  env: Record<string, string | undefined>,
): string[] {
  const onGitHub = env.GITHUB_ACTIONS && env.ACTIONS_ID_TOKEN_REQUEST_URL;
  const onGitLab = env.GITLAB_CI && env.SIGSTORE_ID_TOKEN;
  return [
    '--access',
    'public',
    // Without one npm says `latest`, but not of a version that is older than that.
    ...(tag ? ['--tag', tag] : []),
    ...(otp ? ['--otp', otp] : []),
    ...(registry ? ['--registry', registry] : onGitHub || onGitLab ? ['--provenance'] : []),
  ];
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
    const why = error instanceof Refusal ? error.message : stderr?.trim() || String(error);
    process.stderr.write(`No release: ${why}\n`);
    process.exitCode = 1;
  }
}
