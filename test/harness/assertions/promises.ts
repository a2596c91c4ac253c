import { optionalExamples } from '../data/optional-fields.ts';
import { entriesOf, type Row, rowsOf } from './pages.ts';

/** Tables of links, advice or measurements. In every other table, each row is a promise. */
const tablesWithoutPromises = [
  'README.md: Read on',
  'docs/partners/getting-started.md: What you need',
  'docs/partners/errors.md: What to do',
  'docs/partners/errors.md: `stale_write`',
  'docs/partners/errors.md: `version_conflict`',
  'docs/partners/errors.md: `court_booking_overlap`',
  'docs/partners/moving.md: Your own booking is in the way',
  'docs/partners/reconciling.md: Staying in step',
  'docs/partners/reconciling.md: 3. Compare once a night',
  'docs/partners/members.md: Compare once a night',
  'docs/partners/README.md: Begin',
  'docs/partners/README.md: Users and bookings',
  'docs/partners/README.md: Staying in step',
  'docs/partners/README.md: Look up',
  'docs/partners/README.md: The SDK',
  'docs/partners/README.md: What the interface does not have',
  'docs/operators.md: Questions',
  'docs/operators-graphql.md: Errors',
  'docs/architecture.md: Folders',
  'docs/contributing.md: Add an optional field to a booking',
  'docs/contributing.md: Add a REST operation',
  'docs/contributing.md: Read on',
  'docs/glossary.md: Glossary',
  'docs/testing.md: Commands',
  'docs/testing.md: Mutation tests',
  'docs/testing.md: What CI runs',
  'docs/speed.md: Calls of partners',
  'docs/speed.md: No longer measured',
  "docs/speed.md: The operators' page",
  'docs/speed.md: Batches',
  'docs/speed.md: A new service',
  'docs/data.md: Plans',
  'docs/restore.md: What partners see',
  // `npm run lab -- failover` shows these.
  'docs/failover.md: The cluster',
  'docs/failover.md: What clients notice',
  'docs/scale.md: What a booking stores',
  'docs/scale.md: What a call costs',
  'docs/scale.md: What you need',
  'docs/scale.md: Steps',
  'docs/proof.md: Correctness',
  'docs/proof.md: Faults',
  'docs/proof.md: Broken variants',
  'docs/proof.md: Methods',
  'docs/runbook.md: CourtbridgeNotReady',
];

/** Pages whose list entries are promises, as are their subsections that contain only text. */
const pagesWithPromisingText = ['docs/operators.md', 'docs/operators-rules.md', 'docs/operators-graphql.md'];

/** The optional fields of a booking. Tests send the examples of each. */
const shownByTheirExamples = Object.keys(optionalExamples).map((name) => `Request: \`${name}\``);

/** The promises of a page, each as `<heading>: <first cell or first words>`. */
export function promisesOf(page: string, text: string): string[] {
  const rows = rowsOf(text)
    .filter(({ heading }) => !tablesWithoutPromises.includes(`${page}: ${heading}`))
    .map(nameOf)
    .filter((row) => !shownByTheirExamples.includes(row));
  if (!pagesWithPromisingText.includes(page)) return rows;
  return [...rows, ...entriesWithHeadings(text), ...subsectionsOfText(text)];
}

/** A section number alone does not identify a row. */
function nameOf({ heading, text }: Row): string {
  return `${heading}: ${cellsOf(text).find((cell) => /[A-Za-z]/.test(cell))}`;
}

function entriesWithHeadings(text: string): string[] {
  return text.split(/^#+ /m).flatMap((section) => {
    const heading = section.split('\n')[0];
    return entriesOf(section).map((entry) => {
      const [, bold, line] = /^- (?:\*\*(.+?)\*\*|(.+))/.exec(entry)!;
      return `${heading}: ${bold ?? line}`;
    });
  });
}

/** Subsections without a table or list. */
function subsectionsOfText(text: string): string[] {
  return text.split(/^(?=#+ )/m).flatMap((section) => {
    const [, heading] = /^### (.+)$/m.exec(section) ?? [];
    const hasText = entriesOf(section).length === 0 && rowsOf(section).length === 0;
    return heading !== undefined && hasText ? [`${heading}: the section`] : [];
  });
}

export interface NamedTest {
  /** Relative to the folder `test`. */
  file: string;
  title: string;
}

/** Reads `test/promises.md` as page → row → tests. */
export function readEvidence(text: string): Map<string, Map<string, NamedTest[]>> {
  const evidence = new Map<string, Map<string, NamedTest[]>>();
  for (const { heading: page, text: row } of rowsOf(text)) {
    const [name, tests] = cellsOf(row);
    if (!evidence.has(page)) evidence.set(page, new Map());
    evidence.get(page)!.set(name!, tests!.split('<br>').map(toNamedTest));
  }
  return evidence;
}

function toNamedTest(text: string): NamedTest {
  const [, file, title] = /^`(.+?)` (.+)$/.exec(text)!;
  return { file: `${file}.test.ts`, title: title!.replaceAll('\\|', '|') };
}

const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
