import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { retryDefaults } from '../../sdk/src/retry.ts';

const at = (path: string) => fileURLToPath(new URL(`../../sdk/src/${path}`, import.meta.url));

describe('TSDoc', () => {
  const entries = ['index.ts', 'sync/index.ts', 'testing/index.ts', 'webhooks/index.ts'];
  // Of what is not ours only the language itself, which our types are made with.
  const program = ts.createProgram(entries.map(at), {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  });

  /** The public names of an entry, and the members of those that are written by hand, without a comment. */
  function undocumented(entry: string): string[] {
    const checker = program.getTypeChecker();
    const isOurs = (symbol: ts.Symbol) =>
      symbol.declarations?.some(({ parent }) =>
        /\/sdk\/src\/(?!.*generated)/.test(parent.getSourceFile().fileName),
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

  it.each(entries)('everything public of %s has some', (entry) => {
    expect(undocumented(entry)).toEqual([]);
  });

  it('the defaults that it names are the defaults', () => {
    const text = readFileSync(at('retry.ts'), 'utf8');
    for (const [name, value] of Object.entries(retryDefaults)) {
      const [, named] = new RegExp(`Default: ([\\d ]+)\\.\\s+\\*/\\n  ${name}\\?:`).exec(text) ?? [];
      expect(Number(named?.replaceAll(' ', '')), name).toBe(value);
    }
  });
});
