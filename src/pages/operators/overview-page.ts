import type { OverviewPeriod, OverviewPeriodName } from '../../services/overview/overview-period.ts';
import type { Overview } from '../../services/overview/read-overview.ts';
import { layout } from '../layout.ts';
import { attentionSection } from './attention-section.ts';
import { bookingsSection } from './bookings-section.ts';
import { explained } from './graphiql-link.ts';
import { count, instantName, millis, percent } from './numbers.ts';
import { requestsQuestion } from './questions.ts';
import { errorTypeSection, operationSection, partnerSection, requestSection } from './traffic-sections.ts';

const periodNames: Record<OverviewPeriodName, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** The start page of operators: traffic of partners, bookings, and problems that need attention. */
export function overviewPage({ period, traffic, bookings, attention }: Overview): string {
  const range = `${instantName(period.from)} to ${instantName(period.to)} UTC`;
  return layout({
    title: 'Overview · Courtbridge',
    description: 'Requests, errors and bookings of partners.',
    section: '/operators',
    isForOperators: true,
    body: `<main id="site-content" class="operators" tabindex="-1">
<div class="heading">
<div>
<h1>Overview</h1>
<p>${range}. Each number opens GraphiQL with the query behind it.</p>
</div>
${periodChoice(period)}
</div>
${tiles(traffic.whole, period)}
${requestSection(traffic, period)}
${partnerSection(traffic, period)}
<div class="pair">
${errorTypeSection(traffic, period)}
${operationSection(traffic, period)}
</div>
${bookingsSection(bookings)}
${attentionSection(attention)}
</main>`,
  });
}

function periodChoice({ name }: OverviewPeriod): string {
  const links = Object.entries(periodNames).map(
    ([each, text]) =>
      `<a href="/operators?period=${each}"${each === name ? ' aria-current="true"' : ''}>${text}</a>`,
  );
  return `<nav class="choice" aria-label="Period">${links.join('')}</nav>`;
}

function tiles(
  { requests, refused, p50, p95 }: Overview['traffic']['whole'],
  period: OverviewPeriod,
): string {
  const tile = (name: string, value: string, note: string) =>
    `<div><dt>${name}</dt><dd>${value}<small>${note}</small></dd></div>`;
  if (requests === 0) return '';
  const question = requestsQuestion(period);
  return `<dl class="tiles">
${tile('Requests', explained(count(requests), question), 'from partners')}
${tile('Rejected or failed', explained(count(refused), question), percent(refused, requests))}
${tile('Median response time', explained(millis(p50), question), 'all requests')}
${tile('95th percentile', explained(millis(p95), question), 'all requests')}
</dl>`;
}
