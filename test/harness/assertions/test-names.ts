import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test as its file declares it. */
export interface DeclaredTest {
  /** Titles from the outermost `describe` to the test, as they stand in the file: `create user on %s`. */
  titles: string[];
  /** Whether a name is that of one of the tests that it declares: its title as it stands, or as it is generated. */
  isCalled(name: string): boolean;
}

/** The tests that a file declares, without running it; those that are never run are none. */
export function declaredTests(path: string): DeclaredTest[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
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

/** The declarations that a name means: a title, or several from an outer one to the test, joined by ` > `. */
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
  /** Such as `it.each`. */
  callee: string;
  title: { text: string; pattern: RegExp };
  /** What the holes of the title are filled from. */
  filledBy: ts.Node[];
  /** What stands behind the title. */
  rest: readonly ts.Node[];
}

/** `it('…')`, `it.skipIf(…)('…')`, `describe.each(…)('…')`. */
function asTestCall(node: ts.CallExpression): TestCall | undefined {
  const table = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const callee = (table ?? node).expression.getText();
  if (!/^(it|test|describe)(\.\w+)*$/.test(callee) || node.arguments.length < 2) return undefined;
  const title = toTitle(node.arguments[0]!);
  if (!title) return undefined;
  const filledBy: ts.Node[] = [...(table?.arguments ?? [])];
  for (let at: ts.Node = node; at; at = at.parent) if (ts.isForOfStatement(at)) filledBy.push(at.expression);
  return { callee, title, filledBy, rest: node.arguments.slice(1) };
}

function toTitle(node: ts.Node): TestCall['title'] | undefined {
  if (ts.isStringLiteralLike(node)) return { text: node.text, pattern: toPattern(node.text) };
  if (!ts.isTemplateExpression(node)) return undefined;
  const text = node.getText().slice(1, -1);
  return { text, pattern: toPattern(text) };
}

/** Of a title with holes: `%s` and the like, `$name`, `${…}`. One without matches nothing but itself. */
export function toPattern(title: string): RegExp {
  const parts = title.split(/%[sdifjoOc]|\$\{[^}]*\}|\$\w+/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('(.+)')}$`,
    's',
  );
}

/** What each row of a table has of literals: an element of a list, or a property with its name. */
function fillingsOf(table: ts.Node, file: ts.SourceFile, within: string[] = []): Set<string>[] {
  if (ts.isArrayLiteralExpression(table)) return table.elements.map((element) => literalsOf(element));
  if (ts.isObjectLiteralExpression(table)) return table.properties.map((property) => literalsOf(property));
  if (ts.isIdentifier(table) && !within.includes(table.text)) {
    const declared = initializerOf(table.text, file);
    return declared ? fillingsOf(declared, file, [...within, table.text]) : [];
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
    // What a row does is not what it is called.
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, walk);
  };
  walk(row);
  return found;
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
