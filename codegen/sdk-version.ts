import { readFileSync } from 'node:fs';

/** The SDK's `version.generated.ts`: the version of its manifest, which `npm run release:version` raises. */
export function sdkVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../sdk/package.json', import.meta.url), 'utf8'));
  return `// generated, run npm run codegen

/** The version of this package. */
export const sdkVersion: string = '${manifest.version}';
`;
}
