import {
  type ArgumentNode,
  type GraphQLObjectType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { maxFound } from '../../db/queries/operators/search.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import { type Html, html } from '../../pages/html.ts';
import { errorInPlainWords, labelOf } from '../../pages/operators/words.ts';
import { mostTrafficRows } from '../../services/traffic/read-partner-traffic.ts';
import { separators } from '../export/export-format.ts';
import { readableColumns } from '../export/readable-columns.ts';
import { withoutNulls } from '../schema/define-mutation.ts';
import type { Catalog, DocumentPage } from './catalog.ts';
import { rowOf } from './columns.ts';
import { shownRows } from './list-ends.ts';
import type { Values } from './record-names.ts';
import { type DocumentResult, statusOf } from './records.ts';
import { endOf, pageNamed } from './rest-of-list.ts';
import { objectView, type Rendering, table } from './result.ts';
import { type Selected, selectedFields } from './selection.ts';
import { addressOf } from './values.ts';

/** The parts of a result, by the fields of the document. */
export interface ResultPart {
  field: Selected;
  value: Values | Values[] | null;
}

export function partsOf(
  catalog: Catalog,
  page: DocumentPage,
  { data, errors }: DocumentResult,
): ResultPart[] {
  if (!data) return [];
  const { schema } = catalog;
  const root = page.isMutation ? schema.getMutationType()! : schema.getQueryType()!;
  const parts = selectedFields(schema, page.fragments, root, page.definition.selectionSet).map((field) => ({
    field,
    value: data[field.key] as ResultPart['value'],
  }));
  // With errors, an object without a value may exist.
  return errors ? parts.filter(({ value }) => value !== null) : parts;
}

/** The error of a task, if it was rejected. */
export function rejectionIn(catalog: Catalog, parts: ResultPart[]): Values | undefined {
  const error = catalog.schema.getType('ApiError');
  for (const { value } of parts) {
    const type = value && !Array.isArray(value) && catalog.schema.getType(String(value.__typename));
    if (isObjectType(type) && isInterfaceType(error) && type.getInterfaces().includes(error))
      return value as Values;
  }
  return undefined;
}

export const statusOfRejection = ({ type }: Values) => catalogue[type as ErrorType].status;

/** Renders a result: objects, tables with links to download them and to the next page, and errors. */
export function resultView(
  rendering: Rendering,
  page: DocumentPage,
  parts: ResultPart[],
  variables: Record<string, unknown>,
): Html {
  return html`${parts.map(({ field, value }) => {
    const heading = parts.length > 1 && html`<h2>${labelOf(field.key)}</h2>`;
    return html`<section class="panel result">${heading}${partView(rendering, page, field, value, variables)}</section>`;
  })}`;
}

function partView(
  rendering: Rendering,
  page: DocumentPage,
  field: Selected,
  value: ResultPart['value'],
  variables: Record<string, unknown>,
): Html {
  if (value === null || value === undefined)
    return html`<p class="empty">Not found. Nothing has this ID. Use the search field at the top.</p>`;
  const selections = field.selections!;
  if (isListType(getNullableType(field.type))) {
    const { rows, hasMore } = shownRows(field, value as Values[]);
    const until = endOfHour(rows);
    const shown = { rows: rows.slice(0, until), hasMore };
    const end = rows[until]
      ? html`${rowsOnPage(page, {}, shown.rows, { hasNextPage: true })}${nextLink(page, { ...variables, from: rows[until].startsAt })}`
      : endOf(rendering.catalog, field, shown) || limitNote(rendering, field.name, rows) || inTotal(rows);
    return html`${table(rendering, field.type, selections, shown.rows)}${end}${shown.rows.length > 0 && downloads(page, variables)}`;
  }
  const { nodes, pageInfo, totalCount } = value as Values;
  // A count ends at 10,000 (`countOf`).
  const total =
    totalCount === undefined
      ? Array.isArray(nodes) &&
        pageInfo !== undefined &&
        rowsOnPage(page, variables, nodes, pageInfo as Values)
      : totalCount !== 0 && html`<p>${totalCount === null ? 'More than 10,000' : totalCount} in total.</p>`;
  if (!Array.isArray(nodes))
    return html`${total || objectView(rendering, field.type, selections, value as Values)}${olderEntries(page, selections, value as Values, variables)}`;
  const list = innerField(rendering, field, selections, 'nodes');
  return html`${total}
${table({ ...rendering, columns: variables.columns as string[] | undefined }, list.type, list.selections!, nodes as Values[])}
${nextPage(page, field, variables, pageInfo as Values | undefined)}${nodes.length > 0 && exportLinks(rendering.catalog, page, field, variables)}`;
}

/** A list by the hour has about this many rows on a page. */
const mostByHour = 150;

/** Where a list by the hour is cut, so that the next page begins with an hour. Other lists are not cut. */
function endOfHour(rows: readonly Values[]): number {
  const end = rows.findIndex(({ startsAt }, n) => n >= mostByHour && startsAt !== rows[n - 1]!.startsAt);
  return end === -1 ? rows.length : end;
}

/** The note below a list that has as many rows as there can be. A search ends for each kind of record. */
function limitNote({ catalog, variables }: Rendering, name: string, rows: readonly Values[]): Html | false {
  if (name === 'partnerTraffic' && rows.length === mostTrafficRows)
    return html`<p>Only the first ${rows.length} rows are shown. Choose a shorter time.</p>`;
  if (name !== 'search') return false;
  const kinds = Object.groupBy(rows, ({ __typename }) => String(__typename));
  const isFull = (found: readonly Values[] | undefined) => found !== undefined && found.length >= maxFound;
  const participantEmail = String(variables.text).trim();
  // Only a complete address finds bookings, so no more of it can be entered.
  if (isFull(kinds.CourtBooking) && participantEmail.includes('@'))
    return html`<p>Only ${maxFound} bookings are shown. <a href="${addressOf(pageNamed(catalog, 'Bookings')!, { participantEmail })}">Show all</a></p>`;
  return (
    Object.values(kinds).some(isFull) &&
    html`<p>At most ${maxFound} of each kind are shown. To find others, enter more of the text.</p>`
  );
}

const inTotal = (rows: readonly unknown[]) => rows.length > 0 && html`<p>${rows.length} in total.</p>`;

/** How many rows a list has, if that is known without counting. */
function rowsOnPage(
  { cursors }: DocumentPage,
  variables: Record<string, unknown>,
  nodes: readonly unknown[],
  { hasNextPage }: Values,
): Html | false {
  const isContinued = cursors.some((name) => variables[name] !== undefined);
  if (!isContinued && !hasNextPage) return inTotal(nodes);
  return html`<p>${nodes.length} on this page${hasNextPage ? ', and more on the next page' : ', the last one'}.</p>`;
}

function innerField(
  { catalog, fragments }: Rendering,
  field: Selected,
  selections: SelectionSetNode,
  key: string,
): Selected {
  const type = catalog.schema.getType(String(getNullableType(field.type)));
  if (!isObjectType(type)) throw new Error(`${field.name} is not a list.`);
  return selectedFields(catalog.schema, fragments, type, selections).find((inner) => inner.key === key)!;
}

function nextPage(
  page: DocumentPage,
  field: Selected,
  variables: Record<string, unknown>,
  pageInfo: Values | undefined,
): Html | false {
  const after = argumentsOf(page, field).find(({ name }) => name.value === 'after')?.value;
  if (!pageInfo?.hasNextPage || after?.kind !== Kind.VARIABLE) return false;
  return nextLink(page, { ...variables, [after.name.value]: pageInfo.endCursor });
}

const nextLink = (page: DocumentPage, values: Record<string, unknown>, text = 'Next page') =>
  html`<p><a class="button" href="${addressOf(page, values)}" rel="next">${text}</a></p>`;

/** Links to the older entries of the lists inside a record, such as a timeline. Each entry has its cursor. */
function olderEntries(
  page: DocumentPage,
  { selections }: SelectionSetNode,
  record: Values,
  variables: Record<string, unknown>,
): Html {
  const links = selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) return false;
    const argument = (name: string) => selection.arguments?.find((each) => each.name.value === name)?.value;
    const [first, after] = [argument('first'), argument('after')];
    const entries = record[(selection.alias ?? selection.name).value];
    if (first?.kind !== Kind.INT || after?.kind !== Kind.VARIABLE || !Array.isArray(entries)) return false;
    if (entries.length <= Number(first.value)) return false;
    const last = (entries as Values[])[Number(first.value) - 1]!;
    return nextLink(page, { ...variables, [after.name.value]: last.cursor }, 'Older entries');
  });
  return html`${links}`;
}

