import type { OverviewPeriod, OverviewPeriodName } from '../../services/overview/overview-period.ts';
import type { Overview } from '../../services/overview/read-overview.ts';
import { eventName } from '../../services/values/time-names.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout.ts';
import { attentionSection } from './attention-section.ts';
import { bookingsSection } from './bookings-section.ts';
import { count, millis, percent } from './numbers.ts';
import { numberLink } from './page-address.ts';
import {
  errorTypeSection,
  operationSection,
  partnerSection,
  requestSection,
  trafficPage,
} from './traffic-sections.ts';

const periodNames: Record<OverviewPeriodName, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** The start page of operators: problems that need attention, traffic of partners, and bookings. */
export function overviewPage({ period, traffic, bookings, attention }: Overview, role: string): Page {
  const range = `${eventName(period.from)} to ${eventName(period.to)}`;
  return {
    title: 'Overview · Courtbridge',
    description: 'Requests, errors and bookings of partners.',
    section: '/operators',
    isForOperators: true,
    body: html`<main id="site-content" class="operators overview" tabindex="-1">
<div class="heading">
<div>
<h1>Overview</h1>
<p>${range}. Each number opens the page with its details.${role === 'ADMIN' && html` <a href="/operators/onboarding">Onboard a partner</a>`}</p>
</div>
${periodChoice(period)}
</div>
${attentionSection(attention, role)}
${tiles(traffic.whole, period)}
${requestSection(traffic, period)}
${partnerSection(traffic, period)}
<div class="pair">
${errorTypeSection(traffic, period)}
${operationSection(traffic, period)}
</div>
${bookingsSection(bookings)}
</main>`,
  };
}

function periodChoice({ name }: OverviewPeriod): Html {
  const links = Object.entries(periodNames).map(
    ([each, text]) =>
      html`<a href="/operators?period=${each}"${each === name && html` aria-current="true"`}>${text}</a>`,
  );
  return html`<nav class="choice" aria-label="Period">${links}</nav>`;
}

function tiles(
  { requests, rejected, p50, p95 }: Overview['traffic']['whole'],
  period: OverviewPeriod,
): Html | false {
  const tile = (name: string, value: string, note: string) =>
    html`<div><dt>${name}</dt><dd>${numberLink(value, trafficPage(period))}<small>${note}</small></dd></div>
`;
  return (
    requests > 0 &&
    html`<dl class="tiles">
${tile('Requests', count(requests), 'from partners')}${tile('Rejected', count(rejected), `${percent(rejected, requests)}, including failed ones`)}${tile('Median', millis(p50), 'response time')}${tile('p95', millis(p95), '95 % of responses are faster')}</dl>`
  );
}
