import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the code blocks of a page that name a file in their first line, for example `// client.ts`. In a guide, such a block has the
 * word `file` after its language.
 */
export function readmeBlocks(page: string): { file: string; text: string }[] {
  return [...page.matchAll(/^```(?:ts|js)(?: file)?\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)].map(
    ([, text, file]) => ({
      file: file!,
      text: text!,
    }),
  );
}

/** Returns the blocks of all pages in a folder, in the order of their names: `README.md` comes first. */
export function blocksIn(folder: string): { file: string; text: string }[] {
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return pages.sort().flatMap((page) => readmeBlocks(readFileSync(`${folder}/${page}`, 'utf8')));
}

const guides = fileURLToPath(new URL('../docs/partners/', import.meta.url));

/** The guides of the SDK. Their blocks continue those of its README. */
export const sdkGuides = readdirSync(guides)
  .filter((file) => file.startsWith('sdk-'))
  .sort()
  .map((file) => guides + file);
