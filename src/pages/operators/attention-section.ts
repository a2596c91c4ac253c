import { type Attention, expiryDays, type Few, unusedDays } from '../../services/overview/read-attention.ts';
import { escapeHtml } from '../escape-html.ts';
import { explained } from './graphiql-link.ts';
import { count, instantName } from './numbers.ts';
import { bookingQuestion, stampedAheadQuestion, tokenQuestion, webhookQuestion } from './questions.ts';

/** Problems that need attention, in four cards. */
export function attentionSection(attention: Attention): string {
  const { failingWebhooks, expiringTokens, unusedTokens, stampedAhead } = attention;
  return `<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<div class="cards-of-four">
${card(
  'Failing webhooks',
  'None',
  failingWebhooks,
  ({ id, url, partner, failures, failingSince, pausedBecause }) => [
    partner,
    new URL(url).host,
    explained(`${count(failures)} failed`, webhookQuestion(id)),
    pausedBecause === null
      ? since('since', failingSince)
      : `paused: ${pausedBecause === 'GONE' ? 'responded with 410' : 'failing'}`,
  ],
)}
${card(
  `Tokens that expire within ${expiryDays} days`,
  'None',
  expiringTokens,
  ({ id, label, partner, expiresAt }) => [
    partner,
    label,
    explained(instantName(expiresAt!), tokenQuestion(id)),
    '',
  ],
)}
${card(
  `Tokens unused for ${unusedDays} days`,
  'None',
  unusedTokens,
  ({ id, label, partner, lastUsedAt, createdAt }) => [
    partner,
    label,
    explained(instantName(lastUsedAt ?? createdAt), tokenQuestion(id)),
    lastUsedAt === null ? 'issued, never used' : 'last used',
  ],
)}
${card(
  'Bookings dated in the future',
  'None',
  stampedAhead,
  ({ id, externalCourtBookingId, partner, externalUpdatedAt }) => [
    partner,
    externalCourtBookingId,
    explained(instantName(externalUpdatedAt), bookingQuestion(id)),
    '',
  ],
  stampedAhead.items.length === 0
    ? ''
    : explained(
        stampedAhead.count === null ? 'more than 10,000' : count(stampedAhead.count),
        stampedAheadQuestion(),
      ),
)}
</div>
</section>`;
}

/** `show` returns the partner, the name, the number, and a note. */
function card<Item>(
  title: string,
  none: string,
  { items, hasMore }: Few<Item>,
  show: (item: Item) => [whose: string, which: string, number: string, note: string],
  total = '',
): string {
  const rows = items.map((item) => {
    const [whose, which, number, note] = show(item);
    return `<li><span><b>${escapeHtml(whose)}</b> <span class="which">${escapeHtml(which)}</span></span><span>${number} ${note}</span></li>`;
  });
  return `<section class="panel${items.length > 0 ? ' urgent' : ''}">
<h3>${title}${total === '' ? '' : ` (${total})`}</h3>
${items.length === 0 ? `<p class="well">${none}</p>` : `<ul>${rows.join('')}</ul>${hasMore && total === '' ? '<p class="more">The most urgent. There are more.</p>' : ''}`}
</section>`;
}

const since = (word: string, instant: string | null) =>
  instant === null ? '' : `${word} ${instantName(instant)}`;
