import { type Html, html } from '../../pages/html.ts';
import { timeName } from '../../services/values/time-names.ts';
import { labelOf } from './words.ts';

/** The values that an audit event changed: before and after. */
export function changeOf(
  { before, after }: { before: unknown; after: unknown },
  timeZone: string,
): Html | string {
  const [former, latter] = [asRecord(before), asRecord(after)];
  const names = [...new Set([...Object.keys(former), ...Object.keys(latter)])];
  const changed = names.filter((name) => JSON.stringify(former[name]) !== JSON.stringify(latter[name]));
  if (changed.length === 0) return '–';
  const rows = changed.map((name) => {
    const [was, is] = [textOf(name, former[name], timeZone), textOf(name, latter[name], timeZone)];
    const value =
      before === null || was === '' ? is : html`<del>${was}</del> → <ins>${is === '' ? 'none' : is}</ins>`;
    return html`<div><dt>${labelOf(name)}</dt><dd>${value}</dd></div>`;
  });
  return html`<dl class="inner">${rows}</dl>`;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(value);

function textOf(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (isInstant(value)) return timeName(name, value, timeZone);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
