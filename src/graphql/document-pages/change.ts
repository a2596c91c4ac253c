import { breakable, type Html, html, joined } from '../../pages/html.ts';
import { capitalized, labelOf, valueName } from '../../pages/operators/words.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { timeName } from '../../services/values/time-names.ts';
import type { Catalog } from './catalog.ts';

/** Fields whose values are names of the schema. Other texts are shown as they are. */
const enumerations = [
  ...['by', 'cancelledBy', 'gender', 'list', 'mainSportType', 'pausedBecause', 'playingHand'],
  ...['revokedBecause', 'role', 'scopes', 'signature', 'status', 'types'],
];

/** The values that an audit event changed. */
interface Change {
  before: unknown;
  after: unknown;
}

export interface ChangeRendering {
  catalog: Catalog;
  /** That of the club. Times of bookings are shown in it, except those of a row of another club. */
  timeZone: string;
  /** The records that changes name by id. */
  names?: ReadonlyMap<string, { name: string; address: string | undefined }>;
}

/** Renders the values that an audit event changed: before and after. */
export function changeOf(rendering: ChangeRendering, { before, after }: Change): Html | string {
  const [former, latter] = [asRecord(before), asRecord(after)];
  // The id is that of the record.
  const names = Object.keys({ ...former, ...latter }).filter((name) => name !== 'id');
  const changed = names.filter((name) => JSON.stringify(former[name]) !== JSON.stringify(latter[name]));
  if (changed.length === 0) return '–';
  const rows = changed.map((name) => {
    const [was, is] = [shownValue(rendering, name, former[name]), shownValue(rendering, name, latter[name])];
    const value =
      before === null || was === '' ? is : html`<del>${was}</del> → <ins>${is === '' ? 'none' : is}</ins>`;
    return html`<div><dt>${labelIn(rendering, name)}</dt><dd>${value}</dd></div>`;
  });
  return html`<dl class="inner">${rows}</dl>`;
}

/** An id is shown as the name of its record. */
function labelIn({ catalog }: ChangeRendering, name: string): string {
  const kind = [...catalog.records.values()].find(({ variable }) => variable === name);
  return kind ? capitalized(kind.name) : labelOf(name);
}

/** The ids in changes, of the records that have to be named. */
export function idsInChanges(value: unknown, isChange = false): string[] {
  if (typeof value === 'string') return isChange && isUuid(value) ? [value] : [];
  return Object.entries(asRecord(value)).flatMap(([name, inner]) =>
    name === 'id' ? [] : idsInChanges(inner, isChange || name === 'before' || name === 'after'),
  );
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(value);

function shownValue(rendering: ChangeRendering, name: string, value: unknown): Html | string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isInstant(value)) return timeName(name, value, rendering.timeZone);
  if (Array.isArray(value)) return joined(value.map((each) => shownValue(rendering, name, each)));
  if (typeof value === 'object') {
    const part = ([key, inner]: [string, unknown]) =>
      html`${labelIn(rendering, key)}: ${shownValue(rendering, key, inner)}`;
    return joined(Object.entries(value).map(part));
  }
  const record = rendering.names?.get(String(value));
  if (record) return record.address ? html`<a href="${record.address}">${record.name}</a>` : record.name;
  return enumerations.includes(name) ? valueName(String(value)) : breakable(String(value));
}
