import { giveUpMillis } from '../src/db/connection/time-limits.ts';
import { variables } from '../src/env.ts';
import { maxBodyBytes, maxHeaderBytes } from '../src/errors.ts';
import { maxBatchBytes } from '../src/rest/transport/batch-response.ts';
import { maxCourtsAtomically } from '../src/rules/batch-items.ts';
import { maxApiTokens, maxWaiting } from '../src/rules/requests/messages.ts';
import { maxEndpoints, waitMillis } from '../src/rules/webhooks.ts';
import { maxBatchItems } from '../src/services/batches/batch-items.ts';
import { maxTombstones } from '../src/services/bookings/delete-expired-tombstones.ts';
import { maxParticipants } from '../src/services/bookings/stored-court-booking.ts';
import { maxWaitSeconds } from '../src/services/changes/list-changes.ts';
import { defaultLimit, maxLimit } from '../src/services/values/cursor.ts';
import { timeoutMillis } from '../src/services/webhook-deliveries/attempt-webhook.ts';

interface Limit {
  what: string;
  limit: string;
  beyond: string;
}

const kib = (bytes: number) => `${bytes / 1_024} KiB`;
const hours = (millis: number) => `${Math.floor(millis / 3_600_000)} h`;
const limits: Limit[] = [
  {
    what: 'requests of one token',
    limit: `${variables.RATE_LIMIT_PER_SECOND.default} a second, ${variables.RATE_LIMIT_BURST.default} at once (*)`,
    beyond: '429 `rate_limit_exceeded`',
  },
  {
    what: 'calls with an invalid token, from one address',
    limit: `${variables.AUTH_FAILURE_LIMIT_PER_SECOND.default} a second, ${variables.AUTH_FAILURE_LIMIT_BURST.default} at once (*)`,
    beyond: '429 `rate_limit_exceeded`',
  },
  {
    what: 'size of a body',
    limit: kib(maxBodyBytes),
    beyond: '413 `payload_too_large`',
  },
  {
    what: 'address (request line) and headers together',
    limit: kib(maxHeaderBytes),
    beyond: '431 `headers_too_large`',
  },
  {
    what: 'a batch',
    limit: `${maxBatchItems} items in ${kib(maxBatchBytes)}; an item costs a tenth of a request`,
    beyond: '400 `invalid_schema`, 413 `payload_too_large`',
  },
  {
    what: 'courts of an atomic batch',
    limit: `${maxCourtsAtomically}`,
    beyond: '409 `batch_refused`',
  },
  {
    what: 'participants of a booking',
    limit: `${maxParticipants}`,
    beyond: '400 `invalid_schema`',
  },
  {
    what: 'your ids, names',
    limit: '1 to 255 characters',
    beyond: '400 `invalid_schema`',
  },
  {
    what: 'a page of a list',
    limit: `${maxLimit} items, ${defaultLimit} by default`,
    beyond: '400 `invalid_schema`',
  },
  {
    what: 'the time range of an occupancy',
    // A copy, because a module in `operations` exports only its operation. The occupancy test has the number in its titles.
    limit: '31 days',
    beyond: '400 `invalid_filter_time_range`',
  },
  {
    what: 'waiting for a change',
    limit: `${maxWaitSeconds} s; ${maxWaiting} requests of a token at once`,
    beyond: '400 `invalid_schema`; 429 `rate_limit_exceeded`',
  },
  {
    what: 'storage of changes',
    limit: `${variables.CHANGE_DAYS.default} days (*)`,
    beyond: '410 `cursor_expired`',
  },
  {
    what: 'cancellations received before their booking',
    limit: `${variables.CANCELLATION_DAYS.default} days (*), ${maxTombstones.toLocaleString('en')} of a service`,
    beyond: 'the oldest are deleted',
  },
  {
    what: 'valid API tokens, to rotate one',
    limit: `${maxApiTokens} of a service`,
    beyond: '409 `too_many_api_tokens`',
  },
  {
    what: 'webhook endpoints',
    limit: `${maxEndpoints} of a service`,
    beyond: '409 `too_many_webhook_endpoints`',
  },
  {
    what: 'your response to a webhook',
    limit: `within ${timeoutMillis / 1_000} s`,
    beyond: `sent again ${waitMillis.length} times, over ${hours(waitMillis.reduce((sum, wait) => sum + wait, 0))}`,
  },
  {
    what: 'response time',
    limit: `${giveUpMillis / 1_000} s, not counting the wait for a change`,
    beyond: '503 `service_unavailable`',
  },
];

/** Returns the limits for partners as a table for docs/partners. */
export const partnerLimitsTable = (): string[] => [
  '| what | limit | beyond the limit |',
  '|---|---|---|',
  ...limits.map(({ what, limit, beyond }) => `| ${what} | ${limit} | ${beyond} |`),
];
