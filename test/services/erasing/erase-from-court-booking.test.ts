import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../src/db/connection/in-transaction.ts';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { eraseFromCourtBooking } from '../../../src/services/erasing/erase-from-court-booking.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { bookingBody, createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';

const email = 'sentinel@example.com';
const hashes = [createHash('sha256').update(email).digest('hex')];

async function start() {
  const test = await createTestDatabase('postgresql');
  const { externalServiceId, tokenId, courtIds } = await createFactories(test.database).tenant();
  const partner = authorizePartner(
    { id: tokenId, externalServiceId, scopes },
    'court-bookingwrite',
    externalServiceId,
  );
  const context = { database: test.database, newId, now: Date.now, requestId: 'x' };
  const put = (participants: unknown[], hour: number, database = test.database, millis?: number) => {
    const then = millis === undefined ? {} : { newId: () => uuidv7({ msecs: millis }) };
    const body = bookingBody(courtIds[0], {
      participants,
      externalUpdatedAt: `2026-11-20T${hour}:00:00.000000Z`,
    });
    return upsertCourtBooking({ ...context, ...then, database }, partner, 'x', body as never);
  };
  const { booking } = await put([{ email }], 10);
  return { test, context, put, id: booking.id, externalServiceId };
}

it('waits for a transaction that has removed the address from the booking but not recorded it yet', async () => {
  const { test, context, put, id } = await start();
  let isErased = false;
  let erasing: Promise<void> | undefined;
  await test.database.transaction(async (em) => {
    await put([], 11, inTransaction(test.database, em));
    erasing = eraseFromCourtBooking(context, { hashes, until: newId() }, id, undefined).then(() => {
      isErased = true;
    });
    const waiting = () =>
      test.database.query(
        'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
        [],
      );
    await expect.poll(waiting).toHaveLength(1);
    expect(isErased).toBe(false);
  });
  await erasing;
  expect(await findEverywhere(test.database, [email])).toEqual([]);
  await test.drop();
});

it('notifies the external service only when it erases a participant that is still in the booking', async () => {
  const { test, context, id } = await start();
  const updates = async () => {
    const told = "type, actor_type as actor, request_id, data -> 'participants' as participants";
    const of = `where type = 'court_booking.updated' and subject_id = $1`;
    return test.database.query(
      `select ${told} from change_outbox ${of} union all select ${told} from changes ${of}`,
      [id],
    );
  };
  for (const times of [1, 2]) {
    await eraseFromCourtBooking(
      { ...context, requestId: `erasing-${times}` },
      { hashes, until: newId() },
      id,
      undefined,
    );
    expect(await updates()).toEqual([
      {
        type: 'court_booking.updated',
        actor: 'configuration',
        request_id: 'erasing-1',
        participants: [{ erased: true }],
      },
    ]);
  }
  await test.drop();
});

it('erases a participant added around the time of the response, but not one added later', async () => {
  const { test, context, put, id } = await start();
  await put([], 11);
  const until = newId();
  // Directly after the response. The request may have been sent before it.
  await put([{ email }], 12);
  await eraseFromCourtBooking(context, { hashes, until }, id, undefined);
  expect(await findEverywhere(test.database, [email])).toEqual([]);

  const longAgo = '01900000-0000-7000-8000-000000000000';
  await put([], 13);
  await put([{ email }], 14);
  await eraseFromCourtBooking(context, { hashes, until: longAgo }, id, undefined);
  expect(await test.database.query('select email from court_booking_participants', [])).toEqual([{ email }]);
  const events = await test.database.query<{ after: { participants: unknown } }>(
    'select after from audit_events order by id',
    [],
  );
  expect(events.map(({ after }) => after.participants)).toEqual([
    [{ erased: true }],
    [],
    [{ erased: true }],
    [],
    [{ email }],
  ]);
  await test.drop();
});

it('keeps an address added just after the response only if a user has it again', async () => {
  const { test, context, put, id, externalServiceId } = await start();
  const answered = Date.now() + 60_000;
  const until = uuidv7({ msecs: answered });
  await put([], 11, test.database, answered - 1);
  await put([{ email }], 12, test.database, answered + 1_999);
  // Times of changes come from the database clock.
  await test.database.query(
    'update change_outbox set at = to_timestamp($1 / 1000.0) where id = (select max(id) from change_outbox)',
    [answered + 1_999],
  );
  await test.database.query(
    `insert into users (id, email, first_name, last_name, managed_by_id) values ($1, $2, 'A', 'B', $3)`,
    [newId(), email, externalServiceId],
  );
  const erase = () => eraseFromCourtBooking(context, { hashes, until }, id, undefined);
  const named = async () => ({
    now: await test.database.query('select email from court_booking_participants', []),
    events: (
      await test.database.query<{ of: unknown }>(
        `select after -> 'participants' as of from audit_events order by id`,
        [],
      )
    ).map(({ of }) => of),
    changes: (
      await test.database.query<{ by: string; of: unknown }>(
        `select actor_type as by, data -> 'participants' as of from change_outbox order by id`,
        [],
      )
    ).map(({ by, of }) => [by, of]),
  });
  const [gone, stays] = [[{ erased: true }], [{ email }]];
  await erase();
  expect(await named()).toEqual({
    now: [{ email }],
    events: [gone, [], stays],
    changes: [
      ['api_token', gone],
      ['api_token', []],
      ['api_token', stays],
    ],
  });
  await test.database.query('delete from users where email = $1', [email]);
  await erase();
  expect(await named()).toEqual({
    now: [{ email: null }],
    events: [gone, [], gone],
    changes: [
      ['api_token', gone],
      ['api_token', []],
      ['api_token', gone],
      ['configuration', gone],
    ],
  });
  await test.drop();
});

it('erases webhook responses to changes that named the person, and no others', async () => {
  const { test, context, put, id, externalServiceId } = await start();
  await test.database.query(
    `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
     values ($1, $2, 'https://partner.example.com/', '{court_booking.created,court_booking.updated}', 'HMAC_SHA256', '')`,
    [newId(), externalServiceId],
  );
  await put([{ email: 'another@example.com' }], 11);
  while (!(await sequenceChanges(context)));
  await test.database.query(`update webhook_deliveries set last_answer = 'answered' where $1`, [true]);
  await eraseFromCourtBooking(context, { hashes, until: newId() }, id, undefined);
  expect(
    await test.database.query(
      `select c.data -> 'participants' as participants, d.last_answer as answer, d.erased
       from webhook_deliveries d join changes c on c.id = d.id order by c.id`,
      [],
    ),
  ).toEqual([
    { participants: [{ erased: true }], answer: null, erased: true },
    { participants: [{ email: 'another@example.com' }], answer: 'answered', erased: false },
  ]);
  await test.drop();
});
