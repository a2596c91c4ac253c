import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

describe.each(databaseKinds)('create user on %s', (kind) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService(kind);
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

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

  it('accepts a birthday as it is returned, as midnight in UTC', async () => {
    for (const birthday of ['2000-02-29T00:00:00.000Z', '2000-02-29T00:00:00Z']) {
      const { status, body } = await create(userBody({ birthday }));
      expect([status, body.birthday]).toEqual([201, '2000-02-29T00:00:00.000Z']);
    }
    for (const birthday of ['2000-02-29T00:00:00.001Z', '2000-02-29T00:00:00+01:00', '2001-02-29T00:00:00Z'])
      expect((await create(userBody({ birthday }))).status).toBe(400);
  });

  it('returns 201 without a birthday field if it is not set', async () => {
    const { birthday: _birthday, ...body } = userBody();
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('birthday');
  });

  it('returns 200 with the unchanged stored user for the same pair', async () => {
    const body = userBody();
    const first = await create(body);
    const before = await contentsOf(service.database);
    const again = await create({
      ...body,
      email: String(body.email).toUpperCase(),
      firstName: 'Somebody',
      lastName: 'Else',
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await contentsOf(service.database)).toEqual(before);
  });

  it('returns 200 with the values that operators have set since', async () => {
    const body = userBody();
    const { body: created } = await create(body);
    await service.database
      .em()
      .execute(
        "update users set gender = 'MALE', main_sport_type = 'TENNIS', playing_hand = 'LEFT' where id = ?",
        [created.id],
      );
    expect((await create(body)).body).toEqual({
      ...created,
      gender: 'MALE',
      mainSportType: 'TENNIS',
      playingHand: 'LEFT',
    });
  });

  it('returns 409 email_already_in_use before external_user_id_already_in_use if both are in use', async () => {
    const [one, two] = [userBody(), userBody()];
    await create(one);
    await create(two);
    const { body } = await create(userBody({ email: one.email, externalUserId: two.externalUserId }));
    expect(body.error.type).toBe('email_already_in_use');
  });

  it('returns 409 email_already_in_use for an address of another external service, in any case', async () => {
    const other = await service.factories.tenant();
    const body = userBody();
    await create(body, other);
    const answer = await create(userBody({ email: String(body.email).toUpperCase() }));
    expect(answer.body.error.type).toBe('email_already_in_use');
  });

  it('returns 201 for an externalUserId that another service uses, or that differs in case', async () => {
    const other = await service.factories.tenant();
    const body = userBody();
    await create(body);
    expect((await create(userBody({ externalUserId: body.externalUserId }), other)).status).toBe(201);
    const upper = String(body.externalUserId).toUpperCase();
    expect((await create(userBody({ externalUserId: upper }))).status).toBe(201);
  });

  it('returns 201 for addresses that differ in a +tag or dots', async () => {
    const { email } = userBody();
    expect((await create(userBody({ email }))).status).toBe(201);
    expect((await create(userBody({ email: String(email).replace('@', '+tag@') }))).status).toBe(201);
  });

  it('stores nothing after an error', async () => {
    const body = userBody();
    await create(body);
    const before = await contentsOf(service.database);
    await create(userBody({ email: body.email }));
    await create(userBody({ externalUserId: body.externalUserId }));
    await create(userBody({ firstName: '' }));
    expect(await contentsOf(service.database)).toEqual(before);
  });

  it('records the actor and the request in an audit event', async () => {
    const { externalServiceId, token, tokenId } = tenant;
    const { body, headers } = await service.createUser(externalServiceId, { token, body: userBody() });
    const [event] = await service.database
      .em()
      .execute(
        'select actor_type, actor_id, action, subject_id, before from audit_events where request_id = ?',
        [headers.get('x-request-id')],
      );
    expect(event).toEqual({
      actor_type: 'api_token',
      actor_id: tokenId,
      action: 'createUser',
      subject_id: body.id,
      before: null,
    });
  });
});
