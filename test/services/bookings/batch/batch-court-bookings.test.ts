import { expect, it } from 'vitest';
import { openPostgresql } from '../../../../src/db/connection/open-postgresql.ts';
import { inLineBehind } from '../../../harness/assertions/in-line.ts';
import { bookingBody } from '../../../harness/data/factories.ts';
import { execute } from '../../../harness/global-setup.ts';
import { startServiceOn } from '../../../harness/servers/test-service.ts';
import { useTestService } from '../../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');

it('an atomic batch locks its courts in the order of their ids, whatever their physical order or order of the items', async () => {
  const { externalServiceId, courtIds, token } = await service.factories.tenant();
  const [first, second] = [...courtIds].sort() as [string, string];
  // The update moves the row behind the other one, so that a scan returns it later.
  await service.database.query('update courts set name = name where id = $1', [first]);
  const alter = `alter database ${new URL(service.url).pathname.slice(1)}`;
  for (const way of ['indexscan', 'bitmapscan'])
    await execute(service.url, `${alter} set enable_${way} = off`);
  const database = await openPostgresql({ url: service.url, poolSize: 2 });
  const other = await startServiceOn({ database, url: service.url, drop: () => database.close() });
  const items = [second, first].map((court, n) => ({
    action: 'upsert',
    externalCourtBookingId: `${n}`,
    ...bookingBody(court),
  }));
  const sent = await inLineBehind(
    service.url,
    ['select from courts where id = $1 for update', first],
    () => other.batchCourtBookings(externalServiceId, { token, body: { atomic: true, items } }),
    1,
    // A batch that waits for the first court has not locked the second.
    (holder) => holder.query('select from courts where id = $1 for update nowait', [second]),
  );
  await other.stop();
  await execute(service.url, `${alter} reset all`);
  expect(sent.body.summary).toMatchObject({ created: 2 });
});
