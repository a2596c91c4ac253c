import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { compileConsumer, createConsumer, run } from '../../harness/clients/sdk-consumer.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { installPackedSdk } from '../../harness/data/packed-sdk.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const examples = fileURLToPath(new URL('../../../sdk/examples/', import.meta.url));
const programs = { import: 'csv-import/import.ts', sync: 'legacy-sync/sync.ts' };

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
  }, 240_000);

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
});
