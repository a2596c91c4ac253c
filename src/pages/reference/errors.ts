import { anchor, renderInline } from '../guides/render-markdown.ts';
import { type Html, html, joined } from '../html.ts';
import { type FieldLists, termList } from './field-list.ts';
import { jsonOf, type OpenApi, type Operation, operationsOf, variantsOf } from './openapi.ts';

/** An error that an operation can return. */
export interface NamedError {
  type: string;
  status: string;
  /** When it occurs. */
  condition: string;
  /** The error message. */
  message: string;
  schema: string | undefined;
}

/** Returns the errors of an operation, ordered by status. */
export function errorsOf({ responses }: Operation): NamedError[] {
  return Object.entries(responses).flatMap(([status, { description, content }]) => {
    const json = jsonOf(content);
    const error = json?.schema.properties?.error ?? {};
    const schemas = (variantsOf(error) ?? [error]).map(({ $ref }) => $ref?.split('/').at(-1));
    return Object.entries(json?.examples ?? {}).map(([type, { value }], index) => ({
      type,
      status,
      condition: new RegExp(`\`${type}\`: (.+)`).exec(description)?.[1] ?? '',
      message: (value as { error: { message: string } }).error.message,
      schema: schemas[index],
    }));
  });
}

/** Returns the errors of all operations by status, each with the number of operations that return it. */
function allErrors(document: OpenApi): Map<string, NamedError & { count: number }> {
  const all = new Map<string, NamedError & { count: number }>();
  for (const { operation } of operationsOf(document)) {
    for (const error of errorsOf(operation)) {
      const count = (all.get(error.type)?.count ?? 0) + 1;
      all.set(error.type, { ...error, count });
    }
  }
  return new Map([...all].sort(([, one], [, other]) => one.status.localeCompare(other.status)));
}

/** Returns the errors that nearly every operation can return. They are listed once. */
export function commonErrors(document: OpenApi): Set<string> {
  const most = operationsOf(document).length / 2;
  // Only operations with a body can return these. They are listed with the common errors, since few programs handle
  // them.
  const ofBodies = ['payload_too_large', 'unsupported_media_type'];
  const common = [...allErrors(document).values()].filter(
    ({ type, count }) => count > most || ofBodies.includes(type),
  );
  return new Set(common.map(({ type }) => type));
}

/** The errors of an operation: a list of its own errors, and a line with the common ones. */
export function errorsOfOperation(operation: Operation, common: Set<string>): Html {
  const errors = errorsOf(operation);
  const own = errors.filter(({ type }) => !common.has(type));
  const others = errors.filter(({ type }) => common.has(type));
  const rows = own.map(({ type, status, condition, message }) => ({
    term: html`<b class="status">${status}</b> ${linkTo(type)}`,
    meaning: html`${sentence(condition)} <q>${message}</q>`,
  }));
  return html`${own.length > 0 && termList(rows)}<p class="others">${own.length === 0 ? 'Errors' : 'In addition, errors'} that every operation can return: ${joined(others.map(({ type }) => linkTo(type)))}.</p>\n`;
}

/** All errors with their additional fields. `guideOf` returns the address of more information in a guide. */
export function errorList(
  document: OpenApi,
  lists: FieldLists,
  guideOf: (type: string) => string | undefined,
): Html {
  const rows = [...allErrors(document).values()].map(({ type, status, condition, message, schema }) => {
    const { properties = {} } = schema === undefined ? {} : lists.schema(schema);
    const brings = Object.entries(properties)
      .filter(([name]) => name !== 'type' && name !== 'message')
      .map(([name, property]) => html`<br><code>${name}</code>: ${lists.type(property)}`);
    const guide = guideOf(type);
    return {
      id: type,
      term: html`<b class="status">${status}</b> <code>${type}</code>${anchor(type, type)}`,
      meaning: html`${sentence(condition)} <q>${message}</q>${guide && html` <a href="${guide}">What to do</a>`}${brings}`,
    };
  });
  return termList(rows);
}

const linkTo = (type: string) => html`<a href="/docs/reference/errors#${type}"><code>${type}</code></a>`;

function sentence(condition: string): Html {
  const text = condition.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return renderInline(/[.!?]$/.test(text) ? text : `${text}.`);
}
