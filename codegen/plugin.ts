import { existsSync, readFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

/** The plugin of graphql-codegen that writes what is not about GraphQL: the file that its configuration names. */
export function plugin(
  _schema: unknown,
  _documents: unknown,
  { path }: { path: string },
): string | Promise<string> {
  const file = new URL(`../${path}`, import.meta.url);
  return generatedFiles
    .find((generated) => generated.path === path)!
    .generate(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
