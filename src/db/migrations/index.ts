import type { Migration } from '@mikro-orm/migrations';
import { Migration20261120090000 } from './20261120090000-initial.ts';
import { Migration20261120100419 } from './20261120100419-operators.ts';
import { Migration20261121200000 } from './20261121200000-two-versions.ts';
import {
  concurrently as indexCallerRequests,
  Migration20261121200050,
} from './20261121200050-index-caller-requests.ts';
import { Migration20261121200100 } from './20261121200100-check-bounds.ts';
import { Migration20261121200200 } from './20261121200200-partition-records.ts';
import { concurrently as indexLists, Migration20261122010000 } from './20261122010000-index-lists.ts';
import { concurrently as indexPartnersLists, Migration20261122070000 } from './20261122070000-whole-life.ts';
import {
  concurrently as indexFutureVersions,
  Migration20261122070100,
} from './20261122070100-validate-whole-life.ts';
import { Migration20261122080000 } from './20261122080000-erasures.ts';
import { Migration20261122090000 } from './20261122090000-changes.ts';
import { Migration20261122110000 } from './20261122110000-explain-requests.ts';
import {
  concurrently as indexExplainedRequests,
  Migration20261122110100,
} from './20261122110100-index-explained-requests.ts';
import { concurrently as indexUsers, Migration20261122110200 } from './20261122110200-search-users.ts';
import {
  concurrently as indexOrganizationGrants,
  Migration20261122110300,
} from './20261122110300-index-organization-grants.ts';
import { Migration20261122120000 } from './20261122120000-sign-in.ts';
import { Migration20261122130000 } from './20261122130000-traffic.ts';
import { Migration20261122130100 } from './20261122130100-change-waits.ts';
import { concurrently as indexOverview, Migration20261122130200 } from './20261122130200-overview.ts';
import { concurrently as indexExpiry, Migration20261122130400 } from './20261122130400-limits-and-expiry.ts';
import { Migration20261122130410 } from './20261122130410-alerts.ts';
import { Migration20261122130420 } from './20261122130420-saved-queries.ts';
import { Migration20261122140200 } from './20261122140200-court-blocks.ts';
import { Migration20261122140300 } from './20261122140300-alert-endpoints.ts';
import { Migration20261122151000 } from './20261122151000-alert-resolutions.ts';
import { concurrently as indexOnly, Migration20261122160000 } from './20261122160000-index-only.ts';
import { Migration20261124130000 } from './20261124130000-caller-request-ids.ts';
import { Migration20261124140000 } from './20261124140000-former-user-names.ts';
import { Migration20261124140100 } from './20261124140100-former-user-names-so-far.ts';
import { Migration20261125060000 } from './20261125060000-submitted-forms.ts';
import { Migration20261125070000 } from './20261125070000-time-zones.ts';
import {
  concurrently as indexCancellations,
  Migration20261125080000,
} from './20261125080000-index-cancellations.ts';
import {
  concurrently as indexChangedUsers,
  Migration20261125120000,
} from './20261125120000-index-changed-users.ts';
import { Migration20261127071500 } from './20261127071500-sdk-packages.ts';
import {
  concurrently as indexBookingsAhead,
  Migration20261127180000,
} from './20261127180000-index-future-versions.ts';
import { Migration20261127180622 } from './20261127180622-rejected-batch-items.ts';
import { Migration20261127184600 } from './20261127184600-response-of-rejected-requests.ts';
import {
  concurrently as indexFormerNames,
  Migration20261127190000,
} from './20261127190000-index-former-names.ts';
import {
  concurrently as indexFailedDeliveries,
  Migration20261127190500,
} from './20261127190500-webhook-attempts.ts';
import { Migration20261127213000 } from './20261127213000-token-rotations.ts';
import {
  concurrently as indexOwnRequests,
  Migration20261127213100,
} from './20261127213100-index-own-requests.ts';
import { Migration20261127214000 } from './20261127214000-webhook-scope.ts';
import { concurrently as indexNameKeys, Migration20261127220000 } from './20261127220000-index-name-keys.ts';
import { Migration20261127220100 } from './20261127220100-dry-runs.ts';

/** A query that returns statements, one per row (`statement`), for names that only the database knows. */
interface StatementsOf {
  each: string;
}

interface ListedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
  /** Statements that cannot run in a transaction. They run before the migration, and can be repeated. */
  concurrently?: readonly (string | StatementsOf)[];
}

