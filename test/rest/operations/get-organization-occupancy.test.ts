import { beforeAll, describe, expect, it } from 'vitest';
import { selectOrganizationOccupancy } from '../../../src/db/queries/partners/organization-occupancy.ts';
import { toStatement } from '../../../src/db/queries/statement.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const now = () => new Date().toISOString();
const day = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';

describe.each(databaseKinds)('get organization occupancy on %s', (kind) => {
  const service = useTestService(kind);
  const support = useOperator(service, 'SUPPORT');
  const tenant: Tenant = useTenant(service, 3);
  const other: Tenant = useTenant(service);
  beforeAll(async () => {
    await service.factories.grantOrganization(other.externalServiceId, tenant.organizationId);
  });

  const pathOf = (range: string, of: Tenant = tenant) =>
    `/api/v1/external-services/${of.externalServiceId}/organizations/${tenant.organizationId}/occupancy?${range}`;
  const read = async (range = day, of: Tenant = tenant) => {
    const { status, headers, body } = await service.call(
      pathOf(range, of),
      { token: of.token },
      'getOrganizationOccupancy',
    );
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe(`"${body.version}"`);
    return body as { version: string; courts?: { courtId: string; occupied: object[] }[] };
  };
  const put = async (id: string, fields: object = {}, slot = 0, of: Tenant = tenant, court = 0) => {
    const { status } = await service.upsertCourtBooking(of.externalServiceId, id, {
      token: of.token,
      body: bookingBody(tenant.courtIds[court]!, { ...fields }, slot),
    });
    expect([200, 201]).toContain(status);
  };
  const idOf = (externalId: string) => bookingIdIn(service, externalId);

  it('returns each court by id with its times, cut to the range, without the id of any booking', async () => {
    await put('late', { startDate: '2027-01-01T20:00:00.000001Z', endDate: '2027-01-01T21:00:00Z' });
    await put('theirs', { startDate: '2026-12-30T10:00:00Z', endDate: '2027-01-01T11:00:00Z' }, 0, other);
    await put('second', { startDate: '2027-01-01T23:00:00Z', endDate: '2027-01-02T01:00:00Z' }, 0, tenant, 1);
    const { courts } = await read();
    expect(courts).toEqual([
      {
        courtId: tenant.courtIds[0],
        occupied: [
          { startDate: '2027-01-01T00:00:00.000Z', endDate: '2027-01-01T11:00:00.000Z' },
          { startDate: '2027-01-01T20:00:00.000001Z', endDate: '2027-01-01T21:00:00.000Z' },
        ],
      },
      {
        courtId: tenant.courtIds[1],
        occupied: [{ startDate: '2027-01-01T23:00:00.000Z', endDate: '2027-01-02T00:00:00.000Z' }],
      },
      { courtId: tenant.courtIds[2], occupied: [] },
    ]);
    expect(await read(day, other)).toEqual(await read());
  });

  it('returns no courts to a reader of the current version, and 304 to one with its ETag', async () => {
    const { version } = await read();
    expect(await read(`${day}&version=${version}`)).toEqual({ version });
    const conditional = (ifNoneMatch: string, query = day) =>
      fetch(service.address + pathOf(query), {
        headers: { Authorization: `Bearer ${tenant.token}`, 'If-None-Match': ifNoneMatch },
      });
    const response = await conditional(`"${version}"`);
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('etag')).toBe(`"${version}"`);
    expect(response.headers.get('x-request-id')).toBeTruthy();
    // Of two versions of a copy, that of the header counts.
    const both = await conditional('"x"', `${day}&version=${version}`);
    expect([both.status, (await both.json()).courts?.length]).toEqual([200, 3]);
  });

  let inserted: string;
  /** In this order. `false`: nothing is taken or left. */
  const changes: [what: string, isChange: boolean, change: () => Promise<unknown>][] = [
    ['a booking', true, () => put('one', {}, 30)],
    ['a replay', false, () => put('one', {}, 30)],
    [
      'other participants',
      false,
      () =>
        put(
          'one',
          { externalUpdatedAt: '2026-11-20T12:00:01Z', participants: [{ email: 'a@example.com' }] },
          30,
        ),
    ],
    ['another time', true, () => put('one', { externalUpdatedAt: '2026-11-20T12:00:02Z' }, 31)],
    ['another court', true, () => put('one', { externalUpdatedAt: '2026-11-20T12:00:03Z' }, 31, tenant, 1)],
    [
      'a move by an operator',
      true,
      async () =>
        support.run(playbook.MoveCourtBookingDocument, {
          courtBookingId: await idOf('one'),
          startDate: '2027-01-10T00:00:00Z',
          newCourtId: tenant.courtIds[2]!,
        }),
    ],
    [
      "a partner's cancellation",
      true,
      () =>
        service.cancelCourtBooking(tenant.externalServiceId, 'one', now(), {
          token: tenant.token,
        }),
    ],
    [
      'a cancelled booking with other participants',
      false,
      async () =>
        service.database.query('delete from court_booking_participants where court_booking_id = $1', [
          await idOf('one'),
        ]),
    ],
    ['a booking that is active again', true, () => put('one', { externalUpdatedAt: now() }, 32)],
    [
      'a cancellation by an operator',
      true,
      async () =>
        support.run(playbook.CancelCourtBookingDocument, {
          courtBookingId: await idOf('one'),
          reason: 'x',
        }),
    ],
    [
      'a reinstated booking',
      true,
      async () => support.run(playbook.ReinstateCourtBookingDocument, { courtBookingId: await idOf('one') }),
    ],
    [
      'a block',
      true,
      () =>
        support.run(playbook.BlockCourtDocument, {
          courtId: tenant.courtIds[0],
          from: '2027-03-01T00:00:00Z',
          to: '2027-03-02T00:00:00Z',
          reason: 'x',
        }),
    ],
    // As the previous release writes: it knows nothing of versions.
    [
      'a row that another release inserts',
      true,
      async () => {
        const place = [Date.UTC(2027, 4, 1), Date.UTC(2027, 4, 2)] as const;
        const booking = await service.factories.booking(other.externalServiceId, tenant.courtIds[1]!, place);
        inserted = booking.externalCourtBookingId;
      },
    ],
    [
      'a row that another release cancels',
      true,
      () => service.factories.cancelBooking(tenant.externalServiceId, 'late'),
    ],
    [
      'a row that is deleted',
      true,
      async () =>
        service.database.query('delete from court_bookings where external_court_booking_id = $1', [inserted]),
    ],
    [
      'a deactivated court',
      true,
      () => service.database.query('update courts set active = false where id = $1', [tenant.courtIds[2]]),
    ],
    [
      'a court that is active again',
      true,
      () => service.database.query('update courts set active = true where id = $1', [tenant.courtIds[2]]),
    ],
  ];

  it('changes the version with each change of an occupancy, and with nothing else', async () => {
    const seen = new Map<string, unknown>();
    for (const [what, isChange, change] of changes) {
      const before = (await read()).version;
      await change();
      const { version, courts } = await read();
      expect(version !== before, what).toBe(isChange);
      // A version returns only with its courts, even if the times return.
      expect(seen.get(version) ?? courts, what).toEqual(courts);
      seen.set(version, courts);
      // What the process has kept is what a new one reads.
      for (const { courtId, occupied } of courts!) {
        const one = `/api/v1/external-services/${tenant.externalServiceId}/courts/${courtId}/occupancy?${day}`;
        const { body } = await service.call(one, { token: tenant.token }, 'getCourtOccupancy');
        const times = body.occupied.map(
          ({ externalCourtBookingId: _, ...time }: Record<string, string>) => time,
        );
        expect(occupied, what).toEqual(times);
      }
    }
  });

  it('reads only the courts whose version the process does not know', async () => {
    const { externalServiceId, organizationId, courtIds } = tenant;
    const stored = async (knownCourts: Map<string, string>) => {
      const range = { from: '2026-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' };
      const statement = selectOrganizationOccupancy({
        ...{ externalServiceId, organizationId, ...range, known: [], knownCourts },
      });
      const { text, parameters } = toStatement(statement);
      const [row] = await service.database.query<{
        courts: { courtId: string; version: string; times: string | null }[];
      }>(text, parameters);
      return row!.courts;
    };
    const before = new Map((await stored(new Map())).map(({ courtId, version }) => [courtId, version]));
    await put('only', {}, 50, tenant, 1);
    const read = (await stored(before)).filter(({ times }) => times !== null).map(({ courtId }) => courtId);
    expect(read).toEqual([courtIds[1]]);
  });

  it('waits for a change, and returns the version alone if there is none', async () => {
    const { version } = await read();
    const begun = performance.now();
    expect(await read(`${day}&version=${version}&wait=1`)).toEqual({ version });
    expect(performance.now() - begun).toBeGreaterThan(950);
    const waiting = read(`${day}&version=${version}&wait=30`);
    const settled = await Promise.race([
      waiting.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 100)),
    ]);
    expect(settled).toBeUndefined();
    await service.factories.booking(other.externalServiceId, tenant.courtIds[2]!, [
      Date.UTC(2027, 5, 1),
      Date.UTC(2027, 5, 2),
    ]);
    expect((await waiting).version).not.toBe(version);
    expect((await waiting).courts).toHaveLength(3);
  });

  it('ends the wait of a reader whose access was revoked with 403', async () => {
    const reader = await service.factories.tenant();
    await service.factories.grantOrganization(reader.externalServiceId, tenant.organizationId);
    const { version } = await read(day, reader);
    const waiting = service.call(
      pathOf(`${day}&version=${version}&wait=1`, reader),
      { token: reader.token },
      'getOrganizationOccupancy',
    );
    await service.database.query('delete from organization_grants where external_service_id = $1', [
      reader.externalServiceId,
    ]);
    expect((await waiting).body.error.type).toBe('organization_access_denied');
  });
});

