import { type Html, html } from '../../pages/html.ts';
import type { DescribedRequest, DescribedRun } from '../describe-run.ts';

/** The page leaves older requests out. */
const latest = 50;

/** Returns the latest requests and those that show why a check failed, newest first. */
export function shownRequests({ requests, scenarios }: DescribedRun): DescribedRequest[] {
  const checks = scenarios.flatMap((scenario) => scenario.checks);
  const named = new Set(checks.flatMap((check) => (check.verdict === 'failed' ? check.requests : [])));
  return requests.filter(({ number }, n) => n >= requests.length - latest || named.has(number)).reverse();
}

/** A table of requests, and of the webhooks that the sandbox sent. */
export function requestsSection(requests: DescribedRequest[]): Html {
  return html`<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Latest requests</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Table of requests">
<table><thead><tr><th scope="col">Number</th><th scope="col">Status</th><th scope="col">Request</th><th scope="col">Fault</th></tr></thead><tbody>${requests.map(
    ({ number, method, path, status, fault, webhook }) =>
      html`<tr id="request-${number}"><td>${number}</td><td>${status ?? '–'}</td><td><code>${method} ${shortened(path)}</code></td><td>${webhook ? `webhook to you: ${webhook}` : fault}</td></tr>
`,
  )}</tbody></table>
</div>
${requests.length === 0 && html`<p id="no-requests">No requests.</p>`}
</section>`;
}

const shortened = (path: string) =>
  path.replace(/^\/api\/v1\/external-services\/[^/?]+/, '…').replace(/(?<=cursor=[\w-]{8})[\w-]+/, '…');
