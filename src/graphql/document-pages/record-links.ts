import { getNamedType, isEnumType } from 'graphql';
import { type Html, html } from '../../pages/html.ts';
import { errorInPlainWords } from '../../pages/operators/words.ts';
import { denialOf } from '../schema/define-mutation.ts';
import {
  type Catalog,
  type DocumentPage,
  fits,
  type PageVariable,
  type RecordPages,
  type RelatedPage,
  recordAddress,
} from './catalog.ts';
import type { ResultPart } from './document-view.ts';
import type { PageRequest } from './page-request.ts';
import { nameOf, type Values } from './record-names.ts';
import { tried } from './review-task.ts';
import { addressOf } from './values.ts';

/** The kind of record that a page shows, if it is the page of a record. */
export const recordOf = (catalog: Catalog, page: DocumentPage) =>
  [...catalog.records.values()].find((record) => record.page === page);

/** Kinds of records that have a calendar, with the parameter of its address. */
const calendars: Record<string, string> = { Organization: 'organizationId', Court: 'courtId' };

/** The number of tasks that stand first. The others are in a list that opens. */
const mainTasks = 3;

/** Links from a record to the tasks that fit it, to those that take something away, and to the questions about it. */
export async function recordLinks(
  request: PageRequest,
  { type, related, variable }: RecordPages,
  variables: Record<string, unknown>,
  value: Values,
): Promise<Html> {
  const { catalog, operator } = request;
  const fitting = related.filter(({ page, when }) => !denialOf(operator, page.mutation) && fits(value, when));
  const judge = async (each: RelatedPage) =>
    each.isTried
      ? { ...each, ...(await tried(request, each.page, { variables: { [variable]: value.id } })) }
      : each;
  const judged: (RelatedPage & Partial<Awaited<ReturnType<typeof tried>>>)[] = await Promise.all(
    fitting.map(judge),
  );
  const allowed = judged.filter(({ changesNothing }) => !changesNothing);
  const link = ({ page, error }: (typeof judged)[number]) => {
    if (error) {
      const others = ((error.conflicts ?? []) as Values[]).map(
        (other) =>
          html` <a href="${recordAddress(catalog, 'CourtBooking', other)}">${nameOf(other)?.text}</a>`,
      );
      return html`<li>Not possible: ${page.title}. ${errorInPlainWords(String(error.message))}${others}</li>`;
    }
    const known = page.variables.flatMap((variable) => {
      const given = knownValue(variable, variables, value, page.isMutation);
      return given === undefined ? [] : [[variable.name, given] as const];
    });
    return html`<li><a href="${addressOf(page, Object.fromEntries(known))}">${page.title}</a></li>`;
  };
  const list = (label: string, kind: string, some: typeof judged, more: Html | false = false) =>
    (some.length > 0 || more) &&
    html`<nav aria-label="${label}"><h2>${label}</h2><ul class="${kind}">${more}${some.map(link)}</ul></nav>`;
  const tasks = allowed.filter(({ page, isDangerous }) => page.isMutation && !isDangerous);
  const more =
    tasks.length > mainTasks &&
    html`<li><details><summary>More tasks</summary><ul class="tasks">${tasks.slice(mainTasks).map(link)}</ul></details></li>`;
  const parameter = calendars[type];
  const calendar =
    parameter !== undefined &&
    html`<li><a href="/operators/calendar?${parameter}=${value.id}">Calendar</a></li>`;
  return html`<div class="record-links">${
    tasks.length > 0 &&
    html`<nav aria-label="Tasks"><h2>Tasks</h2><ul class="tasks">${tasks.slice(0, mainTasks).map(link)}${more}</ul></nav>`
  }${list(
    'Careful',
    'tasks dangerous',
    allowed.filter(({ isDangerous }) => isDangerous),
  )}${list(
    'Questions',
    'questions',
    allowed.filter(({ page }) => !page.isMutation),
    calendar,
  )}</div>`;
}

const year = 365 * 24 * 60 * 60_000;

/** Links from the result of a task to the one that completes it, for the next year, and to the one that undoes it,
 * also by the request that changed many records. */
export function followUps(
  { catalog, operator, now }: PageRequest,
  page: DocumentPage,
  variables: Record<string, unknown>,
  part: ResultPart | undefined,
  former: Values = {},
): Html {
  const related = [...catalog.records.values()].flatMap((record) => record.related);
  const done: Partial<RelatedPage> = Object.assign({}, ...related.filter((each) => each.page === page));
  const { restores, completedBy } = done;
  const setter = related.find((each) => (restores === true ? each.page === page : each.name === restores));
  const restored = setter && formerValues(setter.page, page, variables, former);
  const others = fits(former, done.undoesFrom) ? [done.undoneBy ?? []].flat() : [];
  const undoneBy = restored ? [setter.name] : others;
  const result = (part?.value ?? {}) as Values;
  const { __typename: type, id, requestId, count } = result;
  const [from, to] = [now, now + year].map((at) => new Date(at).toISOString());
  const link = (label: string, name: string | undefined, more: Record<string, unknown>) => {
    const { page: next, when = {} } = related.find((each) => each.name === name) ?? {};
    const shown = Object.entries(when).filter(([field]) => field in result);
    if (!next || denialOf(operator, next.mutation) || !fits(result, Object.fromEntries(shown))) return false;
    // A request that changed no records is not undone.
    if (count === 0 && next.variables.some(({ name }) => name === 'requestId')) return false;
    const known = next.variables.flatMap(({ name, record }) => {
      const known = record && (variables[name] ?? (record.type === type ? id : undefined));
      const given = more[name] ?? known;
      return given === undefined ? [] : [[name, given] as const];
    });
    // A request says which records are meant, and a former value what they get, so nothing is left to enter.
    const sent = known.some(([name]) => name === 'requestId' || restored?.[name]) ? { sent: 1 } : {};
    return html`<a class="button" href="${addressOf(next, { ...Object.fromEntries(known), ...sent })}">${label}: ${next.title}</a> `;
  };
  return html`<p>${link('Next', completedBy, { from, to })}${undoneBy.map((name) => link('Undo', name, { requestId, ...restored }))}</p>`;
}

/** The former values of what a task has set, as variables of the task that sets it. Undefined if one was empty. */
function formerValues(setter: DocumentPage, done: DocumentPage, given: Values, former: Values) {
  const values = setter.variables.flatMap(({ name, field = '' }) => {
    if (given[name] === former.id || (given[name] == null) === (setter === done)) return [];
    const related = former[field.replace(/Id$/, '')] as Values | null;
    return [[name, former[field] ?? related?.id] as const];
  });
  return values.some(([, value]) => value == null) ? undefined : Object.fromEntries(values);
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
