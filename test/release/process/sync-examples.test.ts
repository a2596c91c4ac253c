import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { operatorOf } from '../../harness/clients/operator-calls.ts';
import { compileConsumer, createConsumer, run } from '../../harness/clients/sdk-consumer.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { installPackedSdk } from '../../harness/data/packed-sdk.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const examples = fileURLToPath(new URL('../../../sdk/examples/', import.meta.url));
const programs = { import: 'csv-import/import.ts', sync: 'legacy-sync/sync.ts', club: 'club-week/club.ts' };

describe('sync examples with the published package', () => {
  const service = useTestService('postgresql');
  let folder: string;
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await service.factories.tenant(10);
    folder = createConsumer([]);
    await installPackedSdk(folder);
    for (const [name, file] of Object.entries(programs))
      cpSync(join(examples, file), join(folder, `src/${name}.ts`));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const start = (program: keyof typeof programs, ...args: string[]) =>
    run(
      process.execPath,
      [`src/${program}.js`, ...args],
      folder,
      {
        PATH: process.env.PATH ?? '',
        BASE_URL: service.address,
        TOKEN: tenant.token,
      },
      200_000,
    );
  const write = (file: string, lines: string[]) =>
    writeFileSync(join(folder, file), `${lines.join('\r\n')}\r\n`);
  const client = () => createPartnerClient({ baseUrl: service.address, token: tenant.token });

  it('compile strictly with all declarations checked, and are short', () => {
    expect(compileConsumer(folder, { skipDefaultLibCheck: true })).toBe('');
    for (const file of Object.values(programs)) {
      expect(readFileSync(join(examples, file), 'utf8').split('\n').length, file).toBeLessThan(85);
    }
  });

  it('import 2,000 members and bookings from CSV, and nothing new the second time', async () => {
    const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
    write('members.csv', [
      'email,member,firstName,lastName,birthday',
      ...Array.from(
        { length: 2_000 },
        (_, n) =>
          `m${n}@example.com,m-${n},"Ada, ""A.""",${n % 2 ? 'Lovelace' : 'Ünsal'},${n % 3 ? '1985-12-10' : ''}`,
      ),
    ]);
    write('bookings.csv', [
      'booking,court,start,end,changed,member',
      ...Array.from({ length: 2_000 }, (_, n) =>
        [
          `b-${n}`,
          tenant.courtIds[n % 10],
          hour(Math.floor(n / 10)),
          hour(Math.floor(n / 10) + 1),
          '2026-11-20T12:00:00+01:00',
          `m-${n}`,
        ].join(),
      ),
    ]);
    const first = await start('import', 'members.csv', 'bookings.csv');
    expect(first).toContain('2000 members\n');
    expect(first).toMatch(/created: 2000,.*\n?.*refused: 0/s);
    for (const file of ['members.csv', 'bookings.csv']) {
      write(file, readFileSync(join(folder, file), 'utf8').split('\r\n').slice(0, 101));
    }
    expect(await start('import', 'members.csv', 'bookings.csv')).toMatch(
      /100 members\n.*created: 0,.*unchanged: 100,/s,
    );
    const user = await client().getUserByExternalId('m-7');
    expect(user).toMatchObject({
      firstName: 'Ada, "A."',
      lastName: 'Lovelace',
      birthday: '1985-12-10T00:00:00.000Z',
    });
    expect((await client().getCourtBooking('b-7')).participants).toEqual([{ userId: user.id }]);
  });

  it('sync a week of a legacy database with new, moved, swapped and removed bookings', async () => {
    tenant = await service.factories.tenant(2);
    const dump = (rows: string[]) =>
      write('dump.sql', [
        'SET a = b;',
        'COPY booking (id, court, starts, ends, changed, guest) FROM stdin;',
        ...rows,
        '\\.',
        'COPY other (id) FROM stdin;',
        '1',
        '\\.',
      ]);
    const row = (id: string, court: number, hour: number, version = 1, guest = '\\N', day = '04') =>
      [
        id,
        `Court ${court}`,
        `2027-01-${day} ${hour}:00:00+01`,
        `2027-01-${day} ${hour + 1}:00:00+01`,
        `2026-11-20 12:00:0${version}.123456+01`,
        guest,
      ].join('\t');
    const week = (from: string, to: string) =>
      start('sync', 'dump.sql', `2027-01-${from}T00:00:00Z`, `2027-01-${to}T00:00:00Z`);
    dump([
      row('a', 1, 10),
      row('b', 1, 11),
      row('c', 2, 10, 1, 'guest@example.com'),
      row('d', 2, 11),
      row('next', 2, 11, 1, '\\N', '12'),
    ]);
    expect(await week('04', '11')).toMatch(/created: 4,/);
    dump([
      row('a', 1, 11, 2),
      row('b', 1, 10, 2),
      row('d', 2, 11, 2, '\\N', '13'),
      row('next', 2, 11, 1, '\\N', '12'),
    ]);
    expect(await week('04', '11')).toMatch(/updated: 2,\s*cancelled: 2,/);
    expect(await week('11', '18')).toMatch(/created: 1,\s*updated: 1,/);
    const stored: Record<string, string> = {};
    for await (const one of client().listCourtBookings())
      stored[one.externalCourtBookingId] = `${one.startDate} ${tenant.courtIds.indexOf(one.courtId)}`;
    expect(stored).toEqual({
      a: '2027-01-04T10:00:00.000Z 0',
      b: '2027-01-04T09:00:00.000Z 0',
      d: '2027-01-13T10:00:00.000Z 1',
      next: '2027-01-12T10:00:00.000Z 1',
    });
    dump([]);
    await expect(week('04', '11')).rejects.toThrow(/empty_source: [\s\S]*would cancel a/);
  });

  it('keep a club in step with its files, also after a kill, and hear of cancellations by operators', async () => {
    tenant = await service.factories.tenant(20);
    const PORT = String(await freePort());
    const operator = await operatorOf(service);
    const { secret } = await operator.createWebhookEndpoint(
      tenant.externalServiceId,
      `http://127.0.0.1:${PORT}/`,
      ['COURT_BOOKING_CANCELLED'],
    );
    const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
    const env = {
      ...{ PATH: process.env.PATH ?? '', PORT, BASE_URL: service.address, TOKEN: tenant.token },
      ...{ WEBHOOK_SECRET: secret, WEEK: hour(0), NEXT_WEEK: hour(168) },
    };
    const work = async (until: (lines: string[]) => Promise<unknown>) => {
      const child = spawn(process.execPath, ['src/club.js'], { cwd: folder, env });
      const lines: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => lines.push(...String(chunk).trimEnd().split('\n')));
      await until(lines);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    };
    const inStep = (done: object) => async (lines: string[]) => {
      const none = { created: 0, updated: 0, cancelled: 0, replayed: 0, unchanged: 0, refused: 0 };
      await expect.poll(() => lines).toEqual([`400 members, ${JSON.stringify({ ...none, ...done })}`]);
    };
    const rows = (file: string, lines: string[]) => writeFileSync(join(folder, file), lines.join('\n'));
    /** Writes bookings at these court hours, the first ones with a newer version. */
    const bookings = (places: number[], newer: number) =>
      rows('bookings.csv', [
        'id,court,start,end,changed,member',
        ...places.map((at, n) => {
          const [start, end] = [Math.floor(at / 20), Math.floor(at / 20) + 1].map(hour);
          return `b-${n},Court ${(at % 20) + 1},${start},${end},2026-11-0${n < newer ? 2 : 1}T12:00:00Z,member-${n}`;
        }),
      ]);
    const members = Array.from({ length: 400 }, (_, n) => `member-${n},m${n}@club.example.com,Zoë,Ünsal`);
    rows('members.csv', ['member,email,first,last', ...members]);
    const places = members.map((_, n) => n);
    bookings(places, 0);
    await work(async (lines) => {
      const stored = async () => ({ lines, items: (await client().listUsers()).items.length > 10 });
      await expect.poll(stored, { interval: 2 }).toEqual({ lines: [], items: true });
    });
    await work(inStep({ created: 400 }));
    await work(inStep({ unchanged: 400 }));
    // The first 100 bookings swap with their neighbors, and the last one is gone.
    bookings(
      places.slice(0, 399).map((n) => (n < 100 ? n ^ 1 : n)),
      100,
    );
    await work(async (lines) => {
      await inStep({ updated: 100, cancelled: 1, unchanged: 299 })(lines);
      const id = await bookingIdIn(service, 'b-1', tenant.externalServiceId);
      await operator.cancelCourtBooking(id, 'Flood.');
      await expect.poll(() => lines).toContain('b-1 was cancelled: Flood.');
    });
    await work(inStep({ unchanged: 398 }));
    expect(readFileSync(join(folder, 'cancelled.txt'), 'utf8')).toBe('b-1\n');
  });
});
