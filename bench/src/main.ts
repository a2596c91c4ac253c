// `npm run bench`: the comparison, then the SDK. `npm run bench -- faults [name…]`: the faults, all or those named.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** In a process of its own, so that none warms up, or fills the memory of, another. */
function run(file: string, args: string[] = []): void {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const [what, ...args] = process.argv.slice(2);
if (what === undefined) {
  run('run.ts');
  run('sdk.ts');
} else if (what === 'faults') {
  run('faults/run.ts', args);
} else if (what === 'lists') {
  run('lists.ts', args);
} else {
  process.stderr.write(
    `Unknown: ${what}. Without arguments the comparison is measured; "faults" provokes faults.\n`,
  );
  process.exit(1);
}
