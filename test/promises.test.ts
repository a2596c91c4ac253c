import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownFaults } from '../workshop/mutants/known-faults.ts';
import { entriesOf, linksOf, pages, type Row, read, rowsOf } from './harness/pages.ts';
import { type DeclaredTest, declaredTests, testsNamed } from './harness/test-names.ts';

const top = fileURLToPath(new URL('..', import.meta.url));

/** Tables that lead somewhere, advise, or say what is where or what was measured: every other one promises something. */
const withoutPromises = [
  'README.md: Read on',
  'docs/partners/getting-started.md: What you need',
  'docs/partners/errors.md: What to do',
  'docs/partners/errors.md: `stale_write`',
  'docs/partners/errors.md: `version_conflict`',
  'docs/partners/errors.md: `court_booking_overlap`',
  'docs/partners/moving.md: When your own booking stands in the way',
  'docs/partners/reconciling.md: Staying in step',
  'docs/partners/reconciling.md: 3. Compare once a night',
  'docs/partners/README.md: Begin',
  'docs/partners/README.md: Users and bookings',
  'docs/partners/README.md: Staying in step',
  'docs/partners/README.md: To look up',
  'docs/operators.md: Twenty questions',
  'docs/operators.md: Refusals',
  'docs/maintaining.md: The plan of the folders',
  'docs/maintaining.md: Commands',
  'docs/maintaining.md: Mutants',
  'docs/speed.md: Calls of partners',
  'docs/restore.md: What partners see',
  'docs/runbook.md: CourtbridgeNotReady',
];

/** Pages whose lists promise, too, in each of their entries. */
const withPromisingLists = ['docs/operators.md'];

const tests = new Map<string, DeclaredTest[]>();
function declaredIn(path: string): DeclaredTest[] {
  if (!tests.has(path)) tests.set(path, existsSync(`${top}/${path}`) ? declaredTests(`${top}/${path}`) : []);
  return tests.get(path)!;
}

const isPromise = (page: string, { heading }: Row) => !withoutPromises.includes(`${page}: ${heading}`);
/** How a row is called here: by its page and its first words. */
const nameOf = (page: string, { text }: Row) => `${page}: ${text.split(' | ')[0]!.replace(/^\| /, '')}`;

const namesTest = (page: string, text: string) =>
  linksOf(page, text).some(({ path, title }) => path.endsWith('.test.ts') && title);

/** Rows that name no test. */
function unheldRows(page: string, text = read(page)): string[] {
  return rowsOf(text)
    .filter((row) => isPromise(page, row))
    .filter((row) => !namesTest(page, row.text))
    .map((row) => nameOf(page, row));
}

/** Entries of lists that name no test, by their first line. */
function unheldEntries(page: string, text = read(page)): string[] {
  return entriesOf(text)
    .filter((entry) => !namesTest(page, entry))
    .map((entry) => `${page}: ${entry.split('\n')[0]}`);
}

/** Names of tests, anywhere on a page, that are not those of one test of the file. */
function unknownTests(page: string, text = read(page)): string[] {
  return linksOf(page, text)
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, title }) => {
      if (title === undefined) return [];
      const found = testsNamed(declaredIn(path), title).length;
      return found === 1 ? [] : [`${path} has ${found} tests of the name "${title}"`];
    });
}

describe('every promise has its test', () => {
  it.each(pages)('of %s: each row names one', (page) => {
    expect(unheldRows(page)).toEqual([]);
  });

  it.each(withPromisingLists)('of %s: each entry of its lists names one', (page) => {
    expect(entriesOf(read(page)).length).toBeGreaterThan(10);
    expect(unheldEntries(page)).toEqual([]);
  });

  it.each(pages)('of %s: each test that is named is one, by its exact name', (page) => {
    expect(unknownTests(page)).toEqual([]);
  });

  it('there are many, so that the above finds some', () => {
    const rows = pages.flatMap((page) => rowsOf(read(page)).filter((row) => isPromise(page, row)));
    expect(rows.length).toBeGreaterThan(150);
    const named = pages.flatMap((page) => linksOf(page)).filter(({ path }) => path.endsWith('.test.ts'));
    expect(named.filter(({ title }) => title !== undefined).length).toBeGreaterThan(rows.length);
  });

  it('of the faults that no test noticed once: each names the test that does now, by its exact name', () => {
    const unknown = knownFaults.filter(
      ({ noticedBy: { file, name } }) => testsNamed(declaredIn(file), name).length !== 1,
    );
    expect(unknown.map(({ fault }) => fault)).toEqual([]);
    expect(knownFaults.length).toBeGreaterThan(80);
  });

  it('each table that promises nothing is there', () => {
    const there = pages.flatMap((page) => rowsOf(read(page)).map(({ heading }) => `${page}: ${heading}`));
    expect(withoutPromises.filter((table) => !there.includes(table))).toEqual([]);
  });
});

describe('a fault of a page is found', () => {
  const head = '# Rules\n\n| what | rule | held by |\n|---|---|---|\n';
  const row = (cell: string) => `${head}| body | 64 KiB | ${cell} |\n`;
  const file = 'rest/hostile-input.test.ts';
  const name = '64 KiB pass, a byte more is 413, announced or chunked; a body of 2 MiB is answered';

  it('a row without a test', () => {
    expect(unheldRows('docs/page.md', row(`[body](../test/${file} "${name}")`))).toEqual([]);
    for (const cell of ['', '413', `[body](../test/${file})`, '[body](../src/errors.ts "64 KiB")'])
      expect(unheldRows('docs/page.md', row(cell)), cell).toEqual(['docs/page.md: body']);
  });

  it('an entry of a list without a test', () => {
    const link = `[body](../test/${file} "${name}")`;
    const list = (...entries: string[]) =>
      `Before it.\n\n${entries.map((entry) => `- ${entry}\n`).join('')}\nAfter ${link}.\n`;
    expect(unheldEntries('docs/page.md', list(`**One**\n  ${link}`, link))).toEqual([]);
    expect(unheldEntries('docs/page.md', list('**One**\n  goes on', `Two ${link}`, 'Three'))).toEqual([
      'docs/page.md: - **One**',
      'docs/page.md: - Three',
    ]);
  });

  it.each([
    ['a name that is the test’s', file, name, 1],
    ['a name that is only its beginning', file, '64 KiB pass', 0],
    ['a file that is not there', 'rest/gone.test.ts', name, 0],
    ['another file', 'rest/create-user.test.ts', name, 0],
    ['a name of a table, as it stands', file, 'content type %s: %i', 1],
    ['a name that a table makes', file, 'content type text/plain: 415', 1],
    ['one that its rows do not make together', file, 'content type text/plain: 201', 0],
    ['one that a loop makes', 'rest/create-user.test.ts', '409 email_already_in_use', 1],
    ['one that it does not make', 'rest/create-user.test.ts', '400 email_already_in_use', 0],
    [
      'one of two tests of a name, by what stands around it',
      'http/caller.test.ts',
      'TLS at the proxy in front > %s',
      1,
    ],
    ['one of two tests of a name', 'http/caller.test.ts', '%s', 2],
  ])('%s: %s, "%s": %i', (_what, path, title, count) => {
    const text = row(`[test](../test/${path} "${title}")`);
    const expected = count === 1 ? [] : [`test/${path} has ${count} tests of the name "${title}"`];
    expect(unknownTests('docs/page.md', text)).toEqual(expected);
  });
});
