import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownFaults } from '../lab/mutants/known-faults.ts';
import { pages, read } from './harness/assertions/pages.ts';
import { promisesOf, readEvidence } from './harness/assertions/promises.ts';
import { type DeclaredTest, declaredTests, testsNamed } from './harness/assertions/test-names.ts';
import { cases } from './sdk/rules/cases.ts';

const evidence = readEvidence(read('test/promises.md'));
const tests = new Map<string, DeclaredTest[]>();

/** The tests of a file. The cases of the rules are tests by the names that they have in their table. */
function declaredIn(file: string): DeclaredTest[] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const named = file === 'sdk/rules/rules.test.ts' ? Object.keys(cases).map((name) => [name]) : [];
  if (!tests.has(path)) tests.set(path, existsSync(path) ? [...declaredTests(path), ...named] : []);
  return tests.get(path)!;
}

/** Tests of the evidence table that do not exist under exactly this name, or exist more than once. */
function unknownTests(named: { file: string; title: string }[]): string[] {
  return named.flatMap(({ file, title }) => {
    const found = testsNamed(declaredIn(file), title).length;
    return found === 1 ? [] : [`${file} has ${found} tests of the name "${title}"`];
  });
}

describe('evidence for the promises of each page', () => {
  it.each(pages)('%s: each promise is listed in test/promises.md', (page) => {
    const listed = evidence.get(page) ?? new Map();
    expect(promisesOf(page, read(page)).filter((promise) => !listed.has(promise))).toEqual([]);
  });

  it.each([...evidence.keys()])('%s: each listed row exists', (page) => {
    const promised = promisesOf(page, read(page));
    const sections = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => `${heading}: the section`);
    const listed = [...evidence.get(page)!.keys()];
    expect(listed.filter((row) => !promised.includes(row) && !sections.includes(row))).toEqual([]);
  });

  it.each([...evidence.keys()])('%s: each named test exists', (page) => {
    expect(unknownTests([...evidence.get(page)!.values()].flat())).toEqual([]);
  });

  it('the table has hundreds of promises, each with a test', () => {
    const rows = [...evidence.values()].flatMap((page) => [...page.values()]);
    expect(rows.length).toBeGreaterThan(400);
    expect(rows.filter((row) => row.length === 0)).toEqual([]);
  });

  it('each known fault names a file with tests', () => {
    expect(knownFaults.filter(({ test }) => declaredIn(`../${test}`).length === 0)).toEqual([]);
    expect(knownFaults.length).toBeGreaterThan(100);
  });

  it('each known fault can be planted, because its text occurs exactly once', () => {
    const edits = knownFaults.flatMap(({ edits }) => edits);
    expect(edits.filter(([file, from]) => read(file).split(from).length !== 2)).toEqual([]);
  });
});

describe('the check of promises', () => {
  const page = (...lines: string[]) => lines.join('\n');

  it('finds each row of a table, by its heading and its first cell with a letter', () => {
    const text = page('# Limits', '', '| § | what | limit |', '|---|---|---|', '| 4, 9 | body | 64 KiB |');
    expect(promisesOf('docs/page.md', text)).toEqual(['Limits: body']);
  });

  it('finds each list entry of a page whose lists promise something', () => {
    const text = page('## Ids', '- **An id** is kept.', '  Always.', '- Roles are three.', '', 'Text.');
    expect(promisesOf('docs/operators.md', text)).toEqual(['Ids: An id', 'Ids: Roles are three.']);
    expect(promisesOf('docs/page.md', text)).toEqual([]);
  });

  it('finds each subsection of text on such a page', () => {
    const text = page(
      '## Ids',
      'Text.',
      '### Old ids',
      'They are kept.',
      '### New ids',
      '- **An id** is kept.',
    );
    expect(promisesOf('docs/operators.md', text)).toEqual(['New ids: An id', 'Old ids: the section']);
    expect(promisesOf('docs/page.md', text)).toEqual([]);
  });

  it('reads the evidence of a row, with escaped pipes', () => {
    const text = page(
      '## a.md',
      '',
      '| row | tests |',
      '|---|---|',
      '| A: b | `x/y` one \\| two<br>`z` three |',
    );
    expect([...readEvidence(text)]).toEqual([
      [
        'a.md',
        new Map([
          [
            'A: b',
            [
              { file: 'x/y.test.ts', title: 'one | two' },
              { file: 'z.test.ts', title: 'three' },
            ],
          ],
        ]),
      ],
    ]);
  });

  const file = 'rest/authentication.test.ts';
  const title = 'rejects a request with 401 missing_api_token';
  const rules = 'sdk/rules/rules.test.ts';
  it.each([
    ['a title as written', file, 'accepts the scheme in any case', 1],
    ['the start of a title', file, 'accepts the scheme', 0],
    ['a file that does not exist', 'rest/gone.test.ts', `${title}: %s`, 0],
    ['a title of another file', 'rest/operations/create-user.test.ts', `${title}: %s`, 0],
    ['the pattern of a table of tests', file, `${title}: %s`, 1],
    ['a title that a table of tests generates', file, `${title}: no header`, 0],
    ['a case of the rules', rules, 'the version table of upserts', 1],
    ['no case of the rules', rules, 'the version table of courts', 0],
    ['one of two tests, identified by its group', 'http/caller.test.ts', 'TLS at the proxy > %s', 1],
    ['one of two tests with the same title', 'http/caller.test.ts', '%s', 2],
  ])('%s: %s, "%s" matches %i', (_what, path, title, count) => {
    const expected = count === 1 ? [] : [`${path} has ${count} tests of the name "${title}"`];
    expect(unknownTests([{ file: path, title }])).toEqual(expected);
  });
});
