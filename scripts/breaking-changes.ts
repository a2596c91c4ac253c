import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { blocksIn } from './readme-blocks.ts';

const top = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compares two releases. Compiles a use of every former export and the examples of the former README and guides, with their exhaustive `switch`. Also
 * finds removed fields, options and manifest entries.
 *
 * @param before a folder with what a release promises: `index.d.ts` and the types of the other entries, `README.md`, the guides of the SDK, `package.json`
 * @param now the same for another release
 * @returns what breaks, mostly as compiler messages, or an empty list
 */
export function breakingChanges(before: string, now: string): string[] {
  return [...manifestChanges(before, now), ...typeChanges(before, now)];
}

function manifestChanges(before: string, now: string): string[] {
  const [was, is] = [before, now].map((folder) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const offers = ({ exports, main, types }: Record<string, unknown>) =>
    Object.keys(flat({ exports, main, types }));
  const gone = offers(was).filter((path) => !offers(is).includes(path));
  return [
    ...gone.map((path) => `package.json: ${path} is gone.`),
    ...(was.engines.node === is.engines.node ? [] : [`package.json: engines is ${is.engines.node} now.`]),
  ];
}

/** Turns `{ a: { b: 1 } }` into `{ 'a b': 1 }`. */
function flat(value: object, path: string[] = []): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) =>
      typeof item === 'object' ? flat(item, [...path, key]) : { [[...path, key].join(' ')]: item },
    ),
  );
}

/**
 * Assignments that must compile, because every export must still fit its former type. An additional operation is not a break. Code that
 * names no operation, such as `instanceof PartnerError`, receives its errors in addition to the former ones.
 */
const uses: Record<string, string[]> = {
  // `raw` is generic, and TypeScript cannot relate two versions of it. The README's example of `raw` covers it.
  index: [
    "export const others: Omit<typeof Before, 'createPartnerClient' | 'PartnerError' | 'PartnerApiError' | 'default'> = now;",
    'type Class<Instance> = { prototype: Instance; new (message: string, fields: { type: string }): Instance };',
    'export const errors: Class<Now.PartnerError> = now.PartnerError;',
    'export const refusals: Class<Now.PartnerApiError> = now.PartnerApiError;',
    'declare const error: Now.PartnerError<Before.OperationName>;',
    'export const sameErrors: Before.PartnerError = error;',
    'declare const refusal: Now.PartnerApiError<Before.OperationName>;',
    'export const sameRefusals: Before.PartnerApiError = refusal;',
    "export const create: (options: Before.PartnerClientOptions) => Omit<Before.PartnerClient, 'raw'> = now.createPartnerClient;",
  ],
  testing: [
    "export const others: Omit<typeof Before, 'createTestPartnerApi' | 'default'> = now;",
    "export const create: () => Omit<Before.TestPartnerApi, 'calls' | 'succeed'> = now.createTestPartnerApi;",
    // TypeScript cannot relate lookups by a generic operation in two different tables.
    'declare const before: Before.TestPartnerApi;',
    'export const succeed: typeof before.succeed<Before.OperationName> = now.createTestPartnerApi().succeed;',
    'declare const calls: Extract<Now.TestCall, { operation: Before.OperationName }>[];',
    "export const sameCalls: Before.TestPartnerApi['calls'] = calls;",
  ],
};

const usesOf = (entry: string) => uses[entry] ?? ["export const all: Omit<typeof Before, 'default'> = now;"];

const entriesIn = (folder: string) =>
  globSync('*.d.ts', { cwd: folder }).map((file) => file.slice(0, -'.d.ts'.length));

function typeChanges(before: string, now: string): string[] {
  const files = new Map<string, string>();
  for (const entry of entriesIn(before)) {
    const exported = exportedTypes(join(before, `${entry}.d.ts`));
    files.set(
      join(top, `compared-${entry}.ts`),
      [
        `import type * as Before from '${join(before, entry)}.js';`,
        `import type * as Now from '${join(now, entry)}.js';`,
        'declare const now: typeof Now;',
        'type None<Gone extends never> = Gone;',
        ...usesOf(entry),
        `export type { ${exported.map(({ name }) => name).join(', ')} } from '${join(now, entry)}.js';`,
        // The removal of an optional field would still be assignable.
        ...exported
          .filter(({ isType, needsArguments }) => isType && !needsArguments)
          .map(
            ({ name }) =>
              `export type KeptFieldsOf${name} = None<Exclude<keyof Before.${name}, keyof Now.${name}>>;`,
          ),
      ].join('\n'),
    );
  }
  for (const { file, text } of blocksIn(before)) {
    if (file.endsWith('.ts')) files.set(join(top, 'readme-of-before', file), text);
  }
  const paths = entriesIn(now).map((entry) => [
    entry === 'index' ? '@courtbridge/sdk' : `@courtbridge/sdk/${entry}`,
    [join(now, `${entry}.d.ts`)],
  ]);
  const program = compile(files, Object.fromEntries(paths));
  return diagnosticsOf(program).map(({ messageText, file }) => {
    const lines = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
    // The first lines say where, the last ones say why.
    const told = lines.length > 5 ? [...lines.slice(0, 2), ...lines.slice(-3)] : lines;
    return `${file?.fileName.slice(top.length) ?? ''}: ${told.join('\n')}`;
  });
}

/** Returns the diagnostics of all files except libraries. Libraries do not change with a release and take most of the time. */
function diagnosticsOf(program: ts.Program): ts.Diagnostic[] {
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .filter(({ fileName }) => !isOfLibrary(fileName))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}

function exportedTypes(path: string): { name: string; isType: boolean; needsArguments: boolean }[] {
  // The file imports nothing, and only the names of its types matter.
  const program = ts.createProgram([path], { noLib: true, types: [] });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  return checker.getExportsOfModule(module).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const needsArguments = (symbol.declarations ?? []).some(
      (node) =>
        (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
        node.typeParameters?.some((parameter) => !parameter.default),
    );
    return { name: exported.name, isType: Boolean(symbol.flags & ts.SymbolFlags.Type), needsArguments };
  });
}

const libraries = new Map<string, ts.SourceFile | undefined>();

const isOfLibrary = (path: string) => path.includes('/node_modules/');

function compile(files: Map<string, string>, paths: ts.MapLike<string[]>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(top, 'node_modules/@types')],
    paths,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  // Folders may also exist in memory only.
  delete host.directoryExists;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, language) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!isOfLibrary(path)) return getSourceFile.call(host, path, language);
    if (!libraries.has(path)) libraries.set(path, getSourceFile.call(host, path, language));
    return libraries.get(path);
  };
  return ts.createProgram([...files.keys()], options, host);
}
