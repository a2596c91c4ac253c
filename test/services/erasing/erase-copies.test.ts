import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { firstId, millisOf } from '../../../src/db/id-parts.ts';
import type { Erasure } from '../../../src/db/queries/jobs/erasures.ts';
import type { UserLinkId } from '../../../src/db/queries/partners/user-identifiers.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { eraseFirstCopies, eraseFurtherCopies } from '../../../src/services/erasing/erase-copies.ts';
import { beginErasure } from '../../../src/services/erasing/erasure.ts';
import { eraseGuest } from '../../../src/services/users/erase-guest.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { holdingDatabase } from '../../harness/servers/holding-database.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const guest = 'sentinel-guest@example.com';
const other = 'somebody-else@example.com';

describe('copies too numerous to erase before the response', () => {
  const test = useTestDatabase();
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createFactories(test.database).tenant(1);
    // Creates 250 one-hour bookings in which the guest takes part or took part, with 30 events each. Bookings and events fill several
    // pages.
    await test.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, 'b' || n, $2, timestamptz '2027-01-01Z' + n * interval '1 hour',
         timestamptz '2027-01-01Z' + (n + 1) * interval '1 hour', now()
       from generate_series(1, 250) n`,
      [tenant.externalServiceId, tenant.courtIds[0]],
    );
    await test.database.query(
      `insert into court_booking_participants (court_booking_id, position, email)
       select id, 0, case when external_court_booking_id like '%5' then $2 else $1 end from court_bookings`,
      [guest, other],
    );
    await test.database.query(
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)
       select gen_random_uuid(), now(), 'api_token', $1, 'x', 'upsertCourtBooking', 'court_booking', id, null,
         jsonb_build_object('participants', jsonb_build_array(
           jsonb_build_object('email', $2::text), jsonb_build_object('email', $3::text), jsonb_build_object('userId', $1::uuid)
         ))
       from court_bookings, generate_series(1, 30)
       where $1::uuid is not null`,
      [tenant.tokenId, guest, other],
    );
    // The ids sort by time, as if created earlier. Only the search finds the last ones.
    await test.database.query(
      `update audit_events e set id = overlay(
         e.id::text placing case when external_court_booking_id like '%5' then '00000001' else '00000000' end from 1 for 8
       )::uuid
       from court_bookings b where b.id = subject_id and $1::boolean`,
      [true],
    );
  });

  const count = async (from: string, parameters: unknown[]) =>
    (await test.database.query(`select 1 from ${from}`, parameters)).length;
  const named = () => count('court_booking_participants where email = $1', [guest]);

  it('are erased in pieces, partly after the response, until no copy is left', async () => {
    const { id } = await createFactories(test.database).operator();
    const administrator = authorizeAdministrator({ id, name: 'admin', role: 'ADMIN' });
    // Each clock reading is 100 ms later, so that only some pieces fit before the response.
    let millis = Date.now();
    const context = {
      database: test.database,
      newId,
      now: () => {
        millis += 100;
        return millis;
      },
      requestId: 'x',
    };
    const address = 'with-an-account@example.com';
    await test.database.query(
      `insert into users (id, email, first_name, last_name, managed_by_id) select $1, $2, 'Ada', 'L', id from external_services limit 1`,
      [newId(), address],
    );
    await expect(eraseGuest(context, administrator, { email: address })).rejects.toMatchObject({
      type: 'email_of_user',
    });
    expect(await eraseGuest(context, administrator, { email: guest })).toEqual({ courtBookings: 225 });
    const left = await named();
    expect(left).toBeGreaterThan(150);
    expect(left).toBeLessThan(225);
    expect(await count('erasures where addresses = array[$1]', [guest])).toBe(1);

    const later = { ...context, now: () => Date.now() + 5_000 };
    await Promise.all([eraseFurtherCopies(later), eraseFurtherCopies(later)]);
    expect(await findEverywhere(test.database, [guest])).toEqual([]);
    expect(await count('erasures where settling and addresses is null and $1::boolean', [true])).toBe(1);
    await eraseFurtherCopies({ ...context, now: () => Date.now() + 120_000 });
    expect(await count('erasures where $1::boolean', [true])).toBe(0);

    expect(await count('court_bookings where $1::boolean', [true])).toBe(250);
    expect(await count('court_booking_participants where email = $1', [other])).toBe(25);
    const [event] = await test.database.query<{ participants: unknown; events: number }>(
      `select after -> 'participants' as participants, count(*)::int as events from audit_events
       where subject_type = 'court_booking' and $1::boolean group by 1`,
      [true],
    );
    expect(event).toEqual({
      participants: [{ erased: true }, { email: other }, { userId: tenant.tokenId }],
      events: 7_500,
    });
  });
});

