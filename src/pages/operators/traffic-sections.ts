import { type OverviewPeriod, weekBefore } from '../../services/overview/overview-period.ts';
import type { TrafficOverview } from '../../services/overview/read-traffic-overview.ts';
import { type Html, html } from '../html.ts';
import { barChart, lengthBar, sparkline } from './bar-chart.ts';
import { changeName, count, dayName, millis, percent, weekdayName } from './numbers.ts';
import { numberLink, pageAddress } from './page-address.ts';
import { codeInWords, wordsOf } from './words.ts';

const hour = 60 * 60_000;
const lengths = { hour, day: 24 * hour };

const legend = (before: unknown) =>
  html`<ul class="legend"><li class="done">Successful</li><li class="rejected">Rejected</li>${before !== undefined && html`<li class="before">A week before</li>`}</ul>`;

/** The page with all numbers about the requests in a time range, of all partners or of one. */
export const trafficPage = ({ from, to }: { from: string; to: string }, externalServiceId?: string) =>
  pageAddress('traffic', { from, to, ...(externalServiceId && { externalServiceId }) });

export function requestSection({ whole, inTime, before }: TrafficOverview, period: OverviewPeriod): Html {
  if (whole.requests === 0)
    return section(
      'requests',
      'Requests',
      html`<div class="empty">
<p><b>No requests in this period.</b></p>
<p>This section shows requests, errors and response times, in total and for each partner. A request appears one or two seconds after its
response. To set up a partner, open <a href="/operators/playbook">Questions and tasks</a>.</p>
</div>`,
    );
  const times = period.starts.map((from, index) => {
    const to = new Date(Date.parse(from) + lengths[period.unit]).toISOString();
    const { requests, rejected } = inTime[index]!;
    const address = trafficPage({ from, to });
    return { name: timeName(from, period), requests, rejected, before: before?.[index], address };
  });
  const bars = times.map(({ name, requests, rejected, before, address }, index) => ({
    title: `${name} UTC: ${count(requests)} requests, ${count(rejected)} rejected${before === undefined ? '' : `, ${count(before)} requests a week before`}`,
    before,
    label: labelOf(period, index),
    done: requests - rejected,
    rejected,
    href: address,
  }));
  const rows = times.map(
    ({ name, requests, rejected, before, address }) =>
      html`<tr><th scope="row">${name}</th><td class="right">${numberLink(count(requests), address)}</td><td class="right">${numberLink(count(rejected), address)}</td>${before !== undefined && html`<td class="right">${count(before)}</td>`}</tr>
`,
  );
  const { unit } = period;
  const most = times.reduce((one, other) => (other.requests > one.requests ? other : one));
  return section(
    'requests',
    `Requests by ${unit}, UTC`,
    html`${legend(before)}
${barChart('requests-chart', `Requests by ${unit}, UTC`, `Each item of a batch counts as a request. Maximum: ${count(most.requests)} at ${most.name} UTC. The table below contains all numbers.`, bars)}
<details>
<summary>As a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table of requests by ${unit}">
<table>
<thead><tr><th scope="col">${unit === 'hour' ? 'Hour' : 'Day'}</th><th scope="col" class="right">Requests</th><th scope="col" class="right">Rejected</th>${before && html`<th scope="col" class="right">Requests a week before</th>`}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</details>`,
  );
}

