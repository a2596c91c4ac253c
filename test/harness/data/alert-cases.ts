/** Values of each series in promtool's notation, one per minute from minute 0. */
type Series = Record<string, string>;

export interface AlertCase {
  alert: string;
  fires: string;
  series: Series;
  /** When the rule is evaluated. */
  at: string;
  quiet: {
    when: string;
    series: Series;
    /** The evaluation time. Defaults to the time at which the alert fires. */
    at?: string;
  }[];
}

const a = 'instance="a",job="courtbridge"';
const b = 'instance="b",job="courtbridge"';
const calls = (status: number, operation = 'upsertCourtBooking') =>
  `courtbridge_requests_total{${a},operation="${operation}",status="${status}",error_type=""}`;
const buckets = (counts: Record<string, string>, operation = 'upsertCourtBooking') =>
  Object.fromEntries(
    Object.entries(counts).map(([le, values]) => [
      `courtbridge_request_duration_seconds_bucket{${a},operation="${operation}",le="${le}"}`,
      values,
    ]),
  );
const connections = (state: string) =>
  `courtbridge_database_connections{${a},of="partners",state="${state}"}`;

export const alertCases: AlertCase[] = [
  {
    alert: 'CourtbridgeAllProcessesGone',
    fires: 'no process is up',
    series: { [`up{${a}}`]: '1 0x10', [`up{${b}}`]: '0x10' },
    at: '3m',
    quiet: [
      { when: 'one of two processes is up', series: { [`up{${a}}`]: '1x10', [`up{${b}}`]: '0x10' } },
      { when: 'a restart of less than a minute', series: { [`up{${a}}`]: '1 0 1x10' } },
    ],
  },
  {
    alert: 'CourtbridgeProcessGone',
    fires: 'one of two processes is not up',
    series: { [`up{${a}}`]: '1x10', [`up{${b}}`]: '1 0x10' },
    at: '3m',
    quiet: [
      { when: 'all are up', series: { [`up{${a}}`]: '1x10' } },
      { when: 'a process of another job is not up', series: { 'up{instance="x",job="other"}': '0x10' } },
    ],
  },
  {
    alert: 'CourtbridgeDatabaseAway',
    fires: 'the database does not answer a process',
    series: { [`courtbridge_database_up{${a}}`]: '1 0x10', [`courtbridge_database_up{${b}}`]: '1x10' },
    at: '3m',
    quiet: [
      { when: 'it answers', series: { [`courtbridge_database_up{${a}}`]: '1x10' } },
      { when: 'it did not answer one scrape', series: { [`courtbridge_database_up{${a}}`]: '1 0 1x10' } },
    ],
  },
  {
    alert: 'CourtbridgeNotReady',
    fires: '/readyz says no, and the database answers',
    series: { [`courtbridge_ready{${a}}`]: '1 0x10', [`courtbridge_database_up{${a}}`]: '1x10' },
    at: '3m',
    quiet: [
      {
        when: 'it is ready',
        series: { [`courtbridge_ready{${a}}`]: '1x10', [`courtbridge_database_up{${a}}`]: '1x10' },
      },
      {
        when: 'the database does not answer, which is another alert',
        series: { [`courtbridge_ready{${a}}`]: '0x10', [`courtbridge_database_up{${a}}`]: '0x10' },
      },
      {
        when: 'it is another process whose database answers',
        series: {
          [`courtbridge_ready{${a}}`]: '0x10',
          [`courtbridge_database_up{${a}}`]: '0x10',
          [`courtbridge_database_up{${b}}`]: '1x10',
        },
      },
      {
        when: 'it drains, and then ends',
        series: { [`courtbridge_ready{${a}}`]: '1 0 _x10', [`courtbridge_database_up{${a}}`]: '1x1 _x10' },
        at: '8m',
      },
    ],
  },
  {
    alert: 'CourtbridgeErrors',
    fires: '2 % of 60 calls a second are 5xx',
    series: { [calls(200)]: '0+3528x20', [calls(503)]: '0+72x20' },
    at: '12m',
    quiet: [
      { when: '0.5 % are', series: { [calls(200)]: '0+3582x20', [calls(503)]: '0+18x20' } },
      { when: 'the errors are 4xx', series: { [calls(200)]: '0+60x20', [calls(409)]: '0+600x20' } },
    ],
  },
  {
    alert: 'CourtbridgeAllCallsFail',
    fires: 'one call in five minutes comes, and each fails',
    series: { [calls(200)]: '7x60', [calls(503)]: '0x5 1x5 2x5 3x5 4x5 5x5 6x5 7x5' },
    at: '30m',
    quiet: [
      {
        when: 'one of the calls succeeds',
        series: { [calls(200)]: '7x18 8x42', [calls(503)]: '0x5 1x5 2x5 3x5 4x5 5x5 6x5 7x5' },
      },
      { when: 'nobody calls', series: { [calls(200)]: '7x60', [calls(503)]: '4x60' } },
      { when: 'all calls are rejected with 4xx', series: { [calls(200)]: '7x60', [calls(409)]: '0+1x60' } },
      { when: 'only /readyz fails', series: { [calls(200)]: '7x60', [calls(503, 'none')]: '0+12x60' } },
    ],
  },
  {
    alert: 'CourtbridgeSlow',
    fires: 'a tenth of the calls take more than half a second',
    series: buckets({ '0.5': '0+54x30', '1': '0+60x30', '+Inf': '0+60x30' }),
    at: '20m',
    quiet: [
      {
        when: 'one in a hundred does',
        series: buckets({ '0.5': '0+594x30', '1': '0+600x30', '+Inf': '0+600x30' }),
      },
      {
        when: 'the callers asked to wait',
        series: buckets({ '0.5': '0+1x30', '1': '0+60x30', '+Inf': '0+60x30' }, 'listChanges'),
      },
    ],
  },
  {
    alert: 'CourtbridgeConnectionsWaitedFor',
    fires: 'requests wait for connections for more than five minutes',
    series: { [connections('waiting')]: '0 2x20' },
    at: '10m',
    quiet: [
      { when: 'none waits', series: { [connections('waiting')]: '0x20', [connections('in_use')]: '7x20' } },
      { when: 'some waited for a minute', series: { [connections('waiting')]: '0x6 4 0x20' } },
    ],
  },
  {
    alert: 'CourtbridgeReplicaAway',
    fires: 'the replica does not respond',
    series: { [`courtbridge_replica_up{${a}}`]: '1 0x10' },
    at: '5m',
    quiet: [
      { when: 'it responds', series: { [`courtbridge_replica_up{${a}}`]: '1x10' } },
      { when: 'no replica is configured', series: { [`courtbridge_database_up{${a}}`]: '1x10' } },
      { when: 'it restarted', series: { [`courtbridge_replica_up{${a}}`]: '1 0 1x10' } },
    ],
  },
  {
    alert: 'CourtbridgeRefusesByRateLimit',
    fires: 'a partner sends ten requests a second more than its limit',
    series: {
      [calls(429).replace('error_type=""', 'error_type="rate_limit_exceeded"')]: '0+600x60',
    },
    at: '40m',
    quiet: [
      {
        when: 'one request a second more',
        series: { [calls(429).replace('error_type=""', 'error_type="rate_limit_exceeded"')]: '0+60x60' },
      },
      { when: 'many requests succeed', series: { [calls(200)]: '0+6000x60' } },
    ],
  },
  {
    alert: 'CourtbridgeWebhooksLate',
    fires: 'a webhook has been due for more than five minutes',
    series: { [`courtbridge_webhook_late_seconds{${a}}`]: '0 400+60x30' },
    at: '15m',
    quiet: [{ when: 'for one minute', series: { [`courtbridge_webhook_late_seconds{${a}}`]: '60x30' } }],
  },
  {
    alert: 'CourtbridgeWebhookSecretUnreadable',
    fires: 'one of two processes has another key',
    series: {
      [`courtbridge_webhook_secrets_unreadable{${a}}`]: '0x20',
      [`courtbridge_webhook_secrets_unreadable{${b}}`]: '0 3x20',
    },
    at: '10m',
    quiet: [
      {
        when: 'each process decrypts all secrets',
        series: { [`courtbridge_webhook_secrets_unreadable{${a}}`]: '0x20' },
      },
      { when: 'no key is configured', series: { [`courtbridge_database_up{${a}}`]: '1x20' } },
    ],
  },
  {
    alert: 'CourtbridgeWebhookEndpointFailing',
    fires: 'an endpoint has failed for more than an hour',
    series: { [`courtbridge_webhook_failing_seconds{${a}}`]: '0+60x90' },
    at: '70m',
    quiet: [
      {
        when: 'endpoints fail for half an hour each',
        series: { [`courtbridge_webhook_failing_seconds{${a}}`]: '0+60x30 0+60x30 0+60x30' },
      },
    ],
  },
  {
    alert: 'CourtbridgeWebhookEndpointPaused',
    fires: 'an endpoint has been paused for an hour',
    series: { [`courtbridge_webhook_endpoints_paused{${a}}`]: '0 1x90' },
    at: '70m',
    quiet: [{ when: 'none is paused', series: { [`courtbridge_webhook_endpoints_paused{${a}}`]: '0x90' } }],
  },
  {
    alert: 'CourtbridgeChangesUnnumbered',
    fires: 'a change has no number for more than a minute',
    series: { [`courtbridge_changes_unnumbered_oldest_seconds{${a}}`]: '0+60x20' },
    at: '10m',
    quiet: [
      {
        when: 'each gets one within seconds',
        series: { [`courtbridge_changes_unnumbered_oldest_seconds{${a}}`]: '2x20' },
      },
    ],
  },
  {
    alert: 'CourtbridgeRecordsNotDropped',
    fires: 'a partition should have been dropped more than a day ago',
    series: {
      [`courtbridge_partition_overdue_seconds{${a},table="changes"}`]: '90000+60x120',
      [`courtbridge_partition_overdue_seconds{${a},table="audit_events"}`]: '0x120',
    },
    at: '70m',
    quiet: [
      {
        when: 'each is dropped within the hour',
        series: { [`courtbridge_partition_overdue_seconds{${a},table="changes"}`]: '0+60x59 0+60x59' },
      },
    ],
  },
  {
    alert: 'CourtbridgeEventLoopLags',
    fires: 'the event loop lags for 0.3 s',
    series: { [`nodejs_eventloop_lag_p99_seconds{${a}}`]: '0.3x30' },
    at: '15m',
    quiet: [
      { when: 'it lags for 0.02 s', series: { [`nodejs_eventloop_lag_p99_seconds{${a}}`]: '0.02x30' } },
      {
        when: 'it is another service of Node that lags',
        series: { 'nodejs_eventloop_lag_p99_seconds{instance="x",job="other"}': '2x30' },
      },
    ],
  },
];