describe('a mirror of a club', () => {
  const service = useTestService('postgresql', { poolSize: 16 });

  it('has the times of every court after 16 writers of 4 courts have ended', {
    timeout: 60_000,
  }, async () => {
    const tenant = await service.factories.tenant(4);
    const { externalServiceId, organizationId, token, courtIds } = tenant;
    const month = 'from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z';
    const path = `/api/v1/external-services/${externalServiceId}/organizations/${organizationId}/occupancy?${month}`;
    let versions = 0;
    const write = async (writer: number) => {
      for (let turn = 0; turn < 30; turn++) {
        const id = `${writer}-${turn % 4}`;
        const externalUpdatedAt = new Date(Date.UTC(2026, 0, 1) + versions++).toISOString();
        if (turn % 5 === 4)
          await service.cancelCourtBooking(externalServiceId, id, externalUpdatedAt, { token });
        else
          await service.upsertCourtBooking(externalServiceId, id, {
            token,
            body: bookingBody(
              courtIds[(writer + turn) % 4]!,
              { externalUpdatedAt },
              (writer * 7 + turn) % 60,
            ),
          });
      }
    };
    let version = '';
    let mirror: { courtId: string; occupied: object[] }[] = [];
    let updates = 0;
    const follow = async (wait: number) => {
      const known = version && `&version=${version}`;
      const { body } = await service.call(
        `${path}${known}&wait=${wait}`,
        { token },
        'getOrganizationOccupancy',
      );
      version = body.version;
      if (body.courts) updates += 1;
      mirror = body.courts ?? mirror;
    };
    let isWriting = true;
    const following = (async () => {
      while (isWriting) await follow(1);
    })();
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    isWriting = false;
    await following;
    await follow(0);
    expect(updates).toBeGreaterThan(5);
    for (const { courtId, occupied } of mirror) {
      const one = `/api/v1/external-services/${externalServiceId}/courts/${courtId}/occupancy?${month}`;
      const { body } = await service.call(one, { token }, 'getCourtOccupancy');
      const times = body.occupied.map(
        ({ externalCourtBookingId: _, ...time }: Record<string, string>) => time,
      );
      expect(occupied).toEqual(times);
    }
    expect(mirror.map(({ courtId }) => courtId)).toEqual(courtIds.toSorted());
    expect(mirror.flatMap(({ occupied }) => occupied).length).toBeGreaterThan(10);
  });
});
