import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { capitalized, labelOf, valueName } from '../../pages/operators/words.ts';
import { clockTime, zoneName, zoneOf } from '../../services/values/time-names.ts';
import { nameOf, selectNames, timeZoneOf, type Values, zoned } from '../document-pages/record-names.ts';

/** A column of a file for spreadsheets. */
export interface SheetColumn {
  heading: string;
  cell: (row: Record<string, unknown>) => unknown;
}

/** A column of a list for people. */
export interface ReadableColumn {
  name: string;
  /** What to select of a row. */
  selection: string;
}

/** The columns that a list can have for people: its values, and the names of related records. */
export function readableColumns(schema: GraphQLSchema, row: GraphQLObjectType): ReadableColumn[] {
  return Object.values(row.getFields()).flatMap(({ name, type, args, deprecationReason }) => {
    // A field with arguments is a list of its own, which may be long.
    if (args.length > 0 || deprecationReason !== undefined) return [];
    const selection = selectionFor(schema, type);
    return selection === undefined ? [] : [{ name, selection: `${name} ${selection}` }];
  });
}

function selectionFor(schema: GraphQLSchema, given: GraphQLOutputType, isInner = false): string | undefined {
  const type = getNamedType(given);
  if (isLeafType(type)) return '';
  if (isAbstractType(type))
    return isListType(getNullableType(given))
      ? undefined
      : selectNames(schema.getPossibleTypes(type).map(({ name }) => name));
  if (type.getInterfaces().some(({ name }) => name === 'Node')) return selectNames([type.name]);
  if (isInner) return undefined;
  const inner = Object.values(type.getFields()).flatMap((field) => {
    const selection = field.args.length > 0 ? undefined : selectionFor(schema, field.type, true);
    return selection === undefined ? [] : [`${field.name} ${selection}`];
  });
  return `{ ${inner.join(' ')} }`;
}

/**
 * The columns of a file for a field of its rows, which have these `fields`. A time of the club also has its zone, because it exists twice when clocks
 * go back. A court also has its club and the time zone.
 */
export function sheetColumns(
  key: string,
  given: GraphQLOutputType,
  fields: readonly string[],
): SheetColumn[] {
  const type = getNamedType(given);
  const label = labelOf(key);
  const at = (row: Values) => row[key];
  if (type.name === 'DateTime') {
    const isOfClub = zoneOf(key, '') === '' && fields.some((name) => zoned.includes(name));
    const zone = (row: Values) => timeZoneOf(row) ?? 'UTC';
    const cell = (row: Values) => clockTime(key, at(row) as string | undefined, zone(row));
    if (!isOfClub) return [{ heading: `${label} (UTC)`, cell }];
    const zoneCell = (row: Values) => at(row) && zoneName(Date.parse(at(row) as string), zone(row));
    return [
      { heading: `${label} (time of the club)`, cell },
      { heading: `${label} (zone)`, cell: zoneCell },
    ];
  }
  const column = { heading: label, cell: (row: Values) => cellOf(type, at(row)) };
  if (!isObjectType(type) || type.name !== 'Court') return [column];
  const clubOf = (row: Values) => (at(row) as { organization?: Values } | null)?.organization;
  return [
    column,
    { heading: labelOf('organization'), cell: (row) => clubOf(row)?.name },
    { heading: labelOf('timeZone'), cell: (row) => clubOf(row)?.timeZone },
  ];
}

function cellOf(type: GraphQLOutputType, value: unknown): unknown {
  if (isEnumType(type)) return readable([value].flat().map((each) => each && valueName(String(each))));
  return typeof value === 'number' || String(type) === 'JSON' ? value : readable(value);
}

/** Names a record, or lists the values of an object: `Ada Lovelace, guest@example.com`. */
function readable(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(readable).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  const { __typename, id, ...others } = value as Values;
  const name = nameOf(others)?.text;
  if (name !== undefined) return name;
  const parts = Object.entries(others).filter(([, inner]) => readable(inner) !== '');
  if (parts.length === 0) return String(id ?? '');
  return parts.length === 1
    ? readable(parts[0]![1])
    : capitalized(
        parts.map(([key, inner]) => `${labelOf(key).toLowerCase()}: ${readable(inner)}`).join(', '),
      );
}
