import { type Html, html } from '../../pages/html.ts';
import type { DescribedRun } from '../describe-run.ts';
import { notRun } from '../to-report.ts';
import { requestsSection, shownRequests } from './requests-section.ts';
import { sandboxLayout } from './sandbox-layout.ts';
import { verdictsSection } from './verdicts-section.ts';

/** Printed on one sheet, more explanations need smaller letters. */
const mostFindings = 8;

/** Shows the current step, the verdicts, and the latest requests. live.js identifies elements that come and go by their id. */
export function runPage(run: DescribedRun): string {
  const summary = summaryOf(run);
  const shown = shownRequests(run);
  const findings = run.scenarios.flatMap(({ checks }) =>
    checks.filter(({ verdict }) => verdict !== 'passed'),
  );
  return sandboxLayout({
    title: summary,
    isLive: true,
    body: html`<main id="site-content" class="operators sandbox run${findings.length > mostFindings && ' has-many-findings'}" tabindex="-1" data-status="${run.status}">
<h1>Sandbox run</h1>
<p id="status" role="status">${run.step ? html`Running, step ${run.step.number}` : 'Ended'}: ${summary}.</p>
${factsOf(run)}
<div id="now">
${run.step ? stepSection(run, run.step) : endSection(run)}
${run.status === 'running' && accessSection(run)}
</div>
${verdictsSection(run.scenarios, new Set(shown.map(({ number }) => number)))}
${requestsSection(shown)}
</main>`,
  });
}

function summaryOf({ scenarios }: DescribedRun): string {
  const count = (wanted: string) => scenarios.filter(({ grade }) => grade === wanted).length;
  const others = (['failed', 'incomplete', 'not seen'] as const).filter((grade) => count(grade) > 0);
  return [
    `${count('passed')} of ${scenarios.length} scenarios passed`,
    ...others.map((grade) => `${count(grade)} ${grade}`),
  ].join(', ');
}

function factsOf(run: DescribedRun): Html {
  const { id, partner, scenario, seed, version, startedAt, endedAt } = run;
  const missing = endedAt ? notRun(run) : [];
  const facts = {
    ...(partner ? { Partner: partner } : {}),
    Scenario: scenario,
    Seed: seed,
    Started: timeOf(startedAt),
    ...(endedAt ? { Ended: timeOf(endedAt) } : {}),
    Courtbridge: version,
    Run: id,
    ...(missing.length > 0 ? { 'Not run': missing.join(', ') } : {}),
  };
  return html`<dl class="run-facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`)}</dl>`;
}

const timeOf = (instant: string) => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

function stepSection({ id, scenarios }: DescribedRun, step: NonNullable<DescribedRun['step']>): Html {
  const { number, action, text, rows } = step;
  const scenario = scenarios.find(({ name }) => name === step.scenario);
  return html`<section class="panel" id="step" aria-labelledby="step-title">
<h2 id="step-title">Step ${number}: ${action.replace('-', ' ')}</h2>
<p><b>${scenario?.title}.</b> ${text}</p>
${
  rows &&
  html`<details id="rows"><summary>${rows.length} rows (JSON)</summary><div class="code"><pre tabindex="0" role="group" aria-label="Rows"><code>[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]</code></pre></div></details>`
}
<form method="post" action="/sandbox/runs/${id}/next"><input type="hidden" name="step" value="${number}"><button class="button" type="submit">I have done this step</button><button class="is-link" type="submit" formaction="/sandbox/runs/${id}/end">End the run</button></form>
</section>`;
}

function accessSection({ baseUrl, token, externalServiceId, webhook }: DescribedRun): Html {
  const values = {
    BASE_URL: baseUrl,
    TOKEN: token,
    'External service ID': externalServiceId,
    ...(webhook ? { 'Webhook secret': webhook.secret } : {}),
  };
  return html`<section class="panel" id="access" aria-labelledby="access-title">
<h2 id="access-title">Access</h2>
<dl>${Object.entries(values).map(
    ([name, value]) =>
      html`<dt>${name}</dt><dd><div class="code secret"><pre tabindex="0" role="group" aria-label="${name}"><code>${value}</code></pre></div></dd>`,
  )}</dl>
</section>`;
}

/** The report, and a form that starts the same run again. */
function endSection({ id, scenario, partner, seed, webhook }: DescribedRun): Html {
  const fields = {
    scenario,
    seed,
    ...(partner ? { partner } : {}),
    ...(webhook ? { webhookUrl: webhook.url } : {}),
  };
  return html`<section class="panel" id="end" aria-labelledby="end-title">
<h2 id="end-title">The run has ended</h2>
<p>Print this page for a report on one sheet, or save the <a href="/sandbox/runs/${id}/report">signed report (JSON)</a>.</p>
<form method="post" action="/sandbox/runs">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button" type="submit">Run again with this seed</button> <a href="/sandbox">Start another run</a></form>
</section>`;
}
