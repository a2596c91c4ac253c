import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { problemPage } from '../../pages/operators/problem-page.ts';
import { denialOf } from '../schema/define-mutation.ts';
import type { DocumentPage } from './catalog.ts';
import type { ResultPart } from './document-view.ts';
import { pageForm } from './form.ts';
import { graphiqlAddress } from './graphiql-address.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import type { FormResult } from './read-form.ts';
import { timeZoneOf } from './record-names.ts';
import type { Rendering } from './result.ts';

/** Returns an error page if the operator's role may not run the task. */
export function denyTask(
  { operator }: PageRequest,
  { mutation, title }: DocumentPage,
): PageAnswer | undefined {
  const denial = denialOf(operator, mutation);
  return denial && { status: denial.status, body: problemPage(title, denial.message) };
}

/** Shows bookings in the zone of the club in the result, or else in that of the form. */
export function renderingOf(
  { catalog, operator }: PageRequest,
  page: DocumentPage,
  { timeZone, variables }: FormResult,
  parts: ResultPart[],
): Rendering {
  const found = parts
    .map(({ value }) => (value && !Array.isArray(value) ? timeZoneOf(value) : undefined))
    .find(Boolean);
  return { catalog, operator, fragments: page.fragments, timeZone: found ?? timeZone, variables };
}

/** A page with its form, and the result below it. `problems` come first: a form can be long. */
export function respond(
  page: DocumentPage,
  state: FormResult,
  status: number,
  body: Html,
  {
    title = page.title,
    hidesForm = false,
    problems,
    later,
  }: { title?: string; hidesForm?: boolean; problems?: Html | undefined; later?: string } = {},
): PageAnswer {
  const graphiql = graphiqlAddress(page, page.isMutation ? state.entered : state.variables);
  return {
    status,
    body: documentLayout(
      title,
      html`<div class="heading"><div><h1>${title}</h1>${page.note !== '' && html`<p>${page.note}</p>`}</div>
<p class="elsewhere"><a href="${graphiql}">Open in GraphiQL</a></p></div>
${problems}${!hidesForm && page.variables.length + page.columns.length > 0 && pageForm(page, state)}
${body}
<p class="zones">Bookings are in the time zone of their club. Other times are in UTC.</p>`,
      later,
    ),
  };
}

/** @param later what the browser opens when somebody comes back to the result of a form, which is shown once. */
export function documentLayout(title: string, body: Html, later?: string): Page {
  return {
    title: `${title} · Courtbridge`,
    description: title,
    section: '/operators/playbook',
    isForOperators: true,
    body: html`<main id="site-content" class="operators document" tabindex="-1"${later && html` data-later="${later}"`}>${body}</main>`,
  };
}
