import { codeBlock } from '../code/code-block.ts';
import type { Guide } from '../guides/guides.ts';
import { headingWithAnchor, renderInline, renderText } from '../guides/render-markdown.ts';
import { type Html, html } from '../html.ts';
import { commonErrors, errorList, errorsOf } from './errors.ts';
import { FieldLists, termList } from './field-list.ts';
import { jsonOf, type OpenApi, operationsOf, referencePath, tagId } from './openapi.ts';
import { breakable, objectSections, operationPage } from './operation-page.ts';

export interface ReferencePage {
  title: string;
  description: string;
  content: Html;
}

/**
 * A page of the reference of the partner interface, generated from its OpenAPI document only. Common facts are described
 * once, on the first page. `guideOf` returns the address of help for an error. `guides` are those that name the operation.
 */
export function referencePage(
  document: OpenApi,
  path: string,
  guideOf: (type: string) => string | undefined,
  guides: Guide[],
): ReferencePage {
  if (path === '/docs/reference') return indexPage(document);
  if (path === referencePath('webhooks')) return webhooksPage(document);
  if (path === referencePath('errors')) return errorsPage(document, guideOf);
  const documented = operationsOf(document).find(
    ({ operation }) => path === referencePath(operation.operationId),
  )!;
  const { summary, description } = documented.operation;
  return {
    title: summary,
    description: description.split('\n')[0]!,
    content: operationPage(document, documented, commonErrors(document), guides),
  };
}

function indexPage(document: OpenApi): ReferencePage {
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const rows = operations.flatMap(({ method, path, operation }) =>
      operation.tags[0] === name
        ? {
            id: operation.operationId,
            term: html`<a href="${referencePath(operation.operationId)}">${operation.summary}</a>`,
            meaning: html`<span class="endpoint"><b class="${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code></span>`,
          }
        : [],
    );
    return html`${headingWithAnchor(2, tagId(name), capital(name))}<p>${renderInline(description)}</p>
${termList(rows)}`;
  });
  const errors = operations.flatMap(({ operation }) => errorsOf(operation).map(({ type }) => type));
  return {
    title: 'Reference',
    description: 'Every operation, field and error of the partner interface of Courtbridge.',
    content: html`<h1>Reference</h1>
<p class="lead">Every operation, field and error of the partner interface, generated from its
<a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>, which is generated from the schemas that validate your requests.</p>
${everyOperation(document)}
${sections}
${headingWithAnchor(2, 'webhooks', 'Webhooks')}<p><a href="${referencePath('webhooks')}">Headers and bodies of webhooks</a></p>
${headingWithAnchor(2, 'errors', 'Errors')}<p><a href="${referencePath('errors')}">All errors</a>, with what they mean:</p>
<ul class="codes">
${[...new Set(errors)].sort().map((type) => html`<li id="${type}"><a href="${referencePath('errors')}#${type}"><code>${type}</code></a></li>\n`)}</ul>
`,
  };
}

/** The section on address, token and headers, which all operations share. */
function everyOperation({ info, components }: OpenApi): Html {
  const headers = Object.entries(components.headers).map(([name, { description }]) => ({
    term: html`<code>${name}</code>`,
    meaning: renderInline(description),
  }));
  return html`${headingWithAnchor(2, 'every-operation', 'Every operation')}${renderText(info.description)}<p>The token is sent as <code>Authorization: Bearer &lt;token&gt;</code>. <code>externalServiceId</code> is the
UUID of your external service: <a href="${referencePath('getToken')}"><code>getToken</code></a> returns it. You can send your own <code>X-Request-Id</code>, 1 to 128 of
<code>A-Z a-z 0-9 _ . : = + / -</code>; the response contains it, and you and operators find the request by it.</p>
<p>The examples read the address of the service and the token from environment variables. Their ids are from the demo data.</p>
${codeBlock({ language: 'sh', text: 'export BASE_URL=https://partners.example.com\nexport TOKEN=cbp_…' }, 'Variables of the examples')}
${headingWithAnchor(3, 'headers', 'Response headers')}${termList(headers)}`;
}

function webhooksPage(document: OpenApi): ReferencePage {
  const lists = new FieldLists(document);
  const posts = Object.values(document.webhooks).map(({ post }) => post!);
  const contents = posts.map((post) => jsonOf(post.requestBody?.content)!);
  const example = Object.values(contents[0]!.examples ?? {})[0]?.value;
  return {
    title: 'Webhooks',
    description: 'Headers and bodies of the webhooks of Courtbridge.',
    content: html`<h1>Webhooks</h1>
<p class="lead">Webhooks are sent to your endpoint with <code>POST</code>. The <a href="/docs/webhooks">guide</a> explains how to verify and process them.</p>
${codeBlock({ language: 'json', text: JSON.stringify(example, null, 2) }, 'Example of a webhook')}
${headingWithAnchor(2, 'webhook-headers', 'Headers')}${lists.ofParameters(posts[0]!.parameters ?? [])}
${headingWithAnchor(2, 'webhook-bodies', 'Bodies')}${lists.ofVariants(contents.map(({ schema }) => schema))}
${objectSections(lists)}`,
  };
}

function errorsPage(document: OpenApi, guideOf: (type: string) => string | undefined): ReferencePage {
  const lists = new FieldLists(document);
  return {
    title: 'Errors',
    description: 'Every error of the partner interface of Courtbridge.',
    content: html`<h1>Errors</h1>
<p class="lead">Every error is <code>{ "error": { "type", "message", … } }</code>. Handle errors by <code>type</code>; <code>message</code> is for people and may change.</p>
${errorList(document, lists, guideOf)}
${objectSections(lists)}`,
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
