import type { EntityClass, MikroORM } from '@mikro-orm/core';
import { type Table, tableOf } from './row.ts';
import type { Many, MergedRow, One, RelatedSelection, Selection, Via } from './selection.ts';

const related = Symbol('related');
const entityName = Symbol('entity');

interface SelectedRow {
  [column: string]: unknown;
  /** By the keys of the selection. */
  [related]?: Record<string, unknown>;
  [entityName]?: string;
}

/** Returns the relation selected with a row: a row or null, or rows. */
export function relatedOf(row: object, key: string): unknown {
  const all = (row as SelectedRow)[related];
  if (!all || !(key in all)) throw new Error(`${key} was not selected`);
  return all[key];
}

/** Returns the entity of a row that was selected from one of several tables. */
export function entityNameOf(row: object): string | undefined {
  return (row as SelectedRow)[entityName];
}

/** Records the entity of a row. */
export function named<SomeRow extends object>(row: SomeRow, { name }: { name: string }): SomeRow {
  return Object.assign(row, { [entityName]: name });
}

/** A value of a statement, and how to convert its JSON. */
interface Value {
  expression: string;
  read: (json: never) => unknown;
}

interface Values extends Value {
  /** The joins that the expression needs. */
  joins: string;
}

/**
 * Writes one statement that selects rows with all related rows. A row becomes a JSON array of its values, and a related
 * row an array within it. Reading a page as one value costs the service a third of reading rows and columns with one
 * statement per level.
 *
 * The text contains no input: only names of entities, and sizes.
 */
export class RowWriter {
  readonly #orm: MikroORM;
  #aliases = 0;
  #isForOnce = false;

  constructor(orm: MikroORM) {
    this.#orm = orm;
  }

  /** True if the statement contains a position. It changes with each page, so the statement is not worth preparing. */
  get isForOnce(): boolean {
    return this.#isForOnce;
  }

  /** The row with the alias `row`. */
  row(row: string, entity: EntityClass<unknown>, { columns, related: others }: Selection): Values {
    const table = this.#table(entity);
    const names = [...columns];
    const ofColumns = names.map((name) => columnOf(table, row, name));
    const keys = [...others.keys()];
    const ofOthers = [...others.values()].map((other) => this.#related(row, table, other));
    const values = [...ofColumns, ...ofOthers];
    return {
      expression: `json_build_array(${values.map(({ expression }) => expression).join(', ')})`,
      joins: ofOthers.map(({ joins }) => joins).join(''),
      read: (json: unknown[]) => {
        const read: SelectedRow = {};
        for (let at = 0; at < names.length; at += 1)
          read[names[at]!] = ofColumns[at]!.read(json[at] as never);
        if (keys.length > 0) {
          const all: Record<string, unknown> = {};
          for (let at = 0; at < keys.length; at += 1)
            all[keys[at]!] = ofOthers[at]!.read(json[names.length + at] as never);
          read[related] = all;
        }
        return read;
      },
    };
  }

  #related(row: string, table: Table, selection: RelatedSelection): Values {
    const { relation, size, selections } = selection;
    if (relation.kind === 'merged') return this.#merged(row, selection);
    if (relation.kind === 'many')
      return this.#many(row, table, relation, size, selections.get(relation.entity)!);
    if (relation.kind === 'one') return this.#one(row, table, relation, selections.get(relation.entity)!);
    const ones = relation.ones.map((one) => ({ one, ...this.#oneOf(row, table, one, selections) }));
    return {
      expression: `case ${ones.map(({ expression }) => expression).join(' ')} end`,
      joins: '',
      read: (json: [string, never] | null) => {
        const found = json && ones.find(({ one }) => one.entity.name === json[0]);
        return found ? Object.assign(found.read(json[1]) as SelectedRow, { [entityName]: json[0] }) : null;
      },
    };
  }

  /** A join, so that rows shared by many rows of a page are read once. */
  #one(row: string, table: Table, one: One, selection: Selection): Values {
    const alias = this.#alias();
    const { name, columns } = this.#table(one.entity);
    const { expression, joins, read } = this.row(alias, one.entity, selection);
    const via = one.via && this.#via(row, table, alias, one, one.via);
    const isThere = `${alias}.${columns.get(Object.keys(one.equal)[0]!)!.name} is not null`;
    return {
      expression: `case when ${isThere} then ${expression} end`,
      joins: ` ${via?.join ?? ''}left join ${name} ${alias} on ${this.#condition(row, table, alias, one)}${via?.condition ?? ''}${joins}`,
      read: (json) => json && read(json),
    };
  }

  /** The join of the third table, and its conditions on the row `alias`. */
  #via(row: string, table: Table, alias: string, one: One, { entity, id, equal }: Via) {
    const third = this.#alias();
    const of = this.#table(entity);
    const join = `left join ${of.name} ${third} on ${third}.${of.columns.get('id')!.name} = ${row}.${table.columns.get(id)!.name} `;
    return { join, condition: ` and ${equality(of, third, this.#table(one.entity), alias, equal)}` };
  }

  #oneOf(row: string, table: Table, one: One, selections: RelatedSelection['selections']): Value {
    const alias = this.#alias();
    const { expression, joins, read } = this.row(alias, one.entity, selections.get(one.entity)!);
    const { name } = this.#table(one.entity);
    const { when, ...others } = one;
    return {
      expression: `when ${conditions(table, row, when!)} then (select json_build_array(${literal(one.entity.name)}, ${expression}) from ${name} ${alias}${joins} where ${this.#condition(row, table, alias, others)})`,
      read,
    };
  }

