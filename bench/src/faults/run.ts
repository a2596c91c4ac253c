// `npm run bench -- faults [name…]`: provokes the faults that the goals list under "Faults", on real processes. Prints each measurement
// with its goal, and exits with 1 if a goal is missed.
//
// BENCH_SECONDS is the duration of the longest loads (60 by default, 3 for a quick trial). BENCH_SEED is the seed of all random values.
import { databaseExhausted } from './database-exhausted.ts';
import { databaseKilled } from './database-killed.ts';
import type { Fault, Row } from './fault.ts';
import { floods } from './floods.ts';
import { limitedClient } from './limited-client.ts';
import { lockHeld } from './lock-held.ts';
import { overload } from './overload.ts';
import { slowClients } from './slow-clients.ts';

const faults: Record<string, Fault> = {
  'database-killed': databaseKilled,
  'lock-held': lockHeld,
  'database-exhausted': databaseExhausted,
  overload,
  'slow-clients': slowClients,
  floods,
  'limited-client': limitedClient,
};

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const seed = Number(process.env.BENCH_SEED ?? 20261121);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0 || !(seconds >= 1) || !Number.isInteger(seed)) {
  process.stderr.write(
    `Choose from these faults: ${Object.keys(faults).join(', ')}. BENCH_SECONDS must be at least 1, BENCH_SEED an integer.\n`,
  );
  process.exit(1);
}

const startedAt = performance.now();
const note = (text: string) =>
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}\n`);
note(`seed ${seed}, ${seconds} s`);

const rows: (Row & { fault: string })[] = [];
for (const [fault, provoke] of Object.entries(faults)) {
  if (names.length > 0 && !names.includes(fault)) continue;
  note(fault);
  try {
    const measured = await provoke({ seconds, seed, note });
    rows.push(...measured.map((row) => ({ fault, ...row })));
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    rows.push({ fault, figure: 'could not be measured', goal: '', measured: said ?? '', met: false });
  }
  for (const row of rows.filter((one) => one.fault === fault))
    note(`${row.met ? 'met' : 'MISSED'}: ${row.figure}`);
}

const cell = (text: string) => text.replaceAll('|', '\\|');
process.stdout.write('| fault | figure | goal | measured | |\n|---|---|---|---|---|\n');
for (const { fault, figure, goal, measured, met } of rows) {
  process.stdout.write(
    `| ${fault} | ${cell(figure)} | ${cell(goal)} | ${cell(measured)} | ${met ? 'met' : '**missed**'} |\n`,
  );
}
const missed = rows.filter(({ met }) => !met).length;
process.stdout.write(`\n${rows.length - missed} met, ${missed} missed (seed ${seed}, ${seconds} s)\n`);
process.exit(missed > 0 ? 1 : 0);
