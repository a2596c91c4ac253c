import { getNamedType, isEnumType } from 'graphql';
import type { Issue } from '../../api-error.ts';
import { type Html, html, joined } from '../../pages/html.ts';
import { errorInPlainWords, labelOf, valueName } from '../../pages/operators/words.ts';
import { isOver } from '../../rules/court-booking.ts';
import { overText } from '../../services/bookings/past-bookings.ts';
import { timeName } from '../../services/values/time-names.ts';
import {
  changesPast,
  confirmToken,
  type DocumentPage,
  type PageVariable,
  type RecordPages,
} from './catalog.ts';
import {
  conflictsView,
  errorsView,
  partsOf,
  type ResultPart,
  rejectionIn,
  rejectionView,
  resultView,
  statusOfRejection,
} from './document-view.ts';
import { outcomeOf } from './outcome.ts';
import { renderingOf, respond } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { inputsOf } from './parameters.ts';
import { type FormResult, statusOfFaults, withMissing } from './read-form.ts';
import { timeZoneOf, type Values } from './record-names.ts';
import { rejectFailure, statusOf } from './records.ts';
import { objectView, type Rendering } from './result.ts';
import { addressOf, type Fault, isInstant, lastOf, longest, toFields } from './values.ts';

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
  if (faults.length > 0) return respond(page, state, statusOfFaults(state), html``);
  if (missing.length > 0 && isSent) return respond(page, withMissing(state), 400, html``);
  if (missing.length > 0 || query.has('edit') || (hasOptions && !isSent))
    return respond(page, await withCurrent(request, page, state), 200, html``);
  const { result, parts, error, changesNothing } = await tried(request, page, state);
  rejectFailure(result);
  if (!error) return review(request, page, state, { changesNothing });
  const conflicts = conflictsView(renderingOf(request, page, state, parts), error);
  const rejected = { ...state, faults: faultsOf(page, error) };
  return respond(page, rejected, statusOfRejection(error), html`${conflicts}`);
}

/** Runs a task, or its dry run, and rolls it back. */
export async function tried(
  { catalog, run }: PageRequest,
  page: DocumentPage,
  { variables }: Pick<FormResult, 'variables'>,
) {
  const values = { ...variables, ...(page.confirmsPast && { [changesPast]: true }) };
  const result = await run(page.typedDocument, values, true);
  const parts = partsOf(catalog, page, result);
  const error = rejectionIn(catalog, parts);
  // What would change something has no result yet. A dry run has one.
  return { result, parts, error, changesNothing: !error && Boolean(parts[0]?.value) !== page.hasDryRun };
}

/** The error of a task at the fields of its form. */
function faultsOf({ variables: all }: DocumentPage, { issues, message: whole }: Values): Fault[] {
  const found = (issues as Issue[] | null | undefined) ?? [{ path: [], message: String(whole) }];
  return found.map(({ path: [first, ...rest], message }) => {
    // Several fields together have no path. The message names them, or they are no records.
    const own = all.find(({ field = '' }) => field && (first ? field === first : message.includes(field)));
    const variable = own ?? all.find(({ record }) => !record) ?? all[0]!;
    const inputs = inputsOf(variable.type, variable.name).map(({ name }) => name);
    const inner = inputs.find((name) => name === [variable.name, ...rest].join('.'));
    const label = rest.length > 0 && inner ? labelOf(lastOf(inner)) : variable.label;
    const text = errorInPlainWords(message);
    return { field: inner ?? inputs[0]!, message: first ? `${label}: ${text}` : text };
  });
}

