import type { OperationAt } from '../reference/openapi.ts';
import { linkOperations } from './link-operations.ts';

/**
 * Returns a page of `docs/partners` as the service publishes it. Operations become links, and links to unpublished files
 * lose their target. Comments and everything between `<!-- repository -->` and `<!-- /repository -->` are removed.
 */
export function toSiteMarkdown(markdown: string, operations: OperationAt[] = []): string {
  const parts = markdown
    .replaceAll(/<!-- repository -->[\s\S]*?<!-- \/repository -->\n*/g, '')
    // Code is left as it is.
    .split(/(^```[\s\S]*?^```$)/m);
  const mended = parts.map((part, index) =>
    index % 2 === 1 ? part : linkOperations(mendText(part), operations),
  );
  return `${mended.join('').trim()}\n`;
}

function mendText(text: string): string {
  return (
    text
      .replaceAll(/^<!--[\s\S]*?-->\n*/gm, '')
      .replaceAll('](../../src/rest/openapi.json)', '](/api/v1/openapi.json)')
      .replaceAll('](../../sdk/README.md', '](/docs/sdk-readme')
      .replaceAll(/\]\(([\w-]+\.svg)\)/g, '](/docs/$1)')
      // The README of the SDK is also read elsewhere, so it links to the guides in the repository.
      .replaceAll('](https://github.com/courtbridge/courtbridge/blob/main/docs/partners/', '](')
      .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)\s]*(?: "(?:[^"\\]|\\.)*")?\)/g, '$1')
  );
}
