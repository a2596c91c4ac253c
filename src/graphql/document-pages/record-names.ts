import { valueName } from '../../pages/operators/words.ts';

export type Values = Record<string, unknown>;

/** Fields that name a record, the first of them that it has. */
const naming = ['name', 'label', 'externalCourtBookingId', 'email', 'url', 'operation', 'action', 'message'];

/** What to call a record. */
export function nameOf(value: Values): { key: string; text: string } | undefined {
  const person = [value.firstName, value.lastName].filter((part) => typeof part === 'string').join(' ');
  if (person !== '') return { key: 'firstName', text: person };
  const key = naming.find((each) => typeof value[each] === 'string');
  // Only an erased user has no name.
  if (key === undefined) return value.firstName === null ? { key: 'firstName', text: 'erased' } : undefined;
  const text = String(value[key]);
  return { key, text: key === 'action' || key === 'operation' ? valueName(text) : text };
}

/** The name of a record with those of its court, club or partner: `Court 1, Padel Club`. */
export function fullName(value: Values): string | undefined {
  const outer = ['court', 'organization', 'externalService']
    .map((key) => value[key])
    .filter((inner) => typeof inner === 'object' && inner !== null)
    .map((inner) => fullName(inner as Values));
  const email = nameOf(value)?.key === 'firstName' ? value.email : undefined;
  return [nameOf(value)?.text, email, ...outer].filter(Boolean).join(', ') || undefined;
}

/** The fields in which the club of a record is found. */
export const zoned = ['organization', 'court', 'courtBooking', 'subject'];

/** The time zone of the club that an object belongs to, if the document selects it. */
export function timeZoneOf(value: Values): string | undefined {
  if (typeof value.timeZone === 'string') return value.timeZone;
  for (const key of zoned) {
    const inner = value[key];
    const found = typeof inner === 'object' && inner !== null ? timeZoneOf(inner as Values) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a page selects of a record to name it, by type. */
const namesOf: Record<string, string> = {
  Organization: 'name timeZone',
  Court: 'name organization { id name timeZone }',
  ExternalService: 'name',
  ApiToken: 'label externalService { id name }',
  User: 'firstName lastName email',
  CourtBooking:
    'externalCourtBookingId startDate court { id name organization { id name timeZone } } externalService { id name }',
  Operator: 'name',
  WebhookEndpoint: 'url externalService { id name }',
  PartnerRequest: 'operation errorType',
};

/** The selection that names a record of any of these types. */
export const selectNames = (types: readonly string[]): string =>
  types.length === 1
    ? `{ id ${namesOf[types[0]!] ?? ''} }`
    : `{ __typename ... on Node { id } ${types.map((type) => (type in namesOf ? `... on ${type} { ${namesOf[type]} }` : '')).join(' ')} }`;

export const namesOfRecords = selectNames(Object.keys(namesOf));
