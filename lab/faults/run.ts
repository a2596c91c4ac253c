// `npm run lab -- faults [fault…]`: provokes the faults that the goals list under "Faults", on real processes. Prints each measurement
// with its goal, and exits with 1 if a goal is missed.
//
// LAB_SECONDS is the duration of the longest loads (60 by default, 3 for a quick trial). LAB_SEED is the seed of all random values. LAB_BROKEN=1
// measures a broken variant of each fault, which must miss a goal.
import { report, runParts } from '../report.ts';
import { databaseExhausted } from './database-exhausted.ts';
import { databaseKilled } from './database-killed.ts';
import { seed as usualSeed } from './fault.ts';
import { floods } from './floods.ts';
import { limitedClient } from './limited-client.ts';
import { lockHeld } from './lock-held.ts';
import { overload } from './overload.ts';
import { slowClients } from './slow-clients.ts';

export const faults = {
  'database-killed': databaseKilled,
  'lock-held': lockHeld,
  'database-exhausted': databaseExhausted,
  overload,
  'slow-clients': slowClients,
  floods,
  'limited-client': limitedClient,
};

if (import.meta.main) {
  const seconds = Number(process.env.LAB_SECONDS ?? 60);
  const seed = Number(process.env.LAB_SEED ?? usualSeed);
  if (!(seconds >= 1) || !Number.isInteger(seed)) {
    process.stderr.write('LAB_SECONDS must be at least 1, LAB_SEED an integer.\n');
    process.exit(1);
  }
  const options = { seconds, seed, isBroken: process.env.LAB_BROKEN === '1' };
  report(await runParts(faults, process.argv.slice(2), options), `seed ${seed}, ${seconds} s`);
}
