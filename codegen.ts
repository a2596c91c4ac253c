import { readFileSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './src/generated-files.ts';

/** `npm run codegen`: writes every generated file. A test fails when one is stale. */
for (const { path, generate } of generatedFiles) {
  const url = new URL(path, import.meta.url);
  const before = readFileSync(url, { encoding: 'utf8', flag: 'a+' });
  const after = generate(before);
  if (after === before) continue;
  writeFileSync(url, after);
  process.stdout.write(`${path}: written\n`);
}
