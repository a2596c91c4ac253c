import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

export interface DeclaredTest {
  /** Titles from the outermost `describe` to the test, as in the source: `create user on %s`. */
  titles: string[];
  /** Returns true if the name belongs to one of the declared tests, as written or as generated. */
  isCalled(name: string): boolean;
}

/** The tests that a file declares, found without running it. Tests that never run are left out. */
export function declaredTests(path: string): DeclaredTest[] {
  const file = parsed(path);
  const tests: DeclaredTest[] = [];
  const walk = (node: ts.Node, above: string[]): void => {
    const call = ts.isCallExpression(node) ? asTestCall(node) : undefined;
    if (call === undefined) {
      ts.forEachChild(node, (child) => walk(child, above));
      return;
    }
    if (/\.(skip|todo)\b/.test(call.callee)) return;
    const titles = [...above, call.title.text];
    if (call.callee.startsWith('describe')) {
      for (const part of call.rest) walk(part, titles);
      return;
    }
    const { pattern } = call.title;
    const rows = call.filledBy.flatMap((table) => fillingsOf(table, file));
    tests.push({
      titles,
      isCalled: (name) => {
        if (name === call.title.text) return true;
        const holes = pattern.exec(name)?.slice(1);
        return holes !== undefined && rows.some((row) => holes.every((hole) => row.has(hole)));
      },
    });
  };
  walk(file, []);
  return tests;
}

const parsed = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

/** The declarations that a name refers to. A name is a title, or several titles from outer to inner, joined by ` > `. */
export function testsNamed(tests: DeclaredTest[], name: string): DeclaredTest[] {
  return tests.filter((test) => {
    const outer = test.titles.slice(0, -1);
    for (let depth = 0; depth <= outer.length; depth += 1) {
      const prefix = outer.slice(outer.length - depth).map((title) => `${title} > `);
      if (name.startsWith(prefix.join('')) && test.isCalled(name.slice(prefix.join('').length))) return true;
    }
    return false;
  });
}

interface TestCall {
  callee: string;
  title: { text: string; pattern: RegExp };
  /** The source of the values for the title's placeholders. */
  filledBy: readonly ts.Node[];
  /** The arguments after the title. */
  rest: readonly ts.Node[];
}

/** `it('…')`, `it.skipIf(…)('…')`, `describe.each(…)('…')`. */
function asTestCall(node: ts.CallExpression): TestCall | undefined {
  const table = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const callee = (table ?? node).expression.getText();
  if (!/^(it|test|describe)(\.\w+)*$/.test(callee) || node.arguments.length < 2) return undefined;
  const title = toTitle(node.arguments[0]!);
  if (!title) return undefined;
  return { callee, title, filledBy: table?.arguments ?? [], rest: node.arguments.slice(1) };
}

function toTitle(node: ts.Node): TestCall['title'] | undefined {
  if (ts.isStringLiteralLike(node)) return { text: node.text, pattern: toPattern(node.text) };
  if (!ts.isTemplateExpression(node)) return undefined;
  const text = node.getText().slice(1, -1);
  return { text, pattern: toPattern(text) };
}

/** Matches a title with placeholders (`%s`, `$name`, `${…}`). A title without any matches only itself. */
export function toPattern(title: string): RegExp {
  const parts = title.split(/%[sdifjoOc]|\$\{[^}]*\}|\$\w+/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('(.+)')}$`,
    's',
  );
}

/** The literals in each row of a table: a list element, or a property with its name. */
function fillingsOf(table: ts.Node, file: ts.SourceFile, within: string[] = []): Set<string>[] {
  if (ts.isArrayLiteralExpression(table)) return table.elements.map((element) => literalsOf(element));
  if (ts.isObjectLiteralExpression(table))
    return table.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? fillingsOf(property.expression, file, within)
        : [literalsOf(property)],
    );
  if (ts.isIdentifier(table)) {
    const source = importedFrom(table.text, file) ?? file;
    const step = `${source.fileName} ${table.text}`;
    const declared = within.includes(step) ? undefined : initializerOf(table.text, source);
    return declared ? fillingsOf(declared, source, [...within, step]) : [];
  }
  const parts = ts.isCallExpression(table)
    ? [table.expression, ...table.arguments]
    : ts.isAsExpression(table) || ts.isSatisfiesExpression(table) || ts.isPropertyAccessExpression(table)
      ? [table.expression]
      : [];
  return parts.flatMap((part) => fillingsOf(part, file, within));
}

function literalsOf(row: ts.Node): Set<string> {
  const found = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) found.add(node.text);
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
      found.add(node.getText());
    if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)) found.add(node.name.text);
    // Functions in a row are not part of its name.
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, walk);
  };
  walk(row);
  return found;
}

/** The file of the tests that a name is imported from. */
function importedFrom(name: string, file: ts.SourceFile): ts.SourceFile | undefined {
  const from = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name);
  });
  const path = from && (from.moduleSpecifier as ts.StringLiteral).text;
  return path?.startsWith('.') ? parsed(resolve(file.fileName, '..', path)) : undefined;
}

function initializerOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const walk = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found ??= node.initializer;
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}
