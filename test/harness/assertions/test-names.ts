import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Titles from the outermost `describe` to the test, as in the source: `create user on %s`. */
export type DeclaredTest = readonly string[];

/** The tests that a file declares, found without running it. Tests that never run are left out. */
export function declaredTests(path: string): DeclaredTest[] {
  const tests: DeclaredTest[] = [];
  const walk = (node: ts.Node, above: DeclaredTest): void => {
    const call = ts.isCallExpression(node) ? asTestCall(node) : undefined;
    if (call === undefined) {
      ts.forEachChild(node, (child) => walk(child, above));
      return;
    }
    if (/\.(skip|todo)\b/.test(call.callee)) return;
    const titles = [...above, call.title];
    if (!call.callee.startsWith('describe')) tests.push(titles);
    else for (const part of call.rest) walk(part, titles);
  };
  walk(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true), []);
  return tests;
}

/** The tests of a name, which is a title, or several titles from outer to inner, joined by ` > `. */
export const testsNamed = (tests: DeclaredTest[], name: string): DeclaredTest[] =>
  tests.filter((titles) => titles.some((_title, depth) => titles.slice(depth).join(' > ') === name));

/** `it('…')`, `it.skipIf(…)('…')`, `describe.each(…)('…')`. `rest` has the arguments after the title. */
function asTestCall(node: ts.CallExpression) {
  const table = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const callee = (table ?? node).expression.getText();
  const [title, ...rest] = node.arguments;
  if (!/^(it|test|describe)(\.\w+)*$/.test(callee) || title === undefined || rest.length === 0)
    return undefined;
  if (ts.isStringLiteralLike(title)) return { callee, title: title.text, rest };
  return ts.isTemplateExpression(title) ? { callee, title: title.getText().slice(1, -1), rest } : undefined;
}