/** All migrations, oldest first. A released migration is never changed. */
export const migrations: ListedMigration[] = [
  // One per line, so that a new migration adds one line.
  { name: '20261120090000-initial', class: Migration20261120090000 },
  { name: '20261120100419-operators', class: Migration20261120100419 },
  { name: '20261121200000-two-versions', class: Migration20261121200000 },
  {
    name: '20261121200050-index-caller-requests',
    class: Migration20261121200050,
    concurrently: indexCallerRequests,
  },
  { name: '20261121200100-check-bounds', class: Migration20261121200100 },
  { name: '20261121200200-partition-records', class: Migration20261121200200 },
  { name: '20261122010000-index-lists', class: Migration20261122010000, concurrently: indexLists },
  { name: '20261122070000-whole-life', class: Migration20261122070000, concurrently: indexPartnersLists },
  {
    name: '20261122070100-validate-whole-life',
    class: Migration20261122070100,
    concurrently: indexFutureVersions,
  },
  { name: '20261122080000-erasures', class: Migration20261122080000 },
  { name: '20261122090000-changes', class: Migration20261122090000 },
  { name: '20261122110000-explain-requests', class: Migration20261122110000 },
  {
    name: '20261122110100-index-explained-requests',
    class: Migration20261122110100,
    concurrently: indexExplainedRequests,
  },
  { name: '20261122110200-search-users', class: Migration20261122110200, concurrently: indexUsers },
  {
    name: '20261122110300-index-organization-grants',
    class: Migration20261122110300,
    concurrently: indexOrganizationGrants,
  },
  { name: '20261122120000-sign-in', class: Migration20261122120000 },
  { name: '20261122130000-traffic', class: Migration20261122130000 },
  { name: '20261122130100-change-waits', class: Migration20261122130100 },
  { name: '20261122130200-overview', class: Migration20261122130200, concurrently: indexOverview },
  { name: '20261122130400-limits-and-expiry', class: Migration20261122130400, concurrently: indexExpiry },
  { name: '20261122130410-alerts', class: Migration20261122130410 },
  { name: '20261122130420-saved-queries', class: Migration20261122130420 },
  { name: '20261122140200-court-blocks', class: Migration20261122140200 },
  { name: '20261122140300-alert-endpoints', class: Migration20261122140300 },
  { name: '20261122151000-alert-resolutions', class: Migration20261122151000 },
  { name: '20261122160000-index-only', class: Migration20261122160000, concurrently: indexOnly },
  { name: '20261124130000-caller-request-ids', class: Migration20261124130000 },
  { name: '20261124140000-former-user-names', class: Migration20261124140000 },
  { name: '20261124140100-former-user-names-so-far', class: Migration20261124140100 },
  { name: '20261125060000-submitted-forms', class: Migration20261125060000 },
  { name: '20261125070000-time-zones', class: Migration20261125070000 },
  {
    name: '20261125080000-index-cancellations',
    class: Migration20261125080000,
    concurrently: indexCancellations,
  },
  {
    name: '20261125120000-index-changed-users',
    class: Migration20261125120000,
    concurrently: indexChangedUsers,
  },
  { name: '20261127071500-sdk-packages', class: Migration20261127071500 },
  {
    name: '20261127180000-index-future-versions',
    class: Migration20261127180000,
    concurrently: indexBookingsAhead,
  },
  { name: '20261127180622-rejected-batch-items', class: Migration20261127180622 },
  { name: '20261127184600-response-of-rejected-requests', class: Migration20261127184600 },
  {
    name: '20261127190000-index-former-names',
    class: Migration20261127190000,
    concurrently: indexFormerNames,
  },
  {
    name: '20261127190500-webhook-attempts',
    class: Migration20261127190500,
    concurrently: indexFailedDeliveries,
  },
  { name: '20261127213000-token-rotations', class: Migration20261127213000 },
  {
    name: '20261127213100-index-own-requests',
    class: Migration20261127213100,
    concurrently: indexOwnRequests,
  },
  { name: '20261127214000-webhook-scope', class: Migration20261127214000 },
  {
    name: '20261127220000-index-name-keys',
    class: Migration20261127220000,
    concurrently: indexNameKeys,
  },
  { name: '20261127220100-dry-runs', class: Migration20261127220100 },
];
