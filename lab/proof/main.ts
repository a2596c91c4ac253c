// `npm run lab -- proof [row…] [--quick]`: measures what the goals list under "Proof" and "Faults", and writes `docs/proof.md`. Ends with
// exit code 1 if a row is missed.
//
// LAB_SHARE measures a share of the goal's numbers, such as 0.02. Neither that nor `--quick` changes the page.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { quickFolder, startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { note } from '../report.ts';
import { query } from '../stage.ts';
import { pageOf } from './page.ts';
import { type Measured, notMeasured, type Promised } from './promised.ts';
import { promises } from './promises.ts';
import { isMet, readResults, writeResults } from './results.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const share = Number(process.env.LAB_SHARE ?? (values.quick ? 0.01 : 1));
const unknown = names.filter((name) => promises.every((row) => row.name !== name));
if (unknown.length > 0 || !(share > 0 && share <= 1)) {
  const all = promises.map(({ name }) => name).join(', ');
  process.stderr.write(`Choose from: ${all}. LAB_SHARE is above 0 and at most 1.\n`);
  process.exit(1);
}
const chosen = promises.filter(({ name, inQuick }) =>
  names.length > 0 ? names.includes(name) : !values.quick || inQuick,
);

// All tests share one server, because starting one takes seconds. Durability is measured on other servers.
const server = await startPostgresql({
  settings: ['fsync=off', 'synchronous_commit=off'],
  dataFolder: quickFolder(),
});
// Planted faults run tests, too.
process.env.TEST_DATABASE_URL = server.url;
let missed = 0;
try {
  const isRecord = share === 1 && !values.quick;
  const conditions = { version: versionOfProject(), postgresql: await versionOfServer(server.url) };
  for (const row of chosen) {
    const startedAt = performance.now();
    note(`${row.name}: ${row.promise}`);
    const options = { share, isQuick: values.quick, note };
    const measured = await row.measure(options).catch(notMeasured);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (!isMet(measured)) missed += 1;
    print(row, measured, seconds);
    if (!isRecord) continue;
    // Stored after each row, so that an interrupted run keeps its results.
    const results = {
      ...readResults(),
      [row.name]: { date: new Date().toISOString(), ...conditions, seconds, ...measured },
    };
    writeResults(results, promises);
    writeFileSync(new URL('../../docs/proof.md', import.meta.url), pageOf(promises, results));
  }
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} rows met (share ${share})\n`);
} finally {
  await server.stop();
}
process.exitCode = missed > 0 ? 1 : 0;

function print({ name, goal }: Promised, measured: Measured, seconds: number): void {
  const lines = [
    `\n${isMet(measured) ? 'met' : 'MISSED'}  ${name} (${seconds} s): ${goal}`,
    ...measured.figures.map(
      ({ figure, measured, met }) => `  ${met ? 'met   ' : 'MISSED'}  ${figure}: ${measured}`,
    ),
    ...measured.broken.map(
      ({ variant, found }) => `  ${found ? 'broken' : 'MISSED'}  ${variant}: ${found ?? 'not noticed'}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function versionOfProject(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return `${version} at ${commit.trim()}`;
  } catch {
    // Not a checkout, but an unpacked archive.
    return version;
  }
}

async function versionOfServer(url: string): Promise<string> {
  const rows = await query<{ server_version: string }>(url, 'show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}
