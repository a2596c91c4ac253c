import { measureRestarts } from '../deployments.ts';
import { failover } from '../failover/main.ts';
import { faults } from '../faults/run.ts';
import { measureDurability } from '../kills/run.ts';
import { measureBookings } from '../linear/run.ts';
import { measureMutants } from './mutants.ts';
import { measureFault, measureParts } from './parts.ts';
import { type Promised, together } from './promised.ts';
import { measureTests, type Tests } from './tests.ts';

const byTests =
  (tests: Tests): Promised['measure'] =>
  (options) =>
    measureTests(tests, options);

const byFault =
  (name: keyof typeof faults, variant: string): Promised['measure'] =>
  (options) =>
    measureFault(faults[name], variant, options);

const correctness: Omit<Promised, 'section'>[] = [
  {
    name: 'bookings',
    promise:
      'Each booking is linearizable under races, moves, replays, cancellations, batches, and cancellations by operators.',
    goal: '50,000 operations by 16 HTTP clients: 0 violations, 0 overlaps, 0 deadlocks, 0 5xx, no response over 1 s',
    how: 'Two service processes on one PostgreSQL. A checker searches for an order of all operations of a booking that explains every response.',
    inQuick: true,
    measure: measureBookings,
  },
  {
    name: 'order',
    promise:
      'Deliveries in any order, also duplicated, converge to the newest version, cancellations included.',
    goal: '500 generated sets',
    how: 'Property test through REST and GraphQL: one by one, at once, and in batches.',
    measure: byTests({
      files: ['test/db/reordering.test.ts', 'test/db/batch-runs.test.ts'],
      runs: 25,
      reach: { 'generated sets': 500 },
      faults: ['an older upsert replaces a newer one, by the rules'],
    }),
  },
  {
    name: 'kills',
    promise: 'Acknowledged writes are durable and complete.',
    goal: '`kill -9` of the service, of PostgreSQL, of both, and of a service with the embedded database, 20 each: 0 lost, 0 partial, every unknown outcome resolved by resending',
    how: 'Clients write users, bookings, cancellations and batches during the kills, and resend until they get a response. Every write is then read back, with its change in the feed.',
    inQuick: true,
    measure: measureDurability,
  },
  {
    name: 'deployments',
    promise: 'Deployments lose nothing.',
    goal: '20 rolling restarts, and an upgrade with two releases serving, under keep-alive load: 0 failed, 0 reset',
    how: 'Rolling restarts of four processes behind HAProxy; the last release and this one on one database; a drain under load.',
    measure: (options) =>
      together(
        () => measureRestarts(options),
        () =>
          measureTests(
            {
              files: ['test/release/process/two-versions.test.ts', 'test/release/process/drain.test.ts'],
              faults: ['ignores DRAIN_GRACE_MS'],
            },
            options,
          ),
      ),
  },
  {
    name: 'feed',
    promise: 'No change is missed.',
    goal: '16 writers, one polling reader: each acknowledged change exactly once, in an order consistent with the versions',
    how: 'Writers use two services, single calls, batches, cancellations and operators. Other ways to order a feed are checked by the same function.',
    measure: byTests({
      files: ['test/db/changes.test.ts', 'test/db/advance-sequences.test.ts'],
      runs: 40,
      reach: { writers: 16, 'acknowledged changes': 5_000 },
      shownByTests: [
        {
          title:
            'transaction time and transaction id give the wrong order, but a number assigned under the lock does not',
          variant: 'a feed ordered by transaction time or transaction id',
          found: 'changes out of order',
        },
        {
          title:
            'ordering by a value assigned before the commit loses changes, but sequencing after it does not',
          variant: 'a feed ordered by a value assigned before the commit',
          found: 'changes missing',
        },
      ],
    }),
  },
  {
    name: 'webhooks',
    promise: 'No webhook is lost.',
    goal: 'receiver down, service killed at random: each event at least once, never two senders at the same time',
    how: 'Two service processes are killed in each round. The endpoints respond, fail, hang, redirect, are gone, limit, or are down.',
    measure: byTests({
      files: ['test/release/process/webhooks-killed.test.ts'],
      runs: 4,
      reach: { 'kills of a service process': 20 },
      faults: ['a delivery that a killed process had claimed is never due again'],
    }),
  },
  {
    name: 'hostile',
    promise: 'Hostile input gets a documented response.',
    goal: '20,000 generated calls per operation: every response documented and valid by its schema, 0 5xx',
    how: 'Calls are generated from the OpenAPI document, with mutated bodies, paths and queries.',
    measure: byTests({
      files: ['test/rest/generated-calls.test.ts', 'test/rest/hostile-input.test.ts'],
      runs: 500,
      reach: { operations: 18, 'generated calls': 18 * 20_000 },
      faults: ['a response has an undocumented field'],
    }),
  },
  {
    name: 'isolation',
    promise: 'Partners are isolated.',
    goal: 'every cross-tenant cell of a generated matrix rejected as documented; unknown and forbidden look alike',
    how: 'Every place in the OpenAPI document that names a resource is called with a resource of another partner and with an unknown one. Only courts differ, as the contract says: 403 for a court of another organization, 404 for an unknown one.',
    measure: byTests({
      files: ['test/rest/isolation.test.ts', 'test/rest/order-of-checks.test.ts'],
      reach: { places: 40 },
      faults: ['every partner can read every user', 'lists users that are granted to other services'],
    }),
  },
  {
    name: 'private',
    promise: 'Secrets and personal data stay private.',
    goal: '0 sentinel tokens, e-mail addresses or names in logs and error responses',
    how: 'Logs of the service and of PostgreSQL are searched after successes, errors and faults inside the database. Secrets are also searched in the database.',
    measure: byTests({
      files: [
        'test/release/process/log.test.ts',
        'test/release/process/production-log.test.ts',
        'test/secrets.test.ts',
      ],
      faults: [
        'logs the message of a database error, which quotes values',
        'stores API tokens in plain text',
      ],
    }),
  },
  {
    name: 'erasing',
    promise: 'A person can be erased.',
    goal: '0 sentinels left in the database, also after records have expired',
    how: 'Every column of every table is searched after erasing, also next to concurrent writers, and after the audit events were deleted.',
    measure: byTests({
      files: [
        'test/services/erasing',
        'test/rest/operations/erase-user.test.ts',
        'test/release/process/erase-beside-writers.test.ts',
      ],
      runs: 4,
      faults: ['keeps former addresses in bookings when a person is erased'],
    }),
  },
  {
    name: 'mutants',
    promise: 'The tests would notice a fault.',
    goal: 'mutation score at least 85 % on services, rest and the error catalog; every known fault detected',
    how: '`npm run lab -- mutants` keeps the scores. All known faults are planted one at a time.',
    measure: measureMutants,
  },
];

