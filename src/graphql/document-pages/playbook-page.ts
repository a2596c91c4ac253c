import { html } from '../../pages/html.ts';
import { denialOf } from '../schema/define-mutation.ts';
import { graphiqlAddress } from './graphiql-address.ts';
import { denyOnboarding, onboardingPath } from './onboarding.ts';
import { documentLayout } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';

/** Lists all questions and tasks that the operator may run, as pages and as documents for GraphiQL. */
export function playbookPage(request: PageRequest): PageAnswer {
  const { catalog, operator } = request;
  const groups = catalog.groups.map(({ title, pages }) => {
    const allowed = pages.filter(({ mutation }) => !denialOf(operator, mutation));
    const links = allowed.map(
      (page) =>
        html`<li class="${page.isMutation ? 'task' : 'question'}"><a href="${page.path}">${page.title}</a> <a class="elsewhere" href="${graphiqlAddress(page)}" aria-label="${page.title} in GraphiQL">GraphiQL</a></li>`,
    );
    return (
      links.length > 0 &&
      html`<section class="panel"><h2>${title}</h2><ul class="playbook">${links}</ul></section>`
    );
  });
  return {
    status: 200,
    body: documentLayout(
      'Questions and tasks',
      html`<div class="heading"><div><h1>Questions and tasks</h1>
<p>Questions change nothing. Tasks show what they will change, and ask for confirmation.</p></div>
${!denyOnboarding(request) && html`<p class="elsewhere"><a class="button" href="${onboardingPath}">Onboard a partner</a></p>`}</div>
<div class="groups">${groups}</div>`,
    ),
  };
}
