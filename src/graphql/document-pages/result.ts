import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  type SelectionSetNode,
} from 'graphql';
import { breakable, type Html, html, joined } from '../../pages/html.ts';
import { alertLinks } from '../../pages/operators/attention-section.ts';
import { decimal } from '../../pages/operators/numbers.ts';
import { codeInWords, inPlainWords, inSentence, labelOf, valueName } from '../../pages/operators/words.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { timeName } from '../../services/values/time-names.ts';
import { denialOf } from '../schema/define-mutation.ts';
import { fits, recordAddress } from './catalog.ts';
import { type ChangeRendering, changeOf } from './change.ts';
import { countName, shownRows } from './list-ends.ts';
import { nameOf, timeZoneOf, type Values } from './record-names.ts';
import { endOf } from './rest-of-list.ts';
import { type Fragments, type Selected, selectedFields, typeOfObject } from './selection.ts';

/** How to render the result of a document. */
export interface Rendering extends ChangeRendering {
  fragments: Fragments;
  /** The values of the page. */
  variables: Record<string, unknown>;
  /** The record that the page is about. Its rows do not repeat it. */
  recordId?: unknown;
  /** What stands between the facts of the record and its lists. */
  actions?: Html | false;
  operator: AuthenticatedOperator;
  /** The chosen columns of the list. */
  columns?: readonly string[] | undefined;
  /** Whether it is a row of a table, where long values are folded. */
  isRow?: boolean;
}

/** Fields that carry no information for people. */
const hidden = ['actorType', 'cursor', 'pageInfo', 'confirmToken', 'done', 'tokenCanBeRotated', '__typename'];

/** Fields with texts of partners' programs, such as a place in a request. */
const codes = ['code', 'document', 'path', 'place', 'rule', 'target', 'variables'];

/** What an empty value of a row means. */
const withoutValue: Record<string, string | ((row: Values) => string)> = {
  'AuditEvent.actor': ({ actorType }) =>
    actorType === 'SECRET_SCANNING' ? 'GitHub secret scanning' : 'Configuration',
  'PartnerFault.externalService': 'No valid token',
  'PartnerTraffic.errorType': 'successful',
  'PartnerTraffic.externalService': 'No valid token',
};

/** Renders an object: its values, and then its lists as tables. */
export function objectView(
  rendering: Rendering,
  given: GraphQLOutputType,
  selections: SelectionSetNode,
  value: Values,
  level: 2 | 3 = 2,
): Html {
  const { catalog } = rendering;
  const type = typeOfObject(catalog.schema, getNamedType(given), value);
  const within = inZoneOf(rendering, value);
  const fields = shownFields(rendering, type, selections);
  const single = fields.filter((field) => !isTable(field));
  const filled = single.filter((field) => !isEmpty(valueAt(field, value)));
  const address = recordAddress(catalog, type.name, value);
  const rows = filled.map(
    (field) =>
      html`<div><dt>${labelOf(field.key)}</dt><dd>${
        field.name === 'id' && address
          ? html`<a href="${address}"><code class="id">${value.id}</code></a>`
          : cell(within, field, valueAt(field, value))
      }</dd></div>`,
  );
  const without = emptyNames(single.filter((field) => !filled.includes(field)).map(({ key }) => key));
  const tables = fields
    .filter((field) => isTable(field) && Array.isArray(value[field.key]))
    .map((field) => {
      const shown = shownRows(field, value[field.key] as Values[]);
      const title = html`${labelOf(field.key)}${shown.rows.length > 0 && ` (${countName(shown, field.name === 'courtBookings' ? value.count : undefined)})`}`;
      const heading = level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
      const end = endOf(catalog, field, shown, type.name, value, rendering.variables);
      return html`<section>${heading}${table(within, field.type, field.selections!, shown.rows)}${end}</section>`;
    });
  return html`${rows.length > 0 && html`<dl class="facts">${rows}</dl>`}${without}${rendering.actions}${tables}`;
}

/** Names the fields without a value, which would only be dashes. */
const emptyNames = (keys: string[]): Html | false =>
  keys.length > 0 &&
  html`<p class="empty">Empty: ${keys.map((key) => inSentence(labelOf(key))).join(', ')}</p>`;

