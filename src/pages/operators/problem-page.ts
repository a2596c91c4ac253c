import { html } from '../html.ts';
import type { Page } from '../layout.ts';

/** The error page for browsers of operators. */
export function problemPage(title: string, message: string): Page {
  return {
    title: `${title} · Courtbridge`,
    description: title,
    isForOperators: true,
    body: html`<main id="site-content" class="alone" tabindex="-1">
<h1>${title}</h1>
<p>${message}</p>
<p>Continue with the <a href="/operators">overview</a>, the <a href="/operators/calendar">calendar</a>, or the
<a href="/operators/playbook">questions and tasks</a>.</p>
</main>`,
  };
}
