import { giveUpMillis } from '../src/db/time-limits.ts';
import { variables } from '../src/env.ts';
import { maxBodyBytes, maxHeaderBytes } from '../src/errors.ts';
import { maxBatchBytes } from '../src/rest/batch-court-bookings.ts';
import { maxCourtsAtomically } from '../src/services/bookings/atomic-batch-issues.ts';
import { maxBatchItems } from '../src/services/bookings/batch-item.ts';
import { maxStamps } from '../src/services/bookings/forget-cancellation-stamps.ts';
import { maxParticipants } from '../src/services/bookings/stored-court-booking.ts';
import { maxWaiting } from '../src/services/changes/change-watch.ts';
import { maxWaitSeconds } from '../src/services/changes/list-changes.ts';
import { defaultLimit, maxLimit } from '../src/services/values/cursor.ts';
import { timeoutMillis } from '../src/services/webhooks/attempt-webhook.ts';
import { waitMillis } from '../src/services/webhooks/next-attempt.ts';
import { maxEndpoints } from '../src/services/webhooks/webhook-endpoint-fields.ts';
import { type Held, heldBy } from './held-by.ts';

interface Limit {
  what: string;
  limit: string;
  beyond: string;
  held: Held;
}

const kib = (bytes: number) => `${bytes / 1_024} KiB`;
const hours = (millis: number) => `${Math.floor(millis / 3_600_000)} h`;
const configured: Held[number] = [
  'process/configuration',
  'unless it is told otherwise: 50 requests a second of a token and 100 at once, 10 and 100 of invalid ones, no proxy is believed',
];

