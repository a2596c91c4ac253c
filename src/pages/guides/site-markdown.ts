/**
 * A page of `docs/partners` as partners get it: without what leads into the repository, which they do not have. Columns that name
 * the tests that hold a row are left out, links to files outside the folder lose their target, unless the same is published, and what stands between
 * `<!-- repository -->` and `<!-- /repository -->` is gone, as are comments.
 */
export function toSiteMarkdown(markdown: string): string {
  const parts = markdown
    .replaceAll(/<!-- repository -->[\s\S]*?<!-- \/repository -->\n*/g, '')
    // Code is left as it is.
    .split(/(^```[\s\S]*?^```$)/m);
  const mended = parts.map((part, index) => (index % 2 === 1 ? part : mendText(part)));
  return `${mended.join('').trim()}\n`;
}

function mendText(text: string): string {
  const withoutTables = text.replaceAll(/(?:^\|.*\n?)+/gm, withoutHeldBy);
  return withoutTables
    .replaceAll(/^<!--[\s\S]*?-->\n*/gm, '')
    .replaceAll('](../../src/rest/openapi.json)', '](/api/v1/openapi.json)')
    .replaceAll('](../../sdk/README.md', '](https://www.npmjs.com/package/@courtbridge/sdk')
    .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)\s]*(?: "(?:[^"\\]|\\.)*")?\)/g, '$1');
}

/** A table without its column "held by". */
function withoutHeldBy(table: string): string {
  const rows = table.split('\n').map((line) => (line === '' ? [] : line.split(/(?<!\\)\|/).slice(1, -1)));
  const column = rows[0]!.findIndex((cell) => cell.trim() === 'held by');
  if (column === -1) return table;
  return rows
    .map((cells) => (cells.length === 0 ? '' : `|${cells.toSpliced(column, 1).join('|')}|`))
    .join('\n');
}
