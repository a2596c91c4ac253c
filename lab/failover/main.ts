// `npm run lab -- failover [faults] [losing-case] [broken]`: three PostgreSQL nodes under Patroni, with etcd, HAProxy and PgBouncer, two
// processes of the service, and 16 clients that send each request again until it is acknowledged. Provokes faults, and checks that nothing
// that was acknowledged is lost. Then shows that the check fails on broken variants. Needs Linux, root (for the disks in memory), and
// Debian's packages patroni, etcd-server, haproxy, pgbouncer and postgresql-15.
//
// LAB_FAULTS=switchover,frozen runs only the faults whose name contains one of these texts.
import { note, report, runParts } from '../report.ts';
import { measureBroken } from './broken.ts';
import { measureLosingCase } from './losing-case.ts';
import { measureFaults } from './measure-faults.ts';

export const failover = { faults: measureFaults, 'losing-case': measureLosingCase, broken: measureBroken };

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const rows = await runParts(failover, process.argv.slice(2), {});
  report(rows, 'Patroni, etcd, HAProxy and PgBouncer of Debian 12');
  note('done');
  process.exit();
}
