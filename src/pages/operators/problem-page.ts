import { escapeHtml } from '../escape-html.ts';
import { layout } from '../layout.ts';

/** The error page for browsers of operators. */
export function problemPage(title: string, message: string): string {
  return layout({
    title: `${title} · Courtbridge`,
    description: title,
    isForOperators: true,
    body: `<main id="site-content" class="alone" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p>Continue with the <a href="/operators">overview</a> or the <a href="/operators/calendar">calendar</a>.</p>
</main>`,
  });
}
