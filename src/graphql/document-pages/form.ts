import {
  type GraphQLInputFieldMap,
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Html, html, limited } from '../../pages/html.ts';
import { inPlainWords, labelOf, valueName, wordsOf } from '../../pages/operators/words.ts';
import { zoneOf } from '../../services/values/time-names.ts';
import { timeZoneNames } from '../../services/values/time-zone.ts';
import type { DocumentPage, PageVariable } from './catalog.ts';
import { type Fault, isInstant, isTexts, lastOf, maxElements } from './values.ts';
import { instantOf, minute, toInputTime } from './zoned-time.ts';

/** A record that an id in a form may belong to. */
export interface Candidate {
  id: string;
  name: string;
}

export interface FormState {
  /** The texts of the inputs. */
  text: (name: string) => string;
  texts: (name: string) => string[];
  faults: Fault[];
  timeZone: string;
  /** The names of the records whose ids are in the form, by input. */
  names: ReadonlyMap<string, string>;
  /** Records to choose from, by input: the results of a search, or all of a short list. */
  candidates: ReadonlyMap<string, Candidate[]>;
  /** The chosen columns of the list. */
  columns?: readonly string[] | undefined;
  /** Whether the form changes something. Otherwise its values filter. */
  isTask?: boolean;
}

/** Where a form is sent, with which values that nobody enters. */
interface FormTarget {
  action: string;
  submit: string;
  hidden?: Record<string, string>;
  /** The id of a form that runs a task. Others put their values into the address. */
  form?: string;
  /** Whether its values are too long for an address. */
  isLong?: boolean;
}

/** The form for the variables of a page, to its own address unless another target is given. */
export function documentForm(
  page: Pick<DocumentPage, 'variables'> & { isMutation?: boolean; columns?: readonly string[] },
  given: FormState,
  { action, submit, hidden = {}, form, isLong = false }: FormTarget,
): Html {
  const state = { ...given, isTask: page.isMutation || form !== undefined };
  const { faults } = state;
  const summary =
    faults.length > 0 &&
    html`<div class="problem" role="alert"><h2>Check the form</h2><ul>${faults.map(
      ({ field, message }) => html`<li><a href="#${inputId(field)}">${message}</a></li>`,
    )}</ul></div>`;
  const values = { ...hidden, timeZone: state.timeZone, ...(form === undefined ? { sent: '1' } : { form }) };
  return html`${summary}<form class="document-form" method="${form === undefined && !isLong ? 'get' : 'post'}" action="${action}">
${page.variables.map((variable) => variableField(variable, state))}${columnsField(page.columns ?? [], state)}
${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button class="button${form !== undefined && ' is-task'}" type="submit">${submit}</button></p>
</form>`;
}

/** The form of a page. It puts its values into the address. */
export function pageForm(page: DocumentPage, state: FormState): Html {
  const isFilter = page.variables.length > 0 && page.variables.every(({ isRequired }) => !isRequired);
  const submit = page.isMutation ? 'Continue' : isFilter ? 'Filter' : 'Show';
  return documentForm(page, state, { action: page.path, submit, isLong: page.variables.some(isDocument) });
}

function variableField(variable: PageVariable, state: FormState): Html {
  const { name, label, type, isRequired, record, description } = variable;
  const hint = record ? '' : description;
  return field({ name, label, type, isRequired, hint, isRecord: record !== undefined }, state);
}

interface Field {
  name: string;
  label: string;
  type: GraphQLInputType;
  isRequired: boolean;
  hint: string;
  isRecord?: boolean;
}

function field(given: Field, state: FormState): Html {
  const { name, label, isRequired } = given;
  const type = getNullableType(given.type);
  const hint = String(type) === 'Boolean' ? inChoices(given.hint) : given.hint;
  const element = isListType(type) ? getNullableType(type.ofType as GraphQLInputType) : undefined;
  if (isInputObjectType(type)) return group(label, isRequired, innerFields(type.getFields(), name, state));
  if (element && isInputObjectType(element)) {
    const inner = (n: number) => innerFields(element.getFields(), `${name}.${n}`, state);
    const elements = Array.from(
      { length: maxElements },
      (_, n) => html`<div class="element">${inner(n)}</div>`,
    );
    return group(label, isRequired, elements);
  }
  const id = inputId(name);
  const fault = state.faults.find((each) => each.field === name);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const shown = state.names.get(name);
  const notes = html`${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}${
    fault && html`<span class="fault" id="${id}-fault">${fault.message}</span>`
  }`;
  if (element && isEnumType(element)) {
    const values = element.getValues().map((value): [string, string] => [value.name, valueName(value.name)]);
    return html`<fieldset class="field" id="${id}"><legend>${label}${mark(isRequired)}</legend>${notes}${boxes(name, values, state.texts(name))}</fieldset>`;
  }
  const attributes = html` id="${id}" name="${name}"${described && html` aria-describedby="${described}"`}${
    fault && html` aria-invalid="true"`
  }`;
  if (isTexts(type))
    return html`<div class="field"><label for="${id}">${label}, one per line${mark(isRequired)}</label>${notes}<textarea rows="4"${attributes}>${state.texts(name).join('\n')}</textarea></div>`;
  return html`<div class="field"><label for="${id}">${label}${mark(isRequired)}</label>${notes}${input(
    { ...given, type: element ?? type },
    attributes,
    state,
  )}${shown !== undefined && html`<span class="shown">${shown}</span>`}</div>`;
}

