import { expect, it } from 'vitest';
import { copyDatabase } from '../../../src/db/connection/copy-database.ts';
import { Operator } from '../../../src/db/entities/operator.ts';
import { Organization } from '../../../src/db/entities/organization.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';

it('copies all rows of a database or none', async () => {
  const [from, to] = [await createTestDatabase('postgresql'), await createTestDatabase('postgresql')];
  const em = from.database.em();
  em.create(Organization, { id: crypto.randomUUID(), name: 'Club' });
  em.create(Operator, { id: crypto.randomUUID(), name: 'Ada', role: 'ADMIN', secretHash: Buffer.from('x') });
  await em.flush();
  const copied = async () => [
    await to.database.em().count(Organization),
    await to.database.em().count(Operator),
  ];
  // Either table may be the first.
  for (const table of ['organizations', 'operators']) {
    await to.database.query(`alter table ${table} add constraint refuses check (name = '')`, []);
    await expect(copyDatabase(from.database, to.database, () => {})).rejects.toThrow('refuses');
    expect(await copied(), table).toEqual([0, 0]);
    await to.database.query(`alter table ${table} drop constraint refuses`, []);
  }
  const counts = await copyDatabase(from.database, to.database, () => {});
  expect([counts.get('organizations'), counts.get('operators')]).toEqual([1, 1]);
  expect(await copied()).toEqual([1, 1]);
  await from.drop();
  await to.drop();
});
