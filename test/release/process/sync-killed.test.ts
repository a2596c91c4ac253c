import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking, type SyncReport } from '../../../sdk/src/sync/index.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const program = fileURLToPath(new URL('../../harness/clients/sync-process.ts', import.meta.url));

describe('a week of 2,000 bookings', () => {
  let test: TestDatabase;
  let tenant: Tenant;
  let service: ServiceProcess;
  let address: string;
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-sync-'));
  const start = (port = '0') =>
    startProcess({
      DATABASE_URL: test.url,
      PORT: port,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    });
  const kill = async () => {
    service.child.kill('SIGKILL');
    await service.exited;
  };
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tenant = await createFactories(test.database).tenant(20);
    service = start();
    address = await service.ready;
  });
  afterAll(async () => {
    await kill();
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
  const scope = () => ({ courts: tenant.courtIds, from: hour(0), to: hour(168) });
  /** 100 hours on each of the 20 courts, within the week. */
  const week = (version: number, place = (index: number) => index): SourceBooking[] =>
    Array.from({ length: 2_000 }, (_, index) => {
      const at = place(index);
      return {
        externalCourtBookingId: `b${index}`,
        courtId: tenant.courtIds[at % 20]!,
        startDate: hour(Math.floor(at / 20)),
        endDate: hour(Math.floor(at / 20) + 1),
        externalUpdatedAt: new Date(Date.UTC(2026, 10, 1, 12, 0, version)).toISOString(),
      };
    });
  const files = { bookings: join(folder, 'bookings.json'), checkpoint: join(folder, 'checkpoint.json') };

  /** Runs the program. `watch` is called for each batch and may kill the program. Returns the report, or undefined if it was killed. */
  const run = async (source: SourceBooking[], watch: (done: number, kill: () => void) => void) => {
    writeFileSync(files.bookings, JSON.stringify(source));
    const options = JSON.stringify({ address, token: tenant.token, scope: scope(), ...files });
    const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: (SyncReport & { phase?: string; done: number })[] = [];
    for await (const line of createInterface(child.stdout)) {
      const said = JSON.parse(line);
      lines.push(said);
      if (said.phase === 'apply') watch(said.done, () => child.kill('SIGKILL'));
    }
    const last = lines.at(-1)!;
    return 'summary' in last ? (last as SyncReport) : undefined;
  };
  const placesOf = (
    bookings: Iterable<{ externalCourtBookingId: string; courtId: string; startDate: Date | string }>,
  ) =>
    Object.fromEntries(
      [...bookings].map((one) => [one.externalCourtBookingId, `${one.courtId} ${one.startDate}`]).sort(),
    );
  const client = () => createPartnerClient({ baseUrl: address, token: tenant.token });
  const stored = async () => {
    const all = [];
    for await (const one of client().listCourtBookings({ limit: 100 })) all.push(one);
    return placesOf(all);
  };
  /** The number of changes by type, and of distinct bookings over all types. */
  const changes = async () => {
    const counts: Record<string, number> = {};
    const ofBookings = new Set<string>();
    for await (const { type, data } of client().listChanges({ limit: 100 })) {
      counts[type] = (counts[type] ?? 0) + 1;
      ofBookings.add(`${type} ${(data as { externalCourtBookingId?: string }).externalCourtBookingId}`);
    }
    return { counts, different: ofBookings.size };
  };

  it('equals the source without duplicates, despite two kills of the program and two of the service', async () => {
    writeFileSync(files.checkpoint, 'null');
    // The program reports progress before the next response arrives, so both are killed during a batch.
    expect(await run(week(1), (done, end) => done === 600 && end())).toBeUndefined();
    let restarted: Promise<unknown> | undefined;
    const restart = async () => {
      await kill();
      service = start(new URL(address).port);
      return service.ready;
    };
    const created = await run(week(1), (done) => {
      if (done === 1_200) restarted ??= restart();
    });
    await restarted;
    expect(created).toMatchObject({
      ok: true,
      resumed: { summary: { refused: 0 } },
      summary: { unchanged: 2_000 },
    });
    expect(await stored()).toEqual(placesOf(week(1)));
    expect(await changes()).toEqual({ counts: { 'court_booking.created': 2_000 }, different: 2_000 });

    // The first 1,000 bookings move to the next court in the same hour, in a circle. The others move in a chain towards free hours. The
    // last 30 are removed.
    const moved = week(2, (index) => {
      if (index < 1_000) return index % 20 === 19 ? index - 19 : index + 1;
      return index + 200;
    }).slice(0, 1_970);
    restarted = undefined;
    expect(
      await run(moved, (done, end) => {
        if (done >= 400) restarted ??= restart();
        if (done >= 1_000) end();
      }),
    ).toBeUndefined();
    await restarted;
    const report = await run(moved, () => {});
    expect(report).toMatchObject({
      ok: true,
      resumed: { ok: true },
      summary: { unchanged: 1_970, updated: 0 },
    });
    expect(await stored()).toEqual(placesOf(moved));
    expect(await changes()).toEqual({
      counts: {
        'court_booking.created': 2_000,
        'court_booking.updated': 1_970,
        'court_booking.cancelled': 30,
      },
      different: 4_000,
    });

    const plan = await createBookingSync({
      client: client(),
      source: moved,
      scope: scope(),
      mode: 'mirror',
    }).plan();
    expect(plan).toMatchObject({ changes: [], refused: [] });
  }, 240_000);
});
