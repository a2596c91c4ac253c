import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ChangeType } from '../../../src/rules/change-types.ts';
import { scopes as allScopes, type Scope } from '../../../src/rules/requests/scope.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { appendChange } from '../../../src/services/changes/append-change.ts';
import { ChangeWatch } from '../../../src/services/changes/change-watch.ts';
import {
  changeScopes,
  type ListChangesInput,
  listChanges,
} from '../../../src/services/changes/list-changes.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { useFactories, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase();
const factories = useFactories(test);

async function scene() {
  const { database } = test;
  const watch = new ChangeWatch({ database, now: Date.now });
  const context = { database, newId, now: Date.now, requestId: 'x', changeWatch: watch };
  const externalServiceId = await factories.externalService();
  const change = async (type: ChangeType) => {
    const announcement = { type, subjectId: newId(), data: {}, audience: { externalServiceId } };
    const by = { actor: { type: 'operator', id: newId() } };
    await database.transaction((em) => appendChange(em, context, by, announcement));
    watch.hint();
  };
  const reader = async (scopes: readonly Scope[] = allScopes) => {
    const { id } = await factories.token(externalServiceId, scopes);
    const token = { id, externalServiceId, scopes: [...scopes] };
    const partner = authorizePartner(token, changeScopes, externalServiceId);
    const leaving = new AbortController();
    const waits: number[] = [];
    const read = async (cursor?: string, asked: Partial<ListChangesInput> = {}) => {
      const input = { limit: 100, wait: 30, ...asked, ...(cursor ? { cursor: placeOf(cursor) } : {}) };
      const { changes, ...rest } = await listChanges(context, partner, input, (milliseconds, work) => {
        waits.push(milliseconds);
        return work(leaving.signal);
      });
      return { types: changes.map(({ type }) => type), ...rest };
    };
    const now = async () => (await read(undefined, { cursor: 'latest' })).nextCursor;
    const isWaiting = () => expect.poll(() => waits.length, { interval: 5 }).toBe(1);
    const places = async () => {
      const [row] = await database.query<{ count: number }>(
        // If the process is killed, its place expires exactly when the wait would have ended.
        `select count(*)::int as count from change_waits, jsonb_each_text(places)
         where api_token_id = $1 and value::timestamptz > clock_timestamp() + interval '1 second'
           and value::timestamptz < clock_timestamp() + interval '31 seconds'`,
        [id],
      );
      return row!.count;
    };
    return { read, now, leaving, waits, isWaiting, places };
  };
  return { watch, change, reader };
}

const placeOf = (cursor: string) => ({
  position: JSON.parse(Buffer.from(cursor, 'base64url').toString()) as ['change', string, string],
  filters: '',
});

it('a wait ends with the first change and releases its place', async () => {
  const { change, reader } = await scene();
  const { read, now, waits, isWaiting, places } = await reader();
  const cursor = await now();
  const page = read(cursor);
  await isWaiting();
  expect(await places()).toBe(1);
  await change('user.created');
  expect(await page).toMatchObject({ types: ['user.created'], caughtUp: true });
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(1_000);
  expect(waits[0]).toBeLessThanOrEqual(30_000);
  expect(await places()).toBe(0);
});

it('a request without a wait, or with changes to return, takes no place', async () => {
  const { change, reader } = await scene();
  const { read, now, waits } = await reader();
  const cursor = await now();
  expect(await read(cursor, { wait: 0 })).toEqual({ types: [], nextCursor: cursor, caughtUp: true });
  await change('user.created');
  await change('user.updated');
  expect((await read(cursor, { limit: 1 })).types).toEqual(['user.created']);
  expect(waits).toEqual([]);
});

it('a wait without a change returns an empty page exactly at its timeout', async () => {
  const { reader } = await scene();
  const { read, now, waits, places } = await reader();
  const cursor = await now();
  const begun = performance.now();
  expect(await read(cursor, { wait: 0.3 })).toEqual({ types: [], nextCursor: cursor, caughtUp: true });
  expect(performance.now() - begun).toBeGreaterThan(298);
  expect(waits[0]).toBeLessThanOrEqual(300);
  expect(await places()).toBe(0);
});

it('a client that leaves ends its wait at once and releases its place', async () => {
  const { reader } = await scene();
  const { read, now, leaving, waits, isWaiting, places } = await reader();
  const cursor = await now();
  const page = read(cursor);
  await isWaiting();
  leaving.abort();
  expect(await page).toEqual({ types: [], nextCursor: cursor, caughtUp: true });
  expect(waits).toHaveLength(1);
  expect(await places()).toBe(0);
});

it('a change that the scope hides does not end the wait, which continues for the remaining time', async () => {
  const { change, reader } = await scene();
  const { read, now, waits, isWaiting, places } = await reader(['userread']);
  const cursor = await now();
  const page = read(cursor);
  await isWaiting();
  await sleep(20);
  await change('court_booking.created');
  await expect.poll(() => waits.length, { interval: 5 }).toBe(2);
  expect(waits[1]).toBeLessThan(waits[0]! - 15);
  expect(await places()).toBe(1);
  await change('user.created');
  const { types, nextCursor } = await page;
  expect(types).toEqual(['user.created']);
  expect(placeOf(nextCursor).position[2]).toBe('2');
  expect(waits).toHaveLength(2);
});

it('a drain ends a wait at once with an empty page', async () => {
  const { watch, reader } = await scene();
  const { read, now, waits, isWaiting } = await reader();
  const cursor = await now();
  const page = read(cursor);
  await isWaiting();
  watch.drain();
  expect(await page).toEqual({ types: [], nextCursor: cursor, caughtUp: true });
  expect(waits).toHaveLength(1);
});

it('requests woken by one change each get a page for their own scopes, limit and cursor', async () => {
  const { change, reader } = await scene();
  const [all, users, bookings, one] = await Promise.all([
    reader(),
    reader(['userread']),
    reader(['court-bookingread']),
    reader(),
  ]);
  await change('user.created');
  const begin = (await all.read()).nextCursor;
  const pages = [all.read(begin), users.read(begin), bookings.read(begin), one.read(begin, { limit: 1 })];
  for (const { isWaiting } of [all, users, bookings, one]) await isWaiting();
  await change('user.updated');
  await change('court_booking.created');
  const [ofAll, ofUsers, ofBookings, ofOne] = await Promise.all(pages);
  // The page may be read before the second change.
  expect(ofAll!.types.slice(0, 1)).toEqual(['user.updated']);
  expect(ofUsers!.types).toEqual(['user.updated']);
  expect(ofBookings!.types).toEqual(['court_booking.created']);
  expect(ofOne!.types).toEqual(['user.updated']);
});
