import { type Attention, expiryDays, type Few, unusedDays } from '../../services/overview/read-attention.ts';
import { eventName, timeName } from '../../services/values/time-names.ts';
import { type Html, html, joined } from '../html.ts';
import { bookingAddress } from './calendar-lane.ts';
import { count } from './numbers.ts';
import { numberLink, pageAddress } from './page-address.ts';
import { capitalized, inPlainWords, wordsOf } from './words.ts';

const webhookPage = (id: string) => pageAddress('webhook-endpoint', { webhookEndpointId: id });
const tokenPage = (id: string) => pageAddress('api-token', { apiTokenId: id });

/** A link to a question, or to a task that only some roles may run. */
interface Step {
  text: string;
  page: string;
  values: Record<string, string>;
  roles?: readonly string[];
}

const failedDeliveries = (webhookEndpointId: string): Step => ({
  text: 'Failed deliveries',
  page: 'webhook-deliveries',
  values: { webhookEndpointId, lastAttemptFailed: 'true' },
});
const task = (
  text: string,
  page: string,
  values: Record<string, string>,
  roles: readonly string[] = ['ADMIN'],
): Step => ({ text, page, values, roles });
/** A rotation would keep the end of the token. */
const issueAnother = (externalServiceId: string) =>
  task('Issue another', 'issue-api-token', { externalServiceId });
const stepsOfToken = ({ apiTokenId = '', externalServiceId }: Record<string, string>): Step[] => [
  { text: 'Token', page: 'api-token', values: { apiTokenId } },
  // Alerts of an earlier release do not name the partner. The page of the token does.
  ...(externalServiceId === undefined ? [] : [issueAnother(externalServiceId)]),
];

const hour = 60 * 60_000;

/** What to do about an alert, from its data. */
const stepsOfAlerts: Record<Alert['type'], (data: Record<string, string>) => Step[]> = {
  PARTNER_REFUSALS_RISEN: ({ externalServiceId = '', hour: at = '' }) => {
    // A stored hour has no seconds, and the page needs them.
    const from = new Date(at).toISOString();
    const to = new Date(Date.parse(at) + hour).toISOString();
    return [{ text: 'Rejected requests', page: 'failed-requests', values: { externalServiceId, from, to } }];
  },
  WEBHOOK_ENDPOINT_PAUSED: ({ webhookEndpointId = '' }) => [
    failedDeliveries(webhookEndpointId),
    task('Resume', 'resume-webhook-endpoint', { webhookEndpointId }),
  ],
  API_TOKEN_EXPIRES: stepsOfToken,
  OPERATOR_TOKEN_EXPIRES: ({ operatorId = '' }) => [
    { text: 'Operator', page: 'operator', values: { operatorId } },
  ],
  API_TOKEN_FOUND: stepsOfToken,
  STAMPS_AHEAD: ({ externalServiceId = '' }) => [
    { text: 'Bookings', page: 'future-versions', values: { externalServiceId } },
  ],
};

type Alert = Pick<Attention['openAlerts']['items'][number], 'type' | 'data'>;

/** Links to what to do about an alert. */
export const alertLinks = ({ type, data }: Alert, role: string): Html =>
  stepLinks(stepsOfAlerts[type](data as Record<string, string>), role);

const stepLinks = (steps: Step[], role: string): Html => {
  const allowed = steps.filter(({ roles }) => roles?.includes(role) ?? true);
  return joined(
    allowed.map(({ text, page, values }) => html`<a href="${pageAddress(page, values)}">${text}</a>`),
    ' · ',
  );
};

