import { html } from '../../pages/html.ts';
import type { Scenario } from '../scenario.ts';
import { sandboxLayout } from './sandbox-layout.ts';

/** A form that starts a run, and the list of scenarios. */
export function sandboxPage(scenarios: readonly Scenario[]): string {
  return sandboxLayout({
    title: 'Start a run',
    body: html`<main id="site-content" class="operators sandbox" tabindex="-1">
<h1>Sandbox</h1>
<p class="lead">A run gives you an address, a token, courts and users of your own. Point your client at them. The sandbox injects faults, says what
to do, and reports what your client did right and wrong. <a href="/docs/sandbox">Read the guide</a></p>
<form class="document-form" method="post" action="/sandbox/runs">
<div class="field"><label for="scenario">Scenario</label><select id="scenario" name="scenario" aria-describedby="scenario-hint">${scenarios.map(
      ({ name, title }) => html`<option value="${name}">${title}</option>`,
    )}<option value="all">All scenarios</option></select><small id="scenario-hint">Start with one. All take some minutes.</small></div>
<div class="field"><label for="partner">Partner (optional)</label><input id="partner" name="partner" maxlength="200" aria-describedby="partner-hint"><small id="partner-hint">The signed report names it.</small></div>
<div class="field"><label for="webhookUrl">Webhook URL (optional)</label><input id="webhookUrl" name="webhookUrl" type="url" placeholder="http://localhost:3000/webhooks" aria-describedby="webhookUrl-hint"><small id="webhookUrl-hint">The scenario Webhooks needs it.</small></div>
<div class="field"><label for="seed">Seed (optional)</label><input id="seed" name="seed" inputmode="numeric" pattern="[1-9][0-9]{0,9}" title="A whole number from 1 to 2147483647" aria-describedby="seed-hint"><small id="seed-hint">The number of an earlier run repeats its faults.</small></div>
<p><button class="button" type="submit">Start a run</button></p>
</form>
<h2>Scenarios</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Scenarios">
<table><thead><tr><th scope="col">Scenario</th><th scope="col">What happens</th></tr></thead><tbody>${scenarios.map(
      ({ name, title, description }) =>
        html`<tr><td>${title}<br><code>${name}</code></td><td>${description}</td></tr>
`,
    )}</tbody></table>
</div>
</main>`,
  });
}