const limits: Limit[] = [
  {
    what: 'requests of one token',
    limit: `${variables.RATE_LIMIT_PER_SECOND.default} a second, ${variables.RATE_LIMIT_BURST.default} at once (*)`,
    beyond: '429 `rate_limit_exceeded`, `Retry-After`',
    held: [
      configured,
      [
        'process/configuration',
        'limits, proxies, the replica and the first administrator are those of the environment',
      ],
      [
        'rest/rate-limit',
        'is one limit of a token for all processes, to the request and to the millisecond; of others it is none',
      ],
    ],
  },
  {
    what: 'calls with an invalid token, from one address',
    limit: `${variables.AUTH_FAILURE_LIMIT_PER_SECOND.default} a second, ${variables.AUTH_FAILURE_LIMIT_BURST.default} at once (*)`,
    beyond: 'the same',
    held: [
      configured,
      ['rest/rate-limit', '%s are limited by address; a good token from there still passes, known or not'],
    ],
  },
  {
    what: 'body',
    limit: kib(maxBodyBytes),
    beyond: '413 `payload_too_large`',
    held: [
      [
        'rest/hostile-input',
        '64 KiB pass, a byte more is 413, announced or chunked; a body of 2 MiB is answered',
      ],
    ],
  },
  {
    what: 'address and headers together',
    limit: kib(maxHeaderBytes),
    beyond: '431 `headers_too_large`',
    held: [['rest/hostile-input', '16 KiB of address and headers pass, more is 431']],
  },
  {
    what: 'a batch',
    limit: `${maxBatchItems} items in ${kib(maxBatchBytes)}; an item costs a tenth of a request`,
    beyond: '400 `invalid_schema`, 413 `payload_too_large`',
    held: [
      ['rest/batch-court-bookings', '%s: the whole request is refused'],
      ['rest/batch-court-bookings', '512 KiB pass, a byte more is 413'],
      ['rest/batch-court-bookings', 'a tenth of a permit an item, rounded up, all or none'],
    ],
  },
  {
    what: 'courts of an atomic batch',
    limit: `${maxCourtsAtomically}`,
    beyond: '409 `batch_refused`',
    held: [
      [
        'rest/batch-court-bookings',
        'a fault of shape, an id twice, more than 50 courts: batch_refused, one issue an item, in their order',
      ],
    ],
  },
  {
    what: 'participants of a booking',
    limit: `${maxParticipants}`,
    beyond: '400 `invalid_schema`',
    held: [['rest/upsert-court-booking', '50 are allowed, 51 are not']],
  },
  {
    what: 'ids of yours, names',
    limit: '1 to 255 characters',
    beyond: '400 `invalid_schema`',
    held: [
      [
        'services/values/fields',
        'names and ids of users have 1 to 255 characters, counted as Unicode code points',
      ],
      [
        'rest/hostile-input',
        'booking ids are opaque: decoded once, never trimmed, case-sensitive, up to 255 characters',
      ],
    ],
  },
  {
    what: 'a page of a list',
    limit: `${maxLimit} items, ${defaultLimit} unless you say so`,
    beyond: '400 `invalid_schema`',
    held: [['rest/list-court-bookings', 'a page has 50 unless it is told otherwise, and 100 at most']],
  },
  {
    what: "the time of a court's occupancy",
    // A verb exports nothing but itself; the test has the number in its name.
    limit: '31 days',
    beyond: '400 `invalid_filter_time_range`',
    held: [['rest/get-court-occupancy', '31 days are allowed, to the microsecond']],
  },
  {
    what: 'waiting for a change',
    limit: `${maxWaitSeconds} s; ${maxWaiting} requests of a token at once`,
    beyond: '400 `invalid_schema`; 429 `rate_limit_exceeded`',
    held: [
      [
        'services/changes/change-watch',
        'without a change the answer is an ordinary empty page, when the time is over: later than any other may take, and than the connection may be silent',
      ],
      [
        'services/changes/change-watch',
        '429 rate_limit_exceeded: the sixth that waits of a token, until one of them is answered or its client has gone; of others it is none',
      ],
    ],
  },
  {
    what: 'how long changes are kept',
    limit: `${variables.CHANGE_DAYS.default} days (*)`,
    beyond: '410 `cursor_expired`',
    held: [['rest/list-changes', '410 cursor_expired']],
  },
  {
    what: 'cancellations that came before their booking',
    limit: `${variables.CANCELLATION_DAYS.default} days (*), ${maxStamps.toLocaleString('en')} of a service`,
    beyond: 'the oldest are forgotten',
    held: [
      [
        'services/bookings/forget-cancellation-stamps',
        'those older than so many days are forgotten, and the oldest beyond what a service may have; of others none',
      ],
    ],
  },
  {
    what: 'webhook endpoints',
    limit: `${maxEndpoints} of a service`,
    beyond: 'no operator can add one',
    held: [
      ['graphql/webhook-endpoint', 'an external service has 20 at most, also when many are created at once'],
    ],
  },
  {
    what: 'your answer to a webhook',
    limit: `within ${timeoutMillis / 1_000} s`,
    beyond: `sent again ${waitMillis.length} times, over ${hours(waitMillis.reduce((sum, wait) => sum + wait, 0))}`,
    held: [
      [
        'services/webhooks/send-webhooks',
        'a failure is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, at the address of then',
      ],
      [
        'services/webhooks/send-webhooks',
        'no answer in time, no receiver, a redirect, a secret of another key: each is a failure, and told to operators',
      ],
    ],
  },
  {
    what: 'time to an answer',
    limit: `${giveUpMillis / 1_000} s, beside waiting for a change`,
    beyond: '503 `service_unavailable`, `Retry-After`',
    held: [
      ['services/limits/answer-budget', 'of a partner after 2.2 s, for what it asks for'],
      [
        'services/limits/answer-budget',
        'is one for all that is waited for, and its signal tells what is under way',
      ],
      [
        'process/database-away',
        'every connection waits: 503 for each while the lock is held, and nothing is leaked',
      ],
    ],
  },
];

/** What partners may send and how much of it, as a table of docs/partners. */
export const partnerLimitsTable = (): string[] => [
  '| what | limit | beyond it | held by |',
  '|---|---|---|---|',
  ...limits.map(({ what, limit, beyond, held }) => `| ${what} | ${limit} | ${beyond} | ${heldBy(held, 2)} |`),
];
