import { type Html, html } from '../../pages/html.ts';
import { invalidInput } from '../../pages/operators/addresses.ts';
import { capitalized } from '../../pages/operators/words.ts';
import { resultView } from './document-view.ts';
import { documentForm } from './form.ts';
import { denyTask, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { taskParameters } from './parameters.ts';
import { partnerTextPage } from './partner-text.ts';
import { type FormResult, findRecord, readForm, withMissing } from './read-form.ts';
import type { Values } from './record-names.ts';
import { recordById } from './records.ts';
import { runOnce, runTask, type SubmitForm } from './submit-task.ts';

export const onboardingPath = '/operators/onboarding';

/** A step, counted from 0, with the ids of the records so far. After the last step comes the text for the partner. */
interface Progress {
  at: number;
  ids: Record<string, string>;
}

/**
 * Without the record that an earlier step gives, that step comes first.
 *
 * @throws ApiError `invalid_schema`
 */
async function progressIn({ catalog, run }: PageRequest, query: URLSearchParams): Promise<Progress> {
  const { onboarding: steps } = catalog;
  const step = query.get('step') ?? '1';
  const wanted = Number(step) - 1;
  if (!/^\d{1,2}$/.test(step) || wanted < 0 || wanted > steps.length)
    throw invalidInput(`step is not a number from 1 to ${steps.length + 1}.`);
  const ids: Record<string, string> = {};
  for (let at = 0; at < wanted; at += 1) {
    const { record } = steps[at]!;
    if (!record) continue;
    const text = query.get(record.variable)?.trim();
    if (!text) return { at, ids };
    const found = await findRecord(catalog, run, record, text);
    if (found.length !== 1)
      throw invalidInput(`${record.variable} is neither the ID nor the name of one ${record.name}.`);
    ids[record.variable] = found[0]!.id;
  }
  return { at: wanted, ids };
}

/** The address of a step. It contains ids, and never a secret. */
const addressOfProgress = ({ at, ids }: Progress) =>
  `${onboardingPath}?${new URLSearchParams({ step: String(at + 1), ...ids })}`;

/** Returns an error page unless the operator's role may run every step. */
export const denyOnboarding = (request: PageRequest): PageAnswer | undefined =>
  request.catalog.onboarding.map(({ page }) => denyTask(request, page)).find(Boolean);

/** Shows a step of onboarding a partner, or the text for the partner at the end. */
export async function showOnboarding(request: PageRequest, query: URLSearchParams): Promise<PageAnswer> {
  const denied = denyOnboarding(request);
  if (denied) return denied;
  const { onboarding: steps } = request.catalog;
  const progress = await progressIn(request, query);
  const step = steps[progress.at];
  if (!step) return partnerTextPage(request, progress.ids, await knownRecords(request, progress));
  if (!step.record || !query.has('sent')) return stepPage(request, progress);
  const choice = await readForm(request, step.record.page, query);
  const id = choice.variables[step.record.variable];
  if (choice.faults.length === 0 && typeof id === 'string') return goOn(request, progress, id);
  return stepPage(request, progress, {
    status: 400,
    choice: choice.faults.length > 0 ? choice : withMissing(choice),
  });
}

/** Runs the task of a step once, and continues with the next step. */
export async function submitStep(
  request: PageRequest,
  query: URLSearchParams,
  body: string,
  submit: SubmitForm,
): Promise<PageAnswer> {
  const denied = denyOnboarding(request);
  if (denied) return denied;
  const progress = await progressIn(request, query);
  const page = request.catalog.onboarding[progress.at]?.page;
  if (!page) return goOn(request, progress);
  const form = taskParameters(page, body);
  for (const [name, id] of Object.entries(progress.ids)) form.set(name, id);
  const again = { title: page.title, path: addressOfProgress(progress) };
  return runOnce(request, again, form, submit, () => runStep(request, progress, form));
}

async function runStep(request: PageRequest, progress: Progress, form: URLSearchParams): Promise<PageAnswer> {
  const { page } = request.catalog.onboarding[progress.at]!;
  const read = await readForm(request, page, form);
  const state = { ...read, faults: [...read.faults, ...withMissing(read).faults] };
  if (state.faults.length > 0) return stepPage(request, progress, { status: 400, state });
  const { parts, rendering, failure } = await runTask(request, page, state, state.variables);
  // Access that the partner already has is as good as new access.
  if (failure && failure.type !== 'nothing_to_change')
    return stepPage(request, progress, { status: failure.status, state, body: failure.body });
  const value = parts[0]!.value as Values;
  const next = goOn(request, progress, String(value.id));
  if (!('secret' in value)) return next;
  const nextTitle = request.catalog.onboarding[progress.at + 1]?.page.title ?? 'Text for the partner';
  return respond(
    page,
    state,
    200,
    html`<p class="done" role="status">Done. The next page does not show the secret.</p>
${resultView(rendering, page, parts, state.variables)}<p><a class="button" href="${next.headers!.Location}">Next: ${nextTitle}</a></p>`,
    { title: `Done: ${page.title}`, hidesForm: true, later: next.headers!.Location! },
  );
}

/** Leads to the next step, with the id of the record that this step has created. */
function goOn({ catalog }: PageRequest, { at, ids }: Progress, id?: string): PageAnswer {
  const variable = catalog.onboarding[at]?.record?.variable;
  const known = variable && id ? { ...ids, [variable]: id } : ids;
  const next = Math.min(at + 1, catalog.onboarding.length);
  return { status: 303, headers: { Location: addressOfProgress({ at: next, ids: known }) } };
}

interface StepState {
  status: number;
  /** The form as it was sent. */
  state?: FormResult;
  /** The form that chooses an existing record, as it was sent. */
  choice?: FormResult;
  body?: Html;
}

async function stepPage(request: PageRequest, progress: Progress, given: StepState = { status: 200 }) {
  const { at, ids } = progress;
  const { onboarding: steps } = request.catalog;
  const { page, record, isOptional } = steps[at]!;
  const state = given.state ?? (await readForm(request, page, new URLSearchParams(ids)));
  const variables = page.variables.filter(({ name }) => !(name in ids));
  const target = { action: addressOfProgress(progress), submit: page.title, form: request.newId() };
  const choice = record && (given.choice ?? (await readForm(request, record.page, new URLSearchParams())));
  const hasRecords = choice && (given.choice || choice.candidates.get(record.variable)!.length > 0);
  return respond(
    page,
    state,
    given.status,
    html`${await knownRecords(request, progress)}${given.body}${documentForm({ variables }, state, target)}
${
  hasRecords &&
  html`<h2>Or choose an existing ${record.name}</h2>${documentForm(record.page, choice, {
    action: onboardingPath,
    submit: `Continue with this ${record.name}`,
    hidden: { step: String(at + 1), ...ids },
  })}`
}${isOptional && html`<p><a class="button" href="${goOn(request, progress).headers!.Location}">Skip this step</a></p>`}`,
    {
      title: `Step ${at + 1} of ${steps.length}: ${page.title}`,
      hidesForm: true,
      later: addressOfProgress(progress),
    },
  );
}

/** The records that the steps so far have created or chosen. */
async function knownRecords({ catalog, run }: PageRequest, { ids }: Progress): Promise<Html> {
  const rows = catalog.onboarding.map(async ({ record }) => {
    const id = record && ids[record.variable];
    if (!id) return '';
    const { name = id, address } = (await recordById(catalog, run, id)) ?? {};
    return html`<div><dt>${capitalized(record.name)}</dt><dd>${address ? html`<a href="${address}">${name}</a>` : name}</dd></div>`;
  });
  return html`<dl class="facts">${await Promise.all(rows)}</dl>`;
}
