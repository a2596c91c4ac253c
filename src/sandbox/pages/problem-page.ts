import type { ApiError } from '../../api-error.ts';
import { html } from '../../pages/html.ts';
import { sandboxLayout } from './sandbox-layout.ts';

/** An error for browsers. Programs receive it as JSON. */
export function problemPage({ status, issues }: ApiError): string {
  const title = status === 404 ? 'Run not found' : 'Request rejected';
  return sandboxLayout({
    title,
    body: html`<main id="site-content" class="alone" tabindex="-1">
<h1>${title}</h1>
${
  status === 404
    ? html`<p>This sandbox has no run with this address. Its database may be a new one.</p>`
    : issues?.map(
        ({ path, message }) =>
          html`<p>${path.length > 0 && html`<code>${path.join('.')}</code>: `}${message}</p>`,
      )
}
<p><a href="/sandbox">Start a run</a></p>
</main>`,
  });
}
