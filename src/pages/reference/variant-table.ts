import { renderInline, scrolledTable } from '../guides/render-markdown.ts';
import type { FieldTables } from './fields-table.ts';
import type { Schema } from './openapi.ts';

/** Things that are alike but for their `type` and their `data`: the fields that they share, then a row for each. */
export function variantTable(about: string, variants: Schema[], tables: FieldTables): string {
  const all = variants.map((variant) => tables.resolve(variant));
  const shared = { ...all[0]!, properties: { ...all[0]!.properties } };
  shared.properties.type = { type: 'string', description: 'One of those below.' };
  shared.properties.data = { type: 'object', description: 'As its type says.' };
  const rows = all.map(({ properties = {}, description = '' }) => {
    const { const: type = 'any other' } = properties.type ?? {};
    return `<tr><td><code>${String(type)}</code></td><td>${renderInline(description)}</td><td>${tables.type(properties.data ?? {})}</td></tr>`;
  });
  return `<p>Each has these fields:</p>
${tables.ofObject(`fields of each, ${about}`, shared)}<p>The types:</p>
${scrolledTable(
  `types, ${about}`,
  `<thead><tr><th scope="col">Type</th><th scope="col">Happens when</th><th scope="col"><code>data</code></th></tr></thead>\n<tbody>${rows.join('\n')}</tbody>`,
)}`;
}
