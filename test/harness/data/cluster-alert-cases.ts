import type { AlertCase } from './alert-cases.ts';

const nodes = ['a', 'b', 'c'] as const;
const patroni = (metric: string, instance: string) =>
  `patroni_${metric}{instance="${instance}",job="patroni",scope="courtbridge"}`;
/** Values of one of Patroni's metrics for the nodes a, b and c. */
const ofNodes = (metric: string, ...values: string[]) =>
  Object.fromEntries(values.map((value, index) => [patroni(metric, nodes[index]!), value]));
const etcd = (metric: string, ...values: string[]) =>
  Object.fromEntries(
    values.map((value, index) => [`${metric}{instance="${nodes[index]}",job="etcd"}`, value]),
  );
const backend = (state: string, values: string) => ({
  [`haproxy_backend_status{instance="x",job="haproxy",proxy="postgresql",state="${state}"}`]: values,
});
const connections = (open: string) => ({
  'pg_stat_activity_count{instance="a",datname="courtbridge",state="active"}': open,
  'pg_stat_activity_count{instance="a",datname="courtbridge",state="idle"}': '10x20',
  'pg_settings_max_connections{instance="a"}': '100x20',
});
const disk = (available: string, fstype = 'ext4') => ({
  [`node_filesystem_avail_bytes{instance="a",job="node",mountpoint="/var/lib/postgresql",fstype="${fstype}"}`]:
    available,
  [`node_filesystem_size_bytes{instance="a",job="node",mountpoint="/var/lib/postgresql",fstype="${fstype}"}`]:
    '100x20',
});
/** Positions in the WAL of the primary a and the standby b. A megabyte is 1048576 bytes. */
const lag = (primary: string, replayed: string) => ({
  ...ofNodes('xlog_location', primary, '0x20'),
  ...ofNodes('xlog_replayed_location', '0x20', replayed),
  ...ofNodes('replica', '0x20', '1x20'),
});

export const clusterAlertCases: AlertCase[] = [
  {
    alert: 'ClusterWithoutPrimary',
    fires: 'no node is the primary',
    series: ofNodes('primary', '1 0x10', '0x10', '0x10'),
    at: '3m',
    quiet: {
      'a standby takes over within a minute': ofNodes('primary', '1 0x10', '0 0 1x10'),
      'the primary stays': ofNodes('primary', '1x10', '0x10', '0x10'),
    },
  },
  {
    alert: 'ClusterWithTwoPrimaries',
    fires: 'a frozen primary resumes after a failover',
    series: ofNodes('primary', '1 stale _ 1x10', '0 0 1x11', '0x10'),
    at: '5m',
    quiet: {
      'the role moves': ofNodes('primary', '1 1 0x10', '0 0 1x10', '0x10'),
      'both are primaries at one scrape': ofNodes('primary', '1 1 0x10', '0 1x11', '0x10'),
    },
  },
  {
    alert: 'ClusterWithoutSynchronousStandby',
    fires: 'no node is a synchronous standby',
    series: ofNodes('sync_standby', '0x10', '1 0x10', '0x10'),
    at: '3m',
    quiet: {
      'another standby takes its place': ofNodes('sync_standby', '0x10', '1 stale', '0 0 1x10'),
      'there is one': ofNodes('sync_standby', '0x10', '1x10', '0x10'),
    },
  },
  {
    alert: 'ClusterNodeAway',
    fires: 'Patroni runs on a node without PostgreSQL',
    series: ofNodes('postgres_running', '1x20', '1 0x20', '1x20'),
    at: '8m',
    quiet: {
      'a node restarts': ofNodes('postgres_running', '1x20', '1 0 0 1x20', '1x20'),
      'a process of another job is not up': { 'up{instance="x",job="other"}': '0x20' },
      'all nodes run': { 'up{instance="a",job="patroni"}': '1x20' },
    },
  },
  {
    alert: 'ClusterStandbyLags',
    fires: 'a standby is 300 MB behind',
    series: lag('1048576000x20', '734003200x20'),
    at: '10m',
    quiet: {
      'it is 100 MB behind': lag('1048576000x20', '943718400x20'),
      'the former primary has an old position in the WAL': {
        ...lag('1048576000x20', '1048576000x20'),
        ...ofNodes('replica', '0x20', '0x20'),
      },
    },
  },
  {
    alert: 'ClusterEtcdWithoutMajority',
    fires: 'two of three members see no leader',
    series: {
      ...etcd('up', '1x10', '1x10', '1 0x10'),
      ...etcd('etcd_server_has_leader', '1x10', '1 0x10', '1 0x10'),
    },
    at: '4m',
    quiet: {
      'one of three members is away': {
        ...etcd('up', '1x10', '1x10', '1 0x10'),
        ...etcd('etcd_server_has_leader', '1x10', '1x10', '1 stale'),
      },
      'no etcd is monitored, as on Kubernetes': { 'up{instance="x",job="other"}': '1x10' },
    },
  },
  {
    alert: 'ClusterBackendDown',
    fires: 'no server of a backend responds',
    series: { ...backend('DOWN', '0 1x10'), ...backend('UP', '1 0x10') },
    at: '3m',
    quiet: {
      'a failover takes less than a minute': backend('DOWN', '0 1 0x10'),
      'a server responds': { ...backend('DOWN', '0x10'), ...backend('UP', '1x10') },
    },
  },
  {
    alert: 'ClusterConnectionsNearLimit',
    fires: '85 of 100 connections are open',
    series: connections('75x20'),
    at: '10m',
    quiet: { '70 are open': connections('60x20') },
  },
  {
    alert: 'ClusterDiskFilling',
    fires: '10 % of the disk is free',
    series: disk('10x20'),
    at: '10m',
    quiet: {
      'a fifth is free': disk('20x20'),
      'it is a file system in memory': disk('10x20', 'tmpfs'),
    },
  },
];
