import { html } from '../../pages/html.ts';
import { type DocumentPage, isCursor, recordAddress } from './catalog.ts';
import { errorsView, partsOf, type ResultPart, resultView } from './document-view.ts';
import { downloadOf } from './download.ts';
import { denyTask, renderingOf, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { readForm, withMissing } from './read-form.ts';
import { recordLinks, recordOf } from './record-links.ts';
import { nameOf } from './result.ts';
import { showTask } from './review-task.ts';

/** Answers a question, or shows the form or the review of a task. */
export async function showDocument(
  request: PageRequest,
  page: DocumentPage,
  query: URLSearchParams,
): Promise<PageAnswer> {
  const denied = denyTask(request, page);
  if (denied) return denied;
  const state = await readForm(request, page, query);
  const { faults, missing, variables } = state;
  if (page.isMutation) return showTask(request, page, query, state);
  if (faults.length > 0) return respond(page, state, 400, html``);
  if (missing.length > 0) {
    if (!query.has('sent')) return respond(page, state, 200, html``);
    return respond(page, withMissing(state), 400, html``);
  }
  const cursors = [...query].filter(([name]) => isCursor(name));
  const values = { ...variables, ...Object.fromEntries(cursors) };
  const result = await request.run(page.typedDocument, values);
  const parts = partsOf(request.catalog, page, result);
  const only = onlyRecord(request, page, parts);
  if (only) return { status: 303, headers: { Location: only } };
  const download = query.get('download');
  if (download) return downloadOf(page, parts, download);
  const rendering = renderingOf(request, page, state, parts);
  const record = recordOf(request.catalog, page);
  const [part] = parts;
  const value = record && part && !Array.isArray(part.value) ? part.value : undefined;
  const body = html`${errorsView(result)}${record && value && recordLinks(request, record, variables, value)}${resultView(rendering, page, parts, values)}`;
  const title = value ? `${page.title} ${nameOf(value)?.text ?? ''}`.trim() : page.title;
  return respond(page, { ...state, timeZone: rendering.timeZone }, result.data ? 200 : 503, body, {
    title,
    hidesForm: value !== undefined,
  });
}

/** A search that finds one record leads to its page. */
function onlyRecord({ catalog }: PageRequest, page: DocumentPage, parts: ResultPart[]): string | undefined {
  if (page.name !== 'Search') return undefined;
  const found = parts[0]?.value;
  if (!Array.isArray(found) || found.length !== 1) return undefined;
  const { __typename, id } = found[0] as { __typename: string; id: string };
  return recordAddress(catalog, __typename, id);
}
