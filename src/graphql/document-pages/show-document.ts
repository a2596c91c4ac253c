import { getNamedType } from 'graphql';
import { type Html, html } from '../../pages/html.ts';
import { type DocumentPage, recordAddress } from './catalog.ts';
import { idsInChanges } from './change.ts';
import { chosenColumns, withColumns } from './columns.ts';
import { errorsView, partsOf, type ResultPart, resultView } from './document-view.ts';
import { downloadIn, downloadOf } from './download.ts';
import { denyTask, renderingOf, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { type FormResult, readForm, statusOfFaults, withMissing } from './read-form.ts';
import { recordLinks, recordOf } from './record-links.ts';
import { nameOf, type Values } from './record-names.ts';
import { recordById, statusOf } from './records.ts';
import type { Rendering } from './result.ts';
import { showTask } from './review-task.ts';
import { alreadySent } from './submit-task.ts';
import { addressOf } from './values.ts';

/** Answers a question, or shows the form or the review of a task. */
export async function showDocument(
  request: PageRequest,
  given: DocumentPage,
  query: URLSearchParams,
): Promise<PageAnswer> {
  const columns = chosenColumns(given.columns, query);
  const page = columns ? withColumns(request.catalog.schema, given, columns) : given;
  const denied = denyTask(request, page);
  if (denied) return denied;
  const download = downloadIn(query);
  const state = { ...(await readForm(request, page, query)), columns };
  const { faults, missing } = state;
  if (query.has('done')) return alreadySent(page, 200);
  if (page.isMutation) return showTask(request, page, query, state);
  if (faults.length > 0) return respond(page, state, statusOfFaults(state), html``);
  if (missing.length > 0 && query.has('sent')) return respond(page, withMissing(state), 400, html``);
  if (missing.length > 0) return respond(page, state, 200, html``);
  const cursors = page.cursors.filter((name) => query.has(name));
  const after = cursors.map((name) => [name, query.get(name)] as const);
  const values = { ...state.variables, ...Object.fromEntries(after) };
  const result = await request.run(page.typedDocument, values);
  const parts = foundParts(page, partsOf(request.catalog, page, result));
  const only = columns || cursors.length > 0 ? undefined : onlyRecord(request, page, parts);
  if (only) return { status: 303, headers: { Location: only } };
  if (download && !result.errors) return downloadOf(request.catalog.schema, page, parts, download);
  const isFound = parts.every(({ value }) => value !== null);
  const problems =
    result.errors &&
    html`${errorsView(result)}${cursors.length > 0 && firstPage(page, state.variables, cursors)}`;
  const shown = { ...values, ...(columns && { columns }) };
  return respondWith(request, page, state, isFound ? statusOf(result) : 404, parts, shown, problems);
}

/** Leads out of a list that cannot be continued. */
const firstPage = (page: DocumentPage, variables: Record<string, unknown>, cursors: string[]) =>
  html`<p>${cursors.join(' and ')} in the address continues the list. <a href="${addressOf(page, variables)}">Start with the first page</a>.</p>`;

/** Changes with more records than this show ids. */
const mostNames = 12;

/** Names the records that the changes in a result name by id. */
async function namesIn({ catalog, run }: PageRequest, parts: ResultPart[]) {
  const ids = [...new Set(idsInChanges(parts.map(({ value }) => value)))];
  const found = await Promise.all(ids.slice(0, mostNames).map((id) => recordById(catalog, run, id)));
  return new Map(found.flatMap((record) => (record ? [[record.id, record] as const] : [])));
}

async function respondWith(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
  status: number,
  parts: ResultPart[],
  values: Record<string, unknown>,
  problems: Html | undefined,
): Promise<PageAnswer> {
  const record = recordOf(request.catalog, page);
  const [part] = parts;
  const value = record && part && !Array.isArray(part.value) ? part.value : undefined;
  const recordId = value?.id;
  const rendering = {
    ...renderingOf(request, page, state, parts),
    ...(recordId === undefined ? {} : { recordId }),
    names: await namesIn(request, parts),
    actions: record && value ? await recordLinks(request, record, state.variables, value) : false,
  } satisfies Rendering;
  const body = resultView(rendering, page, parts, values);
  const name = (value && nameOf(value)?.text) ?? '';
  // Not “Court Court 1”.
  const title = name.startsWith(`${page.title} `) ? name : `${page.title} ${name}`.trim();
  return respond(page, { ...state, timeZone: rendering.timeZone }, status, body, {
    title,
    hidesForm: Boolean(value),
    problems,
  });
}

const isSearch = ({ name }: DocumentPage) => name === 'Search';

/** A search shows only what it has found. */
function foundParts(page: DocumentPage, parts: ResultPart[]): ResultPart[] {
  const found = parts.filter(({ value }) => Array.isArray(value) && value.length > 0);
  return !isSearch(page) ? parts : found.length > 0 ? found : parts.slice(0, 1);
}

/** A search for records, or for a request, that finds one leads to its page. */
function onlyRecord({ catalog }: PageRequest, page: DocumentPage, parts: ResultPart[]): string | undefined {
  if (!isSearch(page) && page.name !== 'RequestById') return undefined;
  const found = parts.flatMap(({ field, value }) =>
    (Array.isArray(value) ? value : ((value?.nodes ?? []) as Values[])).map((record) => ({ field, record })),
  );
  const [{ field, record } = {}] = found;
  if (!field || !record || found.length > 1) return undefined;
  const type = record.__typename ?? getNamedType(field.type).name.replace(/Connection$/, '');
  return recordAddress(catalog, String(type), record);
}
