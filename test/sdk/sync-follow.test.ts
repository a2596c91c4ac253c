import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../sdk/src/index.ts';
import {
  type FollowEvent,
  type FollowOptions,
  type FollowPosition,
  follow,
} from '../../sdk/src/sync/index.ts';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
let tenant: Tenant;
let client: ReturnType<typeof createPartnerClient>;
let before: (input: string) => Promise<Response | undefined> | Response | undefined;

beforeEach(async () => {
  tenant = await service.factories.tenant();
  before = () => undefined;
  client = createPartnerClient({
    baseUrl: service.address,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    maxAttempts: 1,
    fetch: async (input, init) => (await before(`${input}`)) ?? fetch(input, init),
  });
});

let slot = 0;
const book = (id: string, version = 1) => {
  slot += 1;
  const body = bookingBody(tenant.courtIds[0], { externalUpdatedAt: `2026-11-20T12:00:0${version}Z` }, slot);
  return client.upsertCourtBooking(id, body as never);
};

/** Waits until a number of changes is readable. A page that is read during sequencing ends before the new changes. */
const numbered = (count: number) =>
  expect.poll(async () => (await client.listChanges({ limit: 100 })).items.length).toBe(count);

const followed = async (
  count: number,
  options: Partial<FollowOptions> = {},
  onEvent: (said: string) => unknown = () => {},
) => {
  const said: string[] = [];
  const enough = new AbortController();
  const handle = async (event: FollowEvent) => {
    said.push(describeEvent(event));
    await onEvent(said.at(-1)!);
    if (said.length === count) enough.abort();
  };
  await follow({ client, handle, signal: enough.signal, waitSeconds: 5, ...options });
  return said;
};
const describeEvent = (event: FollowEvent) => {
  if (event.kind === 'initial')
    return `initial ${event.booking.externalCourtBookingId} ${event.booking.status}`;
  const { externalCourtBookingId } = event.change.data as { externalCourtBookingId: string };
  return `${event.sequence} ${event.change.type.split('.')[1]} ${externalCourtBookingId}`;
};
const store = (first: FollowPosition | null = null) => {
  let kept = JSON.stringify(first);
  const saved: FollowPosition[] = [];
  return {
    saved,
    load: () => JSON.parse(kept) as FollowPosition | null,
    save: (position: FollowPosition) => {
      saved.push(position);
      kept = JSON.stringify(position);
    },
  };
};

