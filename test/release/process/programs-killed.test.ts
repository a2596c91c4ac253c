import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import {
  createBookingSync,
  type SourceBooking,
  type SourceUser,
  type SyncReport,
  type UserSyncReport,
} from '../../../sdk/src/sync/index.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { useProcess, useTestDatabase, withoutRateLimit } from '../../harness/servers/use-test-service.ts';

const folder = scratchFolder();
const files = { file: join(folder, 'source.json'), checkpoint: join(folder, 'checkpoint.json') };
const test = useTestDatabase();
const service = useProcess(() => ({ DATABASE_URL: test.url, ...withoutRateLimit }));
const tenantOf = async (courts?: number) => {
  const { token, courtIds } = await createFactories(test.database).tenant(courts);
  return { token, courtIds, client: createPartnerClient({ baseUrl: service.address, token }) };
};
type Client = Awaited<ReturnType<typeof tenantOf>>['client'];

/** Runs a program, which prints a line for each step. `watch` gets each line, and may kill the program. Returns the last line. */
async function run<Line>(
  program: 'sync' | 'push',
  options: { token: string } & Record<string, unknown>,
  watch: (line: Line, kill: () => void) => void = () => {},
): Promise<Line | undefined> {
  const path = fileURLToPath(new URL(`../../harness/clients/${program}-process.ts`, import.meta.url));
  const given = JSON.stringify({ address: service.address, ...files, ...options });
  const child = spawn(process.execPath, [path, given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let last: Line | undefined;
  for await (const line of createInterface(child.stdout)) {
    last = JSON.parse(line) as Line;
    watch(last, () => child.kill('SIGKILL'));
  }
  return last;
}

/** Synchronizes. `watch` is called for each batch. Returns the report, or undefined if the program was killed. */
async function sync<Report>(
  source: object[],
  options: Parameters<typeof run>[1],
  watch: (done: number, kill: () => void) => void = () => {},
) {
  writeFileSync(files.file, JSON.stringify(source));
  const last = await run<{ phase?: string; done: number }>('sync', options, ({ phase, done }, kill) => {
    if (phase === 'apply') watch(done, kill);
  });
  return last && 'summary' in last ? (last as Report) : undefined;
}

/** Restarts the service at the first call. */
function restartOnce() {
  let restarting: Promise<void> | undefined;
  return {
    begin: () => {
      restarting ??= service.restart();
    },
    done: () => restarting,
  };
}

/** The number of changes by type, and of distinct bookings over all types. */
async function changesOf(client: Client) {
  const counts: Record<string, number> = {};
  const ofBookings = new Set<string>();
  for await (const { type, data } of client.listChanges({ limit: 100 })) {
    counts[type] = (counts[type] ?? 0) + 1;
    ofBookings.add(`${type} ${(data as { externalCourtBookingId?: string }).externalCourtBookingId}`);
  }
  return { counts, different: ofBookings.size };
}

describe('a week of 2,000 bookings', () => {
  const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
  const placesOf = (
    bookings: Iterable<{ externalCourtBookingId: string; courtId: string; startDate: Date | string }>,
  ) =>
    Object.fromEntries(
      [...bookings].map((one) => [one.externalCourtBookingId, `${one.courtId} ${one.startDate}`]).sort(),
    );
  const stored = async (client: Client) => {
    const all = [];
    for await (const one of client.listCourtBookings({ limit: 100 })) all.push(one);
    return placesOf(all);
  };

  it('equals the source without duplicates, despite two kills of the program and two of the service', async () => {
    const { token, courtIds, client } = await tenantOf(20);
    const scope = { courts: courtIds, from: hour(0), to: hour(168) };
    const options = { token, scope };
    /** 100 hours on each of the 20 courts, within the week. */
    const week = (version: number, place = (index: number) => index): SourceBooking[] =>
      Array.from({ length: 2_000 }, (_, index) => {
        const at = place(index);
        return {
          externalCourtBookingId: `b${index}`,
          courtId: courtIds[at % 20]!,
          startDate: hour(Math.floor(at / 20)),
          endDate: hour(Math.floor(at / 20) + 1),
          externalUpdatedAt: new Date(Date.UTC(2026, 10, 1, 12, 0, version)).toISOString(),
        };
      });
    writeFileSync(files.checkpoint, 'null');
    // The program reports progress before the next response arrives, so both are killed during a batch.
    expect(await sync(week(1), options, (done, end) => done === 600 && end())).toBeUndefined();
    const first = restartOnce();
    const created = await sync<SyncReport>(week(1), options, (done) => done === 1_200 && first.begin());
    await first.done();
    expect(created).toMatchObject({
      ok: true,
      resumed: { summary: { refused: 0 } },
      summary: { unchanged: 2_000 },
    });
    expect(await stored(client)).toEqual(placesOf(week(1)));
    expect(await changesOf(client)).toEqual({ counts: { 'court_booking.created': 2_000 }, different: 2_000 });

    // The first 1,000 bookings move to the next court in the same hour, in a circle. The others move in a chain towards free hours. The
    // last 30 are removed.
    const moved = week(2, (index) => {
      if (index < 1_000) return index % 20 === 19 ? index - 19 : index + 1;
      return index + 200;
    }).slice(0, 1_970);
    const second = restartOnce();
    const killed = await sync(moved, options, (done, end) => {
      if (done >= 400) second.begin();
      if (done >= 1_000) end();
    });
    expect(killed).toBeUndefined();
    await second.done();
    const report = await sync<SyncReport>(moved, options);
    expect(report).toMatchObject({
      ok: true,
      resumed: { ok: true },
      summary: { unchanged: 1_970, updated: 0 },
    });
    expect(await stored(client)).toEqual(placesOf(moved));
    expect(await changesOf(client)).toEqual({
      counts: {
        'court_booking.created': 2_000,
        'court_booking.updated': 1_970,
        'court_booking.cancelled': 30,
      },
      different: 4_000,
    });
    const plan = await createBookingSync({ client, source: moved, scope, mode: 'mirror' }).plan();
    expect(plan).toMatchObject({ changes: [], refused: [] });
  }, 240_000);
});

describe('5,000 members', () => {
  const member = (index: number, name = index): SourceUser => ({
    externalUserId: `m${index}`,
    email: `member-${name}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1985-12-10',
  });
  /** Every twentieth row is bad: without a name, with a malformed address or birthday. */
  const isBad = (index: number) => index % 20 === 19;
  const badly = (row: SourceUser, index: number): SourceUser =>
    [
      { ...row, firstName: '' },
      { ...row, email: 'nobody' },
      { ...row, birthday: '31.12.1999' },
    ][index % 3]!;
  const rows = (members: SourceUser[]) =>
    members.map((row, index) => (isBad(index) ? badly(row, index) : row));
  const all = Array.from({ length: 5_000 }, (_, index) => member(index));
  const stored = async (client: Client) => {
    const found: Record<string, string> = {};
    for await (const { externalUserId, email } of client.listUsers({ limit: 100 }))
      found[externalUserId!] = email!;
    return found;
  };
  const addresses = (source: SourceUser[]) =>
    Object.fromEntries(
      source
        .filter((_row, index) => !isBad(index))
        .map(({ externalUserId, email }) => [externalUserId, email]),
    );

  it('equal the source without duplicates, despite five kills of the program and the service', async () => {
    const { token, client } = await tenantOf();
    // An hour ahead, so that no user counts as changed during the reading.
    const options = (own: object = {}) => ({ token, now: Date.now() + 3_600_000, ...own });
    // Both are killed during a batch, because the program reports progress before the next response arrives.
    for (const at of [1_000, 2_400])
      expect(await sync(rows(all), options(), (done, end) => done >= at && end())).toBeUndefined();
    const first = restartOnce();
    const report = await sync<UserSyncReport>(rows(all), options(), (done) => done >= 1_000 && first.begin());
    await first.done();
    expect(report?.summary.refused).toBe(250);
    expect(report?.refused.map(({ position }) => position)).toEqual(
      all.map((_row, index) => index).filter(isBad),
    );
    expect(await stored(client)).toEqual(addresses(all));
    expect((await changesOf(client)).counts).toEqual({ 'user.created': 4_750 });

    // Pairs exchange their addresses, others get new ones, and the last 100 leave.
    const next = all
      .map((_row, index) => {
        if (index < 100) return member(index, isBad(index) || isBad(index ^ 1) ? index : index ^ 1);
        return member(index, index < 2_000 ? index + 20_000 : index);
      })
      .slice(0, 4_900);
    const second = restartOnce();
    const killed = await sync(rows(next), options({ maxErase: 100 }), (done, end) => {
      if (done >= 200) second.begin();
      if (done >= 1_500) end();
    });
    expect(killed).toBeUndefined();
    await second.done();
    const again = () => sync<UserSyncReport>(rows(next), options({ maxErase: 100 }));
    expect(await again()).toMatchObject({ summary: { refused: 245 } });
    expect(await stored(client)).toEqual(addresses(next));
    const exchanged = next.slice(0, 100).filter((row, index) => row.email !== all[index]!.email).length;
    expect(exchanged).toBe(90);
    expect((await changesOf(client)).counts).toEqual({
      'user.created': 4_750,
      'user.updated': exchanged + 1_900 - 95,
      'user.erased': 95,
    });
    expect(await again()).toMatchObject({
      summary: { created: 0, updated: 0, erased: 0, unchanged: 4_655, refused: 245 },
    });
  }, 240_000);
});

describe('live writes by push', () => {
  it('equal the source after one nightly run, despite 8 kills of the client and 3 of the service', async () => {
    const { token, courtIds, client } = await tenantOf(3);
    const scope = { courts: courtIds, from: '2027-01-04T00:00:00Z', to: '2027-01-05T00:00:00Z' };
    writeFileSync(files.file, '[]');
    let pushed = 0;
    let restarts = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const { begin, done } = restartOnce();
      await run<{ step: number; changed: number }>(
        'push',
        { token, scope, seed },
        ({ step, changed }, kill) => {
          pushed += changed;
          if (step === 20 && (seed % 3 === 0 || seed === 8)) begin();
          // Kills the client during a push, not between two pushes.
          if (step >= 40) setTimeout(kill, seed % 4);
        },
      );
      if (done()) restarts += 1;
      await done();
    }
    expect([restarts, pushed > 300]).toEqual([3, true]);

    const source: SourceBooking[] = JSON.parse(readFileSync(files.file, 'utf8'));
    expect(source.length).toBeGreaterThan(5);
    // The margin within which a mirror cancels nothing.
    await sleep(1_100);
    const nightly = createBookingSync({ client, source, scope, mode: 'mirror', maxCancellations: 99 });
    expect(await nightly.sync()).toMatchObject({ ok: true, refused: [] });
    expect(await nightly.plan()).toMatchObject({
      changes: [],
      refused: [],
      summary: { unchanged: source.length },
    });
  }, 240_000);
});
