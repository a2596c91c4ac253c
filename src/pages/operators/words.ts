import { eventName } from '../../services/values/time-names.ts';
import { type Html, html } from '../html.ts';

/** What operators call what the schema calls otherwise. Labels, values and texts of pages have these words. */
const words: Record<string, string> = {
  'external service': 'partner',
  organization: 'club',
  'external court booking id': 'partner’s booking ID',
  'external user id': 'partner’s user ID',
  'external id': 'partner’s ID',
  'external updated at': 'version',
  'court booking': 'booking',
  'path partner': 'partner in the address',
  'has future version|stamps? ahead': 'dated in the future',
  upsert: 'create or update',
  refusal: 'rejection',
  refused: 'rejected',
};

/** Labels of fields that need other words than their names. */
const labels: Record<string, string> = {
  actor: 'By',
  hasMore: 'More are left',
  itemIndex: 'Item, from 0',
  lastMilliseconds: 'Last duration, ms',
  milliseconds: 'Duration, ms',
  p50: 'Median, ms',
  p95: 'p95, ms',
  rejectedItemCount: 'Rejected items',
  requestCount: 'Requests',
  serviceName: 'Name of the partner',
  subject: 'Record',
  resource: 'Record',
};

const replacements = Object.entries(words).map(
  ([from, to]) => [new RegExp(`\\b(an? )?(?:${from})(s|ies)?\\b`, 'gi'), to] as const,
);

/** Text in quotes is somebody else’s. */
const quoted = /(“[^”]*”|"[^"]*")/;
const acronyms = /\b(?:api|id|ids|sdk|url)\b/gi;

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/** A word of the schema that its description explains by the word of operators. */
const explained = /\b(an? \w+) \(\1\)/gi;

/** Replaces the words of the schema, names such as `externalUpdatedAt`, and instants in a text. */
export function inPlainWords(text: string): string {
  return text
    .split(quoted)
    .map((part, n) => (n % 2 === 1 ? part : plainPart(part).replaceAll(instants, eventName)))
    .join('')
    .replaceAll(explained, '$1');
}

/** The same for an error, whose quotes are names of the schema: `"startDate" must be before "endDate".` */
export const errorInPlainWords = (text: string): string =>
  capitalized(inPlainWords(text.replaceAll(/"([a-z]+(?:[A-Z][a-z]+)+)"/g, '$1')));

const plainPart = (text: string) =>
  replacements.reduce(
    (some, [from, to]) =>
      some.replaceAll(from, (match, article?: string, plural = '') => {
        const plain = `${article ? (/^[aeiou]/.test(to) ? 'an ' : 'a ') : ''}${to}${plural}`;
        return /^[A-Z]/.test(match) ? capitalized(plain) : plain;
      }),
    text.replaceAll('`', '').replaceAll(/\b[a-z]+(?:[A-Z][a-z\d]*)+\b/g, (name) => spaced(name)),
  );

const spaced = (name: string) => name.replaceAll(/([a-z\d])([A-Z])|_/g, '$1 $2').toLowerCase();

/** The words of a name, such as a code that partners quote: `version_conflict` is `version conflict`. */
export const wordsOf = (name: string): string =>
  plainPart(spaced(name)).replaceAll(acronyms, (word) => word.toUpperCase().replace('IDS', 'IDs'));

/** A code that partners quote, beside its words: `createUser` is `create user`. */
export const codeInWords = (code: string): Html =>
  code === 'none' ? html`no operation` : html`${wordsOf(code)} <code>${code}</code>`;

/** Turns the name of a field or an action into a label: `externalUserId` into `Partner’s user ID`. */
export const labelOf = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name]! : capitalized(wordsOf(name));

/** A label within a sentence: `Booking` is `booking`, and `API token` stays. */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

/** Turns the name of a value into words: `COURT_BOOKING_CANCELLED` into `booking cancelled`. */
export const valueName = (value: string): string =>
  /^(?:[A-Z][A-Z\d_]*|[a-z]+(?:[A-Z][a-z]+)+)$/.test(value) ? wordsOf(value) : value;

export const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);
