import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { labelOf } from '../../pages/operators/words.ts';
import { parseInstant } from '../../rules/instant.ts';
import { isCalendarDate } from '../../rules/requests/calendar-date.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { zoneOf } from '../../services/values/time-names.ts';
import type { DocumentPage, PageVariable } from './catalog.ts';
import { instantOf, toInputTime } from './zoned-time.ts';

/** An error of a form, for the person who filled it in. */
export interface Fault {
  /** The name of the input. */
  field: string;
  message: string;
  /** Whether no record of the kind has the ID. */
  isUnknown?: boolean;
}

/** The fields of a form by name, as they were sent. */
export type Sent = Pick<URLSearchParams, 'get' | 'getAll' | 'has'>;

export interface Values {
  variables: Record<string, unknown>;
  /** The variables without the default values of the document. */
  entered: Record<string, unknown>;
  faults: Fault[];
  /** Required variables without a value. */
  missing: PageVariable[];
}

/**
 * Reads the variables of a page from its form or address. The fields of input objects are named `filter.status`, and
 * elements of lists of them `participants.0.email`. Empty fields are omitted. Before a form is sent, its variables have the
 * default values of the document.
 */
export function readValues(page: DocumentPage, sent: Sent, timeZone: string): Values {
  const faults: Fault[] = [];
  const entered: Record<string, unknown> = {};
  const variables: Record<string, unknown> = {};
  for (const { name, type, defaultValue } of page.variables) {
    const value = read(type, name, sent, timeZone, faults);
    if (value !== undefined) entered[name] = value;
    const known = value ?? (isSent(sent) ? undefined : defaultValue);
    if (known !== undefined) variables[name] = known;
  }
  for (const [name, value] of page.isMutation ? toFields(entered) : []) {
    const zone = zoneOf(lastOf(name), timeZone);
    const [, local] = localForm.exec(sent.get(name)?.trim() ?? '') ?? [];
    // A task would happen at another time than was entered. A text that looks like a local time has no `Z`.
    if (local && value.endsWith('Z') && toInputTime(value, zone) !== local)
      faults.push({ field: name, message: `${labelOf(lastOf(name))}: clocks in ${zone} skip this time.` });
  }
  const missing = page.variables.filter(
    ({ name, isRequired }) =>
      isRequired && !(name in variables) && faults.every(({ field }) => field !== name),
  );
  return { variables, entered, faults, missing };
}

/** Whether somebody has filled in the form. Its empty fields are empty on purpose. */
export const isSent = (sent: Sent) => sent.has('sent') || sent.has('form');

/** Whether a type is a list of texts. */
export const isTexts = (type: GraphQLInputType) =>
  isListType(type) && String(getNullableType(type.ofType)) === 'String';

/** The number of elements of a list of input objects in a form. */
export const maxElements = 4;

function read(given: GraphQLInputType, name: string, sent: Sent, timeZone: string, faults: Fault[]): unknown {
  const type = getNullableType(given);
  if (isListType(type)) {
    const element = getNullableType(type.ofType as GraphQLInputType);
    if (isInputObjectType(element)) {
      const elements = Array.from({ length: maxElements }, (_, n) =>
        read(element, `${name}.${n}`, sent, timeZone, faults),
      ).filter((value) => value !== undefined);
      return elements.length === 0 ? undefined : elements;
    }
    // Texts are entered one per line. Ids contain no spaces.
    const between = isTexts(type) ? /[\r\n]+/ : /\s+/;
    const texts = sent.getAll(name).flatMap((text) => text.split(between));
    const some = texts.map((text) => text.trim()).filter((text) => text !== '');
    if (some.length === 0) return undefined;
    return some.map((text) => readLeaf(element, name, text, timeZone, faults));
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const value = read(field.type, `${name}.${field.name}`, sent, timeZone, faults);
      return value === undefined ? [] : [[field.name, value] as const];
    });
    if (fields.length === 0) return undefined;
    for (const field of Object.values(type.getFields())) {
      const isMissing = fields.every(([given]) => given !== field.name);
      const inner = `${name}.${field.name}`;
      if (isNonNullType(field.type) && isMissing && faults.every((fault) => fault.field !== inner))
        faults.push({ field: inner, message: enter(field.name) });
    }
    return Object.fromEntries(fields);
  }
  const sentText = sent.get(name) ?? '';
  // What a text may contain, and whether spaces around it count, is for the services to judge: an id of a partner is never trimmed.
  const text = String(type) === 'String' ? sentText : sentText.trim();
  return text === '' ? undefined : readLeaf(type, name, text, timeZone, faults);
}

function readLeaf(
  type: GraphQLInputType,
  name: string,
  text: string,
  timeZone: string,
  faults: Fault[],
): unknown {
  const label = labelOf(lastOf(name));
  const wrong = (message: string) => {
    faults.push({ field: name, message });
    return undefined;
  };
  if (isEnumType(type)) return type.getValue(text) ? text : wrong(`Choose one of the values of ${label}.`);
  switch ((type as GraphQLScalarType).name) {
    case 'ID':
      return isUuid(text) ? text : wrong(`${label} must be an ID, which is a UUID.`);
    case 'Int':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31
        ? Number(text)
        : wrong(`${label} must be a whole number. The largest is 2,147,483,647.`);
    case 'Boolean':
      return text === 'true' || text === 'false' ? text === 'true' : wrong(`${label} must be true or false.`);
    case 'Date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDate(text)
        ? text
        : wrong(`${label} must be a date, such as 1985-12-10.`);
    case 'DateTime':
      return (
        readInstant(text, zoneOf(lastOf(name), timeZone)) ??
        wrong(`${label} must be a date and a time in the years 2000 to 2100, such as 2026-11-25T14:00.`)
      );
    default:
      return text;
  }
}

const localForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** Accepts a local time, as browsers send it, and an instant with an offset, as links contain it. */
function readInstant(text: string, timeZone: string): string | undefined {
  const local = localForm.exec(text);
  if (!local) return isInstant(text) ? text : undefined;
  const [, minute, second = ':00'] = local;
  return isInstant(`${minute}${second}Z`)
    ? instantOf(minute!, timeZone).replace(/:00(?=\.)/, second)
    : undefined;
}

/** Whether a text is an instant with an offset. */
export const isInstant = (text: string) => 'instant' in parseInstant(text);

export const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Asks for a missing value: `Enter the webhook endpoint.`, or `Enter a value for “From”.` */
export const enter = (name: string, record?: { name: string }): string =>
  record ? `Enter the ${record.name}.` : `Enter a value for “${labelOf(name)}”.`;

/** A longer value is not put into an address, because a server may reject it. */
export const longest = 2_000;

/** The address of a page with values. */
export function addressOf({ path }: DocumentPage, values: Record<string, unknown>): string {
  const fields = new URLSearchParams(
    toFields(values).filter(([, value]) => value.length <= longest),
  ).toString();
  return fields === '' ? path : `${path}?${fields}`;
}

/** The names and values of the inputs of a form, for links and hidden fields. */
export function toFields(variables: Record<string, unknown>): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]) => flatten(name, value));
}

function flatten(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((each, n) => flatten(typeof each === 'object' ? `${name}.${n}` : name, each));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([inner, each]) => flatten(`${name}.${inner}`, each));
  return [[name, String(value)]];
}