describe('follow', () => {
  it('delivers the current bookings, then each change in order, including changes meanwhile', async () => {
    await book('a');
    await book('b');
    await client.cancelCourtBooking('b', '2026-11-20T12:00:05Z');
    await numbered(3);
    const said = await followed(4, {}, async (event) => {
      if (event.startsWith('initial a')) await book('a', 2);
      if (event === '4 updated a') setTimeout(() => void book('c'), 50);
    });
    expect(said).toEqual(['initial b CANCELLED', 'initial a ACTIVE', '4 updated a', '5 created c']);
  });

  it('continues at its position, and repeats only what was not handled completely', async () => {
    await book('a');
    await numbered(1);
    const position = store();
    const broken = new Error('disk full');
    const failing = followed(9, { position }, async (event) => {
      if (event === 'initial a ACTIVE') {
        for (const id of ['b', 'c', 'd']) await book(id);
        await numbered(4);
      }
      if (event === '3 created c') throw broken;
    });
    expect(await failing.catch((error) => error)).toBe(broken);
    expect(await followed(3, { position })).toEqual(['2 created b', '3 created c', '4 created d']);
    for (const id of ['e', 'f']) await book(id);
    await numbered(6);
    expect(await followed(1, { position })).toEqual(['5 created e']);
    expect(await followed(2, { position })).toEqual(['5 created e', '6 created f']);
  });

  it.each([
    ['an empty text', ''],
    ['its text', '{"version":1,"cursor":"x"}'],
    ['an empty object', {}],
    ['false', false],
    ['a position of a newer version', { version: 2, cursor: 'x' }],
    ['a position without a cursor', { version: 1, cursor: '' }],
    ['a broken sequence', { version: 1, cursor: 'x', sequence: 'many' }],
  ])('rejects %s that was loaded instead of a position, and handles nothing', async (_what, loaded) => {
    await book('a');
    await numbered(1);
    const { save, saved } = store();
    const said: string[] = [];
    const following = followed(1, { position: { load: () => loaded as never, save } }, (one) =>
      said.push(one),
    );
    expect(await following.catch(({ type }) => type)).toBe('invalid_options');
    expect([said, saved]).toEqual([[], []]);
  });

  it('gives the position after each event, so that none is applied twice', async () => {
    for (const id of ['a', 'b', 'c']) await book(id);
    await numbered(3);
    /** A database in which an event and the position after it are stored in one transaction. */
    const database = { applied: [] as string[], position: undefined as string | undefined };
    const apply = async (failAt: number, end = Number.POSITIVE_INFINITY) => {
      const ending = new AbortController();
      let seen = 0;
      const following = follow({
        client,
        list: { limit: 2 },
        waitSeconds: 1,
        signal: ending.signal,
        position: {
          load: () => (database.position === undefined ? null : JSON.parse(database.position)),
          save: (position) => {
            database.position = JSON.stringify(position);
          },
        },
        handle: (event, position) => {
          seen += 1;
          if (seen === failAt) throw new Error('killed');
          database.applied.push(describeEvent(event));
          database.position = JSON.stringify(position);
          if (database.applied.length >= end) ending.abort();
        },
      });
      await following.catch((error) => expect(error.message).toBe('killed'));
    };
    await apply(3);
    expect(database.applied).toEqual(['initial c ACTIVE', 'initial b ACTIVE']);
    await apply(Number.POSITIVE_INFINITY, 3);
    expect(database.applied.slice(2)).toEqual(['initial a ACTIVE']);
    for (const id of ['d', 'e', 'f', 'g']) await book(id);
    await numbered(7);
    // All four changes are in one page.
    await apply(3);
    expect(database.applied.slice(3)).toEqual(['4 created d', '5 created e']);
    await apply(2);
    await apply(Number.POSITIVE_INFINITY, 7);
    expect(database.applied.slice(3)).toEqual(['4 created d', '5 created e', '6 created f', '7 created g']);
    await book('h');
    await apply(Number.POSITIVE_INFINITY, 8);
    expect(database.applied.at(-1)).toBe('8 created h');
  });

  it('gives the position before a page of the list until all bookings of the page are handled', async () => {
    for (const id of ['a', 'b', 'c']) await book(id);
    await numbered(3);
    const ending = new AbortController();
    const given: [string, string][] = [];
    const continuesWith = ({ list }: FollowPosition) => {
      if (list === undefined) return 'changes';
      return list === '' ? 'first page' : 'second page';
    };
    await follow({
      client,
      list: { limit: 2 },
      signal: ending.signal,
      handle: (event, position) => {
        given.push([describeEvent(event), continuesWith(position)]);
        if (given.length === 3) ending.abort();
      },
    });
    expect(given).toEqual([
      ['initial c ACTIVE', 'first page'],
      ['initial b ACTIVE', 'second page'],
      ['initial a ACTIVE', 'changes'],
    ]);
  });

  it('lists again if its position is in the middle of a list with other filters', async () => {
    for (const id of ['a', 'b']) await book(id);
    const position = store();
    await followed(1, { position, list: { status: 'ANY', limit: 1 } });
    const said = await followed(2, { position, list: { status: 'ACTIVE' } });
    expect(said).toEqual(['initial b ACTIVE', 'initial a ACTIVE']);
  });

  it.each([
    ['continues after its sequence in shorter pages', 3, ['4 created d'], [3, undefined, undefined]],
    ['lists again if its sequence is too large', 9e15, ['initial d ACTIVE'], [9e15, 9e15, undefined]],
  ])('%s', async (_name, sequence, said, saved) => {
    for (const id of ['a', 'b', 'c', 'd']) await book(id);
    await numbered(4);
    const { nextCursor: cursor } = await client.listChanges({ limit: 1 });
    // Like a token that can read more types of changes than the one before.
    const listChanges: typeof client.listChanges = (query, options) =>
      client.listChanges({ ...query, limit: 1 }, options);
    const position = store({ version: 1, cursor, sequence });
    const restarts: unknown[] = [];
    const onRestart = (error: unknown) => void restarts.push((error as { type: string }).type);
    expect(await followed(1, { client: { ...client, listChanges }, position, onRestart })).toEqual(said);
    expect(restarts).toEqual(sequence > 4 ? ['invalid_options'] : []);
    // Saved after each page, also after those whose changes are handled already.
    expect(position.saved.map((one) => one.sequence)).toEqual(saved);
  });

  it('says that it starts again after 410, before it lists the bookings, and ends if that fails', async () => {
    await book('a');
    await numbered(1);
    const position = store();
    await followed(1, { position });
    for (const id of ['b', 'c']) await book(id);
    await numbered(3);
    await service.database
      .em()
      .execute('delete from changes where external_service_id = ? and sequence <= 2', [
        tenant.externalServiceId,
      ]);
    const full = new Error('disk full');
    const failing = followed(1, {
      position,
      onRestart: () => {
        throw full;
      },
    });
    expect(await failing.catch((error) => error)).toBe(full);
    const said: unknown[] = [];
    const before = position.saved.length;
    await followed(
      4,
      {
        position,
        onRestart: async (error) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          said.push((error as { type: string }).type);
        },
      },
      async (event) => {
        said.push(event);
        if (event === 'initial a ACTIVE') await book('e');
      },
    );
    const listed = ['c', 'b', 'a'].map((id) => `initial ${id} ACTIVE`);
    expect(said).toEqual(['cursor_expired', ...listed, '4 created e']);
    expect(position.saved.slice(before).filter(({ list }) => list === '')).toHaveLength(1);
    await book('d');
    const onRestart = () => void said.push('again');
    expect(await followed(1, { position, onRestart })).toEqual(['5 created d']);
    expect(said).not.toContain('again');
  });

  it('retries while the service is down, and ends if the token is rejected', async () => {
    await book('a');
    let asked = 0;
    before = () => {
      asked += 1;
      if (asked === 1) throw new TypeError('connect ECONNREFUSED');
      return undefined;
    };
    const failures: unknown[] = [];
    const onFailure = (error: unknown, delayMs: number) =>
      failures.push([(error as { type: string }).type, delayMs]);
    expect(await followed(1, { onFailure })).toEqual(['initial a ACTIVE']);
    expect(failures).toEqual([['network_error', 1_000]]);
    const { id, secret: token } = await service.factories.token(tenant.externalServiceId);
    await service.factories.revokeToken(id);
    const refused = createPartnerClient({ baseUrl: service.address, token, maxAttempts: 1 });
    expect(await followed(1, { client: refused }).catch((error) => error)).toMatchObject({
      name: 'SyncError',
      type: 'refused',
      cause: { type: 'invalid_api_token' },
    });
    expect(`${await followed(1, { client: refused }).catch((error) => error)}`).toMatch(
      /^SyncError: refused: The service rejects the call \(invalid_api_token\): /,
    );
  });

  it('ends without an error if its signal fires during the initial read', async () => {
    for (const id of ['a', 'b']) await book(id);
    expect(await followed(1)).toEqual(['initial b ACTIVE']);
    const ending = new AbortController();
    const asked: string[] = [];
    before = (input) => {
      asked.push(new URL(input).search);
      ending.abort();
      return undefined;
    };
    const position = store();
    const handle = () => {};
    await expect(follow({ client, handle, position, signal: ending.signal })).resolves.toBeUndefined();
    expect([asked, position.saved]).toEqual([['?cursor=latest'], []]);
  });

  it('ends without an error if its signal fires while it waits for changes', async () => {
    const ending = new AbortController();
    before = (input) => {
      if (input.includes('wait=')) setTimeout(() => ending.abort(), 50);
      return undefined;
    };
    const handle = () => {};
    await expect(follow({ client, handle, signal: ending.signal })).resolves.toBeUndefined();
  });
});
