import { type Html, html } from '../../pages/html.ts';
import { labelOf } from './words.ts';

/** The values that an audit event changed: before and after. */
export function changeOf({ before, after }: { before: unknown; after: unknown }): Html | string {
  const [former, latter] = [asRecord(before), asRecord(after)];
  const names = [...new Set([...Object.keys(former), ...Object.keys(latter)])];
  const changed = names.filter((name) => JSON.stringify(former[name]) !== JSON.stringify(latter[name]));
  if (changed.length === 0) return '–';
  const rows = changed.map((name) => {
    const [was, is] = [textOf(former[name]), textOf(latter[name])];
    const value =
      before === null || was === '' ? is : html`<del>${was}</del> → <ins>${is === '' ? 'none' : is}</ins>`;
    return html`<div><dt>${labelOf(name)}</dt><dd>${value}</dd></div>`;
  });
  return html`<dl class="inner">${rows}</dl>`;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
