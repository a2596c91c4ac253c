import { existsSync, readFileSync } from 'node:fs';
import { describeFunctions } from './codegen-functions.ts';
import { sdkGeneratedFiles } from './sdk/generated-files.ts';
import { generatedFiles } from './src/generated-files.ts';
import { createOpenApiDocument } from './src/rest/openapi-document.ts';

/** Every file that is not about GraphQL: a function from its present text to the new one. */
export const ownFiles: { path: string; generate: (present: string) => string | Promise<string> }[] = [
  ...generatedFiles,
  { path: 'src/db/functions.generated.ts', generate: describeFunctions },
  ...sdkGeneratedFiles.map(({ path, generate }) => ({
    path,
    generate: (present: string) => generate(createOpenApiDocument(), present),
  })),
];

/** The plugin of graphql-codegen that writes them. */
export function plugin(
  _schema: unknown,
  _documents: unknown,
  { path }: { path: string },
): string | Promise<string> {
  const file = new URL(path, import.meta.url);
  return ownFiles
    .find((own) => own.path === path)!
    .generate(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
