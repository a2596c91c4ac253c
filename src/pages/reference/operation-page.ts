import { codeBlock, codeTabs } from '../code/code-block.ts';
import { exampleIn } from '../example-in.ts';
import { exampleLanguages } from '../examples/example-call.ts';
import type { Guide } from '../guides/guides.ts';
import { headingWithAnchor, renderInline, renderText } from '../guides/render-markdown.ts';
import { type Html, html, joined } from '../html.ts';
import { errorsOfOperation } from './errors.ts';
import { exampleCallOf } from './example-call.ts';
import { FieldLists } from './field-list.ts';
import { jsonOf, nameOf, type OpenApi, type OperationAt, type Schema, variantsOf } from './openapi.ts';
import { tryForm } from './try-form.ts';

/** Parameters of every operation. The index of the reference describes them. */
export const everywhere = ['externalServiceId', 'X-Request-Id'];

/** An operation: its purpose, fields and errors, and next to them a request, a response and a form that sends a request. */
export function operationPage(
  document: OpenApi,
  documented: OperationAt,
  common: Set<string>,
  guides: Guide[],
): Html {
  const { method, path, operation } = documented;
  const { operationId, summary, description, parameters = [] } = operation;
  const lists = new FieldLists(document);
  const own = parameters.filter(({ name }) => !everywhere.includes(name));
  const body = jsonOf(operation.requestBody?.content);
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const texts = successes.map(
    ([status, { description }]) =>
      html`<p><b class="status">${status}</b> ${renderInline(description)}</p>\n`,
  );
  const links = guides.map(({ name, title }) => html`<a href="/docs/${name}">${title}</a>`);
  const response = jsonOf(successes[0]?.[1].content);
  return html`<div class="operation">
<div>
<h1 id="${operationId}">${summary}</h1>
<p class="endpoint"><b class="${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code></p>
${renderText(description)}<p>Name in the SDK and in the OpenAPI document: <code>${operationId}</code></p>
<p>Guides: ${joined(links, ', ')}</p>
</div>
${example(documented)}<div>
${own.length > 0 && html`${headingWithAnchor(2, 'parameters', 'Parameters')}${lists.ofParameters(own)}`}
${body && html`${headingWithAnchor(2, 'body', 'Body')}${fields(body.schema, lists)}`}
${headingWithAnchor(2, 'response', 'Response')}${texts}${response && fields(response.schema, lists)}
${headingWithAnchor(2, 'errors', 'Errors')}${errorsOfOperation(operation, common)}
${objectSections(lists)}</div>
</div>
`;
}

/** Allows line breaks at the parts of a long path. */
export const breakable = (path: string) => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

/** The second column. */
function example(documented: OperationAt): Html {
  const { operationId, requestBody, responses } = documented.operation;
  const call = exampleCallOf(documented);
  const examples = exampleLanguages.map((language) => ({ language, text: exampleIn(language, call).trim() }));
  const others = Object.entries(jsonOf(requestBody?.content)?.examples ?? {}).slice(1);
  const answers = Object.entries(responses).flatMap(([status, { content }]) => {
    const answer = status.startsWith('2') ? jsonOf(content)?.example : undefined;
    return answer === undefined ? [] : [{ status, answer }];
  });
  // What a first request returns comes first.
  answers.reverse();
  return html`<section class="example" aria-label="Example">
<h2 id="request">Request</h2>
${codeTabs(examples, `example-${operationId}`)}${others.map(([name, { summary = name, value }]) => json(`Another example: ${summary}`, value))}
${answers.map(({ status, answer }, index) =>
  index === 0
    ? html`<h2 id="answer">Response ${status}</h2>\n${codeBlock({ language: 'json', text: JSON.stringify(answer, null, 2) }, `Response ${status}`)}`
    : json(`Response ${status}`, answer),
)}
${tryForm(documented, call.body)}</section>
`;
}

function json(label: string, value: unknown): Html {
  return html`<details><summary>${label}</summary>\n${codeBlock({ language: 'json', text: JSON.stringify(value, null, 2) }, label)}</details>\n`;
}

/** The fields of an object, or of its variants. */
function fields(schema: Schema, lists: FieldLists): Html {
  const resolved = lists.resolve(schema);
  const description =
    resolved.description !== undefined && html`<p>${renderInline(resolved.description)}</p>\n`;
  const variants = Object.values(resolved.properties ?? {}).flatMap(
    (property) => variantsOf(property.items ?? {}) ?? [],
  );
  const isOfChanges = variants.some((variant) => lists.resolve(variant).properties?.type?.const);
  return html`${description}${lists.ofObject(isOfChanges ? withoutVariants(resolved) : schema)}${isOfChanges && lists.ofVariants(variants)}`;
}

/** Removes the variants, which have their own list. */
function withoutVariants(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    variantsOf(property.items ?? {}) ? { ...property, items: { type: 'object' } } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The objects that the fields refer to. Rendering an object can add references to further objects. */
export function objectSections(lists: FieldLists): Html[] {
  const sections: Html[] = [];
  for (const name of lists.referred) {
    const schema = lists.schema(name);
    const { description = '' } = schema;
    if (sections.length === 0) sections.push(headingWithAnchor(2, 'objects', 'Objects'));
    sections.push(html`${headingWithAnchor(3, name, html`<code>${name}</code>`)}${description && html`<p>${renderInline(description)}</p>`}
${nameOf(schema) === undefined && lists.ofSection(schema)}`);
  }
  return sections;
}
