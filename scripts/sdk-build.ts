import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bumps = ['major', 'minor', 'patch'] as const;
type Bump = (typeof bumps)[number];

/** A change since the last release, as `npx changeset` notes it. */
interface Note {
  bump: Bump;
  text: string;
}

/** A build of the SDK between two releases. */
export interface SdkBuild {
  /** A hash of everything that decides what is in the package. */
  hash: string;
  /** That of the last release if nothing is noted since. Otherwise the next one with this hash, such as `1.2.0-build.c3f9a0d1e2b4`. */
  version: string;
  notes: Note[];
}

const manifestOf = (top: string) => JSON.parse(readFileSync(join(top, 'sdk/package.json'), 'utf8'));

/** Returns the build that the files of a project make. */
export function sdkBuild(top: string): SdkBuild {
  const notes = globSync('.changeset/*.md', { cwd: top })
    .sort()
    .map((file) => toNote(join(top, file)));
  const hash = createHash('sha256');
  for (const file of inputsOf(top))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(top, file)))
      .update('\0');
  // Begins with a letter, because a version must not have a number that begins with 0.
  const [short] = /[a-f][0-9a-f]{11}/.exec(hash.digest('hex').repeat(2))!;
  const { version } = manifestOf(top);
  return {
    hash: short,
    notes,
    version: notes.length > 0 ? `${next(version, notes)}-build.${short}` : version,
  };
}

function inputsOf(top: string): string[] {
  const ofSdk = ['{examples,src}/**', '*.{json,ts,md}', 'LICENSE'].map((pattern) => `sdk/${pattern}`);
  // The test platform contains the rules.
  const others = [
    'src/rules/**',
    '.changeset/*.md',
    'tsconfig.json',
    'package-lock.json',
    'scripts/{pack-sdk,sdk-build}.ts',
  ];
  return globSync([...ofSdk, ...others], { cwd: top, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(top, '/').length).replaceAll('\\', '/'))
    .sort();
}

function toNote(path: string): Note {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(path, 'utf8'))!;
  return { bump: bumps.find((each) => head!.endsWith(`: ${each}`))!, text: text!.trim() };
}

function next(version: string, notes: readonly Note[]): string {
  const numbers = version.split('.').map(Number);
  const at = Math.min(...notes.map(({ bump }) => bumps.indexOf(bump)));
  return numbers.map((number, index) => (index < at ? number : index === at ? number + 1 : 0)).join('.');
}

/** Writes the version and the changes of a build into a copy of the project. */
export function markBuild(copy: string, { version, notes }: SdkBuild): void {
  if (notes.length === 0) return;
  const { version: released } = manifestOf(copy);
  const replace = (path: string, from: string, to: string) => {
    const file = join(copy, 'sdk', path);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(from, () => to),
    );
  };
  replace('package.json', `"version": "${released}"`, `"version": "${version}"`);
  replace('src/version.generated.ts', `'${released}'`, `'${version}'`);
  replace('CHANGELOG.md', '# Changelog\n', `# Changelog\n\n${changesOf(version, notes)}`);
}

/** The section of the changelog, in the form of the releases. */
function changesOf(version: string, notes: readonly Note[]): string {
  const sections = bumps.flatMap((bump) => {
    const texts = notes
      .filter((note) => note.bump === bump)
      .map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}\n`);
    const title = `${bump[0]!.toUpperCase()}${bump.slice(1)} Changes`;
    return texts.length > 0 ? [`### ${title}\n\n${texts.join('')}`] : [];
  });
  return `## ${version}\n\n${sections.join('\n')}`;
}
