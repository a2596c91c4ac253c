import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Modules of the service that the SDK contains as copies, because the SDK imports nothing from outside itself. By the folder of the copies. */
const sharedSources: Record<string, string[]> = {
  'sdk/src': ['src/services/values/name-fault.ts', 'src/services/values/retry-after.ts'],
  'sdk/src/testing/platform': [
    'src/http/is-json.ts',
    'src/http/parse-json-body.ts',
    'src/http/repeated-keys.ts',
    'src/rest/transport/decode-parameters.ts',
    'src/rest/transport/read-query.ts',
    'src/services/access/scope.ts',
  ],
};

/** The copies, such as `retry-after.generated.ts`. They import only each other. */
export const sdkSharedSources = Object.entries(sharedSources).flatMap(([folder, sources]) =>
  sources.map((source) => ({
    path: `${folder}/${basename(source, '.ts')}.generated.ts`,
    generate: () => {
      const text = readFileSync(new URL(`../${source}`, import.meta.url), 'utf8');
      return `// generated, run npm run codegen\n\n${text.replaceAll(/(?<= from '\.\/[\w-]+)\.ts';/g, ".generated.ts';")}`;
    },
  })),
);
