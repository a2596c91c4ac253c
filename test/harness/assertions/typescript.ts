import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const inMemory = resolve(top, 'test/release/process/in-memory.ts');

/** Parsed files, shared by all programs of a test file. */
const parsed = new Map<string, ts.SourceFile | undefined>();
/** The last program, whose resolution and binding the next one reuses. */
let last: ts.Program | undefined;

/**
 * Compiles a program as strictly as the project and returns the compiler's messages: `TS2322 line 3: Type …`. Leaves out the SDK's own
 * files, which {@link faultsOfSdk} checks once, because they are the same for every program and most of the work.
 * @param program the text of a file, which exists only in memory, in `test/release/process`; or a file's path relative to the project root
 */
export function faultsOfProgram(program: string | { path: string }): string[] {
  const path = typeof program === 'string' ? inMemory : resolve(top, program.path);
  const compiled = compile([path], typeof program === 'string' ? program : undefined);
  return faultsOfFiles(compiled, [compiled.getSourceFile(path)!]);
}

/** Compiler messages for the SDK's own files, with the options of the programs above. */
export function faultsOfSdk(): string[] {
  const sdk = resolve(top, 'sdk/src');
  const compiled = compile([resolve(sdk, 'index.ts')]);
  const files = compiled.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${sdk}/`));
  return faultsOfFiles(compiled, files);
}

function faultsOfFiles(program: ts.Program, files: ts.SourceFile[]): string[] {
  const faults = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return faults.map(({ code, messageText, file, start }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start!).line + 1 : 0;
    return `TS${code} line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function compile(roots: string[], text?: string): ts.Program {
  const { config } = ts.readConfigFile(resolve(top, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, top);
  options.noUnusedLocals = false;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => (path === inMemory ? text !== undefined : fileExists(path));
  host.getSourceFile = (path, languageVersion) => {
    if (path === inMemory && text !== undefined) return ts.createSourceFile(path, text, languageVersion);
    if (!parsed.has(path)) parsed.set(path, getSourceFile.call(host, path, languageVersion));
    return parsed.get(path);
  };
  last = ts.createProgram({ rootNames: roots, options, host, ...(last ? { oldProgram: last } : {}) });
  return last;
}
