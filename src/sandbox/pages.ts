import { type Html, html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';
import type { DescribedRun, DescribedScenario } from './describe-run.ts';
import type { Scenario } from './scenario.ts';

/** The live page reads itself again. Its forms are rejected without a referrer, because browsers then send `Origin: null`. */
export const sandboxPageHeaders = {
  ...pageHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${pageHeaders['Content-Security-Policy']}; connect-src 'self'`,
  'Referrer-Policy': 'same-origin',
};

const live = html`<script src="/sandbox/live.js" defer></script>
`;

/** The list of scenarios, and a form that starts a run. */
export function sandboxPage(scenarios: readonly Scenario[]): string {
  return layout({
    title: 'Sandbox · Courtbridge',
    description: 'Injects faults into the responses, and reports what your client does about them.',
    body: html`<main id="site-content" class="wide" tabindex="-1">
<h1>Sandbox</h1>
<p>A run gives you an address, a token, courts and users of your own. Point your client at them. The sandbox injects faults, says what to do, and
reports what was right and wrong.</p>
<form class="start-run" method="post" action="/sandbox/runs">
<p><label for="scenario">Scenario</label> <select id="scenario" name="scenario"><option value="all">All scenarios</option>${scenarios.map(
      ({ name, title }) => html`<option value="${name}">${title}</option>`,
    )}</select></p>
<p><label for="webhookUrl">Webhook URL (optional)</label> <input id="webhookUrl" name="webhookUrl" type="url" placeholder="http://localhost:3000/webhooks"></p>
<p><label for="seed">Seed (optional, repeats a run)</label> <input id="seed" name="seed" inputmode="numeric" pattern="[0-9]*"></p>
<p><button type="submit">Start a run</button></p>
</form>
<h2>Scenarios</h2>
<div class="table" tabindex="0" role="region" aria-label="Scenarios">
<table><thead><tr><th>Scenario</th><th>What happens</th></tr></thead><tbody>${scenarios.map(
      ({ name, title, description }) =>
        html`<tr><td>${title}<br><code>${name}</code></td><td>${description}</td></tr>
`,
    )}</tbody></table>
</div>
</main>`,
  });
}

const gradeTexts: Record<DescribedScenario['grade'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
};

/** What to do now, the verdicts, and the latest requests. */
export function runPage(run: DescribedRun): string {
  const passed = run.scenarios.filter(({ grade }) => grade === 'passed').length;
  const summary = `${passed} of ${run.scenarios.length} scenarios passed`;
  return layout({
    title: `${summary} · Sandbox · Courtbridge`,
    description: 'A run of the sandbox.',
    head: live,
    body: html`<main id="site-content" class="wide run" tabindex="-1" data-status="${run.status}">
<h1>Sandbox run</h1>
<p role="status">${run.status === 'ended' ? 'Ended' : 'Running'}: ${summary}.</p>
${run.step && stepSection(run, run.step)}
<h2>Verdicts</h2>
${run.scenarios.map(scenarioSection)}
${accessSection(run)}
${requestsSection(run)}
</main>`,
  });
}

function stepSection({ id }: DescribedRun, step: NonNullable<DescribedRun['step']>): Html {
  const { number, action, text, rows } = step;
  return html`<section aria-labelledby="step">
<h2 id="step">Step ${number}: ${action.replace('-', ' ')}</h2>
<p>${text}</p>
${rows && html`<details><summary>${rows.length} rows</summary><pre tabindex="0">${JSON.stringify(rows, undefined, 1)}</pre></details>`}
<form method="post" action="/sandbox/runs/${id}/next"><input type="hidden" name="step" value="${number}"><button type="submit">Done, next step</button></form>
</section>`;
}

function scenarioSection({ name, title, grade, checks }: DescribedScenario): Html {
  return html`<section aria-labelledby="scenario-${name}">
<h3 id="scenario-${name}">${title} <span class="grade ${grade}">${gradeTexts[grade]}</span></h3>
${
  grade !== 'waiting' &&
  html`<div class="table" tabindex="0" role="region" aria-label="Checks of ${title}">
<table><thead><tr><th>Check</th><th>Verdict</th><th>Explanation</th><th>Requests</th></tr></thead><tbody>${checks.map(
    ({ text, verdict, explanation, requests }) =>
      html`<tr><td>${text}</td><td>${verdict}</td><td>${explanation}</td><td>${requests.slice(0, 10).join(', ')}</td></tr>
`,
  )}</tbody></table>
</div>`
}
</section>`;
}

function accessSection({
  baseUrl,
  token,
  externalServiceId,
  seed,
  scenario,
  version,
  id,
  webhook,
  status,
}: DescribedRun): Html {
  const facts: [string, string | undefined][] = [
    ['BASE_URL', baseUrl],
    ['TOKEN', token],
    ['External service', externalServiceId],
    ['Webhook secret', webhook?.secret],
    ['Scenario', scenario],
    ['Seed', String(seed)],
    ['Version', version],
  ];
  const given = facts.filter(([, value]) => value !== undefined);
  return html`<h2>Access and report</h2>
<dl class="facts">${given.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
<p><a href="/sandbox/runs/${id}/report">${status === 'ended' ? 'Signed report (JSON)' : 'Report until now (JSON)'}</a></p>`;
}

function requestsSection({ requests }: DescribedRun): Html {
  const latest = requests.slice(-50).reverse() as {
    number: number;
    method: string;
    path: string;
    status?: number;
    fault?: string;
  }[];
  return html`<section class="requests" aria-labelledby="requests">
<h2 id="requests">Latest requests</h2>
<div class="table" tabindex="0" role="region" aria-label="Latest requests">
<table><thead><tr><th>Number</th><th>Request</th><th>Status</th><th>Fault</th></tr></thead><tbody>${latest.map(
    ({ number, method, path, status, fault }) =>
      html`<tr><td>${number}</td><td><code>${method} ${path.replace(/^\/api\/v1\/external-services\/[^/]+/, '…')}</code></td><td>${status}</td><td>${fault}</td></tr>
`,
  )}</tbody></table>
</div>
</section>`;
}
