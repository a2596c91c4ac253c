import { readFileSync, writeFileSync } from 'node:fs';
import { fillSections } from '../../codegen/marked-section.ts';
import { chart } from './chart.ts';
import { type Measured, type Spread, table } from './measured.ts';

export interface Results {
  calls: {
    /** `YYYY-MM-DD`. Missing in older results. */
    measuredOn?: string;
    requests: number;
    rounds: number;
    /** Courtbridge first, then the peers. The charts show the ratio to the first peer. */
    contenders: string[];
    figures: {
      figure: string;
      /** One per contender. */
      of: Measured[];
      /** One per peer: Courtbridge's value divided by the peer's. */
      cpuRatios: Spread[];
      rateRatios: Spread[];
    }[];
  };
  page: {
    requests: number;
    rounds: number;
    contenders: string[];
    of: Measured[];
    cpuRatios: Spread[];
    rateRatios: Spread[];
    statements: { rows5: number; rows50: number }[];
  };
  /** Writes a second. `ratio` is Courtbridge's rate divided by pgbench's. */
  pgbench: {
    requests: number;
    rounds: number;
    figures: { figure: string; ours: Spread; theirs: Spread; ratio: Spread }[];
  };
}

type Read = <Name extends keyof Results>(name: Name) => Results[Name] | undefined;

export function drawPictures(read: Read): void {
  const [calls, page] = [read('calls'), read('page')];
  if (calls) {
    draw('speed.svg', {
      title: `CPU per request, service plus PostgreSQL; in parentheses: divided by ${calls.contenders[1]}`,
      names: calls.contenders,
      rows: calls.figures.map(({ figure, of, cpuRatios }) => rowOf(figure, of, cpuRatios)),
    });
    fillPage('speed.md', { calls: callsTable(calls) });
  }
  if (page) {
    draw('speed-page.svg', {
      title: "CPU of an operators' page of 50 bookings; in parentheses: divided by PostGraphile 5",
      names: page.contenders,
      rows: [rowOf('50 bookings', page.of, page.cpuRatios)],
    });
  }
}

const rowOf = (figure: string, of: Measured[], ratios: Spread[]) => ({
  figure,
  values: of.map(({ cpu }) => cpu.median),
  ratio: ratios[0]!.median,
});

/** Courtbridge's value divided by that of each peer. */
function callsTable({ contenders, figures, measuredOn, requests, rounds }: Results['calls']): string[] {
  const peers = contenders.slice(1).map((name) => name.replace('Fastify + pg, ', ''));
  const head = ['call', ...peers.map((peer) => `CPU, ${peer}`), ...peers.map((peer) => `rate, ${peer}`)];
  const rows = figures.map(({ figure, cpuRatios, rateRatios }) => [
    figure,
    ...[...cpuRatios, ...rateRatios].map(({ median }) => median.toFixed(2)),
  ]);
  const when = measuredOn ? [`Measured on ${measuredOn}, ${rounds} rounds of ${requests} calls:`, ''] : [];
  return [...when, ...table(head, rows).trimEnd().split('\n')];
}

function fillPage(file: string, sections: Record<string, string[]>): void {
  const page = new URL(`../../docs/${file}`, import.meta.url);
  writeFileSync(page, fillSections(readFileSync(page, 'utf8'), sections));
}

function draw(file: string, of: Parameters<typeof chart>[0]): void {
  writeFileSync(new URL(`../../docs/${file}`, import.meta.url), chart(of));
}