/** Renders rows as a table. Its columns are the fields of all rows. */
export function table(
  rendering: Rendering,
  given: GraphQLOutputType,
  selections: SelectionSetNode,
  rows: readonly Values[],
): Html {
  if (rows.length === 0) return html`<p class="empty">None</p>`;
  const { catalog } = rendering;
  const { schema } = catalog;
  const named = getNamedType(given);
  const chosen = rendering.columns;
  const isChosen = ({ key, name, isDifference }: Shown) =>
    chosen?.includes(isDifference ? name : key) ?? true;
  const typed = rows.map((row) => {
    const type = typeOfObject(schema, named, row);
    const fields = shownFields(rendering, type, selections);
    return { row, type, fields: fields.filter(isChosen) };
  });
  const mixes = new Set(typed.map(({ type }) => type)).size > 1;
  const keys = [
    ...new Set(
      typed.flatMap(({ fields }) => fields.map(({ key }) => key)).filter((key) => chosen || key !== 'id'),
    ),
  ].filter((key) => chosen || rows.some((row) => !isRecord(rendering, row[key])));
  const isFilled = (key: string) =>
    typed.some(({ row, type, fields }) => {
      const field = fields.find((each) => each.key === key);
      return field && (!isEmpty(valueAt(field, row)) || withoutValue[`${type.name}.${key}`]);
    });
  const columns = keys.filter((key) => chosen || isFilled(key));
  const [first = 'id'] = columns;
  const hasTasks = typed.some(({ row, type }) => taskOf(rendering, type, row));
  const body = typed.map(({ row, type, fields }) => {
    const within = { ...inZoneOf(rendering, row), isRow: true };
    const address = recordAddress(catalog, type.name, row);
    const shown = new Map(fields.map((field) => [field.key, field]));
    const isText = (key: string) => shown.has(key) && !shown.get(key)!.selections && !isEmpty(row[key]);
    const linked = columns.find(isText) ?? first;
    const cells = (columns.length === 0 ? ['id'] : columns).map((key) => {
      const field = shown.get(key);
      const meaning = isEmpty(row[key]) && withoutValue[`${type.name}.${key}`];
      const empty = typeof meaning === 'function' ? meaning(row) : meaning;
      const content = field ? empty || cell(within, field, valueAt(field, row), address) : '';
      const label = html`data-label="${columns.length === 0 ? 'ID' : labelOf(key)}"`;
      if (key !== linked || !address) return html`<td ${label}>${content}</td>`;
      return html`<td ${label}><a href="${address}">${isEmpty(row[key]) ? 'Open' : content}</a></td>`;
    });
    const task = taskOf(rendering, type, row);
    return html`<tr>${mixes && html`<td data-label="Kind">${labelOf(catalog.records.get(type.name)?.name ?? type.name)}</td>`}${cells}${hasTasks && html`<td data-label="Task">${task}</td>`}</tr>`;
  });
  const headings = (columns.length === 0 ? ['ID'] : columns.map(labelOf)).map(
    (text) => html`<th scope="col">${text}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="rows">
<thead><tr>${mixes && html`<th scope="col">Kind</th>`}${headings}${hasTasks && html`<th scope="col">Task</th>`}</tr></thead>
<tbody>${body}</tbody></table></div>${columns.length > 0 && emptyNames(keys.filter((key) => !columns.includes(key)))}`;
}

/** The task that a row of a list offers, or what to do about an alert. */
function taskOf({ catalog, operator }: Rendering, type: GraphQLObjectType, row: Values): Html | undefined {
  if (type.name === 'Alert' && row.data !== undefined) return alertLinks(row as never, operator.role);
  const { rowTaskPage: task, related = [] } = catalog.records.get(type.name) ?? {};
  const address = task && recordAddress(catalog, type.name, row, task);
  const { when } = related.find(({ page }) => page === task) ?? {};
  return address && fits(row, when) && !denialOf(operator, task.mutation)
    ? html`<a href="${address}">${task.title}</a>`
    : undefined;
}

interface Shown extends Selected {
  /** The values of an audit event before and after a change. */
  isDifference?: boolean;
}

/** The fields that a page shows. The values of an audit event before and after a change become one field. */
function shownFields(
  { catalog, fragments }: Rendering,
  type: GraphQLObjectType,
  selections: SelectionSetNode,
): Shown[] {
  const fields = selectedFields(catalog.schema, fragments, type, selections);
  // The record that a row belongs to, if it is selected only for the address of the row.
  const outer = catalog.records.get(type.name)?.of;
  const shown = fields.filter(
    ({ key, selections: inner }) =>
      !hidden.includes(key) && !(key === outer && inner?.selections.length === 1),
  );
  const keys = shown.map(({ key }) => key);
  if (type.name !== 'AuditEvent' || !keys.includes('before') || !keys.includes('after')) return shown;
  return shown
    .filter(({ key }) => key !== 'after')
    .map((field) => (field.key === 'before' ? { ...field, key: 'change', isDifference: true } : field));
}

const valueAt = ({ key, isDifference }: Shown, value: Values) =>
  isDifference ? { before: value.before, after: value.after } : value[key];

const isTable = ({ type, selections }: Selected) =>
  selections !== undefined && isListType(getNullableType(type)) && isCompositeType(getNamedType(type));

/** Whether a value is the record that the page is about, or one that its form names. */
const isRecord = ({ recordId, variables }: Rendering, value: unknown) => {
  const id = (value as Values | null | undefined)?.id;
  return id !== undefined && [recordId, ...Object.values(variables)].includes(id);
};

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** @param address the page of the record that has the value */
function cell(rendering: Rendering, field: Shown, value: unknown, address?: string): Html | string {
  if (field.isDifference) return changeOf(rendering, value as { before: unknown; after: unknown });
  if (isEmpty(value)) return rendering.isRow ? '' : '–';
  if (Array.isArray(value)) {
    const { rows, hasMore } = shownRows(field, value);
    const items = rows.map((each) => one(rendering, field, each));
    if (!field.selections) return joined(items, field.name === 'path' ? '.' : ', ');
    const list = html`<ul class="inner">${items.map((item) => html`<li>${item}</li>`)}${hasMore && html`<li>and more: ${address ? html`<a href="${address}">open the record</a>` : 'open the record'}</li>`}</ul>`;
    const isLong = items.length > 5 || getNamedType(field.type).name === 'AuditEvent';
    return rendering.isRow && isLong ? folded(field, list) : list;
  }
  // The page of the record has the code, too.
  if (address && isCode(field)) return labelOf(String(value));
  return one(rendering, field, value);
}

const isCode = ({ name, type }: Selected) =>
  name === 'operation' || name === 'errorType' || getNamedType(type).name === 'ErrorType';

function one(rendering: Rendering, field: Selected, value: unknown): Html | string {
  const type = getNamedType(field.type);
  if (field.selections) return related(rendering, field, value as Values);
  if (field.name === 'secret')
    return html`<strong>Copy it now. It is shown only once.</strong><div class="code secret"><pre tabindex="0" role="group" aria-label="Secret"><code>${value}</code></pre></div>`;
  if (isCode(field)) return codeInWords(String(value));
  if (isEnumType(type)) return valueName(String(value));
  if (type.name === 'DateTime')
    return html`<time datetime="${value}">${timeName(field.name, String(value), rendering.timeZone)}</time>`;
  if (type.name === 'Boolean') return value ? 'yes' : 'no';
  if (type.name === 'JSON') {
    const text = html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
    return rendering.isRow ? folded(field, text) : text;
  }
  if (field.name === 'action') return labelOf(String(value));
  if (field.name === 'message') return html`<span class="text">${inPlainWords(String(value))}</span>`;
  if (type.name === 'ID' || field.name === 'requestId') return html`<code class="id">${value}</code>`;
  if (codes.includes(field.name)) return html`<code>${value}</code>`;
  if (typeof value === 'number' && isLeafType(type)) return decimal(value);
  const text = breakable(String(value));
  return /\s.{40}/.test(String(value)) ? html`<span class="text">${text}</span>` : text;
}

const folded = ({ key }: Selected, content: Html) =>
  html`<details><summary>Show ${inSentence(labelOf(key))}</summary>${content}</details>`;

/** A related object: a link with its name, or its values. */
function related(rendering: Rendering, field: Selected, value: Values): Html {
  const { catalog } = rendering;
  const type: GraphQLObjectType = typeOfObject(catalog.schema, getNamedType(field.type), value);
  const fields = shownFields(rendering, type, field.selections!);
  const address = recordAddress(catalog, type.name, value);
  const name = nameOf(value);
  const rest = fields.filter(
    ({ key }) =>
      !['id', 'timeZone', 'firstName', 'lastName', name?.key].includes(key) && !isEmpty(value[key]),
  );
  if (name && (address || rest.length === 0)) {
    const link = address ? html`<a href="${address}">${name.text}</a>` : name.text;
    // A court with its club is read in one line. Other values need their names.
    const isNested = rest.every(({ selections: inner }) => inner !== undefined);
    return html`${link}${isNested ? rest.map((each) => html`, ${cell(rendering, each, valueAt(each, value))}`) : valuesOf(rest)}`;
  }
  if (address && rest.length === 0) return html`<a href="${address}"><code>${value.id}</code></a>`;
  return valuesOf(name ? fields.filter(({ key }) => key !== 'id') : rest);

  function valuesOf(some: Shown[]): Html {
    return html`<dl class="inner">${some
      .filter((each) => !isEmpty(valueAt(each, value)))
      .map(
        (each) =>
          html`<div><dt>${labelOf(each.key)}</dt><dd>${cell(rendering, each, valueAt(each, value))}</dd></div>`,
      )}</dl>`;
  }
}

function inZoneOf(rendering: Rendering, value: Values): Rendering {
  const timeZone = timeZoneOf(value);
  return timeZone === undefined ? rendering : { ...rendering, timeZone };
}
