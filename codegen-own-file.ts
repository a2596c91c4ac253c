import { readFileSync } from 'node:fs';
import { generatedFiles } from './src/generated-files.ts';

/** The plugin of graphql-codegen that writes the files which are not about GraphQL. */
export function plugin(_schema: unknown, _documents: unknown, { path }: { path: string }): string {
  const { generate } = generatedFiles.find((file) => file.path === path)!;
  return generate(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
