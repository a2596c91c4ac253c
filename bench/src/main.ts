// `npm run bench`: compares the partners' operations, then the SDK. See bench/README.md for the other benchmarks.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benches: Record<string, string[]> = {
  '': ['run.ts', 'sdk.ts'],
  faults: ['faults/run.ts'],
  page: ['page/run.ts'],
  lists: ['lists.ts'],
  batch: ['batch.ts'],
  webhooks: ['webhooks.ts'],
  scale: ['scale.ts'],
};

const [what = '', ...args] = process.argv.slice(2);
const files = benches[what];
if (!files) {
  const known = Object.keys(benches).filter(Boolean).join(', ');
  process.stderr.write(
    `Unknown benchmark: ${what}. Choose one of ${known}, or none to measure the calls of partners.\n`,
  );
  process.exit(1);
}
// Each file runs in its own process, so that none inherits warm code or used memory.
for (const file of files) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
