// `npm run lab -- lists [rows]`: the database time of each filter of the operators' lists, with 1,000,000 rows by default.

import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { explainedIn, explainingSettings } from '../../test/harness/assertions/explained.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import {
  argumentsOf,
  listCases,
  listOrders,
  pagesOf,
  sortedPages,
} from '../../test/harness/data/list-cases.ts';
import { fillWithListData } from '../../test/harness/data/list-data.ts';
import { startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { startProcess } from '../../test/harness/servers/process.ts';
import { HttpClient } from '../load/http-client.ts';
import { requestWith } from '../load/request.ts';
import { note } from '../report.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const limitMillis = 50;
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=2GB',
  'max_wal_size=20GB',
  'autovacuum=off',
];

const server = await startPostgresql({ settings: [...settings, ...explainingSettings] });
try {
  const database = await openPostgresql({ url: server.url, poolSize: 2 });
  await migrate(database);
  const counts = {
    bookings: rows,
    partnerRequests: rows,
    auditEvents: rows,
    courts: 20_000,
    services: 1_000,
  };
  await fillWithListData(server.url, { ...counts, days: 730, requestDays: 30 }, note);
  const { secret } = await createFactories(database).operator('VIEWER');
  const [user] = await database.query<{ id: string }>('select id from users where email = $1', [
    'user-0@example.com',
  ]);
  await database.close();
  const service = startProcess({ DATABASE_URL: server.url, DRAIN_GRACE_MS: '0' });
  const client = new HttpClient(Number(new URL(await service.ready).port), 60_000);
  const ask = async (query: string) => {
    const outcome = await client.send(requestWith(secret, 'POST', '/graphql', { query }));
    return 'text' in outcome && !outcome.text.includes('"errors"');
  };
  /** The database time of the slowest statement of a page, in milliseconds. */
  const measure = async (filter: string, value: string, page: string) => {
    const [list, args] = argumentsOf(filter, value.replace('USER', `"${user!.id}"`));
    const query = `{ ${list}(${page}, ${args}) { nodes { id } } }`;
    // The first request reads from the disk and is not measured.
    await ask(query);
    const before = server.readLog().length;
    if (!(await ask(query))) return Number.POSITIVE_INFINITY;
    return Math.max(...explainedIn(server.readLog().slice(before)).map(({ milliseconds }) => milliseconds));
  };
  const report = async (filter: string, order: string, value: string, pages: readonly string[]) => {
    let worst = 0;
    for (const page of pages) worst = Math.max(worst, await measure(filter, value, page));
    const verdict = worst > limitMillis ? '  too long' : '';
    process.stdout.write(
      `${(filter + order).padEnd(54)} ${value.slice(0, 40).padEnd(40)} ${worst.toFixed(1).padStart(8)} ms${verdict}\n`,
    );
  };
  for (const filter of Object.keys(listCases)) {
    const orders = Object.entries(listOrders[filter.split('.')[0]!] ?? {});
    for (const value of listCases[filter]!) {
      await report(filter, '', value, pagesOf(filter));
      for (const [field, values] of orders)
        await report(filter, `, by ${field}`, value, sortedPages(field, values));
    }
  }
  client.close();
  service.child.kill('SIGTERM');
  await service.exited;
} finally {
  await server.stop();
}
