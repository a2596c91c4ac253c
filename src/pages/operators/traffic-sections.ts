import type { OverviewPeriod } from '../../services/overview/overview-period.ts';
import type { TrafficOverview } from '../../services/overview/read-traffic-overview.ts';
import { escapeHtml } from '../escape-html.ts';
import { barChart, lengthBar, sparkline } from './bar-chart.ts';
import { explained, graphiqlAddress } from './graphiql-link.ts';
import { count, dayName, millis, percent, weekdayName } from './numbers.ts';
import { errorTypeQuestion, operationQuestion, partnerQuestion, requestsQuestion } from './questions.ts';

const hour = 60 * 60_000;
const lengths = { hour, day: 24 * hour };

const legend = `<ul class="legend"><li class="done">Successful</li><li class="refused">Rejected or failed</li></ul>`;

export function requestSection({ whole, inTime }: TrafficOverview, period: OverviewPeriod): string {
  if (whole.requests === 0)
    return section(
      'requests',
      'Requests',
      `<div class="empty">
<p><b>No requests in this period.</b></p>
<p>This section shows requests, errors and response times, in total and for each partner. A request appears one or two seconds after its
response. To set up a partner, open the <a href="/graphql">playbook in GraphiQL</a>.</p>
</div>`,
    );
  const times = period.starts.map((from, place) => {
    const to = new Date(Date.parse(from) + lengths[period.unit]).toISOString();
    const { requests, refused } = inTime[place]!;
    return { name: timeName(from, period), requests, refused, question: requestsQuestion({ from, to }) };
  });
  const bars = times.map(({ name, requests, refused, question }, place) => ({
    title: `${name}: ${count(requests)} requests, ${count(refused)} rejected or failed`,
    label: labelOf(period, place),
    done: requests - refused,
    refused,
    href: graphiqlAddress(question),
  }));
  const rows = times.map(
    ({ name, requests, refused, question }) =>
      `<tr><th scope="row">${name}</th><td class="right">${explained(count(requests), question)}</td><td class="right">${explained(count(refused), question)}</td></tr>`,
  );
  const each = period.unit === 'hour' ? 'hour' : 'day';
  const most = times.reduce((one, other) => (other.requests > one.requests ? other : one));
  return section(
    'requests',
    `Requests by ${each}`,
    `${legend}
${barChart('requests-chart', `Requests by ${each}`, `Maximum: ${count(most.requests)} at ${most.name}. The table below contains all numbers.`, bars)}
<details>
<summary>As a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table of requests by ${each}">
<table>
<thead><tr><th scope="col">${each === 'hour' ? 'Hour (UTC)' : 'Day (UTC)'}</th><th scope="col" class="right">Requests</th><th scope="col" class="right">Rejected or failed</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
</details>`,
  );
}

export function partnerSection(
  { partners, hasMorePartners }: TrafficOverview,
  period: OverviewPeriod,
): string {
  if (partners.length === 0) return '';
  const rows = partners.map((partner) => {
    const { externalServiceId, name, requests, refused, p95, inTime } = partner;
    const question = partnerQuestion(period, externalServiceId);
    const number = (text: string) => `<td class="right">${explained(text, question)}</td>`;
    return `<tr><th scope="row">${name === null ? '<i>No valid token</i>' : escapeHtml(name)}</th><td class="spark">${sparkline(inTime)}</td>${number(count(requests))}${number(count(refused))}<td class="right wide">${percent(refused, requests)}</td><td class="right wide">${explained(millis(p95), question)}</td></tr>`;
  });
  const more = hasMorePartners
    ? `<p class="more">The partners with the most requests. GraphiQL shows <a href="${escapeHtml(graphiqlAddress(requestsQuestion(period)))}">all partners</a>.</p>`
    : '';
  return section(
    'partners',
    'Partners',
    `<table class="rows">
<thead><tr><th scope="col">Partner</th><th scope="col" class="spark">By ${period.unit}</th><th scope="col" class="right">Requests</th><th scope="col" class="right">Rejected</th><th scope="col" class="right wide">Share</th><th scope="col" class="right wide">95th percentile</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
${more}`,
  );
}

export function errorTypeSection({ errorTypes, whole }: TrafficOverview, period: OverviewPeriod): string {
  if (whole.requests === 0) return '';
  const most = errorTypes[0]?.requests ?? 0;
  const rows = errorTypes.map(
    ({ errorType, requests }) =>
      `<tr><th scope="row"><code>${escapeHtml(errorType)}</code></th><td class="length">${lengthBar('refused', requests, most)}</td><td class="right">${explained(count(requests), errorTypeQuestion(period, errorType))}</td></tr>`,
  );
  const table = `<table class="rows">
<thead class="hidden"><tr><th scope="col">Error type</th><th scope="col">Share</th><th scope="col">Requests</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return section(
    'error-types',
    'Error types',
    rows.length > 0 ? table : '<p class="empty">No errors in this period.</p>',
  );
}

export function operationSection({ operations, whole }: TrafficOverview, period: OverviewPeriod): string {
  if (whole.requests === 0) return '';
  const most = operations[0]?.p95 ?? 0;
  const rows = operations.map(
    ({ operation, p95 }) =>
      `<tr><th scope="row"><code>${operation === 'none' ? 'no operation' : escapeHtml(operation)}</code></th><td class="length">${lengthBar('time', p95, most)}</td><td class="right">${explained(millis(p95), operationQuestion(period, operation))}</td></tr>`,
  );
  return section(
    'operations',
    'Slowest operations',
    `<table class="rows">
<thead class="hidden"><tr><th scope="col">Operation</th><th scope="col">Compared with the slowest</th><th scope="col">95th percentile</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<p class="more">95th percentile of the response time.</p>`,
  );
}

export function section(id: string, title: string, content: string, note = ''): string {
  return `<section class="panel" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>${note}
${content}
</section>`;
}

function timeName(from: string, { unit }: OverviewPeriod): string {
  return unit === 'hour'
    ? `${dayName(from)}, ${from.slice(11, 16)}`
    : `${weekdayName(from)} ${dayName(from)}`;
}

/** Labels only some places, so that the labels fit on a phone. */
function labelOf({ unit, starts }: OverviewPeriod, place: number): string {
  const start = starts[place]!;
  if (unit === 'hour') return Number(start.slice(11, 13)) % 6 === 0 ? start.slice(11, 16) : '';
  if (starts.length <= 7) return weekdayName(start);
  return (starts.length - 1 - place) % 7 === 3 ? dayName(start) : '';
}
