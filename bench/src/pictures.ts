import { writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import type { Measured, Spread } from './measured.ts';

export interface Results {
  calls: {
    requests: number;
    rounds: number;
    /** Courtbridge first, then the peers, the prepared one first. */
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
      title: "CPU a request, service and PostgreSQL together; in brackets: over the prepared peer's",
      names: calls.contenders,
      rows: calls.figures.map(({ figure, of, cpuRatios }) => rowOf(figure, of, cpuRatios)),
    });
  }
  if (page) {
    draw('speed-page.svg', {
      title: "CPU of an operators' page of 50 bookings; in brackets: over PostGraphile's",
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

function draw(file: string, of: Parameters<typeof chart>[0]): void {
  writeFileSync(new URL(`../../docs/${file}`, import.meta.url), chart(of));
}
