import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstId, lastId } from '../../../src/db/id-parts.ts';
import { isHashed } from '../../../src/db/queries/jobs/erasures.ts';
import { afterAllSentBefore, beginErasure } from '../../../src/services/erasing/erasure.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

it.each([
  ['01900000-0000-7abc-8def-0123456789ab', '01900000-07d0-0000-0000-000000000000'],
  ['0190000f-ffff-7abc-8def-0123456789ab', '01900010-07cf-0000-0000-000000000000'],
  ['00000000-0001-7abc-8def-0123456789ab', '00000000-07d1-0000-0000-000000000000'],
])('requests sent before the response at %s are over two seconds later: %s', (until, after) => {
  expect(afterAllSentBefore({ until })).toBe(after);
});

it('before the response, all ids count as sent before it', () => {
  expect(afterAllSentBefore({ until: lastId })).toBe(lastId);
});

describe('erasure record', () => {
  const test = useTestDatabase();

  it('has the names of the person and their hashes, and is reserved for 15 s', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const ids = [newId()];
    const context = { database: test.database, newId: () => ids[0]!, now: () => now, requestId: 'x' };
    const addresses = ['ada@example.com', 'former@example.com'];
    const links = [{ externalServiceId: newId(), externalUserId: 'Ä 1' }];
    const erasure = await beginErasure(test.database.query, context, { addresses, links });
    expect(erasure).toEqual({
      id: ids[0],
      userId: null,
      addresses,
      links,
      hashes: [...addresses, `${links[0]!.externalServiceId}/Ä 1`, 'name/a1'].map(hashOf),
      walkedTo: firstId,
      until: ids[0],
      settling: false,
      createdAt: expect.anything(),
    });
    expect(
      await test.database.query(
        `select id, created_at = $1::timestamptz as "createdNow", (extract(epoch from due_at - $1::timestamptz))::int as "dueIn" from erasures`,
        [new Date(now).toISOString()],
      ),
    ).toEqual([{ id: ids[0], createdNow: true, dueIn: 15 }]);
  });

  it('recognizes a text by its hash', async () => {
    const asked = (text: string) =>
      valueIn<boolean>(
        test,
        `select ${isHashed('$1', '$2')} as known`,
        text,
        ['ada@example.com', 'Ä 1'].map(hashOf),
      );
    expect([await asked('ada@example.com'), await asked('Ä 1')]).toEqual([true, true]);
    expect([await asked('Ada@example.com'), await asked('')]).toEqual([false, false]);
  });
});
