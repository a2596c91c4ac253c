import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type KnownFault, knownFaults } from './known-faults.ts';
import { copyRepository, failingTests, hashOf, interruption } from './sandbox.ts';

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
  copyRepository(sandbox);
  const isInterrupted = interruption();
  let detected = 0;
  for (const [index, planted] of knownFaults.entries()) {
    const files = [...planted.edits.map(([file]) => file), planted.test];
    const key = `${planted.fault} ${hashOf(files, JSON.stringify(planted.edits))}`;
    const failed = known[key] ?? failuresWith(planted);
    if (await isInterrupted()) return { detected, planted: index };
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
export function detectKnownFault(fault: string): { failed: string[]; by: string | undefined } {
  const planted = knownFaults.find((known) => known.fault === fault);
  if (!planted) throw new Error(`no known fault has the name "${fault}"`);
  copyRepository(sandbox);
  const failed = failuresWith(planted);
  return { failed, by: detecting(planted, failed) };
}

function failuresWith({ edits, test }: KnownFault): string[] {
  try {
    for (const [file, from, to] of edits) {
      const path = `${sandbox}/${file}`;
      const parts = readFileSync(path, 'utf8').split(from);
      if (parts.length !== 2)
        return [`${file} has changed: the text to replace occurs ${parts.length - 1} times`];
      writeFileSync(path, parts.join(to));
    }
    const isSystem = /^test\/release\/(process|browser)\//.test(test);
    // Some faults make a test wait forever.
    const options = ['--testTimeout', '30000', '--hookTimeout', '15000'];
    return failingTests(sandbox, [...(isSystem ? ['--config', 'test/system.config.ts'] : options), test]);
  } finally {
    for (const [file] of edits) writeFileSync(`${sandbox}/${file}`, readFileSync(file));
  }
}

/** The first failed test of the named file. A file that could not be run detects nothing. */
const detecting = ({ test }: KnownFault, failed: string[]) =>
  failed.find((name) => name.startsWith(`${test} "`));
