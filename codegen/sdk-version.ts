import { readFileSync } from 'node:fs';

/** Returns the SDK's `version.generated.ts`, with the version of its manifest. `npm run release:version` increases it. */
export function sdkVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../sdk/package.json', import.meta.url), 'utf8'));
  return `// generated, run npm run codegen

/** The version of this package. */
export const sdkVersion: string = '${manifest.version}';
`;
}
