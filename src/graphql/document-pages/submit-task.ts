import { type Html, html } from '../../pages/html.ts';
import { changesPast, confirmToken, type DocumentPage } from './catalog.ts';
import {
  errorsView,
  partsOf,
  type ResultPart,
  rejectionIn,
  rejectionView,
  resultView,
  statusOfRejection,
} from './document-view.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { denyTask, documentLayout, renderingOf, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { type FormResult, readForm, statusOfFaults } from './read-form.ts';
import { followUps } from './record-links.ts';
import { nameOf, type Values } from './record-names.ts';
import { statusOf } from './records.ts';
import type { Rendering } from './result.ts';
import { rehearse, review, showTask } from './review-task.ts';
import { addressOf } from './values.ts';

/** Claims a form by its id. Returns false if it was sent before. */
export type SubmitForm = (formId: string) => Promise<boolean>;

/** How long the second click of a double click gets the same page. It may show a secret, so it is short. */
const repeatMillis = 10_000;

/** Runs a task once, and shows its result. */
export async function submitTask(
  request: PageRequest,
  page: DocumentPage,
  form: URLSearchParams,
  submit: SubmitForm,
): Promise<PageAnswer> {
  const denied = denyTask(request, page);
  if (denied) return denied;
  // A form with a long value is posted, and not confirmed yet.
  if (form.has('sent')) return showTask(request, page, form, await readForm(request, page, form));
  return runOnce(request, page, form, submit, () => run(request, page, form));
}

/** Runs what a form asks for unless the form was sent before. The second click of a double click gets the same page. */
export function runOnce(
  { operator, recent }: PageRequest,
  page: Pick<DocumentPage, 'title' | 'path'>,
  form: URLSearchParams,
  submit: SubmitForm,
  run: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const formId = form.get('form') ?? '';
  const key = `${operator.id} ${formId}`;
  const same = recent.get(key);
  if (same) return same;
  const answer = submit(formId).then((isFirst) => (isFirst ? run() : alreadySent(page)));
  recent.set(key, answer);
  const forget = () => recent.delete(key);
  // A form that could not be claimed can be sent again.
  answer.catch(forget);
  setTimeout(forget, repeatMillis).unref();
  return answer;
}

/** What a task did, or why it did nothing. */
export interface TaskResult {
  parts: ResultPart[];
  rendering: Rendering;
  failure?: { type: string | undefined; status: number; body: Html };
}

/** Runs a task with the values of its form. */
export async function runTask(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
  variables: Record<string, unknown>,
): Promise<TaskResult> {
  const result = await request.run(page.typedDocument, variables);
  const parts = partsOf(request.catalog, page, result);
  const rendering = renderingOf(request, page, state, parts);
  const error = rejectionIn(request.catalog, parts);
  if (!error && result.data) return { parts, rendering };
  const type = error && String(error.type);
  const status = error ? statusOfRejection(error) : statusOf(result);
  const body = html`${error ? rejectionView(rendering, error) : errorsView(result)}
<p>Nothing was changed${status >= 500 && ', as far as is known. Check before you repeat it'}.</p>`;
  return { parts, rendering, failure: { type, status, body } };
}

async function run(request: PageRequest, page: DocumentPage, form: URLSearchParams): Promise<PageAnswer> {
  const state = await readForm(request, page, form);
  if (state.faults.length > 0 || state.missing.length > 0)
    return respond(
      page,
      state,
      statusOfFaults(state),
      html`<p>The form has faults, so nothing was changed.</p>`,
      { later: page.path },
    );
  const token = form.get(confirmToken);
  // Without a token it would only be a dry run.
  if (page.hasDryRun && token === null) return review(request, page, state);
  // Somebody may have done it since the review.
  const { isDone, former } = page.hasDryRun ? {} : await rehearse(request, page, state);
  if (isDone) return review(request, page, state, { problems: { status: 409, body: changedMeanwhile } });
  const variables = {
    ...state.variables,
    ...(token === null ? {} : { [confirmToken]: token }),
    ...(form.get(changesPast) === 'true' ? { [changesPast]: true } : {}),
  };
  const { parts, rendering, failure } = await runTask(request, page, state, variables);
  const again = addressOf(page, { ...state.variables, timeZone: state.timeZone, edit: 1 });
  if (failure?.type === 'court_booking_over')
    return review(request, page, state, { problems: { status: 400, body: notConfirmed } });
  if (failure)
    return respond(
      page,
      state,
      failure.status,
      html`${failure.body}<p><a class="button" href="${again}">Change values</a></p>`,
      { title: `Not done: ${page.title}`, hidesForm: true, later: again },
    );
  const [part] = parts;
  const value = (part?.value ?? {}) as Values;
  const name = nameOf(value)?.text;
  const { done, why } = outcomeOf(request.catalog, page, value);
  const said = outcomes[done];
  // The task is done, whatever happens now.
  const { names } = await readForm(request, page, form).catch(() => state);
  return respond(
    page,
    { ...state, timeZone: rendering.timeZone },
    200,
    html`<p class="done ${done}" role="${done === 'none' ? 'alert' : 'status'}">${said}${name && html`: ${name}`}.${why && ` ${why}`}</p>
${done !== 'none' && followUps(request, page, variables, part, former)}${resultView(rendering, page, parts, variables)}${backLinks(new Map([...state.names, ...names]), state.addresses)}`,
    { title: `${said}: ${page.title}`, hidesForm: true, later: addressOf(page, { done: 1 }) },
  );
}

const outcomes: Record<Outcome['done'], string> = { all: 'Done', part: 'Done in part', none: 'Not done' };

const unchanged = (why: string) =>
  html`<div class="problem" role="alert"><h2>Nothing was changed</h2><p>${why}</p></div>`;
const notConfirmed = unchanged('A booking is over. Confirm below that you want to change it.');
const changedMeanwhile = unchanged('The record has changed since the review. It is shown as it is now.');

function backLinks(names: ReadonlyMap<string, string>, addresses: ReadonlyMap<string, string>) {
  const links = [...addresses].map(
    ([field, address]) => html`<li><a href="${address}">${names.get(field)}</a></li>`,
  );
  return links.length > 0 && html`<nav aria-label="Records"><ul class="questions">${links}</ul></nav>`;
}

/** What a form shows that was sent before. */
export function alreadySent(page: Pick<DocumentPage, 'title' | 'path'>, status = 409): PageAnswer {
  return {
    status,
    body: documentLayout(
      page.title,
      html`<h1>This was already sent</h1>
<p>The form was sent before, so nothing was done again. The first response showed the result.
<a href="/operators/activity">Activity</a> lists what was done. To do it again, <a href="${page.path}">open the task again</a>.</p>`,
      page.path,
    ),
  };
}