describe('erasing copies of one person at chosen times', () => {
  const start = Date.parse('2026-11-20T12:00:00Z');
  const test = useTestDatabase();
  let tenant: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    const factories = createFactories(test.database);
    [tenant, other] = [await factories.tenant(1), await factories.tenant(1)];
  });
  afterEach(async () => {
    for (const table of [
      ...['erasures', 'partner_requests', 'saved_queries', 'audit_events'],
      ...['change_outbox', 'court_booking_participants', 'court_bookings'],
    ])
      await test.database.query(`delete from ${table} where $1::boolean`, [true]);
  });

  let ids = 0;
  const idAt = (millis: number) => {
    ids += 1;
    return uuidv7({ msecs: millis, seq: ids });
  };
  const at = (millis: number | (() => number), database: Database = test.database) => {
    const now = () => start + (typeof millis === 'number' ? millis : millis());
    return { database, now, newId: () => idAt(now()), requestId: 'x' };
  };
  const begin = (millis: number, addresses: string[], links: UserLinkId[] = []) =>
    beginErasure(test.database.query, at(millis), { addresses, links });
  const eraseFirst = (erasure: Erasure, millis: number | (() => number), database?: Database) =>
    eraseFirstCopies(at(millis, database), [erasure], undefined);
  const eraseFurther = (millis: number | (() => number), database?: Database) =>
    eraseFurtherCopies(at(millis, database));
  const linkOf = (externalUserId: string, { externalServiceId } = tenant): UserLinkId => ({
    externalServiceId,
    externalUserId,
  });
  const erasures = async () => {
    const rows = await test.database.query<Omit<Erasure, 'hashes' | 'createdAt'> & { dueIn: number }>(
      `select id, addresses, links, settling, until, walked_to as "walkedTo",
         (extract(epoch from due_at) * 1000)::float8 - $1 as "dueIn" from erasures order by id`,
      [start],
    );
    return rows.map(({ id, until, ...row }) => ({ ...row, until: millisOf(until) - start }));
  };
  const since = (id: string) => millisOf(id) - start;

  let requests = 0;
  /** Records a partner request for an external id, the given milliseconds after the start, and returns its name. */
  const record = async (externalId: string, millis: number, operation = 'createUser', by = tenant) => {
    requests += 1;
    const name = `request-${requests}`;
    await test.database.query(
      `insert into partner_requests
         (id, at, external_service_id, operation, external_id, status, issue_paths, milliseconds, request_id)
       values ($1, now(), $2, $3, $4, 201, '{}', 1, $5)`,
      [idAt(start + millis), by.externalServiceId, operation, externalId, name],
    );
    return name;
  };
  const recorded = async (names: string[]) => {
    const rows = await test.database.query<{ name: string; id: string | null }>(
      'select request_id as name, external_id as id from partner_requests where request_id = any ($1::text[])',
      [names],
    );
    return names.map((name) => rows.find((row) => row.name === name)!.id);
  };

  let bookings = 0;
  const book = async (emails: string[]) => {
    bookings += 1;
    const id = idAt(start);
    await test.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       values ($1, $2, $3, $4, timestamptz '2027-01-01Z' + $5 * interval '1 hour', timestamptz '2027-01-01Z' + ($5 + 1) * interval '1 hour', now())`,
      [id, tenant.externalServiceId, `b${bookings}`, tenant.courtIds[0], bookings],
    );
    for (const [position, email] of emails.entries())
      await test.database.query(
        'insert into court_booking_participants (court_booking_id, position, email) values ($1, $2, $3)',
        [id, position, email],
      );
    return id;
  };
  /** Records an event that removed a participant from a booking, the given milliseconds after the start. */
  const takeOut = async (booking: string, email: string, millis: number) => {
    const id = idAt(start + millis);
    await test.database.query(
      `insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)
       values ($1, now(), 'api_token', $1, 'x', 'upsertCourtBooking', 'court_booking', $2, $3, '{"participants": []}')`,
      [id, booking, JSON.stringify({ participants: [{ email }] })],
    );
    return id;
  };
  const isNamed = async (email: string) =>
    (await findEverywhere(test.database, [email])).some((place) => !place.startsWith('erasures.'));

  it('erases external ids from requests about users of the same service, and deletes saved queries', async () => {
    const { id } = await createFactories(test.database).operator();
    await test.database.query(
      `insert into saved_queries (id, name, document, saved_by_id) values ($1, 'x', '{ a(b: "ada") }', $2)`,
      [idAt(start), id],
    );
    const gone = [
      await record('ada', -1_000),
      await record('ada', 500, 'getUserByExternalId'),
      await record('ada', 5_000, 'updateUser'),
    ];
    const staying = [
      await record('ada', -1_000, 'upsertCourtBooking'),
      await record('ada', -1_000, 'createUser', other),
      await record('adam', -1_000),
    ];
    await eraseFirst(await begin(0, [], [linkOf('nobody'), linkOf('ada')]), 100);
    expect(await recorded(gone)).toEqual([null, null, null]);
    expect(await recorded(staying)).toEqual(['ada', 'ada', 'adam']);
    expect(await test.database.query('select document from saved_queries where $1', [true])).toEqual([]);
    const begun = { addresses: null, links: null, settling: false, walkedTo: firstId };
    expect(await erasures()).toEqual([{ ...begun, until: 100, dueIn: 100 }]);
  });

  it('erases all requests, even more than one statement changes', async () => {
    await test.database.query(
      `insert into partner_requests
         (id, at, external_service_id, operation, external_id, status, issue_paths, milliseconds, request_id)
       select gen_random_uuid(), now(), $1, 'createUser', 'often', 201, '{}', 1, 'x' from generate_series(1, 1001)`,
      [tenant.externalServiceId],
    );
    await eraseFirst(await begin(0, [], [linkOf('often')]), 0);
    expect(await test.database.query("select from partner_requests where external_id = 'often'", [])).toEqual(
      [],
    );
  });

  it('erases the address from all bookings, even more than one batch and without audit events', async () => {
    const email = 'everywhere@example.com';
    await test.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, 'many' || n, $2, timestamptz '2028-01-01Z' + n * interval '1 hour',
         timestamptz '2028-01-01Z' + (n + 1) * interval '1 hour', now() from generate_series(1, 101) n`,
      [tenant.externalServiceId, tenant.courtIds[0]],
    );
    await test.database.query(
      'insert into court_booking_participants (court_booking_id, position, email) select id, 0, $1 from court_bookings',
      [email],
    );
    await eraseFirst(await begin(0, [email]), 0);
    expect(await isNamed(email)).toBe(false);
    expect(
      await test.database.query('select from court_booking_participants where email is null', []),
    ).toHaveLength(101);
  });

  it('another process continues an abandoned erasure after 15 s, with what was recorded before it began', async () => {
    const [email, booking] = [
      'left-behind@example.com',
      await book(['left-behind@example.com', 'x@example.com']),
    ];
    const names = [await record('left', -1), await record('left', 1)];
    await begin(0, [email], [linkOf('left')]);
    await eraseFurther(14_999);
    expect(await recorded(names)).toEqual(['left', 'left']);
    expect(await erasures()).toMatchObject([{ addresses: [email], dueIn: 15_000, settling: false }]);
    await eraseFurther(15_000);
    expect(await recorded(names)).toEqual([null, 'left']);
    expect(
      await test.database.query(
        'select email from court_booking_participants where court_booking_id = $1 order by position',
        [booking],
      ),
    ).toEqual([{ email: null }, { email: 'x@example.com' }]);
    expect(await erasures()).toMatchObject([{ addresses: null, links: null, until: 0, settling: true }]);
  });

  it('erases late records after one minute, except for reused external ids, and then ends the erasure', async () => {
    const factories = createFactories(test.database);
    const erasure = await begin(0, [], [linkOf('late'), linkOf('again')]);
    await eraseFirst(erasure, 500);
    const userId = idAt(start);
    await test.database.query(
      `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, 'again@example.com', 'A', 'B', $2)`,
      [userId, tenant.externalServiceId],
    );
    await test.database.query(
      `insert into user_links (external_service_id, external_user_id, user_id) values ($1, 'again', $2)`,
      [tenant.externalServiceId, userId],
    );
    await eraseFurther(600);
    const [settling] = await erasures();
    expect(settling).toMatchObject({ settling: true, dueIn: 60_000 });
    expect(since(settling!.walkedTo)).toBe(-60_000);
    const late = [await record('late', -60_000), await record('late', 0), await record('late', 2_499)];
    const staying = [
      await record('late', -60_001),
      await record('late', 2_500),
      await record('late', 0, 'upsertCourtBooking'),
      await record('late', 0, 'createUser', await factories.tenant(1)),
      await record('later', 0),
      await record('again', 0),
    ];
    await eraseFurther(59_999);
    expect(await recorded(late)).toEqual(['late', 'late', 'late']);
    await eraseFurther(60_000);
    expect(await recorded(late)).toEqual([null, null, null]);
    expect(await recorded(staying)).toEqual(['late', 'late', 'late', 'late', 'later', 'again']);
    expect(await erasures()).toEqual([]);
    await test.database.query('delete from user_links where user_id = $1', [userId]);
    await test.database.query('delete from users where id = $1', [userId]);
  });

  it('saves the progress with each piece, and another process continues from there', async () => {
    const [email, booking] = ['walked@example.com', await book([])];
    const event = await takeOut(booking, email, 0);
    await begin(1, [], []);
    let millis = 20_000;
    const holding = holdingDatabase(test.database);
    holding.hold('with page as materialized');
    const working = eraseFurther(() => millis, holding.database);
    await expect.poll(() => holding.isHolding()).toBe(true);
    // No other process may continue the erasure before `dueIn`.
    expect(await erasures()).toMatchObject([{ walkedTo: firstId, dueIn: 35_000 }]);
    millis = 30_000;
    await eraseFurther(30_000);
    expect(await erasures()).toMatchObject([{ walkedTo: firstId, settling: false }]);
    holding.hold('greatest(walked_to');
    holding.letGo();
    await expect.poll(() => holding.isHolding()).toBe(true);
    expect(await erasures()).toMatchObject([{ walkedTo: event, dueIn: 45_000, settling: false }]);
    holding.letGo();
    await working;
    expect(await erasures()).toMatchObject([{ settling: true }]);

    // If events of the same person were already searched up to one of them, only the later ones are searched.
    const hash = createHash('sha256').update(email).digest('hex');
    const upTo = await takeOut(await book([]), email, 1);
    await takeOut(await book([]), email, 2);
    const later = idAt(start + 10);
    await test.database.query(
      `insert into erasures (id, hashes, walked_to, until, due_at) values ($1, array[$2], $3, $1, to_timestamp(0))`,
      [later, hash, upTo],
    );
    await test.database.query('delete from erasures where settling and $1::boolean', [true]);
    await eraseFurther(0);
    const left = await test.database.query<{ id: string }>(
      `select id from audit_events where before::text like '%' || $1 || '%' order by id`,
      [email],
    );
    expect(left).toEqual([{ id: event }, { id: upTo }]);
  });

  it('searches the events of several persons within the range of each person', async () => {
    const [near, far] = ['near@example.com', 'far@example.com'];
    const early = await takeOut(await book([]), near, -5_000);
    await takeOut(await book([]), far, 9_000);
    // The processing order varies. The additional addresses make it unlikely that `near` or `far` comes first.
    const others = Array.from({ length: 12 }, (_, n) => `other-${n}@example.com`);
    const all = [...others.slice(6), near, far, ...others.slice(0, 6)];
    for (const [index, address] of all.entries()) await begin(index, [address]);
    await test.database.query(
      `update erasures set until = case when addresses = array[$1] then $2::uuid else $3::uuid end,
         walked_to = case when addresses = array[$4] then $5::uuid else $6::uuid end`,
      [far, idAt(start + 10_000), idAt(start), near, firstId, early],
    );
    await eraseFurther(60_000);
    expect([await isNamed(near), await isNamed(far)]).toEqual([false, false]);
  });

  describe('erasing before the response for at most 0.8 s', () => {
    it('starts no booking or request after 0.8 s', async () => {
      const email = 'slow@example.com';
      await book([email]);
      const names = [await record('slow', -1)];
      for (const erasure of [
        await begin(0, [email], [linkOf('slow')]),
        await begin(0, [], [linkOf('slow')]),
      ]) {
        const times = [0];
        await eraseFirst(erasure, () => times.shift() ?? 800);
        expect(await isNamed(email)).toBe(true);
        expect(await recorded(names)).toEqual(['slow']);
      }
      expect(await erasures()).toMatchObject([
        { addresses: [email], links: [linkOf('slow')], until: 800, dueIn: 800, settling: false },
        { addresses: [], links: [linkOf('slow')], until: 800, dueIn: 800, settling: false },
      ]);
      // At 799 ms, the next step still starts.
      const times = [0];
      await eraseFirst(await begin(0, [email], [linkOf('slow')]), () => times.shift() ?? 799);
      expect(await recorded(names)).toEqual([null]);
    });

    it.each([
      ['before the events', 'set addresses = null'],
      ['in the middle of some events', 'with page as materialized'],
    ])('does not record events as searched if the time runs out %s', async (_where, statement) => {
      const [email, booking] = ['walk@example.com', await book([])];
      await takeOut(booking, email, -1);
      let millis = 0;
      const holding = holdingDatabase(test.database);
      holding.hold(statement);
      const erasing = eraseFirst(await begin(0, [email]), () => millis, holding.database);
      await expect.poll(() => holding.isHolding()).toBe(true);
      millis = 800;
      holding.letGo();
      await erasing;
      expect(await isNamed(email)).toBe(true);
      expect(await erasures()).toMatchObject([{ addresses: null, walkedTo: firstId, dueIn: 800 }]);
      await eraseFurther(801);
      expect(await isNamed(email)).toBe(false);
    });
  });

  it('skips a locked booking until later, but reports other errors', async () => {
    const email = 'in-use@example.com';
    await book([email]);
    const erasure = await begin(0, [email]);
    await test.database.transaction(async (em) => {
      await em.execute('select from court_booking_participants where email = ? for update', [email]);
      await eraseFirst(erasure, 0);
    });
    expect(await isNamed(email)).toBe(true);
    expect(await erasures()).toMatchObject([{ addresses: [email], until: 0, dueIn: 0 }]);
    await eraseFurther(0);
    expect(await isNamed(email)).toBe(false);
    await expect(eraseFirst({ ...erasure, addresses: ['\0'] }, 0)).rejects.toThrow('invalid byte sequence');
  });

  it('uses the connections of partners for a partner and those of operators for an operator', async () => {
    const refuse = () => Promise.reject(new Error('not on these'));
    const ofPartners = { ...test.database, read: refuse };
    const ofOperators = { ...test.database, query: refuse };
    const waitsFor = { resource: 'erasing', externalServiceId: tenant.externalServiceId };
    for (const erase of [
      async (erasure: Erasure) => eraseFirstCopies(at(0, ofPartners), [erasure], waitsFor),
      async (erasure: Erasure) => eraseFirstCopies(at(0, ofOperators), [erasure], undefined),
    ]) {
      const email = 'connections@example.com';
      await book([email]);
      // The booking no longer names the address, so only the search of audit events finds it.
      await takeOut(await book([]), email, -1);
      await erase(await begin(0, [email], [linkOf('connections')]));
      expect(await erasures()).toMatchObject([{ addresses: null, links: null, dueIn: 0 }]);
      await test.database.query('delete from erasures where $1::boolean', [true]);
    }
    expect(await isNamed('connections@example.com')).toBe(false);
  });
});
