import { describe, expect, it } from 'vitest';
import { keepPartitions, recordTables } from '../../../src/db/record-tables.ts';
import { eraseFormerNames } from '../../../src/services/erasing/erase-former-names.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { later, recorded, sentinel, waiting, waitingLater } from '../../harness/data/erasing.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('erase user on %s', (kind) => {
  // The clock is frozen, so that the time limit never defers work, however busy the machine is.
  const now = Date.now();
  const service = useTestService(kind, { now: () => now });
  const tenant: Tenant = useTenant(service);
  const users = userCalls(service);
  let slot = 0;

  const put = (
    id: string,
    participants: unknown[],
    overrides: Record<string, unknown> = {},
    caller = tenant,
  ) => {
    const body = bookingBody(caller.courtIds[0], { participants, ...overrides }, slot);
    return service.upsertCourtBooking(caller.externalServiceId, id, { token: caller.token, body });
  };
  const bookingOf = (externalId: string) => bookingIdIn(service, externalId);
  const at = (hour: number) => ({ externalUpdatedAt: `2026-11-20T${hour}:00:00Z` });

  it('returns 200 and removes all current and former personal data, but keeps bookings and other users', async () => {
    const other = await service.factories.tenant();
    const { person, texts } = sentinel();
    const bystander = sentinel();
    const { id } = await users.make(tenant, person);
    const neighbour = await users.make(other, bystander.person);
    await service.factories.grantUser(other.externalServiceId, id);
    await service.database.query(
      `insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2, $3)`,
      [other.externalServiceId, `${person.externalUserId}-elsewhere`, id],
    );
    await service.database.query(
      `update users set gender = 'OTHER', main_sport_type = 'SQUASH', playing_hand = 'LEFT' where id = $1`,
      [id],
    );
    await users.getByExternalId(tenant, person.externalUserId);
    const named = [{ email: person.email }, { email: neighbour.email }, { userId: id }].slice(0, 2);
    slot += 1;
    await put('now', named);
    slot += 1;
    await put('by-id', [{ userId: id }]);
    slot += 1;
    await put('earlier', named, at(10));
    await put('earlier', [{ email: neighbour.email }], at(11));
    slot += 1;
    await service.upsertCourtBooking(other.externalServiceId, 'elsewhere', {
      token: other.token,
      body: bookingBody(other.courtIds[0], { participants: [{ email: person.email }] }),
    });
    await users.update(tenant, id, {
      email: `${person.firstName}new@example.com`,
      externalUserId: `${person.firstName}new`,
      firstName: `${person.firstName}new`,
    });
    slot += 1;
    await put('after-change', [{ email: `${person.firstName}new@example.com` }]);
    // The previous release, which serves next to this one, has queries of operators.
    const { id: operatorId } = await service.factories.operator('VIEWER');
    await service.database.query(
      'insert into saved_queries (id, name, document, variables, saved_by_id) values ($1, $2, $2, $3, $4)',
      [newId(), `# ${person.lastName}`, `{ "id": "${person.externalUserId}" }`, operatorId],
    );
    await recorded(service, tenant);
    const stand = await findEverywhere(service.database, texts);
    for (const place of ['users.email', 'user_links.external_user_id', 'court_booking_participants.email'])
      expect(stand.join()).toContain(place);
    expect(stand.join()).toContain('saved_queries.document');
    expect(stand.join()).toContain('saved_queries.variables');
    expect(stand.join()).toMatch(/audit_events\w*\.before/);
    expect(stand.join()).toMatch(/partner_requests\w*\.external_id/);

    const answer = await users.erase(tenant, id);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'ERASED' } });
    expect(Object.keys(answer.body)).toEqual(['id', 'status']);
    expect(await findEverywhere(service.database, texts)).toEqual([]);
    await expect.poll(() => waitingLater(service)).toBe(0);
    expect(await findEverywhere(service.database, texts)).toEqual([]);
    expect(JSON.stringify(service.logLines)).not.toContain(person.firstName);

    const [row] = await service.database.query('select * from users where id = $1', [id]);
    expect(row).toMatchObject({ gender: null, main_sport_type: null, playing_hand: null });
    expect(await service.database.query('select 1 from user_grants where user_id = $1', [id])).toEqual([]);
    const participants = await service.database.query(
      `select user_id as "userId", email from court_booking_participants where court_booking_id = $1 order by position`,
      [await bookingOf('now')],
    );
    expect(participants).toEqual([
      { userId: null, email: null },
      { userId: null, email: neighbour.email },
    ]);
    const [event] = await service.database.query<{ after: { participants: unknown } }>(
      `select after from audit_events where subject_id = $1`,
      [await bookingOf('now')],
    );
    expect(event!.after.participants).toEqual([{ erased: true }, { email: neighbour.email }]);
    expect(await findEverywhere(service.database, [bystander.person.email])).not.toEqual([]);
    expect((await users.get(other, neighbour.id)).body).toMatchObject({
      firstName: bystander.person.firstName,
      externalUserId: bystander.person.externalUserId,
    });
  });

  it('erases identifiers and last names from the names of queries of operators', async () => {
    const { person, texts } = sentinel();
    const { id } = await users.make(tenant, person);
    await users.update(tenant, id, { lastName: `${person.lastName}new` });
    const { id: operatorId } = await service.factories.operator('VIEWER');
    const words = [person.externalUserId, person.lastName, `${person.lastName}new`];
    for (const word of words) {
      const run = (name: string) =>
        service.database.query(
          `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, after)
           values ($1, now(), 'operator', $2::uuid, 'x', 'runQuery', 'operator', $2::uuid, jsonb_build_object('name', $3::text, 'count', 3))`,
          [newId(), operatorId, name],
        );
      await run(`${word}Bookings`);
      await run('Bookings');
    }
    await recorded(service, tenant);
    expect((await users.erase(tenant, id)).status).toBe(200);
    // On a busy machine a background job erases what the response did not wait for.
    await expect.poll(() => findEverywhere(service.database, texts)).toEqual([]);
    const events = await service.database.query<{ after: object }>(
      `select after from audit_events where action = 'runQuery' and actor_id = $1 order by after ->> 'name'`,
      [operatorId],
    );
    expect(events.map(({ after }) => after)).toEqual(
      ['Bookings', 'erased'].flatMap((name) => words.map(() => ({ name, count: 3 }))),
    );
  });

  it('erases former names after the audit events with them were deleted', async () => {
    const { person, texts } = sentinel();
    const { id } = (await service.createUser(tenant.externalServiceId, { token: tenant.token, body: person }))
      .body;
    slot += 1;
    expect((await put('of-the-former', [{ email: person.email }])).status).toBe(201);
    const email = 'known-by-another@example.com';
    expect((await users.update(tenant, id, { email, externalUserId: 'another' })).status).toBe(200);
    await users.getByExternalId(tenant, person.externalUserId);
    await recorded(service, tenant);
    const events = () => service.database.query('select 1 from audit_events where subject_id = $1', [id]);
    expect(await events()).not.toEqual([]);
    const [audit] = recordTables.filter(({ name }) => name === 'audit_events');
    await keepPartitions(service.database, audit!, 730, Date.now() + 800 * 86_400_000);
    expect(await events()).toEqual([]);
    expect(await findEverywhere(service.database, [person.email])).not.toEqual([]);
    expect((await users.erase(tenant, id)).status).toBe(200);
    expect(await findEverywhere(service.database, [...texts, email])).toEqual([]);
  });

  /** Simulates the previous release, which stores no former names. Its audit events have since been deleted. */
  const changedByLastRelease = async () => {
    const { person, texts } = sentinel();
    const { id } = await users.make(tenant, person);
    slot += 1;
    await put(`of-${id}`, [{ email: person.email }]);
    const { query } = service.database;
    await query('update users set email = $2 where id = $1', [id, `new-${person.email}`]);
    await query(
      `insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2, $3)
       on conflict (user_id, external_service_id) do update set external_user_id = excluded.external_user_id`,
      [tenant.externalServiceId, `new-${person.externalUserId}`, id],
    );
    await users.getByExternalId(tenant, person.externalUserId);
    await recorded(service, tenant);
    await query('delete from audit_events where subject_id = $1 or subject_id = $2', [
      id,
      await bookingOf(`of-${id}`),
    ]);
    return { id, texts };
  };

  it('erases former names that the previous release replaced', async () => {
    const { id, texts } = await changedByLastRelease();
    expect((await users.erase(tenant, id)).status).toBe(200);
    expect(await findEverywhere(service.database, texts)).toEqual([]);
  });

  it('erases former names of users erased by the previous release in a background job', async () => {
    const { id, texts } = await changedByLastRelease();
    const { query } = service.database;
    await query('delete from user_links where user_id = $1', [id]);
    await query(
      'update users set email = null, first_name = null, last_name = null, birthday = null, erased_at = now() where id = $1',
      [id],
    );
    // Update the outbox first. Rows that are sequenced meanwhile are then found in the changes.
    for (const table of ['change_outbox', 'changes'])
      await query(`update ${table} set data = '{}' where subject_id = $1`, [id]);
    expect(await findEverywhere(service.database, texts)).not.toEqual([]);
    await eraseFormerNames({ database: service.database, newId, now: Date.now, requestId: 'erasing' });
    await later(service);
    expect(await findEverywhere(service.database, texts)).toEqual([]);
    expect(await query('select from former_user_names where user_id = $1', [id])).toEqual([]);
  });

  it('erases the external id of a rejected creation with the same address, even if recorded late', async () => {
    const { person, texts } = sentinel();
    const create = (body: object) =>
      service.createUser(tenant.externalServiceId, { token: tenant.token, body });
    const { id } = (await create(person)).body;
    const [early, late] = [sentinel().person.externalUserId, sentinel().person.externalUserId];
    const refused = await create({ ...person, externalUserId: early });
    expect([refused.status, refused.body.error.type]).toEqual([409, 'email_already_in_use']);
    expect(JSON.stringify(refused.body)).not.toContain(id);
    await recorded(service, tenant);
    expect(await findEverywhere(service.database, [early])).not.toEqual([]);
    await create({ ...person, externalUserId: late });
    expect((await users.erase(tenant, id)).status).toBe(200);
    expect(await findEverywhere(service.database, [...texts, early])).toEqual([]);
    await recorded(service, tenant);
    // Another process records its request only now.
    await service.database.query(
      'update partner_requests set external_id = $2 where conflicting_ids = array[$1::uuid]',
      [id, late],
    );
    await expect.poll(() => waitingLater(service)).toBe(0);
    expect(await findEverywhere(service.database, [late])).toEqual([]);
  });

  it.each(['the person who was changed', 'the person who has the address'])(
    'no identifier of a rejected request is left in any record after erasing %s',
    async (which) => {
      const other = await service.factories.tenant();
      const holder = await users.make(other, sentinel().person);
      const { id } = await users.make(tenant, sentinel().person);
      const sent = Array.from({ length: 5 }, () => sentinel().person.externalUserId);
      const body = (n: number) => ({ ...sentinel().person, externalUserId: sent[n]!, email: holder.email });
      const { externalUserId: _, ...fields } = body(2);
      const item = (n: number) => ({ action: 'upsert', ...body(n) });
      const answers = [
        await users.update(tenant, id, { externalUserId: sent[0], email: holder.email }),
        await service.createUser(tenant.externalServiceId, { token: tenant.token, body: body(1) }),
        await users.upsert(tenant, sent[2]!, fields),
        await users.batch(tenant, [item(3)]),
        await users.batch(tenant, [item(4)], { atomic: true }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 200, 409]);
      await recorded(service, tenant);
      // That of the change could be found with neither person.
      const named = (await findEverywhere(service.database, sent)).join();
      expect(sent.map((each) => named.includes(each))).toEqual([false, true, true, true, true]);
      const isChanged = which === 'the person who was changed';
      const erased = isChanged ? await users.erase(tenant, id) : await users.erase(other, holder.id);
      expect(erased.status).toBe(200);
      await later(service);
      const left = isChanged ? [sent[0]!] : sent;
      expect(await findEverywhere(service.database, left)).toEqual([]);
    },
  );

  it('returns the same response again without a change, and rejects a service that only has access', async () => {
    const other = await service.factories.tenant();
    const { id } = await users.make(tenant);
    await service.factories.grantUser(other.externalServiceId, id);
    const first = await users.erase(tenant, id);
    await later(service);
    const before = await contentsOf(service.database);
    expect((await users.erase(tenant, id)).body).toEqual(first.body);
    expect((await users.erase(other, id)).body.error.type).toBe('user_access_denied');
    expect(await contentsOf(service.database)).toEqual(before);
  });

  it('frees the address and external id for a new user, whose bookings the background job keeps', async () => {
    const { person } = sentinel();
    const { id } = await users.make(tenant, person);
    slot += 1;
    await put('of-the-old', [{ email: person.email }]);
    await users.erase(tenant, id);
    slot += 1;
    expect((await put('names-erased', [{ userId: id }])).body.error.type).toBe('user_access_denied');
    const again = await service.createUser(tenant.externalServiceId, { token: tenant.token, body: person });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
    slot += 1;
    await put('of-the-new', [{ email: person.email }]);
    await users.getByExternalId(tenant, person.externalUserId);
    await later(service);
    const names = async (booking: string) =>
      service.database.query('select email from court_booking_participants where court_booking_id = $1', [
        await bookingOf(booking),
      ]);
    expect(await names('of-the-new')).toEqual([{ email: person.email }]);
    expect(await names('of-the-old')).toEqual([{ email: null }]);
    expect((await users.get(tenant, again.body.id)).body.firstName).toBe(person.firstName);
  });

  it('keeps a former address that now belongs to another user', async () => {
    const { person } = sentinel();
    const { id } = await users.make(tenant, person);
    await users.update(tenant, id, { email: 'another-one@example.com', externalUserId: 'another-one' });
    const heir = await users.make(tenant, { email: person.email, externalUserId: person.externalUserId });
    slot += 1;
    await put('of-the-heir', [{ email: heir.email }]);
    await users.erase(tenant, id);
    await later(service);
    expect((await users.getByExternalId(tenant, person.externalUserId)).body.id).toBe(heir.id);
    const [row] = await service.database.query(
      'select email from court_booking_participants where court_booking_id = $1',
      [await bookingOf('of-the-heir')],
    );
    expect(row).toEqual({ email: person.email });
  });

  it('continues an unfinished erasure in another process', async () => {
    const { person } = sentinel();
    const { id } = await users.make(tenant, person);
    slot += 1;
    await put('left-behind', [{ email: person.email }]);
    const text = `select id, before, after from audit_events where subject_id = $1`;
    const events = await service.database.query<{ id: string; after: unknown }>(text, [
      await bookingOf('left-behind'),
    ]);
    await users.erase(tenant, id);
    await later(service);
    // The state after a process was killed following its first transaction.
    await service.database.query(
      `insert into erasures (id, addresses, hashes, walked_to, until, due_at)
       values ($1, array[$2], array[encode(sha256(convert_to($2, 'UTF8')), 'hex')], $3, $4, now() + interval '1 hour')`,
      [newId(), person.email, '00000000-0000-0000-0000-000000000000', newId()],
    );
    await service.database.query('update audit_events set after = $2 where id = $1', [
      events[0]!.id,
      JSON.stringify(events[0]!.after),
    ]);
    await service.database.query(
      'update court_booking_participants set email = $2 where court_booking_id = $1',
      [await bookingOf('left-behind'), person.email],
    );
    expect(await findEverywhere(service.database, [person.email])).not.toEqual([]);
    // From now on, any process may continue it.
    await service.database.query('update erasures set due_at = now() where $1', [true]);
    await later(service, 1_000);
    expect(await findEverywhere(service.database, [person.email])).toEqual([]);
    expect(await waiting(service)).toBe(1);
    await expect.poll(() => waitingLater(service)).toBe(0);
  });
});
