import pg from 'pg';
import { expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { sessionSettings } from '../../../src/db/connection/session-settings.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { emptyDatabase } from '../../harness/servers/test-database.ts';
import { startServiceOn } from '../../harness/servers/test-service.ts';

const unusual = {
  default_transaction_isolation: 'repeatable read',
  datestyle: 'German, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  standard_conforming_strings: 'off',
  quote_all_identifiers: 'on',
};

const current = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
const expected = Object.entries(sessionSettings).map(([name, value]) => ({ name, value }));

/** Creates an empty database with other defaults. */
async function databaseWith(settings: Record<string, string>) {
  const { url, drop } = await emptyDatabase();
  const client = new pg.Client(url);
  await client.connect();
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`);
  await client.end();
  return { url, drop };
}

it('every connection has the settings, whatever the defaults of the database are', async () => {
  expect(Object.keys(unusual)).toEqual(Object.keys(sessionSettings));
  const { url, drop } = await databaseWith(unusual);
  const database = await openPostgresql({ url, replicaUrl: url, poolSize: 2 });
  const names = Object.keys(sessionSettings);
  try {
    expect(await database.query(current, [names])).toEqual(expected);
    for (const source of ['primary', 'replica'] as const)
      expect(await database.read(source, current, [names]), source).toEqual(expected);
    await database.withMigrationLock(
      () => {},
      async (orm) =>
        expect(
          await orm.em.getConnection().execute(current.replace('$1', '?'), [`{${names.join()}}`]),
        ).toEqual(expected),
    );
  } finally {
    await database.close();
    await drop();
  }
});

it('an administrator decides which schema and which access a connection has', async () => {
  const { url, drop } = await databaseWith({ default_transaction_read_only: 'on', search_path: 'pg_temp' });
  const database = await openPostgresql({ url, poolSize: 1 });
  expect(
    await database
      .query(current, [['default_transaction_read_only', 'search_path']])
      .finally(() => database.close()),
  ).toEqual([
    { name: 'default_transaction_read_only', value: 'on' },
    { name: 'search_path', value: 'pg_temp' },
  ]);
  await drop();
});

/** Migrates, writes and reads, and returns everything with ids and times of the clock left out. */
async function results(settings: Record<string, string>) {
  const { url, drop } = await databaseWith(settings);
  const database = await openPostgresql({ url, poolSize: 4 });
  await migrate(database);
  const service = await startServiceOn({ database, url, drop: () => database.close() });
  try {
    const { externalServiceId, courtIds, token } = await service.factories.tenant(1);
    const { secret } = await service.factories.operator('ADMIN');
    const base = `/api/v1/external-services/${externalServiceId}`;
    const all: unknown[] = [];
    const call = async (operationId: string, method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await service.call(
        `${base}${path}`,
        { method, token, ...(body === undefined ? {} : { body }) },
        operationId,
      );
      all.push({ operationId, status, answer });
      return answer;
    };
    const birthday = '1985-12-10';
    const person = { email: 'ada@example.com', firstName: 'Ada \\x41', lastName: 'Lovelace', birthday };
    const { id } = await call('createUser', 'POST', '/users', { externalUserId: 'ada', ...person });
    await call('createUser', 'POST', '/users', { externalUserId: 'ada', ...person });
    await call('updateUser', 'PATCH', `/users/${id}`, { birthday });
    await call('upsertUser', 'PUT', '/users/by-external-id/ada', person);
    await call('batchUsers', 'POST', '/users/batch', {
      items: [
        { action: 'upsert', externalUserId: 'ada', ...person },
        {
          action: 'upsert',
          externalUserId: 'alan',
          ...person,
          email: 'alan@example.com',
          birthday: '1912-06-23',
        },
      ],
    });
    await call('updateUser', 'PATCH', `/users/${id}`, { birthday: '1985-10-12' });
    const booking = bookingBody(courtIds[0]!, {
      startDate: '2026-12-01T10:00:00.000001+05:45',
      endDate: '2026-12-01T11:00:00Z',
      externalUpdatedAt: '2026-11-20T12:00:00.123456Z',
      participants: [{ userId: id }],
    });
    const at = '/court-bookings/by-external-id/one';
    for (const body of [booking, booking, { ...booking, externalUpdatedAt: '2026-11-20T12:00:00.123455Z' }])
      await call('upsertCourtBooking', 'PUT', at, body);
    await call('cancelCourtBooking', 'DELETE', `${at}?externalUpdatedAt=2026-11-21T00:00:00Z`);
    await call('batchCourtBookings', 'POST', '/court-bookings/batch', {
      items: [
        { action: 'upsert', externalCourtBookingId: 'two', ...booking },
        { action: 'cancel', externalCourtBookingId: 'none', externalUpdatedAt: '2026-11-21T00:00:00Z' },
      ],
    });
    await call('listUsers', 'GET', '/users');
    await call(
      'listCourtBookings',
      'GET',
      '/court-bookings?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z',
    );
    await call(
      'getCourtOccupancy',
      'GET',
      `/courts/${courtIds[0]}/occupancy?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z`,
    );
    const { data, errors } = await ask<unknown, never>(
      service,
      secret,
      `mutation { updateUser(input: { userId: "${id}", birthday: "1985-10-12", gender: FEMALE }) { ... on User { birthday updatedAt } } }`,
    );
    const records = await ask<unknown, never>(
      service,
      secret,
      `{ users { nodes { birthday createdAt } } courtBookings { nodes { startDate endDate externalUpdatedAt } }
         auditEvents { nodes { action before after } } }`,
    );
    // A background job sequences them. Four of users, and three of bookings.
    const changesSoFar = () =>
      database.query<{ type: string; data: object }>(
        'select type, data from changes order by type, sequence',
        [],
      );
    await expect.poll(async () => (await changesSoFar()).length, { timeout: 20_000 }).toBe(7);
    const changes = await changesSoFar();
    all.push(data, errors, records.data, records.errors, changes);
    return JSON.parse(
      JSON.stringify(all)
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
        .replaceAll(
          /(?<="(?:createdAt|updatedAt|cancelledAt|at|changedAt)":)"\d{4}-\d\d-\d\dT[\d:]{8}\.(\d{3}|\d{6})Z"/g,
          '"time"',
        ),
    );
  } finally {
    await service.stop();
    await drop();
  }
}

it('a database with unusual defaults is migrated, and stores and returns the same', async () => {
  const usual = await results({});
  expect(await results(unusual)).toEqual(usual);
  const writes = JSON.stringify(usual).match(/"updateUser","before":\{"birthday":"[^"]*"\}/g);
  expect(writes).toEqual(['"updateUser","before":{"birthday":"1985-12-10"}']);
});
