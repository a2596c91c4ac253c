// Adds an optional field to a booking in a copy of the project, with only the first three of the six files that docs/contributing.md
// names. The tests must then demand exactly the other three.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'courtbridge-field-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

const listed = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' });
for (const file of listed.split('\0').filter(Boolean)) cpSync(join(project, file), join(copy, file));
symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain exactly once: ${from}`);
  writeFileSync(join(copy, file), text.replace(from, to));
}
edit(
  'src/db/entities/court-booking-columns.ts',
  'optionalColumns = {}',
  "optionalColumns = { label: 'text' }",
);
const fields = 'src/services/bookings/optional-fields.ts';
edit(
  fields,
  'import type { z }',
  "import { nameRule, personName } from '../values/fields.ts'; import type { z }",
);
edit(
  fields,
  'optionalFields = {}',
  `optionalFields = {
  label: personName().meta({ description: \`\${nameRule} What the booking is about.\`, examples: ['Final', ' final  ÄÖ 0'] }),
}`,
);

const step = (command: string, ...options: string[]) => {
  process.stdout.write(`${[command, ...options].join(' ')}\n`);
  execFileSync(command, options, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
};
step('npm', 'run', 'db:migration', '--', 'label');
step('npm', 'run', 'codegen');
step('npx', 'biome', 'check', '--write', 'src', 'sdk');
step('npx', 'tsc', '--noEmit');
step('npx', 'tsc', '--noEmit', '-p', 'sdk');

process.stdout.write('npm test\n');
const report = join(copy, 'report.json');
try {
  execFileSync('npx', ['vitest', 'run', '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    stdio: 'ignore',
  });
} catch {
  // Tests fail, as expected.
}
const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
};
const failed = testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'failed')
  .map(({ fullName }) => fullName)
  .sort();
const about = 'the optional fields of a booking';
const expected = [
  `${about} the changelog of the SDK, or a changeset, names label`,
  `${about} the changelog of the interface names label`,
  `${about} the page of a booking shows label`,
];
process.stdout.write(`Failed:\n${failed.map((name) => `  ${name}\n`).join('')}`);
const asExpected = JSON.stringify(failed) === JSON.stringify(expected);
process.stdout.write(
  asExpected
    ? 'These are the three files that remain, as docs/contributing.md says.\n'
    : `Expected:\n${expected.map((name) => `  ${name}\n`).join('')}`,
);
process.exitCode = asExpected ? 0 : 1;