function argumentsOf(page: DocumentPage, { key }: Selected): readonly ArgumentNode[] {
  const node = page.definition.selectionSet.selections.find(
    (each) => each.kind === Kind.FIELD && (each.alias ?? each.name).value === key,
  );
  return node?.kind === Kind.FIELD ? (node.arguments ?? []) : [];
}

const paging = ['first', 'last', 'after', 'before'];

/** Links to the export of a whole list, with the same filters. */
function exportLinks(
  { schema }: Catalog,
  page: DocumentPage,
  field: Selected,
  variables: Record<string, unknown>,
): Html {
  const given = argumentsOf(page, field).flatMap(({ name, value }) => {
    if (paging.includes(name.value)) return [];
    const argument = withoutNulls(valueFromASTUntyped(value, variables)) ?? undefined;
    return argument === undefined ? [] : [[name.value, argument] as const];
  });
  const known = readableColumns(schema, rowOf(schema, field.name)).map(({ name }) => name);
  const chosen = ((variables.columns as string[] | undefined) ?? page.columns).filter((name) =>
    known.includes(name),
  );
  const link = (ending: string, text: string, more: [string, string][] = []) => {
    const query = new URLSearchParams([['arguments', JSON.stringify(Object.fromEntries(given))], ...more]);
    return html`<a href="/operators/export/${field.name}.${ending}?${query}" download>${text}</a>`;
  };
  const sheet = (separator: string) =>
    link('csv', separator, [
      ['separator', separator],
      ...chosen.map((name): [string, string] => ['columns', name]),
    ]);
  return html`<p class="downloads">Download all: ${link('csv', 'CSV')} ${link('jsonl', 'JSON')} ${sheetLinks(sheet)}</p>`;
}

