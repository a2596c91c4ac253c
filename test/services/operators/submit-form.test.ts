import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { deleteOldForms, submitForm } from '../../../src/services/operators/submit-form.ts';
import { startTestService } from '../../harness/servers/test-service.ts';

it('forgets a form only when it can no longer be sent', async () => {
  const { database, factories, stop } = await startTestService('postgresql');
  const operator = authorizeAnyOperator({
    id: (await factories.operator('ADMIN')).id,
    name: 'x',
    role: 'ADMIN',
  });
  const [kept, old] = [uuidv7(), uuidv7()];
  const send = (id: string, now = Date.now) => submitForm({ database, now }, operator, id);
  expect([await send(kept), await send(old), await send(kept)]).toEqual([true, true, false]);
  await database.query(
    "update submitted_forms set submitted_at = submitted_at - interval '25 hours' where id = $1",
    [old],
  );
  await deleteOldForms(database);
  const rows = await database.query<{ id: string }>('select id from submitted_forms', []);
  expect(rows).toEqual([{ id: kept }]);
  const later = () => Date.now() + 25 * 3_600_000;
  await expect(send(old, later)).rejects.toMatchObject({ type: 'confirmation_outdated' });
  await stop();
});
