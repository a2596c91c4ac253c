import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export { raw } from 'hono/html';

/** HTML whose values are escaped. */
export type Html = HtmlEscapedString;

/** Hono's `html` without promises as values, so that its result is not a promise either. */
export const html = template as (strings: TemplateStringsArray, ...values: unknown[]) => Html;