/** Open alerts and other problems, each with its next step. What is empty takes one line. */
export function attentionSection(attention: Attention, role: string): Html {
  const { openAlerts, failingWebhooks, expiringTokens, unusedTokens, futureVersions } = attention;
  const total = futureVersions.count === null ? 'more than 10,000' : count(futureVersions.count);
  const after = (links: Html) => String(links) !== '' && html` · ${links}`;
  const cards = [
    card(
      'Failing webhooks',
      failingWebhooks,
      ({ id, url, partner, failures, failingSince, pausedBecause }) => ({
        whose: partner,
        which: new URL(url).host,
        number: numberLink(`${count(failures)} failed`, webhookPage(id)),
        note:
          pausedBecause === null
            ? since(failingSince)
            : `paused: ${pausedBecause === 'GONE' ? 'responded with 410' : 'failing'}`,
        steps: [failedDeliveries(id)],
      }),
    ),
    card(
      `Tokens that expire within ${expiryDays} days`,
      expiringTokens,
      ({ id, label, partner, externalServiceId, expiresAt }) => ({
        whose: partner,
        which: label,
        number: numberLink(eventName(expiresAt!), tokenPage(id)),
        steps: [issueAnother(externalServiceId)],
      }),
    ),
    card(
      `Tokens unused for ${unusedDays} days`,
      unusedTokens,
      ({ id, label, partner, lastUsedAt, createdAt }) => ({
        whose: partner,
        which: label,
        number: numberLink(eventName(lastUsedAt ?? createdAt), tokenPage(id)),
        note: lastUsedAt === null ? 'issued, never used' : 'last used',
        steps: [task('Revoke', 'revoke-api-token', { apiTokenId: id })],
      }),
    ),
    card(
      'Bookings dated in the future',
      futureVersions,
      ({ id, externalCourtBookingId, partner, externalUpdatedAt }) => ({
        whose: partner,
        which: externalCourtBookingId,
        number: numberLink(timeName('externalUpdatedAt', externalUpdatedAt, 'UTC'), bookingAddress(id)),
        steps: [
          task('Reset version', 'reset-court-booking-version', { courtBookingId: id }, ['ADMIN', 'SUPPORT']),
        ],
      }),
      futureVersions.items.length > 0 && numberLink(total, pageAddress('future-versions', {})),
    ),
  ];
  const alerts = openAlerts.items.map(
    ({ type, message, data, at }) =>
      html`<li><span><b>${capitalized(wordsOf(type))}</b> <span class="which">${inPlainWords(message)}</span></span><span>${eventName(at)}${after(alertLinks({ type, data }, role))}</span></li>`,
  );
  const empty = [
    ...(alerts.length === 0 ? ['Open alerts'] : []),
    ...cards.filter(({ rows }) => rows.length === 0).map(({ title }) => title),
  ];
  return html`<section class="attention" aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
${
  alerts.length > 0 &&
  html`<section class="panel urgent">
<h3>Open alerts</h3>
<ul>${alerts}</ul><p class="more">${openAlerts.hasMore && 'The newest. '}<a href="/operators/open-alerts">All open alerts</a></p>
</section>`
}
<div class="cards-of-four">
${cards.map(({ title, rows, total: number, hasMore }) => {
  const items = rows.map(
    ({ whose, which, number, note = '', steps }) =>
      html`<li><span><b dir="auto">${whose}</b> <span class="which" dir="auto">${which}</span></span><span>${number}${note && html`, ${note}`}${after(stepLinks(steps, role))}</span></li>`,
  );
  return (
    items.length > 0 &&
    html`<section class="panel urgent">
<h3>${title}${number && html` (${number})`}</h3>
<ul>${items}</ul>${hasMore && !number && html`<p class="more">The most urgent. There are more.</p>`}
</section>`
  );
})}
</div>
${empty.length > 0 && html`<p class="well">None: ${empty.join(', ').replaceAll(/(?<=, )[A-Z]/g, (letter) => letter.toLowerCase())}</p>`}
</section>`;
}

interface Row {
  whose: string;
  which: string;
  number: Html;
  note?: string;
  steps: Step[];
}

interface Card {
  title: string;
  rows: Row[];
  hasMore: boolean;
  /** The number of all, where it is known. */
  total: Html | false;
}

const card = <Item>(
  title: string,
  { items, hasMore }: Few<Item>,
  rowOf: (item: Item) => Row,
  total: Html | false = false,
): Card => ({ title, rows: items.map(rowOf), hasMore, total });

const since = (instant: string | null) => (instant === null ? '' : `since ${eventName(instant)}`);
