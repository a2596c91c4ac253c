import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles } from '../src/generated-files.ts';

it.each(generatedFiles)('$path is what `npm run codegen` would write', ({ path, generate }) => {
  const present = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  expect(generate(present), 'stale: run npm run codegen').toBe(present);
});
