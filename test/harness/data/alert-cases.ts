/** Values of each series in promtool's notation, one per minute from minute 0. */
type Series = Record<string, string>;

export interface AlertCase {
  alert: string;
  fires: string;
  series: Series;
  /** When the rule is evaluated. */
  at: string;
  /** Series that fire nothing by what they mean, and the time of evaluation if it is another one. */
  quiet: Record<string, Series | [Series, at: string]>;
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
    quiet: {
      'one of two processes is up': { [`up{${a}}`]: '1x10', [`up{${b}}`]: '0x10' },
      'a restart of less than a minute': { [`up{${a}}`]: '1 0 1x10' },
    },
  },
  {
    alert: 'CourtbridgeProcessGone',
    fires: 'one of two processes is not up',
    series: { [`up{${a}}`]: '1x10', [`up{${b}}`]: '1 0x10' },
    at: '3m',
    quiet: {
      'all are up': { [`up{${a}}`]: '1x10' },
      'a process of another job is not up': { 'up{instance="x",job="other"}': '0x10' },
    },
  },
  {
    alert: 'CourtbridgeDatabaseAway',
    fires: 'the database does not answer a process',
    series: { [`courtbridge_database_up{${a}}`]: '1 0x10', [`courtbridge_database_up{${b}}`]: '1x10' },
    at: '3m',
    quiet: {
      'it answers': { [`courtbridge_database_up{${a}}`]: '1x10' },
      'it did not answer one scrape': { [`courtbridge_database_up{${a}}`]: '1 0 1x10' },
    },
  },
  {
    alert: 'CourtbridgeNotReady',
    fires: '/readyz says no, and the database answers',
    series: { [`courtbridge_ready{${a}}`]: '1 0x10', [`courtbridge_database_up{${a}}`]: '1x10' },
    at: '3m',
    quiet: {
      'it is ready': { [`courtbridge_ready{${a}}`]: '1x10', [`courtbridge_database_up{${a}}`]: '1x10' },
      'the database does not answer, which is another alert': {
        [`courtbridge_ready{${a}}`]: '0x10',
        [`courtbridge_database_up{${a}}`]: '0x10',
      },
      'it is another process whose database answers': {
        [`courtbridge_ready{${a}}`]: '0x10',
        [`courtbridge_database_up{${a}}`]: '0x10',
        [`courtbridge_database_up{${b}}`]: '1x10',
      },
      'it drains, and then ends': [
        { [`courtbridge_ready{${a}}`]: '1 0 _x10', [`courtbridge_database_up{${a}}`]: '1x1 _x10' },
        '8m',
      ],
    },
  },
  {
    alert: 'CourtbridgeErrors',
    fires: '2 % of 60 calls a second are 5xx',
    series: { [calls(200)]: '0+3528x20', [calls(503)]: '0+72x20' },
    at: '12m',
    quiet: {
      '0.5 % are': { [calls(200)]: '0+3582x20', [calls(503)]: '0+18x20' },
      'the errors are 4xx': { [calls(200)]: '0+60x20', [calls(409)]: '0+600x20' },
    },
  },
  {
    alert: 'CourtbridgeAllCallsFail',
    fires: 'one call in five minutes comes, and each fails',
    series: { [calls(200)]: '7x60', [calls(503)]: '0x5 1x5 2x5 3x5 4x5 5x5 6x5 7x5' },
    at: '30m',
    quiet: {
      'one of the calls succeeds': {
        [calls(200)]: '7x18 8x42',
        [calls(503)]: '0x5 1x5 2x5 3x5 4x5 5x5 6x5 7x5',
      },
      'nobody calls': { [calls(200)]: '7x60', [calls(503)]: '4x60' },
      'all calls are rejected with 4xx': { [calls(200)]: '7x60', [calls(409)]: '0+1x60' },
      'only /readyz fails': { [calls(200)]: '7x60', [calls(503, 'none')]: '0+12x60' },
    },
  },
  {
    alert: 'CourtbridgeSlow',
    fires: 'a tenth of the calls take more than half a second',
    series: buckets({ '0.5': '0+54x30', '1': '0+60x30', '+Inf': '0+60x30' }),
    at: '20m',
    quiet: {
      'one in a hundred does': buckets({ '0.5': '0+594x30', '1': '0+600x30', '+Inf': '0+600x30' }),
      'the callers asked to wait': buckets(
        { '0.5': '0+1x30', '1': '0+60x30', '+Inf': '0+60x30' },
        'listChanges',
      ),
    },
  },
  {
    alert: 'CourtbridgeConnectionsWaitedFor',
    fires: 'requests wait for connections for more than five minutes',
    series: { [connections('waiting')]: '0 2x20' },
    at: '10m',
    quiet: {
      'none waits': { [connections('waiting')]: '0x20', [connections('in_use')]: '7x20' },
      'some waited for a minute': { [connections('waiting')]: '0x6 4 0x20' },
    },
  },
  {
    alert: 'CourtbridgeReplicaAway',
    fires: 'the replica does not respond',
    series: { [`courtbridge_replica_up{${a}}`]: '1 0x10' },
    at: '5m',
    quiet: {
      'it responds': { [`courtbridge_replica_up{${a}}`]: '1x10' },
      'no replica is configured': { [`courtbridge_database_up{${a}}`]: '1x10' },
      'it restarted': { [`courtbridge_replica_up{${a}}`]: '1 0 1x10' },
    },
  },
  {
    alert: 'CourtbridgeRefusesByRateLimit',
    fires: 'a partner sends ten requests a second more than its limit',
    series: {
      [calls(429).replace('error_type=""', 'error_type="rate_limit_exceeded"')]: '0+600x60',
    },
    at: '40m',
    quiet: {
      'one request a second more': {
        [calls(429).replace('error_type=""', 'error_type="rate_limit_exceeded"')]: '0+60x60',
      },
      'many requests succeed': { [calls(200)]: '0+6000x60' },
    },
  },
  {
    alert: 'CourtbridgeWebhooksLate',
    fires: 'a webhook has been due for more than five minutes',
    series: { [`courtbridge_webhook_late_seconds{${a}}`]: '0 400+60x30' },
    at: '15m',
    quiet: { 'for one minute': { [`courtbridge_webhook_late_seconds{${a}}`]: '60x30' } },
  },
  {
    alert: 'CourtbridgeWebhookSecretUnreadable',
    fires: 'one of two processes has another key',
    series: {
      [`courtbridge_webhook_secrets_unreadable{${a}}`]: '0x20',
      [`courtbridge_webhook_secrets_unreadable{${b}}`]: '0 3x20',
    },
    at: '10m',
    quiet: {
      'each process decrypts all secrets': { [`courtbridge_webhook_secrets_unreadable{${a}}`]: '0x20' },
      'no key is configured': { [`courtbridge_database_up{${a}}`]: '1x20' },
    },
  },
  {
    alert: 'CourtbridgeWebhookEndpointFailing',
    fires: 'an endpoint has failed for more than an hour',
    series: { [`courtbridge_webhook_failing_seconds{${a}}`]: '0+60x90' },
    at: '70m',
    quiet: {
      'endpoints fail for half an hour each': {
        [`courtbridge_webhook_failing_seconds{${a}}`]: '0+60x30 0+60x30 0+60x30',
      },
    },
  },
  {
    alert: 'CourtbridgeWebhookEndpointPaused',
    fires: 'an endpoint has been paused for an hour',
    series: { [`courtbridge_webhook_endpoints_paused{${a}}`]: '0 1x90' },
    at: '70m',
    quiet: { 'none is paused': { [`courtbridge_webhook_endpoints_paused{${a}}`]: '0x90' } },
  },
  {
    alert: 'CourtbridgeChangesUnnumbered',
    fires: 'a change has no number for more than a minute',
    series: { [`courtbridge_changes_unnumbered_oldest_seconds{${a}}`]: '0+60x20' },
    at: '10m',
    quiet: {
      'each gets one within seconds': { [`courtbridge_changes_unnumbered_oldest_seconds{${a}}`]: '2x20' },
    },
  },
  {
    alert: 'CourtbridgeRecordsNotDropped',
    fires: 'a partition should have been dropped more than a day ago',
    series: {
      [`courtbridge_partition_overdue_seconds{${a},table="changes"}`]: '90000+60x120',
      [`courtbridge_partition_overdue_seconds{${a},table="audit_events"}`]: '0x120',
    },
    at: '70m',
    quiet: {
      'each is dropped within the hour': {
        [`courtbridge_partition_overdue_seconds{${a},table="changes"}`]: '0+60x59 0+60x59',
      },
    },
  },
  {
    alert: 'CourtbridgeEventLoopLags',
    fires: 'the event loop lags for 0.3 s',
    series: { [`nodejs_eventloop_lag_p99_seconds{${a}}`]: '0.3x30' },
    at: '15m',
    quiet: {
      'it lags for 0.02 s': { [`nodejs_eventloop_lag_p99_seconds{${a}}`]: '0.02x30' },
      'it is another service of Node that lags': {
        'nodejs_eventloop_lag_p99_seconds{instance="x",job="other"}': '2x30',
      },
    },
  },
];
