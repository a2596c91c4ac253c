import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const top = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles a program, as strictly as the project, and answers what the compiler says: `TS2322 line 3: Type …`.
 *
 * @param program a file's text, which stands in memory beside the tests of the SDK; or a file's path from the top
 */
export function faultsOfProgram(program: string | { path: string }): string[] {
  const { config } = ts.readConfigFile(resolve(top, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, top);
  options.noUnusedLocals = false;
  const inMemory = resolve(top, 'test/sdk/in-memory.ts');
  const root = typeof program === 'string' ? inMemory : resolve(top, program.path);
  const host = ts.createCompilerHost(options);
  if (typeof program === 'string') {
    const { getSourceFile, fileExists } = host;
    host.fileExists = (path) => path === inMemory || fileExists(path);
    host.getSourceFile = (path, ...others) =>
      path === inMemory
        ? ts.createSourceFile(path, program, options.target!)
        : getSourceFile.call(host, path, ...others);
  }
  const all = ts.getPreEmitDiagnostics(ts.createProgram([root], options, host));
  return all.map(({ code, messageText, file, start }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start!).line + 1 : 0;
    return `TS${code} line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
