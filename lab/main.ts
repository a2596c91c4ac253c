// `npm run lab` lists what the lab runs. `npm run lab -- NAME` runs one, for example `npm run lab -- failover`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Entry {
  file: string;
  does: string;
  options?: string;
  /** Compares with the programs of `lab/peers`, which are a package of their own. */
  needsPeers?: true;
}

const entries: Record<string, Entry> = {
  proof: {
    file: 'proof/main.ts',
    options: '[row…] [--quick]',
    does: 'measures the rows of docs/proof.md, and writes that page; all of them take hours, with --quick at most three minutes',
  },
  faults: {
    file: 'faults/run.ts',
    options: '[fault…]',
    does: 'provokes faults under load: a killed database, held locks, a full disk, overload, slow clients, floods',
  },
  failover: {
    file: 'failover/main.ts',
    options: '[faults] [losing-case] [broken]',
    does: 'provokes faults in a cluster of three PostgreSQL nodes under Patroni; as root, 20 minutes',
  },
  bytes: {
    file: 'scale/bytes.ts',
    options: '[bookings]',
    does: 'measures the bytes per booking in PostgreSQL, and writes the tables of docs/scale.md; 2 minutes',
  },
  calls: {
    file: 'speed/calls.ts',
    does: "compares the partners' calls with a hand-written service, and writes the table of docs/speed.md",
    needsPeers: true,
  },
  page: {
    file: 'speed/page/page.ts',
    does: "compares the operators' page of 50 bookings with PostGraphile 5, and writes the table of docs/speed.md",
    needsPeers: true,
  },
  batch: {
    file: 'speed/batch.ts',
    does: 'compares batches of 200 bookings with single calls',
  },
  size: {
    file: 'speed/size.ts',
    options: '[bookings]',
    does: 'compares each partner operation with 10,000 and with 1,000,000 stored bookings; 10,000,000 load in 15 minutes',
  },
  lists: {
    file: 'speed/lists.ts',
    options: '[rows]',
    does: "measures the database time of each filter of the operators' lists, with 1,000,000 rows",
  },
  sdk: { file: 'speed/sdk.ts', does: 'compares a call through the SDK with `fetch`' },
  field: {
    file: 'field.ts',
    does: 'adds an optional field to a booking in a copy, as docs/contributing.md says, and runs the tests; 4 minutes',
  },
  mutants: {
    file: 'mutants/run.ts',
    options: '[folder, file or known…]',
    does: 'changes the code in one place at a time, and lists the changes that no test detects (docs/testing.md)',
  },
};

const [name, ...args] = process.argv.slice(2);
const entry = name === undefined || !Object.hasOwn(entries, name) ? undefined : entries[name];
if (!entry) {
  const list = Object.entries(entries).map(
    ([each, { options = '', does }]) => `  ${`${each} ${options}`.padEnd(42)} ${does}\n`,
  );
  const text = `Usage: npm run lab -- NAME [options]\n\n${list.join('')}\nlab/README.md explains the options and figures.\n`;
  process[name === undefined ? 'stdout' : 'stderr'].write(
    name === undefined ? text : `Unknown: ${name}\n${text}`,
  );
  process.exit(name === undefined ? 0 : 1);
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
function run(command: string, ...options: string[]): void {
  const { status } = spawnSync(command, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (entry.needsPeers) {
  if (!existsSync(pathOf('peers/node_modules'))) run('npm', '--prefix', pathOf('peers'), 'ci');
  run('tsc', '--noEmit', '-p', pathOf('peers'));
}
// Each runs in its own process, so that none inherits warm code or used memory.
run(process.execPath, pathOf(entry.file), ...args);
