import { renderInline, scrolledTable } from '../guides/render-markdown.ts';
import { type Html, html } from '../html.ts';
import type { FieldTables } from './fields-table.ts';
import type { Schema } from './openapi.ts';

/** Variants that differ only in `type` and `data`: a table of the shared fields, then a row for each variant. */
export function variantTable(about: string, variants: Schema[], tables: FieldTables): Html {
  const all = variants.map((variant) => tables.resolve(variant));
  const shared = { ...all[0]!, properties: { ...all[0]!.properties } };
  shared.properties.type = { type: 'string', description: 'One of the types below.' };
  shared.properties.data = { type: 'object', description: 'Depends on the type.' };
  const rows = all.map(({ properties = {}, description = '' }) => {
    const { const: type = 'any other' } = properties.type ?? {};
    return html`<tr><td><code>${String(type)}</code></td><td>${renderInline(description)}</td><td>${tables.type(properties.data ?? {})}</td></tr>`;
  });
  return html`<p>All types have these fields:</p>
${tables.ofObject(`fields of each, ${about}`, shared)}<p>Types:</p>
${scrolledTable(`types, ${about}`, ['Type', 'Sent when', html`<code>data</code>`], rows)}`;
}
