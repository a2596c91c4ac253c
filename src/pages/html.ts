import { html as template, raw as trusted } from 'hono/html';

/** HTML whose values are escaped. It is an object at run time: `String()` returns its text. */
export interface Html {
  readonly isEscaped: true;
}

/** Hono's `html` without promises as values, so that its result is not a promise either. */
export const html = template as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

/** Marks a text as HTML, without escaping it. */
export const raw = trusted as (text: string) => Html;

/** Puts a separator between the items. */
export const joined = (items: (Html | string)[], separator: Html | string = ', '): Html =>
  html`${items.map((item, n) => html`${n > 0 && separator}${item}`)}`;

/** A text whose words are broken only if they are too long for a column. */
export const breakable = (text: string): Html | string =>
  /\S{25}/.test(text) ? html`<span class="long">${text}</span>` : text;

/** For an input of text. Most forms put it into the address, and a server rejects a long one without a page. */
export const limited = html` maxlength="1000"`;
