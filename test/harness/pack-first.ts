import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/pack-sdk.ts', import.meta.url));

/** Packs the SDK and keeps it. Otherwise each service that starts as a process would pack it until the first one is done, for 8 s of CPU. */
export default function setup(): void {
  // Packing needs no network.
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1' };
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
