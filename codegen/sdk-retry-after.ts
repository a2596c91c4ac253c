import { readFileSync } from 'node:fs';

/** Returns the SDK's `retry-after.generated.ts`: the service's own parser, because the SDK imports nothing from outside itself. */
export function retryAfter(): string {
  const source = readFileSync(new URL('../src/services/values/retry-after.ts', import.meta.url), 'utf8');
  return `// generated, run npm run codegen

${source}`;
}
