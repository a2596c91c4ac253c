import { type Fault, seed } from '../faults/fault.ts';
import { type Part, runParts } from '../report.ts';
import { firstMissed, type Measured, type Options } from './promised.ts';

/** Measures one fault, first with its broken variant. */
export async function measureFault(
  fault: Fault,
  variant: string,
  { share, note }: Options,
): Promise<Measured> {
  const run = (seconds: number, isBroken: boolean) => runParts({ fault }, [], { seconds, seed, isBroken });
  note(`the broken variant: ${variant}`);
  const found = firstMissed(await run(3, true));
  return { figures: await run(Math.max(3, Math.round(60 * share)), false), broken: [{ variant, found }] };
}

/** Begins the figures that say what a checker found in a broken variant. They are met if it found something. */
const ofBroken = /^broken: /;

/** Measures parts that show their broken variants themselves, such as those of `npm run lab -- failover`. */
export async function measureParts(parts: Record<string, Part<object>>): Promise<Measured> {
  const rows = await runParts(parts, [], {});
  return {
    figures: rows.filter(({ figure }) => !ofBroken.test(figure)),
    broken: rows
      .filter(({ figure }) => ofBroken.test(figure))
      .map(({ figure, measured, met }) => ({
        variant: figure.replace(ofBroken, ''),
        found: met ? measured : undefined,
      })),
  };
}
