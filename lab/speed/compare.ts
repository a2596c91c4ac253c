import { readFileSync, writeFileSync } from 'node:fs';
import { fillSections } from '../../codegen/marked-section.ts';
import { note, table } from '../report.ts';
import { isTrial, shortening } from './length.ts';
import { cpuOf, type Measured, measuredOf, ratios, type Spread, show } from './measured.ts';
import type { Turns } from './turn.ts';

/** What a benchmark has measured, as stored in `lab/speed/results/`. */
export interface Compared {
  /** `YYYY-MM-DD` */
  measuredOn: string;
  requests: number;
  rounds: number;
  /** Courtbridge, then the peer. */
  contenders: [string, string];
  figures: {
    figure: string;
    /** One per contender. */
    of: [Measured, Measured];
    /** Courtbridge's value divided by the peer's. */
    cpuRatio: Spread;
    rateRatio: Spread;
  }[];
}

/**
 * Prints a comparison of Courtbridge with a peer. Stores it in `lab/speed/results/` and in `docs/speed.md`, unless this is a trial.
 *
 * @param name of the stored file, and of the section of the page
 */
export function reportCompared(
  name: string,
  compared: Omit<Compared, 'measuredOn' | 'figures'>,
  turns: Turns,
): void {
  const figures = Object.entries(turns).map(
    ([figure, [ours = [], theirs = []]]): Compared['figures'][number] => ({
      figure,
      of: [measuredOf(ours), measuredOf(theirs)],
      cpuRatio: ratios(ours, theirs, cpuOf),
      rateRatio: ratios(ours, theirs, ({ rate }) => rate),
    }),
  );
  const both = (of: [Measured, Measured], value: keyof Measured, digits: number) =>
    of.map((one) => show(one[value], digits)).join('; ');
  process.stdout.write(`
${compared.contenders.join(' and ')}: medians of ${compared.rounds} rounds (minimum–maximum) of ${compared.requests} requests. CPU is the sum of
service and PostgreSQL. A ratio is Courtbridge's value divided by that of the peer.

${table(
  ['', 'CPU, ratio', 'rate, ratio', 'CPU, ms', 'PostgreSQL part, ms', 'requests a second', 'p99, ms'],
  figures.map(({ figure, of, cpuRatio, rateRatio }) => [
    figure,
    show(cpuRatio, 2),
    show(rateRatio, 2),
    both(of, 'cpu', 2),
    both(of, 'database', 2),
    both(of, 'rate', 0),
    both(of, 'p99', 0),
  ]),
)}`);
  if (isTrial) {
    note(`This is a trial (${shortening.join(', ')}). The stored results and the page stay unchanged.`);
    return;
  }
  const result = { measuredOn: new Date().toISOString().slice(0, 10), ...compared, figures };
  const file = new URL(`results/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  const page = new URL('../../docs/speed.md', import.meta.url);
  writeFileSync(page, fillSections(readFileSync(page, 'utf8'), { [name]: speedTable(result) }));
}

function speedTable({ measuredOn, requests, rounds, figures }: Compared): string[] {
  const rows = figures.map(({ figure, cpuRatio, rateRatio }) => [
    figure,
    show(cpuRatio, 2),
    show(rateRatio, 2),
  ]);
  return [
    `Measured on ${measuredOn}, ${rounds} rounds of ${requests} requests:`,
    '',
    ...table(['', 'CPU', 'rate'], rows).trimEnd().split('\n'),
  ];
}
