import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { retryDefaults } from '../../sdk/src/retry.ts';

const at = (path: string) => fileURLToPath(new URL(`../../sdk/src/${path}`, import.meta.url));

describe('TSDoc', () => {
  const entries = ['index.ts', 'sync/index.ts', 'testing/index.ts', 'webhooks/index.ts'];
  // Without the types of dependencies. Only the language's own are needed for ours.
  const program = ts.createProgram(entries.map(at), {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  });

  /** Returns the exported names of an entry without a comment, and their members. Those of `openapi.generated.ts` are the document's. */
  function undocumented(entry: string): string[] {
    const checker = program.getTypeChecker();
    const isOurs = (symbol: ts.Symbol) =>
      symbol.declarations?.some(({ parent }) =>
        /\/sdk\/src\/(?!openapi\.generated)/.test(parent.getSourceFile().fileName),
      );
    const isSilent = (symbol: ts.Symbol) =>
      ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() === '';
    const module = checker.getSymbolAtLocation(program.getSourceFile(at(entry))!)!;
    return checker.getExportsOfModule(module).flatMap((name) => {
      const symbol = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      if (!isOurs(symbol)) return [];
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      const members = (type.isUnion() ? type.types : [type]).flatMap((each) => each.getProperties());
      const silent = new Set(
        members.filter((member) => isOurs(member) && isSilent(member)).map((member) => member.name),
      );
      return [
        ...(isSilent(symbol) ? [symbol.name] : []),
        ...[...silent].map((member) => `${symbol.name}.${member}`),
      ];
    });
  }

  it.each(entries)('covers every export of %s', (entry) => {
    expect(undocumented(entry)).toEqual([]);
  });

  it('describes the parameters of operations in prose, because TypeDoc warns of @param in derived types', () => {
    for (const file of ['operations.generated.ts', 'batches.generated.ts'])
      expect(readFileSync(at(file), 'utf8')).not.toContain('@param');
  });

  it('states the actual defaults', () => {
    const text = readFileSync(at('call-options.ts'), 'utf8');
    for (const [name, value] of Object.entries(retryDefaults)) {
      const [, named] = new RegExp(`Default: ([\\d ]+)\\.\\s+\\*/\\n  ${name}\\?:`).exec(text) ?? [];
      expect(Number(named?.replaceAll(' ', '')), name).toBe(value);
    }
  });
});
