import { codeBlock } from '../code/code-block.ts';
import { headingWithAnchor, renderInline, renderText, scrolledTable } from '../guides/render-markdown.ts';
import { type Html, html } from '../html.ts';
import { commonErrors, errorSection } from './errors.ts';
import { FieldTables } from './fields-table.ts';
import { jsonOf, nameOf, type OpenApi, operationsOf, tagId } from './openapi.ts';
import { operationSection } from './operation-section.ts';
import { variantTable } from './variant-table.ts';

/**
 * The reference of the partner interface, generated from its OpenAPI document only. Common facts are described once, at
 * the top. `guideOf` returns the address of help for an error.
 */
export function referenceBody(document: OpenApi, guideOf: (type: string) => string | undefined): Html {
  const tables = new FieldTables(document);
  const common = commonErrors(document);
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags[0] === name);
    return html`<section>
${headingWithAnchor(2, tagId(name), capital(name))}<p>${renderInline(description)}</p>
${ofTag.map((documented) => operationSection(documented, tables, common))}</section>
`;
  });
  const webhooks = webhookSection(document, tables);
  const errors = errorSection(document, tables, guideOf);
  return html`<h1>Reference</h1>
<p class="lead">Every operation, field and error of the partner interface, generated from its
<a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>, which is generated from the schemas that validate your requests.</p>
${everyOperation(document)}
${sections}
<section>
${headingWithAnchor(2, 'webhooks', 'Webhooks')}${webhooks}</section>
<section>
${headingWithAnchor(2, 'errors', 'Errors')}<p>Every error is <code>{ "error": { "type", "message", … } }</code>. Handle errors by <code>type</code>; <code>message</code> is for people and may change.</p>
${errors}</section>
<section>
${headingWithAnchor(2, 'objects', 'Objects')}<p>The objects that the tables above refer to.</p>
${objectSections(tables)}</section>
`;
}

/** The section on address, token and headers, which all operations share. */
function everyOperation({ info, components }: OpenApi): Html {
  const rows = Object.entries(components.headers).map(
    ([name, { description }]) =>
      html`<tr><td><code>${name}</code></td><td>${renderInline(description)}</td></tr>`,
  );
  return html`<section>
${headingWithAnchor(2, 'every-operation', 'Every operation')}${renderText(info.description)}<p>The token is sent as <code>Authorization: Bearer &lt;token&gt;</code>. <code>externalServiceId</code> is the
UUID of your external service: <a href="#getToken"><code>getToken</code></a> returns it. You can send your own <code>X-Request-Id</code>, 1 to 128 of
<code>A-Z a-z 0-9 _ . : = + / -</code>; the response contains it, and operators can find the request by it.</p>
<p>The examples read the address of the service and the token from environment variables. Their ids are from the demo data.</p>
${codeBlock({ language: 'sh', text: 'export BASE_URL=https://partners.example.com\nexport TOKEN=cbp_…' }, 'Variables of the examples')}
<h3 id="headers">Response headers</h3>
${scrolledTable('response headers', ['Header', 'Meaning'], rows)}</section>
`;
}

function webhookSection({ webhooks }: OpenApi, tables: FieldTables): Html {
  const posts = Object.values(webhooks).map(({ post }) => post!);
  const headers = posts[0]!.parameters ?? [];
  const contents = posts.map((post) => jsonOf(post.requestBody?.content)!);
  const example = Object.values(contents[0]!.examples ?? {})[0]?.value;
  return html`<p>Webhooks are sent to your endpoint with <code>POST</code>. The <a href="/docs/webhooks">guide</a> explains how to verify and process them.</p>
${codeBlock({ language: 'json', text: JSON.stringify(example, null, 2) }, 'Example of a webhook')}
<h3 id="webhook-headers">Headers of a webhook</h3>
${tables.ofParameters('headers of a webhook', headers)}
<h3 id="webhook-bodies">Bodies</h3>
${variantTable(
  'webhooks',
  contents.map(({ schema }) => schema),
  tables,
)}`;
}

/** Rendering an object can add references to further objects. */
function objectSections(tables: FieldTables): Html[] {
  const sections: Html[] = [];
  for (const name of tables.referred) {
    const schema = tables.schema(name);
    const { description = '' } = schema;
    sections.push(html`<section class="object">
${headingWithAnchor(3, name, html`<code>${name}</code>`)}${description && html`<p>${renderInline(description)}</p>`}
${nameOf(schema) === undefined && tables.ofSection(name, schema)}</section>
`);
  }
  return sections;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
