import { entriesOf, type Row, rowsOf } from './pages.ts';

/** Tables that link, advise or report measurements. Every other table promises something in each row. */
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
  'docs/partners/README.md: Begin',
  'docs/partners/README.md: Users and bookings',
  'docs/partners/README.md: Staying in step',
  'docs/partners/README.md: Look up',
  'docs/operators.md: Twenty questions',
  'docs/operators.md: Refusals',
  'docs/maintaining.md: The plan of the folders',
  'docs/maintaining.md: Commands',
  'docs/maintaining.md: Mutants',
  'docs/speed.md: Calls of partners',
  'docs/restore.md: What partners see',
  'docs/runbook.md: CourtbridgeNotReady',
];

/** Pages whose list entries promise something, too. */
const pagesWithPromisingLists = ['docs/operators.md'];

/** The promises of a page, each as `<heading>: <first cell or first words>`. */
export function promisesOf(page: string, text: string): string[] {
  const rows = rowsOf(text)
    .filter(({ heading }) => !tablesWithoutPromises.includes(`${page}: ${heading}`))
    .map(nameOf);
  const entries = pagesWithPromisingLists.includes(page) ? entriesWithHeadings(text) : [];
  return [...rows, ...entries];
}

/** Section numbers alone do not name a row. */
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

export interface NamedTest {
  /** From the folder `test`. */
  file: string;
  title: string;
}

/** Reads `test/promises.md`: page, then row, then its tests. */
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
  const colon = text.indexOf(': ');
  return { file: `${text.slice(0, colon)}.test.ts`, title: text.slice(colon + 2).replaceAll('\\|', '|') };
}

const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