const boxes = (name: string, values: [string, string][], chosen: readonly string[]) =>
  html`<div class="boxes">${values.map(
    ([value, text]) =>
      html`<label class="box"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) && html` checked`}> ${text}</label>`,
  )}</div>`;

/** The columns of the list, on the page and in files for spreadsheets. */
function columnsField(columns: readonly string[], { columns: chosen }: FormState): Html | false {
  if (columns.length === 0) return false;
  const values = columns.map((name): [string, string] => [name, labelOf(name)]);
  return html`<details class="columns"${chosen && html` open`}><summary>Columns</summary>
<fieldset class="field"><legend>Columns to show <small>none: the usual ones</small></legend>${boxes('columns', values, chosen ?? [])}</fieldset></details>`;
}

/** Names the values of a Boolean as its choices do. */
const inChoices = (hint: string) => hint.replaceAll(/\bTrue\b/g, 'Yes').replaceAll(/\bFalse\b/g, 'No');

const mark = (isRequired: boolean) => (isRequired ? '' : html` <small>optional</small>`);

function group(label: string, isRequired: boolean, fields: Html | Html[]): Html {
  return html`<fieldset class="group"><legend>${label}${mark(isRequired)}</legend>${fields}</fieldset>`;
}

function innerFields(fields: GraphQLInputFieldMap, name: string, state: FormState): Html[] {
  // A name that another one replaces stays in addresses that have it.
  const shown = Object.values(fields).filter(
    (inner) => !inner.deprecationReason || state.text(`${name}.${inner.name}`) !== '',
  );
  return shown.map((inner) =>
    field(
      {
        name: `${name}.${inner.name}`,
        label: labelOf(inner.name),
        type: inner.type,
        // Also inside an object that is optional: whoever fills it in needs this field.
        isRequired: isNonNullType(inner.type),
        hint: inPlainWords(inner.description ?? ''),
        isRecord: state.candidates.has(`${name}.${inner.name}`) || state.names.has(`${name}.${inner.name}`),
      },
      state,
    ),
  );
}

function input({ name, type, isRecord, isRequired }: Field, attributes: Html, state: FormState): Html {
  const value = state.text(name);
  const none = state.isTask ? 'Not given' : 'Any';
  if (isEnumType(type)) {
    const text = (name: string) =>
      type.name === 'ErrorType' ? `${wordsOf(name)} (${name})` : valueName(name);
    const options = type.getValues().map((each) => option(each.name, text(each.name), value));
    return html`<select${attributes}>${(!isRequired || value === '') && option('', isRequired ? 'Choose' : none, value)}${options}</select>`;
  }
  const candidates = state.candidates.get(name) ?? [];
  if (isRecord && candidates.length > 0) {
    const options = candidates.map(
      (candidate) => html`<option value="${candidate.id}">${candidate.name}</option>`,
    );
    return html`<input type="search" list="${inputId(name)}-list" autocomplete="off" placeholder="A name or an ID"${limited} value="${value}"${attributes}><datalist id="${inputId(name)}-list">${options}</datalist>`;
  }
  if (isRecord)
    return html`<input type="search" autocomplete="off" placeholder="A name or an ID"${limited} value="${value}"${attributes}>`;
  switch ((type as GraphQLScalarType).name) {
    case 'Int':
    case 'Float':
      return html`<input inputmode="numeric"${limited} autocomplete="off" value="${value}"${attributes}>`;
    case 'Boolean':
      return html`<select${attributes}>${option('', none, value)}${option('true', 'Yes', value)}${option('false', 'No', value)}</select>`;
    case 'Date':
      return html`<input type="date" value="${value}"${attributes}>`;
    case 'DateTime': {
      const zone = zoneOf(lastOf(name), state.timeZone);
      const local = isInstant(value) ? toInputTime(value, zone) : value;
      // Where clocks repeat an hour, a local time is the first of two. The second one is an instant.
      if (isInstant(value) && Date.parse(value) - Date.parse(instantOf(local, zone)) >= minute)
        return html`<input${limited} autocomplete="off" value="${value}"${attributes}>`;
      return html`<input type="datetime-local" value="${local}"${attributes}> <span class="zone">${zone}</span>`;
    }
    default:
      if (name.endsWith('TimeZone')) return zoneInput(value, attributes);
      return isDocument({ name })
        ? html`<textarea rows="8" spellcheck="false"${attributes}>${value}</textarea>`
        : html`<input${typeOf(name)} autocomplete="off" value="${value}"${attributes}>`;
  }
}

/** Browsers remove the white space around an address. Other texts are sent as they are. */
const typeOf = (name: string) =>
  /url$/i.test(name)
    ? html` type="url" maxlength="2000"`
    : html`${/email$/i.test(name) && html` type="email"`}${limited}`;

/** Whether a variable has the text of a file. */
const isDocument = ({ name }: { name: string }) => name.toLowerCase().endsWith('document');

/** A list to choose from. Other names of time zones can be entered. */
function zoneInput(value: string, attributes: Html): Html {
  const options = timeZoneNames().map((name) => html`<option value="${name}"></option>`);
  return html`<input list="time-zones"${limited} autocomplete="off" placeholder="UTC" value="${value}"${attributes}><datalist id="time-zones">${options}</datalist>`;
}

function option(value: string, text: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
}

export const inputId = (name: string) => `field-${name.replaceAll('.', '-')}`;