export function partnerSection(
  { partners, hasMorePartners, before }: TrafficOverview,
  period: OverviewPeriod,
): Html | false {
  const rows = partners.map(({ externalServiceId, name, requests, rejected, p95, inTime, before }) => {
    const number = (text: string) => numberLink(text, trafficPage(period, externalServiceId));
    const partner =
      name === null
        ? html`<i>No valid token</i>`
        : html`<a href="${pageAddress('partner', { externalServiceId })}"><bdi>${name}</bdi></a>`;
    const note = requests === 0 && html`<br><small class="fault">Stopped sending</small>`;
    return html`<tr><th scope="row">${partner}${note}</th><td class="spark">${sparkline(inTime, before)}</td><td class="right">${number(count(requests))}</td><td class="right">${number(count(rejected))}</td><td class="right wide">${percent(rejected, requests)}</td><td class="right wide">${number(millis(p95))}</td>${before && html`<td class="right wide">${comparison(inTime, before, period, externalServiceId)}</td>`}</tr>
`;
  });
  const more =
    hasMorePartners &&
    html`<p class="more">Partners that stopped sending come first, then those with the most rejected requests. See <a href="${trafficPage(period)}">all partners</a>.</p>`;
  const note =
    before &&
    html`<p class="more comparison">The comparison leaves out the current ${period.unit}, which is not over.</p>`;
  return (
    partners.length > 0 &&
    section(
      'partners',
      'Partners',
      html`<table class="rows">
<thead><tr><th scope="col">Partner</th><th scope="col" class="spark">By ${period.unit}</th><th scope="col" class="right">Requests</th><th scope="col" class="right">Rejected</th><th scope="col" class="right wide">Share</th><th scope="col" class="right wide">p95</th>${before && html`<th scope="col" class="right wide">A week before</th>`}</tr></thead>
<tbody>
${rows}</tbody>
</table>
${more}${note}`,
    )
  );
}

/** The requests a week before, and the change since then: `1,200 (+5.0 %)`. */
function comparison(
  inTime: TrafficOverview['inTime'],
  before: readonly number[],
  period: OverviewPeriod,
  externalServiceId: string,
): Html {
  const sum = (numbers: readonly number[]) => numbers.slice(0, -1).reduce((one, other) => one + other, 0);
  const earlier = sum(before);
  const { from, starts } = weekBefore(period)!;
  const page = trafficPage({ from, to: starts.at(-1)! }, externalServiceId);
  const change = changeName(sum(inTime.map(({ requests }) => requests)), earlier);
  return html`${earlier > 0 ? numberLink(count(earlier), page) : 0} (${change})`;
}

export function errorTypeSection(
  { errorTypes, whole }: TrafficOverview,
  period: OverviewPeriod,
): Html | false {
  const most = errorTypes[0]?.requests ?? 0;
  const { from, to } = period;
  const rows = errorTypes.map(
    ({ errorType, requests }) =>
      html`<tr><th scope="row"><a href="${pageAddress('failed-requests', { errorType, from, to })}">${wordsOf(errorType)}</a> <code>${errorType}</code></th><td class="length">${lengthBar('rejected', requests, most)}</td><td class="right">${numberLink(count(requests), trafficPage(period))}</td></tr>
`,
  );
  const table = lengthTable(['Error type', 'Share', 'Requests'], rows);
  const shown = rows.length > 0 ? table : html`<p class="empty">No errors in this period.</p>`;
  return whole.requests > 0 && section('error-types', 'Error types', shown);
}

export function operationSection(
  { operations, whole }: TrafficOverview,
  period: OverviewPeriod,
): Html | false {
  const most = operations[0]?.p95 ?? 0;
  const rows = operations.map(
    ({ operation, p95 }) =>
      html`<tr><th scope="row">${codeInWords(operation)}</th><td class="length">${lengthBar('time', p95, most)}</td><td class="right">${numberLink(millis(p95), trafficPage(period))}</td></tr>
`,
  );
  const table = html`${lengthTable(['Operation', 'Compared with the slowest', 'p95'], rows)}
<p class="more">p95: 95 % of the responses are faster.</p>`;
  return whole.requests > 0 && section('operations', 'Slowest operations', table);
}

/** A table whose bars need no visible headings. */
const lengthTable = (headings: string[], rows: Html[]) => html`<table class="rows">
<thead class="hidden"><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>`;

export function section(id: string, title: string, content: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

function timeName(from: string, { unit }: OverviewPeriod): string {
  return unit === 'hour'
    ? `${dayName(from)}, ${from.slice(11, 16)}`
    : `${weekdayName(from)} ${dayName(from)}`;
}

/** Labels only some places, so that the labels fit on a phone. */
function labelOf({ unit, starts }: OverviewPeriod, index: number): string {
  const start = starts[index]!;
  if (unit === 'hour') return Number(start.slice(11, 13)) % 6 === 0 ? start.slice(11, 16) : '';
  if (starts.length <= 7) return weekdayName(start);
  return (starts.length - 1 - index) % 7 === 3 ? dayName(start) : '';
}