function downloads(page: DocumentPage, variables: Record<string, unknown>): Html {
  const link = (download: string, text: string, more = {}) =>
    html`<a href="${addressOf(page, { ...variables, download, ...more })}" download>${text}</a>`;
  return html`<p class="downloads">Download: ${link('csv', 'CSV')} ${link('json', 'JSON')} ${sheetLinks((separator) => link('csv', separator, { separator }))}</p>`;
}

const sheetLinks = (link: (separator: string) => Html) =>
  html`· For a spreadsheet, separated by ${Object.keys(separators).map((separator) => html`${link(separator)} `)}`;

/** An error, with its issues and the bookings in conflict. */
export function rejectionView(rendering: Rendering, error: Values): Html {
  const { message, issues } = error;
  return html`<div class="problem" role="alert"><h2>Rejected</h2>
${!issues && html`<p>${errorInPlainWords(String(message))}</p>`}
${Array.isArray(issues) && html`<ul>${(issues as Values[]).map(({ path, message: text }) => html`<li>${(path as string[]).length > 0 && `${labelOf((path as string[]).join(' '))}: `}${errorInPlainWords(String(text))}</li>`)}</ul>`}
${conflictsView(rendering, error)}</div>`;
}

/** The bookings that overlap. */
export function conflictsView(rendering: Rendering, { conflicts }: Values): Html | false {
  if (!Array.isArray(conflicts) || conflicts.length === 0) return false;
  const type = rendering.catalog.schema.getType('CourtBooking') as GraphQLObjectType;
  return html`<h3>Conflicts</h3>${table(rendering, type, conflictSelection, conflicts as Values[])}`;
}

const [conflictDocument] = parse(
  '{ id externalCourtBookingId blockReason startDate endDate court { id name organization { id name timeZone } } externalService { id name } }',
).definitions;
const conflictSelection = (conflictDocument as { selectionSet: SelectionSetNode }).selectionSet;

/** Errors of the whole document, such as an invalid value or an unavailable database. */
export function errorsView(result: DocumentResult): Html | false {
  const { errors = [] } = result;
  return (
    errors.length > 0 &&
    html`<div class="problem" role="alert"><h2>${statusOf(result) < 500 ? 'This cannot be shown' : 'The query failed'}</h2><ul>${errors.map(({ message }) => html`<li>${errorInPlainWords(message)}</li>`)}</ul></div>`
  );
}
