import type { Answer } from '../http/envelope.ts';
import { pathOf } from '../http/router.ts';
import { html } from './html.ts';
import { layout, pageHeaders } from './layout.ts';

/** The page for an address and headers that are too long. */
export function tooLongPage(target: string): Pick<Answer, 'headers' | 'body'> {
  const body = layout({
    title: 'Too long · Courtbridge',
    description: 'The address of the page is too long.',
    isForOperators: pathOf(target).startsWith('/operators'),
    body: html`<main id="site-content" class="alone" tabindex="-1">
<h1>The address is too long</h1>
<p>The address of this page is larger than 16 KiB, together with the cookies and headers that your browser adds. Nothing was changed.</p>
<p>Go back and enter shorter texts. If the address is short, delete the cookies of this site.</p>
</main>`,
  });
  return { headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders }, body };
}
