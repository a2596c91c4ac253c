import { type Attention, expiryDays, type Few, unusedDays } from '../../services/overview/read-attention.ts';
import { eventName, timeName } from '../../services/values/time-names.ts';
import { type Html, html } from '../html.ts';
import { bookingAddress } from './calendar-lane.ts';
import { count } from './numbers.ts';
import { numberLink, pageAddress } from './page-address.ts';

const webhookPage = (id: string) => pageAddress('webhook-endpoint', { webhookEndpointId: id });
const tokenPage = (id: string) => pageAddress('api-token', { apiTokenId: id });

/** Problems that need attention, in four cards. */
export function attentionSection(attention: Attention): Html {
  const { failingWebhooks, expiringTokens, unusedTokens, futureVersions } = attention;
  const total = futureVersions.count === null ? 'more than 10,000' : count(futureVersions.count);
  return html`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<div class="cards-of-four">
${card(
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
  }),
)}
${card(
  `Tokens that expire within ${expiryDays} days`,
  expiringTokens,
  ({ id, label, partner, expiresAt }) => ({
    whose: partner,
    which: label,
    number: numberLink(eventName(expiresAt!), tokenPage(id)),
  }),
)}
${card(
  `Tokens unused for ${unusedDays} days`,
  unusedTokens,
  ({ id, label, partner, lastUsedAt, createdAt }) => ({
    whose: partner,
    which: label,
    number: numberLink(eventName(lastUsedAt ?? createdAt), tokenPage(id)),
    note: lastUsedAt === null ? 'issued, never used' : 'last used',
  }),
)}
${card(
  'Bookings dated in the future',
  futureVersions,
  ({ id, externalCourtBookingId, partner, externalUpdatedAt }) => ({
    whose: partner,
    which: externalCourtBookingId,
    number: numberLink(timeName('externalUpdatedAt', externalUpdatedAt, 'UTC'), bookingAddress(id)),
  }),
  futureVersions.items.length > 0 && numberLink(total, pageAddress('future-versions', {})),
)}
</div>
</section>`;
}

interface Row {
  whose: string;
  which: string;
  number: Html;
  note?: string;
}

function card<Item>(
  title: string,
  { items, hasMore }: Few<Item>,
  rowOf: (item: Item) => Row,
  total: Html | false = false,
): Html {
  const rows = items.map((item) => {
    const { whose, which, number, note = '' } = rowOf(item);
    return html`<li><span><b dir="auto">${whose}</b> <span class="which" dir="auto">${which}</span></span><span>${number}${note && html`, ${note}`}</span></li>`;
  });
  return html`<section class="panel${items.length > 0 && ' urgent'}">
<h3>${title}${total && html` (${total})`}</h3>
${items.length === 0 ? html`<p class="well">None</p>` : html`<ul>${rows}</ul>${hasMore && !total && html`<p class="more">The most urgent. There are more.</p>`}`}
</section>`;
}

const since = (instant: string | null) => (instant === null ? '' : `since ${eventName(instant)}`);
