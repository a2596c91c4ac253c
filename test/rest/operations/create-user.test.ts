import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('create user on %s', (kind) => {
  const service = useTestService(kind);
  const tenant = useTenant(service);

  const create = (body: unknown, { externalServiceId, token } = tenant) =>
    service.createUser(externalServiceId, { token, body });

  it('returns 201 with the documented fields, the birthday as midnight in UTC, and no unset fields', async () => {
    const { status, body } = await create(userBody({ birthday: '2000-02-29' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthday: '2000-02-29T00:00:00.000Z',
    });
  });

  it('stores nothing after an error, and for the same pair', async () => {
    const body = userBody();
    await create(body);
    const before = await contentsOf(service.database);
    await create(userBody({ email: body.email }));
    await create(userBody({ externalUserId: body.externalUserId }));
    await create(userBody({ firstName: '' }));
    const email = String(body.email).toUpperCase();
    expect((await create({ ...body, email, firstName: 'Somebody' })).status).toBe(200);
    expect(await contentsOf(service.database)).toEqual(before);
  });
});
