import { type Html, html } from '../../pages/html.ts';
import { confirmToken, type DocumentPage } from './catalog.ts';
import {
  addressOf,
  errorsView,
  partsOf,
  type ResultPart,
  rejectionIn,
  rejectionView,
  resultView,
  statusOfRejection,
} from './document-view.ts';
import { renderingOf, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { type FormResult, withMissing } from './read-form.ts';
import { statusOf } from './records.ts';
import { objectView, type Values } from './result.ts';
import { toFields } from './values.ts';
import { capitalized, labelOf } from './words.ts';

/** Shows the form of a task, or what it will change, for confirmation. */
export async function showTask(
  request: PageRequest,
  page: DocumentPage,
  query: URLSearchParams,
  state: FormResult,
): Promise<PageAnswer> {
  const { faults, missing } = state;
  const isSent = query.has('sent');
  const hasOptions = page.variables.some(({ isRequired }) => !isRequired);
  if (faults.length > 0) return respond(page, state, 400, html``);
  if (missing.length > 0 && isSent) return respond(page, withMissing(state), 400, html``);
  if (missing.length > 0 || query.has('edit') || (hasOptions && !isSent))
    return respond(page, await withCurrent(request, page, state), 200, html``);
  return review(request, page, state);
}

/** Shows the values, what they will change, and the button that confirms. */
export async function review(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
): Promise<PageAnswer> {
  const { variables } = state;
  const { dryRun, token, rejection, isDone } = await rehearse(request, page, state);
  const edit = addressOf(page, { ...variables, timeZone: state.timeZone, edit: 1 });
  const values = page.variables.flatMap((variable) => {
    const fields = toFields({ [variable.name]: variables[variable.name] });
    if (fields.length === 0) return [];
    const shown = state.names.get(variable.name) ?? fields.map(([, value]) => value).join(', ');
    const address = state.addresses.get(variable.name);
    return html`<div><dt>${variable.record ? capitalized(variable.record.name) : labelOf(variable.name)}</dt><dd>${
      address ? html`<a href="${address}">${shown}</a>` : shown
    }</dd></div>`;
  });
  const hidden = toFields({
    ...variables,
    ...(token === undefined ? {} : { [confirmToken]: token }),
    timeZone: state.timeZone,
    form: request.newId(),
  }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const change = html`<a href="${edit}">Change values</a>`;
  const confirm = isDone
    ? html`<p>Nothing is left to do: it is so already. ${change}</p>`
    : rejection
      ? html`<p>${change}</p>`
      : html`<form class="confirm" method="post" action="${page.path}">${hidden}
<button class="button is-task" type="submit">${page.title}</button> ${change}</form>`;
  const body = html`<section class="panel"><h2>Check before you confirm</h2>
<dl class="facts">${values}</dl>${dryRun}${confirm}</section>`;
  return respond(page, state, rejection ?? 200, body, { hidesForm: true });
}

/** Runs the dry run of a task, or reads the record that it will change. */
async function rehearse(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
): Promise<{ dryRun: Html | false; token?: string; rejection?: number; isDone?: boolean }> {
  const { catalog, run } = request;
  if (page.hasDryRun) {
    const result = await run(page.typedDocument, state.variables);
    const parts = partsOf(catalog, page, result);
    const rendering = renderingOf(request, page, state, parts);
    const error = rejectionIn(catalog, parts);
    if (error || !result.data)
      return {
        dryRun: error ? rejectionView(rendering, error) : errorsView(result),
        rejection: error ? statusOfRejection(error) : statusOf(result),
      };
    const [part] = parts;
    const token = (part!.value as Values)[confirmToken];
    const shown = resultView(rendering, page, parts, state.variables);
    return typeof token === 'string'
      ? { dryRun: html`<h3>This will happen</h3>${shown}`, token }
      : { dryRun: shown, isDone: true };
  }
  const current = await currentRecord(request, page, state);
  if (!current) return { dryRun: false };
  const rendering = renderingOf(request, current.page, state, current.parts);
  const [part] = current.parts;
  const facts = withoutLists(part!.value as Values);
  return {
    dryRun: html`<h3>Current values</h3>${objectView(rendering, part!.field.type, part!.field.selections!, facts, 3)}`,
  };
}

/** The record that a task is about: the first id of the form that has a page. */
async function currentRecord(
  { catalog, run }: PageRequest,
  page: DocumentPage,
  { variables }: FormResult,
): Promise<{ page: DocumentPage; variable: string; parts: ResultPart[] } | undefined> {
  const variable = page.variables.find(({ name, record }) => record && typeof variables[name] === 'string');
  const record = variable?.record && catalog.records.get(variable.record.type);
  if (!record) return undefined;
  const result = await run(record.page.typedDocument, { [record.variable]: variables[variable!.name] });
  const parts = partsOf(catalog, record.page, result);
  return parts[0]?.value ? { page: record.page, variable: record.variable, parts } : undefined;
}

const withoutLists = (value: Values): Values =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      Array.isArray(inner) && typeof inner[0] === 'object' ? undefined : inner,
    ]),
  );

/** Fills the empty fields of a task with the values that the record has now. */
async function withCurrent(request: PageRequest, page: DocumentPage, state: FormResult): Promise<FormResult> {
  const current = await currentRecord(request, page, state);
  const value = current?.parts[0]?.value;
  if (!value || Array.isArray(value)) return state;
  const given = state.texts;
  // `organizationName` is the `name` of an organization.
  const prefix = new RegExp(`^(?:new|${current.variable.slice(0, -2)})(?=[A-Z])`);
  const texts = (name: string) => {
    const sent = given(name);
    const now =
      value[name] ?? value[name.replace(prefix, '').replace(/^[A-Z]/, (first) => first.toLowerCase())];
    // What the record has now is a better proposal than a default time.
    if (!state.isOpen(name) || now === null || now === undefined || typeof now === 'object') return sent;
    return [String(now)];
  };
  return { ...state, texts, text: (name) => texts(name)[0] ?? '' };
}
