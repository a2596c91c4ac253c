import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reported } from '../report.ts';
import { firstMissed, type Measured, type Options } from './promised.ts';

/**
 * Runs a proof that writes its rows to `LAB_RESULTS`, and returns them. Its progress goes to standard error.
 *
 * @throws Error if it ends without rows
 */
export async function rowsOfCommand(
  command: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<Reported[]> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-proof-'));
  const file = join(folder, 'rows.json');
  try {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      env: { ...process.env, ...env, LAB_RESULTS: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return readRows(file, `${command.join(' ')} ended with ${code} and wrote no results`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readRows(file: string, otherwise: string): Reported[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Reported[];
  } catch {
    throw new Error(otherwise);
  }
}

/** Measures one fault of `npm run lab -- faults`, first with its broken variant. */
export async function measureFault(
  name: string,
  variant: string,
  { share, note }: Options,
): Promise<Measured> {
  const run = (seconds: number, env: Record<string, string> = {}) =>
    rowsOfCommand([process.execPath, 'lab/faults/run.ts', name], {
      LAB_SECONDS: String(seconds),
      ...env,
    });
  note(`the broken variant: ${variant}`);
  const found = firstMissed(await run(3, { LAB_BROKEN: '1' }));
  note(name);
  return { figures: await run(Math.max(3, Math.round(60 * share))), broken: [{ variant, found }] };
}

/** Begins the figures that say what a checker found in a broken variant. They are met if it found something. */
const ofBroken = /^(broken|seen failing): /;

/** Runs another proof of this repository, such as `npm run lab -- failover`. */
export async function measureCommand(script: string, parts: readonly string[] = []): Promise<Measured> {
  const rows = await rowsOfCommand([process.execPath, script, ...parts]);
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
