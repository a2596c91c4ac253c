import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FaultName, type KnownFault, knownFaults } from './known-faults.ts';
import { isSystem, runVitest } from './run-vitest.ts';

const sandbox = '.mutants/known';
const knownFile = '.mutants/known.json';

/**
 * Applies each known fault alone to a copy of the repository, and reports if its test detects it. Returns how many are detected, of how
 * many that were planted before an interrupt.
 */
export async function plantKnownFaults({
  force,
}: {
  force?: boolean;
}): Promise<{ detected: number; planted: number }> {
  const known: Record<string, string[]> =
    existsSync(knownFile) && !force ? JSON.parse(readFileSync(knownFile, 'utf8')) : {};
  copyRepository();
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  let detected = 0;
  for (const [index, planted] of knownFaults.entries()) {
    const key = `${planted.fault} ${hashOf(planted)}`;
    const failed = known[key] ?? (await failuresWith(planted));
    if (isInterrupted) return { detected, planted: index };
    known[key] = failed;
    writeFileSync(knownFile, JSON.stringify(known, null, 2));
    const by = detecting(planted, failed);
    if (by !== undefined) detected += 1;
    const fate = by
      ? `detected by ${by}`
      : `NOT DETECTED by its test. Failed tests: ${failed.join(', ') || 'none'}`;
    process.stdout.write(`${index + 1}/${knownFaults.length} ${planted.fault}: ${fate}\n`);
  }
  process.stdout.write(`${detected} of ${knownFaults.length} known faults are detected.\n`);
  return { detected, planted: knownFaults.length };
}

/** Applies one known fault to a new copy of the repository. `by` is the failed test that detects it, if one does. */
export async function detectKnownFault(
  fault: FaultName,
): Promise<{ failed: string[]; by: string | undefined }> {
  const planted = knownFaults.find((known) => known.fault === fault);
  if (!planted) throw new Error(`no known fault has the name "${fault}"`);
  copyRepository();
  const failed = await failuresWith(planted);
  return { failed, by: detecting(planted, failed) };
}

/** Copies the files that tests need, so that the repository itself is never changed. */
function copyRepository(): void {
  rmSync(sandbox, { recursive: true, force: true });
  mkdirSync(sandbox, { recursive: true });
  const files = ['package.json', 'tsconfig.json', 'vitest.config.ts'];
  for (const path of ['src', 'sdk', 'scripts', 'docs', 'test', ...files])
    cpSync(path, `${sandbox}/${path}`, { recursive: true });
  symlinkSync(resolve('node_modules'), `${sandbox}/node_modules`);
}

/** The failed tests as `test/file.test.ts "outer > test"`. */
async function failuresWith({ edits, test }: KnownFault): Promise<string[]> {
  try {
    for (const [file, from, to] of edits) {
      const path = `${sandbox}/${file}`;
      const parts = readFileSync(path, 'utf8').split(from);
      if (parts.length !== 2)
        return [`${file} has changed: the text to replace occurs ${parts.length - 1} times`];
      writeFileSync(path, parts.join(to));
    }
    // Some faults make a test wait forever.
    const limits = isSystem(test) ? [] : ['--testTimeout', '30000', '--hookTimeout', '15000'];
    const { tests, broken } = await runVitest([test], limits, { root: sandbox, timeout: 900_000 });
    const failed = tests.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && broken.length === 0) return ['no test was run'];
    return [...failed.map(({ file, name }) => `${file} "${name}"`), ...broken];
  } catch (error) {
    return [String(error)];
  } finally {
    for (const [file] of edits) writeFileSync(`${sandbox}/${file}`, readFileSync(file));
  }
}

function hashOf({ edits, test }: KnownFault): string {
  const hash = createHash('sha256').update(JSON.stringify(edits));
  for (const file of [...edits.map(([file]) => file), test]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** The first failed test of the named file. A file that could not be run detects nothing. */
const detecting = ({ test }: KnownFault, failed: string[]) =>
  failed.find((name) => name.startsWith(`${test} "`));