  #many(row: string, table: Table, many: Many, size: number | undefined, selection: Selection): Values {
    const alias = this.#alias();
    const { expression, joins, read } = this.row(alias, many.entity, selection);
    const order = `${alias}.${this.#table(many.entity).columns.get(many.by)!.name} ${many.order}`;
    return {
      expression: `(select coalesce(json_agg(${expression} order by ${order}), '[]') from ${this.#rows(row, table, many, size)} ${alias}${joins})`,
      joins: '',
      read: (json: never[]) => json.map(read),
    };
  }

  #merged(row: string, { relation, size = 0, before, selections }: RelatedSelection): Values {
    if (relation.kind !== 'merged') throw new Error('is not merged');
    this.#isForOnce ||= before !== undefined;
    const parts = relation.parts.map(({ entity, rows }) => {
      const alias = this.#alias();
      const { expression, joins, read } = this.row(alias, entity, selections.get(entity)!);
      const entry = `json_build_array(${literal(entity.name)}, ${alias}.position, ${expression})`;
      const part = `select ${alias}.position, ${entry} as entry from (${rows(row, { before, size })}) ${alias}${joins}`;
      return { entity, part, read };
    });
    const first = `select * from (${parts.map(({ part }) => part).join(' union all ')}) u order by position desc limit ${size}`;
    return {
      expression: `(select coalesce(json_agg(entry order by position desc), '[]') from (${first}) e)`,
      joins: '',
      read: (json: [name: string, position: string, row: never][]): MergedRow[] =>
        json.map(([name, position, values]) => {
          const { read } = parts.find(({ entity }) => entity.name === name)!;
          return { position, row: Object.assign(read(values) as SelectedRow, { [entityName]: name }) };
        }),
    };
  }

  /** The rows of a relation. An index finds the first ones. */
  #rows(
    row: string,
    table: Table,
    { entity, equal, among = {}, through, by, order, extra }: Many,
    size: number | undefined,
  ): string {
    const { name, columns } = this.#table(entity);
    const [from, id] = through
      ? [this.#table(through.entity), this.#table(through.entity).columns.get(through.id)!.name]
      : [{ name, columns }, columns.get(by)!.name];
    const first = `select ${through ? `n.${id}` : 'n.*'} from ${from.name} n where ${equality(table, row, from, 'n', equal, among)}`;
    const page = size === undefined ? first : `${first} order by n.${id} ${order} limit ${size}`;
    if (extra && size !== undefined) {
      const all = [page, ...extra(row, size)].map((one) => `(${one})`).join(' union all ');
      return `(select * from (${all}) n order by n.${id} ${order} limit ${size})`;
    }
    if (!through) return `(${page})`;
    return `(select x.* from (${page}) n join ${name} x on x.${columns.get('id')!.name} = n.${id})`;
  }

  #table(entity: EntityClass<unknown>): Table {
    return tableOf(this.#orm, entity);
  }

  #alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }

  #condition(row: string, table: Table, alias: string, { entity, equal, when = {} }: One): string {
    return [
      equality(table, row, this.#table(entity), alias, equal),
      ...Object.keys(when).map((name) => conditions(table, row, { [name]: when[name]! })),
    ].join(' and ');
  }
}

function equality(
  table: Table,
  row: string,
  of: Table,
  alias: string,
  equal: One['equal'],
  among: One['equal'] = {},
): string {
  const ofBoth = (names: One['equal'], toCondition: (theirs: string, ours: string) => string) =>
    Object.entries(names).map(([name, ofRow]) =>
      toCondition(`${alias}.${of.columns.get(name)!.name}`, `${row}.${table.columns.get(ofRow)!.name}`),
    );
  return [
    ...ofBoth(equal, (theirs, ours) => `${theirs} = ${ours}`),
    ...ofBoth(among, (theirs, ours) => `${theirs} = any (${ours})`),
  ].join(' and ');
}

function conditions(table: Table, row: string, when: NonNullable<One['when']>): string {
  return Object.entries(when)
    .map(([name, values]) => {
      const all = [values].flat().map(literal).join(', ');
      return `${row}.${table.columns.get(name)!.name} in (${all})`;
    })
    .join(' and ');
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const asItIs = (json: unknown) => json;

function columnOf({ columns }: Table, row: string, name: string): Value {
  const column = columns.get(name);
  if (!column) throw new Error(`${row} has no column ${name}`);
  const value = `${row}.${column.name}`;
  // In UTC, independent of the session's time zone.
  return column.isInstant
    ? { expression: `${value} at time zone 'UTC'`, read: toInstant }
    : { expression: value, read: asItIs };
}

/** Converts `2026-05-01T10:00:00` (JSON, without trailing zeros) to the format of `InstantType`. */
function toInstant(json: string | null): string | null {
  return json && `${(json.length === 19 ? `${json}.` : json).padEnd(26, '0')}Z`;
}