const underFaults: Omit<Promised, 'section'>[] = [
  {
    name: 'database-killed',
    promise: 'The database is killed and comes back.',
    goal: 'every response within 3 s and JSON, first success within 5 s of its return',
    how: '`npm run lab -- faults database-killed`',
    measure: byFault('database-killed', 'an acknowledged booking is removed'),
  },
  {
    name: 'lock-held',
    promise: 'A lock is held for 15 s on any table or row.',
    goal: 'connections never above pool size + 2; 503 with `Retry-After` within 2.5 s; another partner on another court: 100 % served, p99 under 1 s',
    how: '`npm run lab -- faults lock-held`',
    measure: byFault('lock-held', 'a service with twice the pool'),
  },
  {
    name: 'terminated',
    promise: 'Connections are terminated in a loop.',
    goal: 'at most 2 % not 2xx, all documented',
    how: 'All connections end during every tenth of 400 requests.',
    measure: byTests({
      files: ['test/release/process/starvation.test.ts'],
      pattern: 'terminates all connections',
      reach: { 'requests while connections end': 1 },
      faults: ['does not repeat a statement when its connection is terminated'],
    }),
  },
  {
    name: 'database-exhausted',
    promise: 'The disk is full, the database is read-only, or it has no free connection.',
    goal: '503 with `Retry-After`, `/readyz` fails, nothing acknowledged is lost',
    how: '`npm run lab -- faults database-exhausted`',
    measure: byFault('database-exhausted', 'an acknowledged booking is removed'),
  },
  {
    name: 'overload',
    promise: 'The service is overloaded.',
    goal: 'three times capacity for 60 s: goodput at least 80 % of peak; a noisy partner keeps the p99 of another within 1.5 times',
    how: '`npm run lab -- faults overload`',
    measure: byFault('overload', 'a service without rate limits'),
  },
  {
    name: 'slow-clients',
    promise: 'Clients are slow or broken.',
    goal: '500 of them: valid traffic 100 %, slow ones closed within 16 s; no 500 in logs or metrics',
    how: '`npm run lab -- faults slow-clients`',
    measure: byFault('slow-clients', 'the checker looks before the service closes them'),
  },
  {
    name: 'floods',
    promise: 'Floods arrive without a token, or with invalid tokens or sessions.',
    goal: 'at most 300 statements per second; a valid partner 100 %, p99 under 300 ms',
    how: '`npm run lab -- faults floods`',
    measure: byFault('floods', 'a service without a limit for rejected tokens'),
  },
  {
    name: 'limited-client',
    promise: 'A rate-limited client continues.',
    goal: 'at most 100 rows per second',
    how: '`npm run lab -- faults limited-client`',
    inQuick: true,
    measure: byFault('limited-client', 'a service without rate limits'),
  },
  {
    name: 'failover',
    promise:
      'Three PostgreSQL nodes under Patroni meet twelve faults: node, postmaster, Patroni, standby, etcd, network, proxy, service.',
    goal: '0 acknowledged writes lost, feed without gaps, writes again within 30 s (35 s after a freeze or partition), no process restarted by hand',
    how: '`npm run lab -- failover`',
    measure: () => measureParts(failover),
  },
];

/** The rows of the page, in its order. */
export const promises: readonly Promised[] = [
  ...correctness.map((row) => ({ ...row, section: 'Correctness' as const })),
  ...underFaults.map((row) => ({ ...row, section: 'Faults' as const })),
];