/** Shows the values, what they will change, and the button that confirms. */
export async function review(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
  { problems, changesNothing }: { problems?: { status: number; body: Html }; changesNothing?: boolean } = {},
): Promise<PageAnswer> {
  const { variables } = state;
  const rehearsal = await rehearse(request, page, state, changesNothing);
  const { dryRun, token, rejection, isDone, why, past, button } = rehearsal;
  const edit = addressOf(page, { ...variables, timeZone: state.timeZone, edit: 1 });
  const values = page.variables.flatMap((variable) => {
    const fields = toFields({ [variable.name]: variables[variable.name] });
    if (fields.length === 0) return [];
    const shown = state.names.get(variable.name) ?? givenValues(variable, fields, state.timeZone);
    const address = state.addresses.get(variable.name);
    return html`<div><dt>${variable.label}</dt><dd>${
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
    ? html`<p>${why ?? 'Nothing is left to do: it is so already.'} ${change}</p>`
    : rejection
      ? html`<p>${change}</p>`
      : html`<form class="confirm" method="post" action="${page.path}">${hidden}${past}
<button class="button is-task" type="submit">${button ?? page.title}</button> ${change}</form>`;
  const body = html`<section class="panel"><h2>Check before you confirm</h2>
<dl class="facts">${values}</dl>${dryRun}${confirm}</section>`;
  const later = addressOf(page, { ...variables, timeZone: state.timeZone, sent: 1 });
  const status = rejection ?? problems?.status ?? 200;
  return respond(page, state, status, body, { hidesForm: true, problems: problems?.body, later });
}

/** The values of a variable, as they were entered. Those of an object have labels. */
function givenValues({ name: own, type }: PageVariable, fields: [string, string][], timeZone: string): Html {
  const text = ([name, value]: [string, string]) =>
    isInstant(value)
      ? timeName(lastOf(name), value, timeZone)
      : isEnumType(getNamedType(type))
        ? valueName(value)
        : value.length > longest
          ? `${value.length} characters`
          : value;
  if (fields.every(([name]) => name === own)) return joined(fields.map(text));
  const rows = fields.map(
    (field) => html`<div><dt>${labelOf(lastOf(field[0]))}</dt><dd>${text(field)}</dd></div>`,
  );
  return html`<dl class="inner">${rows}</dl>`;
}

interface Rehearsal {
  dryRun: Html | false;
  token?: string;
  rejection?: number;
  isDone?: boolean;
  /** The record before the task. */
  former?: Values;
  /** Why nothing can be done, if it is not so already. */
  why?: string | undefined;
  /** The box that confirms that bookings are over. */
  past?: Html | undefined;
  /** What the button says instead of the title. */
  button?: string | undefined;
}

/** Runs the dry run of a task, or reads the record that it will change. */
export async function rehearse(
  request: PageRequest,
  page: DocumentPage,
  state: FormResult,
  changesNothing?: boolean,
): Promise<Rehearsal> {
  const { catalog, run, now } = request;
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
    const value = part!.value as Values;
    const token = value[confirmToken];
    const affected = [value.courtBookings ?? [], value.cancelledByPartner ?? []].flat() as Values[];
    const shown = resultView(rendering, page, parts, state.variables);
    return typeof token === 'string'
      ? {
          dryRun: html`<h3>This will happen</h3>${shown}`,
          token,
          past: page.confirmsPast ? pastBox(affected, rendering, now, undefined, value.count) : undefined,
          button: countedName(page, value.count),
        }
      : { dryRun: shown, isDone: true, why: outcomeOf(catalog, page, value).why };
  }
  const current = await currentRecord(request, page, state);
  if (!current) return { dryRun: false };
  const rendering = renderingOf(request, current.page, state, current.parts);
  const [part] = current.parts;
  const value = part!.value as Values;
  const facts = withoutLists(value);
  const boxOf = (endDate: unknown, whatEnded?: string) =>
    pastBox([{ ...value, endDate }], rendering, now, whatEnded);
  return {
    former: value,
    dryRun: html`<h3>Current values</h3>${objectView(rendering, part!.field.type, part!.field.selections!, facts, 3)}`,
    isDone: changesNothing ?? (await tried(request, page, state)).changesNothing,
    past: page.confirmsPast
      ? (boxOf(value.endDate) ?? boxOf(newEnd(value, state.variables), 'The new time ended'))
      : undefined,
  };
}

/** When a booking ends after a task, which keeps its duration unless the form has another end. */
function newEnd({ startDate, endDate }: Values, { startDate: start, newEnd: end = null }: Values): unknown {
  if (end !== null || start === undefined) return end ?? endDate;
  const [from, to, since] = [startDate, endDate, start].map((date) => Date.parse(String(date)));
  return new Date(since! + to! - from!).toISOString();
}

function pastBox(
  bookings: Values[],
  { timeZone }: Rendering,
  now: number,
  whatEnded?: string,
  count: unknown = bookings.length,
): Html | undefined {
  const over = bookings.filter(({ endDate }) => isOver({ endDate: String(endDate) }, now));
  const [first] = over;
  if (!first) return undefined;
  const end = timeName('endDate', String(first.endDate), timeZoneOf(first) ?? timeZone);
  // The earliest are shown. If all of them are over, others may be, too.
  const isCut = over.length === bookings.length && Number(count) > over.length;
  const text = `${isCut ? 'At least ' : ''}${overText(bookings.length, over.length, end, whatEnded)} Change ${over.length === 1 ? 'it' : 'them'} ${bookings.length === 1 ? 'anyway' : 'too'}.`;
  return html`<label class="box"><input type="checkbox" name="${changesPast}" value="true" required> ${text}</label>`;
}

/** What a task does to how many: `Cancel 329 bookings`, `Close court and cancel 329 bookings`. */
function countedName({ mutation }: DocumentPage, count: unknown): string | undefined {
  if (typeof count !== 'number') return undefined;
  const [, before = '', verb, what] = /^(.* and )?(\S+) (.*)$/.exec(labelOf(mutation!))!;
  return `${before}${verb} ${count} ${count === 1 ? what!.replace(/s$/, '') : what}`;
}

interface Current {
  page: DocumentPage;
  record: RecordPages;
  parts: ResultPart[];
}

/** The record that a task is about: the first id of the form that has a page. */
async function currentRecord(
  { catalog, run }: PageRequest,
  page: DocumentPage,
  { variables }: FormResult,
): Promise<Current | undefined> {
  const variable = page.variables.find(({ name, record }) => record && typeof variables[name] === 'string');
  const record = variable?.record && catalog.records.get(variable.record.type);
  if (!record) return undefined;
  const result = await run(record.page.typedDocument, { [record.variable]: variables[variable!.name] });
  const parts = partsOf(catalog, record.page, result);
  return parts[0]?.value ? { page: record.page, record, parts } : undefined;
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
  if (!current) return state;
  const given = state.texts;
  const { proposes = {} } = current.record.related.find((each) => each.page === page) ?? {};
  const texts = (name: string) => {
    const sent = given(name);
    const now = presentValue(current, name);
    // What the record has now is a better proposal than a default time.
    if (!state.isOpen(name) || now === null || now === undefined || typeof now === 'object') return sent;
    if (!proposes[name]) return [String(now)];
    const proposed = String(presentValue(current, proposes[name]));
    return proposed < String(now) ? [proposed] : [];
  };
  return { ...state, texts, text: (name) => texts(name)[0] ?? '' };
}

/** The value of the record for a variable. `organizationName` is the `name` of an organization. */
function presentValue({ record, parts }: Current, name: string): unknown {
  const value = parts[0]!.value as Values;
  const prefix = new RegExp(`^(?:new|${record.variable.slice(0, -2)})(?=[A-Z])`);
  return value[name] ?? value[name.replace(prefix, '').replace(/^[A-Z]/, (first) => first.toLowerCase())];
}
