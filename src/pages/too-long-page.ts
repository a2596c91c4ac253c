import type { Answer } from '../http/envelope.ts';
import { pathOf } from '../http/router.ts';
import { html } from './html.ts';
import { layout, pageHeaders } from './layout.ts';

/** The paths that people open. Files below them have an ending. */
const paths = /^\/(?:sign-in|(?:docs|operators)(?:\/[^.]*)?)?$/;

/** The page for an address and headers that are too long. Undefined where a program expects the envelope. */
export function tooLongPage(target: string): Pick<Answer, 'headers' | 'body'> | undefined {
  const path = pathOf(target);
  if (!paths.test(path)) return undefined;
  const body = layout({
    title: 'Too long · Courtbridge',
    description: 'The address of the page is too long.',
    isForOperators: path.startsWith('/operators'),
    body: html`<main id="site-content" class="alone" tabindex="-1">
<h1>The address is too long</h1>
<p>The address of this page is larger than 16 KiB, together with the cookies and headers that your browser adds. Nothing was changed.</p>
<p>Go back and enter shorter texts. If the address is short, delete the cookies of this site.</p>
</main>`,
  });
  return { headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders }, body };
}
