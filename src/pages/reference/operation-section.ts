import { codeBlock, codeTabs } from '../code/code-block.ts';
import { exampleIn } from '../example-in.ts';
import { exampleLanguages } from '../examples/example-call.ts';
import { headingWithAnchor, renderInline, renderText } from '../guides/render-markdown.ts';
import { type Html, html } from '../html.ts';
import { errorTable } from './errors.ts';
import { exampleCallOf } from './example-call.ts';
import type { FieldTables } from './fields-table.ts';
import { jsonOf, type OperationAt, type Schema, variantsOf } from './openapi.ts';
import { variantTable } from './variant-table.ts';

/** Parameters of every operation. They are described once, at the top. */
const everywhere = ['externalServiceId', 'X-Request-Id'];

/** An operation: purpose, call, and responses. */
export function operationSection(documented: OperationAt, tables: FieldTables, common: Set<string>): Html {
  const { method, path, operation } = documented;
  const { operationId, summary, tags, description, parameters = [] } = operation;
  const own = parameters.filter(({ name }) => !everywhere.includes(name));
  const body = jsonOf(operation.requestBody?.content);
  const call = exampleCallOf(documented);
  const examples = exampleLanguages.map((language) => ({ language, text: exampleIn(language, call).trim() }));
  const tryAt = `/docs/try#/${encodeURIComponent(tags[0]!)}/${operationId}`;
  return html`<section class="operation">
${headingWithAnchor(3, operationId, summary)}<p class="endpoint"><b class="${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code></p>
${renderText(description)}<p><code>${operationId}</code> · <a href="${tryAt}">Try it</a></p>
${codeTabs(examples, `example-${operationId}`)}
${own.length > 0 && html`<h4>Parameters</h4>\n${tables.ofParameters(`parameters of ${operationId}`, own)}`}
${body && html`<h4>Body</h4>\n${fields(`body of ${operationId}`, body.schema, tables)}${furtherExamples(body.examples)}`}
<h4>Responses</h4>
${answers(documented, tables)}
<h4>Errors</h4>
${errorTable(operation, common)}</section>
`;
}

/** Allows line breaks at the parts of a long path. */
const breakable = (path: string) => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

/** The fields of an object, or of its variants. */
function fields(about: string, schema: Schema, tables: FieldTables): Html {
  const resolved = tables.resolve(schema);
  const description =
    resolved.description !== undefined && html`<p>${renderInline(resolved.description)}</p>\n`;
  const variants = Object.values(resolved.properties ?? {}).flatMap(
    (property) => variantsOf(property.items ?? {}) ?? [],
  );
  const isOfChanges = variants.some((variant) => tables.resolve(variant).properties?.type?.const);
  return html`${description}${tables.ofObject(about, isOfChanges ? withoutVariants(resolved) : schema)}${isOfChanges && variantTable(about, variants, tables)}`;
}

/** Removes the variants, which have their own table. */
function withoutVariants(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    variantsOf(property.items ?? {}) ? { ...property, items: { type: 'object' } } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The other examples. The first one is shown as the call. */
function furtherExamples(examples: Record<string, { summary?: string; value: unknown }> = {}): Html[] {
  return Object.entries(examples)
    .slice(1)
    .map(([name, { summary = name, value }]) => json(`Another example: ${summary}`, value));
}

function answers({ operation }: OperationAt, tables: FieldTables): Html {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const texts = successes.map(([status, { description, content }]) => {
    const example = jsonOf(content)?.example;
    return html`<p><b class="status">${status}</b> ${renderInline(description)}</p>\n${example !== undefined && json(`Example of ${status}`, example)}`;
  });
  const schema = jsonOf(successes[0]?.[1].content)?.schema;
  const table = schema && fields(`response of ${operation.operationId}`, schema, tables);
  return html`${texts}<details><summary>Fields of the response</summary>\n${table}</details>\n`;
}

function json(label: string, value: unknown): Html {
  return html`<details><summary>${label}</summary>\n${codeBlock({ language: 'json', text: JSON.stringify(value, null, 2) }, label)}</details>\n`;
}
