import { getNamedType, isEnumType } from 'graphql';
import { type Html, html } from '../../pages/html.ts';
import { denialOf } from '../schema/define-mutation.ts';
import type { Catalog, DocumentPage, PageVariable, RecordPages } from './catalog.ts';
import type { PageRequest } from './page-request.ts';
import type { Values } from './result.ts';
import { addressOf } from './values.ts';

/** The kind of record that a page shows, if it is the page of a record. */
export const recordOf = (catalog: Catalog, page: DocumentPage) =>
  [...catalog.records.values()].find((record) => record.page === page);

/** Kinds of records that have a calendar, with the parameter of its address. */
const calendars: Record<string, string> = { Organization: 'organizationId', Court: 'courtId' };

/** Links from a record to the questions about it and to the tasks that take it. */
export function recordLinks(
  { operator }: PageRequest,
  { type, related }: RecordPages,
  variables: Record<string, unknown>,
  value: Values,
): Html {
  const pages = related.map(({ page }) => page).filter(({ mutation }) => !denialOf(operator, mutation));
  const link = (target: DocumentPage) => {
    const known = target.variables.flatMap((variable) => {
      const given = knownValue(variable, variables, value, target.isMutation);
      return given === undefined ? [] : [[variable.name, given] as const];
    });
    return html`<li><a href="${addressOf(target, Object.fromEntries(known))}">${target.title}</a></li>`;
  };
  const parameter = calendars[type];
  const calendar =
    parameter !== undefined &&
    html`<li><a href="/operators/calendar?${parameter}=${value.id}">Calendar</a></li>`;
  const list = (label: string, kind: string, some: DocumentPage[], more: Html | false = false) =>
    (some.length > 0 || more) &&
    html`<nav aria-label="${label}"><h2>${label}</h2><ul class="${kind}">${more}${some.map(link)}</ul></nav>`;
  return html`<div class="record-links">${list(
    'Questions',
    'questions',
    pages.filter(({ isMutation }) => !isMutation),
    calendar,
  )}${list(
    'Tasks',
    'tasks',
    pages.filter(({ isMutation }) => isMutation),
  )}</div>`;
}

/**
 * The value of a variable that a record's page knows: its own id, or that of a related record. Not an enumeration: the
 * status of a webhook endpoint is no status of its deliveries.
 */
function knownValue(
  { name, type }: PageVariable,
  variables: Record<string, unknown>,
  value: Values,
  isTask: boolean,
): unknown {
  if (name in variables) return variables[name];
  const related = name.endsWith('Id') ? value[name.slice(0, -2)] : undefined;
  if (!isTask && typeof related === 'object' && related !== null) return (related as Values).id;
  if (isTask || isEnumType(getNamedType(type))) return undefined;
  return typeof value[name] === 'string' ? value[name] : undefined;
}
