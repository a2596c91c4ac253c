import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readmeBlocks } from './readme-blocks.ts';

const top = fileURLToPath(new URL('..', import.meta.url));
const entries = ['index', 'testing'] as const;

/** What must be assignable: everything as it was before. */
const uses = {
  // Generic as it is, TypeScript cannot relate `raw` to another `raw`; the README's use of it stands for it.
  index: [
    "export const others: Omit<typeof Before, 'createPartnerClient' | 'default'> = now;",
    "export const create: (options: Before.PartnerClientOptions) => Omit<Before.PartnerClient, 'raw'> = now.createPartnerClient;",
  ],
  testing: ["export const all: Omit<typeof Before, 'default'> = now;"],
};

/**
 * What compiles with one release of the package and not with another: every export of it, its use as the former one, and
 * the code of its README, with the exhaustive `switch` over the errors of an operation.
 *
 * @param before a folder with the former `index.d.ts`, `testing.d.ts` and `README.md`
 * @param now a folder with the present `index.d.ts` and `testing.d.ts`
 * @returns what breaks, in the words of the compiler; empty when nothing does
 */
export function breakingChanges(before: string, now: string): string[] {
  const files = new Map<string, string>();
  for (const entry of entries) {
    files.set(
      join(top, `compared-${entry}.ts`),
      [
        `import type * as Before from '${join(before, entry)}.js';`,
        `import type * as Now from '${join(now, entry)}.js';`,
        'declare const now: typeof Now;',
        ...uses[entry],
        // Of what is only a type the name counts here; its fields are compared by the functions that take or answer it.
        `export type { ${exportedNames(join(before, `${entry}.d.ts`)).join(', ')} } from '${join(now, entry)}.js';`,
      ].join('\n'),
    );
  }
  for (const { file, text } of readmeBlocks(readFileSync(join(before, 'README.md'), 'utf8'))) {
    if (file.endsWith('.ts')) files.set(join(top, 'readme-of-before', file), text);
  }

  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(top, 'node_modules/@types')],
    paths: {
      '@courtbridge/sdk': [join(now, 'index.d.ts')],
      '@courtbridge/sdk/testing': [join(now, 'testing.d.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  // Folders, too, may be in memory only.
  delete host.directoryExists;
  host.getSourceFile = (path, language) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!path.includes('/node_modules/')) return getSourceFile.call(host, path, language);
    if (!libraries.has(path)) libraries.set(path, getSourceFile.call(host, path, language));
    return libraries.get(path);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => {
    const lines = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
    // The first says where, the last say why.
    const told = lines.length > 5 ? [...lines.slice(0, 2), ...lines.slice(-3)] : lines;
    return `${file?.fileName.slice(top.length) ?? ''}: ${told.join('\n')}`;
  });
}

/** The names that a built file of declarations exports: it does so at its end. */
function exportedNames(declarations: string): string[] {
  return [...readFileSync(declarations, 'utf8').matchAll(/^export (?:type )?\{ (.*) \};$/gm)].flatMap(
    ([, names]) => names!.split(', '),
  );
}

/** Files of the libraries, which are the same in every comparison. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Where the last release's types and README stand; undefined before the first. */
export function lastReleaseFolder(): string | undefined {
  const folder = resolve(top, 'sdk/last-release');
  return existsSync(folder) ? folder : undefined;
}
