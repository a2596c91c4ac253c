import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { joined } from '../../../src/db/joined.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { scopes } from '../../../src/services/access/scope.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { eraseFromCourtBooking } from '../../../src/services/erasing/erase-from-court-booking.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { findEverywhere } from '../../harness/everywhere.ts';
import { bookingBody, createFactories } from '../../harness/factories.ts';
import { createTestDatabase } from '../../harness/test-database.ts';

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
  const put = (participants: unknown[], hour: number, database = test.database) => {
    const body = bookingBody(courtIds[0], {
      participants,
      externalUpdatedAt: `2026-11-20T${hour}:00:00.000000Z`,
    });
    return upsertCourtBooking({ ...context, database }, partner, 'x', body as never);
  };
  const { booking } = await put([{ email }], 10);
  return { test, context, put, id: booking.id };
}

it('waits for who has read the address out of the booking and not written it down yet', async () => {
  const { test, context, put, id } = await start();
  // Who takes the person out of the booking writes the address down, as what was before.
  let isErased = false;
  let erasing: Promise<void> | undefined;
  await test.database.transaction(async (em) => {
    await put([], 11, joined(test.database, em));
    erasing = eraseFromCourtBooking(context, { hashes, until: newId() }, id, undefined).then(() => {
      isErased = true;
    });
    // It stands in line for the key.
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

it('its external service is told that a place has no name any more, and only then', async () => {
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

it('what may have been sent before the answer is erased, too; who was named anew later stays', async () => {
  const { test, context, put, id } = await start();
  await put([], 11);
  const until = newId();
  // At once after the answer: it may have been sent before.
  await put([{ email }], 12);
  await eraseFromCourtBooking(context, { hashes, until }, id, undefined);
  expect(await findEverywhere(test.database, [email])).toEqual([]);

  // Long after an answer.
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
