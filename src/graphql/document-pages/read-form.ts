import { maxFound } from '../../db/queries/operators/search.ts';
import { shortText, timeZoneIn } from '../../pages/operators/addresses.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { zoneOf } from '../../services/values/time-names.ts';
import {
  type Catalog,
  type DocumentPage,
  type PageVariable,
  type RecordPages,
  recordOfInput,
} from './catalog.ts';
import { defaultTime } from './default-times.ts';
import type { FormState } from './form.ts';
import type { PageRequest } from './page-request.ts';
import { inputsOf } from './parameters.ts';
import { type NamedRecord, type RunDocument, recordById, recordsByText, recordsToChoose } from './records.ts';
import { enter, type Fault, isInstant, isSent, lastOf, readValues, type Sent, toFields } from './values.ts';

export interface FormResult extends FormState {
  /** Inputs that were neither sent nor have a value in the document. */
  isOpen: (name: string) => boolean;
  variables: Record<string, unknown>;
  /** The variables without the default values of the document. */
  entered: Record<string, unknown>;
  missing: PageVariable[];
  /** The pages of the records in the form, by input. */
  addresses: ReadonlyMap<string, string>;
}

/**
 * Reads a form: resolves names to ids, applies default times, and validates the values.
 *
 * @throws ApiError `invalid_schema`: the time zone, which is not in the form, is unknown.
 */
export async function readForm(
  { catalog, run, now }: PageRequest,
  page: DocumentPage,
  sent: Sent & { entries(): Iterable<[string, string]> },
): Promise<FormResult> {
  const fields = new URLSearchParams([...sent.entries()]);
  const found = new Map<string, NamedRecord>();
  const candidates = new Map<string, NamedRecord[]>();
  const faults: Fault[] = [];
  const inputs = recordInputs(catalog, page);
  for (const [input, record] of inputs) {
    const text = fields.get(input)?.trim() ?? '';
    if (text === '') continue;
    const matches = await findRecord(catalog, run, record, text, !page.isMutation);
    if (matches.length === 1) {
      found.set(input, matches[0]!);
      fields.set(input, matches[0]!.id);
    } else {
      candidates.set(input, matches);
      const { name } = record;
      faults.push({
        field: input,
        isUnknown: isUuid(text),
        message:
          matches.length === 0
            ? `No ${name} matches “${shortText(text)}”. Enter a part of its name, or its ID.`
            : `${matches.length < maxFound ? '' : 'At least '}${matches.length} records match “${shortText(text)}”. Choose one ${name}: delete the text, and select from the list.`,
      });
    }
  }
  const ofRecord = [...found.values()].find((record) => record.timeZone)?.timeZone;
  const sentZone = timeZoneIn(fields);
  const timeZone = ofRecord ?? sentZone ?? 'UTC';
  const isFilledIn = isSent(fields);
  const texts = new Map<string, string[]>();
  const open = new Set<string>();
  for (const { name, defaultValue, isRequired } of page.variables) {
    const given = fields.getAll(name).filter((text) => text !== '');
    const time = isFilledIn
      ? undefined
      : defaultTime({ name, isRequired }, page.isMutation, now, zoneOf(name, timeZone));
    const proposed = isFilledIn ? [] : [defaultValue ?? time ?? []].flat().map(String);
    texts.set(name, given.length > 0 ? given : proposed);
    if (given.length === 0 && defaultValue === undefined) open.add(name);
    // A default time of a task is a proposal, which somebody has to look at.
    if (!page.isMutation && given.length === 0 && time !== undefined) fields.set(name, time);
  }
  const values = readValues(page, fields, sentZone ?? timeZone);
  // Times that were entered before a record of another zone was chosen.
  if ((sentZone ?? timeZone) !== timeZone)
    for (const [name, value] of toFields(values.entered)) if (isInstant(value)) texts.set(name, [value]);
  const choices = new Map<string, NamedRecord[]>();
  for (const [input, record] of inputs) {
    if (candidates.has(input) || found.has(input)) continue;
    const choice =
      choices.get(record.type) ?? ((await recordsToChoose(catalog, run, record)) as NamedRecord[]);
    choices.set(record.type, choice);
    candidates.set(input, choice);
  }
  const textsOf = (name: string) => texts.get(name) ?? fields.getAll(name);
  return {
    ...values,
    // A name that no record has is not an ID either. That is one fault.
    faults: [...faults, ...values.faults.filter(({ field }) => faults.every((each) => each.field !== field))],
    timeZone,
    isOpen: (name) => open.has(name),
    texts: textsOf,
    text: (name) => textsOf(name)[0] ?? '',
    names: new Map([...found].map(([name, record]) => [name, record.name])),
    addresses: new Map([...found].flatMap(([name, { address }]) => (address ? [[name, address]] : []))),
    candidates,
  };
}

/** The inputs of a form that take the id or the name of a record, also those inside of other inputs. */
function recordInputs(catalog: Catalog, page: DocumentPage): [input: string, record: RecordPages][] {
  const inputs = page.variables.flatMap(({ name, type }) => inputsOf(type, name));
  return inputs.flatMap(({ name, type, isList }): [string, RecordPages][] => {
    const record = recordOfInput(catalog.records.values(), name, type);
    return record && !isList ? [[name, record]] : [];
  });
}

/** Finds the records of a kind with an id, or with a name that contains a text. Requests without a valid token have an id of no record. */
export async function findRecord(
  catalog: Catalog,
  run: RunDocument,
  record: RecordPages,
  text: string,
  mayBeUnknown = true,
): Promise<NamedRecord[]> {
  if (isUuid(text)) {
    const found = await recordById(catalog, run, text);
    if (found) return found.type === record.type ? [found] : [];
    return mayBeUnknown
      ? [{ id: text, type: record.type, name: text, address: undefined, timeZone: undefined }]
      : [];
  }
  return recordsByText(catalog, run, record, text);
}

/** The status of a form with faults: 404 if it is only that no record of the kind has an ID. */
export const statusOfFaults = ({ faults }: FormState): number =>
  faults.length > 0 && faults.every(({ isUnknown }) => isUnknown) ? 404 : 400;

/** Reports the required values that are missing. */
export const withMissing = (state: FormResult): FormResult => ({
  ...state,
  faults: state.missing.flatMap(({ name, type, record }) =>
    inputsOf(type, name).map((input) => ({ field: input.name, message: enter(lastOf(input.name), record) })),
  ),
});
