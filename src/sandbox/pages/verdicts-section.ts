import { type Html, html, joined } from '../../pages/html.ts';
import type { DescribedScenario } from '../describe-run.ts';

const grades: Record<DescribedScenario['grade'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
  'not seen': 'Not seen',
};

/** A verdict does not name more requests. */
const mostNamed = 10;

/** Each scenario with its checks. `shown`: the numbers of the requests that the page shows. */
export function verdictsSection(scenarios: DescribedScenario[], shown: ReadonlySet<number>): Html {
  return html`<section id="verdicts" aria-labelledby="verdicts-title">
<h2 id="verdicts-title">Verdicts</h2>
<div class="verdicts">${scenarios.map((scenario) => scenarioSection(scenario, shown))}</div>
</section>`;
}

function scenarioSection(
  { name, title, grade, checks }: DescribedScenario,
  shown: ReadonlySet<number>,
): Html {
  return html`<section class="panel" id="scenario-${name}" aria-labelledby="title-${name}">
<h3 id="title-${name}">${title} <span class="verdict is-${grade.replace(' ', '-')}">${grades[grade]}</span></h3>
${grade !== 'waiting' && grade !== 'not seen' && html`<ul>${checks.map((check) => checkItem(check, grade, shown))}</ul>`}
</section>
`;
}

function checkItem(
  { text, verdict, explanation, requests }: DescribedScenario['checks'][number],
  grade: DescribedScenario['grade'],
  shown: ReadonlySet<number>,
): Html {
  // The checks of a scenario are judged at its end.
  const word = grade === 'running' ? 'Pending' : verdict[0]!.toUpperCase() + verdict.slice(1);
  return html`<li><span class="verdict is-${word.toLowerCase().replace(' ', '-')}">${word}</span> <span class="check">${text}</span>${
    explanation && html`<p>${explanation}${requestLinks(requests, shown)}</p>`
  }</li>`;
}

function requestLinks(requests: number[], shown: ReadonlySet<number>): Html | string {
  if (requests.length === 0) return '';
  const links = [...requests]
    .sort((one, other) => one - other)
    .slice(0, mostNamed)
    .map((number) => (shown.has(number) ? html`<a href="#request-${number}">${number}</a>` : String(number)));
  return html` <span class="evidence">${requests.length > 1 ? 'Requests' : 'Request'} ${joined(links)}${requests.length > mostNamed && ', …'}</span>`;
}
