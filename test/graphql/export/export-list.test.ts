import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { getNamedType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseUnavailable } from '../../../src/db/connection/database-failure.ts';
import { exportableLists } from '../../../src/graphql/export/export-document.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { signIn } from '../../harness/clients/sign-in.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { countingDatabase } from '../../harness/servers/counting-database.ts';
import { createTestDatabase } from '../../harness/servers/test-database.ts';
import { startServiceOn } from '../../harness/servers/test-service.ts';
import { useOperator, useService, useTenant, useWorld } from '../../harness/servers/use-test-service.ts';

const lists = exportableLists(schema);

describe('list export', () => {
  let statements: string[];
  /** The number of readable pages of bookings. Later pages fail. */
  let readable = Number.POSITIVE_INFINITY;
  const service = useService(async () => {
    const testDatabase = await createTestDatabase('postgresql');
    const counting = countingDatabase({
      ...testDatabase.database,
      read: async (from, text, parameters) => {
        if (isPage(text)) readable -= 1;
        if (readable < 0) throw databaseUnavailable('a test');
        return testDatabase.database.read(from, text, parameters);
      },
    });
    statements = counting.statements;
    return startServiceOn({ ...testDatabase, database: counting.database });
  });
  const world = useWorld(service);
  const viewer = useOperator(service, 'VIEWER');
  const tenant = useTenant(service);

  const isPage = (text: string) => text.includes('from "court_bookings"') && text.includes('json_agg');
  const pagesRead = () => statements.filter(isPage).length;
  const target = (file: string, args?: object) =>
    `/operators/export/${file}${args ? `?arguments=${encodeURIComponent(JSON.stringify(args))}` : ''}`;
  const authorized = () => ({ Authorization: `Bearer ${viewer.secret}` });
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.address + path, { headers: { ...authorized(), ...headers } });
  const download = (file: string, args?: object, headers?: Record<string, string>) =>
    open(target(file, args), headers);
  const rowsOf = async (list: string, args?: object) => {
    const response = await download(`${list}.jsonl`, args);
    expect(response.status).toBe(200);
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const requiredOf = (list: string) =>
    list === 'webhookDeliveries' ? { webhookEndpointId: world.services.alpha.endpoints.active } : undefined;

  it('exports every list in the schema', () => {
    const all = Object.values(schema.getQueryType()!.getFields());
    const connections = all.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
    expect(lists.toSorted()).toEqual(connections.map(({ name }) => name).sort());
  });

  it.each(lists)('%s: exports the rows in the order of the list, as JSON Lines and as CSV', async (list) => {
    const required = requiredOf(list);
    const given = required
      ? `(webhookEndpointId: "${required.webhookEndpointId}", first: 100)`
      : '(first: 100)';
    const data = await viewer.data<Record<string, { nodes: { id: string }[] }>>(
      `{ ${list}${given} { nodes { id } } }`,
    );
    const ids = data[list]!.nodes.map(({ id }) => id);
    // An export adds an audit event itself.
    const rows = (await rowsOf(list, required)).filter(
      ({ action }) => action !== 'exportList' || list !== 'auditEvents',
    );
    expect(rows.map(({ id }) => id)).toEqual(
      list === 'auditEvents' ? expect.arrayContaining(ids.slice(-5)) : ids,
    );
    const response = await download(`${list}.csv`, required);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${list}.csv"`);
    const text = await response.text();
    expect(text).toMatch(/^id,/);
    expect(text.endsWith('\r\n')).toBe(true);
    for (const id of ids.slice(-5)) expect(text).toContain(id);
  });

  it('exports the values of a row, its relations and whole short lists', async () => {
    const { booking } = world.services.alpha;
    const args = { filter: { courtId: booking.body.courtId, status: 'ACTIVE' } };
    const rows = await rowsOf('courtBookings', args);
    const court = { id: booking.body.courtId, name: expect.any(String) };
    for (const row of rows) expect(row).toMatchObject({ status: 'ACTIVE', court });
    expect(rows.find(({ id }) => id === booking.id)).toMatchObject({
      externalCourtBookingId: 'booking',
      externalService: { id: world.services.alpha.id, name: world.services.alpha.name },
      participants: expect.arrayContaining([expect.objectContaining({ email: world.guest })]),
    });
    const [head, ...lines] = (await (await download('courtBookings.csv', args)).text()).split('\r\n');
    expect(head).toContain('court.id,court.name');
    expect(lines).toHaveLength(rows.length + 1);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('writes CSV as RFC 4180 requires, with formulas as text', async () => {
    const externalUserId = '@SUM(A1)';
    const email = '+formula@example.com';
    const names = { firstName: '=HYPERLINK("x")', lastName: 'O"Neil, Jr' };
    await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: userBody({ email, externalUserId, ...names }),
    });
    const args = { email };
    const text = await (await download('users.csv', args)).text();
    expect(text).toContain(`,'${email},`);
    expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(text).toContain(`,"O""Neil, Jr",`);
    expect(text).toContain(`'${externalUserId}`);
    expect(await rowsOf('users', args)).toEqual([
      expect.objectContaining({ email, externalUserId, ...names }),
    ]);
  });

  it('writes a file for spreadsheets: names, times of the club, chosen columns and separator', async () => {
    const { alpha } = world.services;
    await service.database.query(`update organizations set time_zone = 'America/New_York' where id = $1`, [
      world.organizations.riverside.id,
    ]);
    const columns = ['startDate', 'court', 'participants', 'status', 'cancelledAt', 'createdAt'];
    const chosen = columns.map((name) => `columns=${name}`).join('&');
    const filter = { externalServiceId: alpha.id, externalCourtBookingId: 'booking' };
    const response = await open(`${target('courtBookings.csv', { filter })}&separator=semicolon&${chosen}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row, ...others] = bytes.subarray(3).toString().split('\r\n');
    expect(others).toEqual(['']);
    expect(head).toBe(
      'Start date (time of the club);Start date (zone);Court;Club;Time zone;Participants;Status;Cancelled at (UTC);Created at (UTC)',
    );
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(new Date(alpha.booking.body.startDate as string));
    const [start, shortZone, court, club, zone, participants, status, cancelledAt, createdAt] =
      row!.split(';');
    expect(shortZone).toMatch(/^E[SD]T$/);
    expect([start, court, club, zone]).toEqual([local, 'Court centre', 'Club riverside', 'America/New_York']);
    expect(participants).toContain(`, ${world.guest}`);
    expect(participants).not.toMatch(/[0-9a-f]{8}-/);
    expect([status, cancelledAt]).toEqual(['active', '']);
    expect(createdAt).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });

  it.each(lists)('%s: has all columns in a file for spreadsheets without a choice', async (list) => {
    const response = await open(`${target(`${list}.csv`, requiredOf(list) ?? {})}&separator=tab`);
    expect(response.status).toBe(200);
    const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
    expect(head!.split('\t').length).toBeGreaterThan(2);
    for (const row of rows.slice(0, 5)) expect(row).not.toContain('[object');
  });

  it('records the operator, the list and the filters of an export, but no text that may be an address', async () => {
    const email = 'sought-in-an-export@example.com';
    const { id: externalServiceId } = world.services.alpha;
    await rowsOf('courtBookings', {
      filter: { participantEmail: email, externalServiceId, status: 'ACTIVE' },
    });
    const data = await viewer.data<{ auditEvents: { nodes: object[] } }>(
      '{ auditEvents(action: exportList, first: 1) { nodes { actor { ... on Operator { name } } before after } } }',
    );
    expect(data.auditEvents.nodes).toEqual([
      {
        actor: { name: 'VIEWER of a test' },
        before: null,
        after: {
          list: 'courtBookings',
          format: 'jsonl',
          filters: { filter: { participantEmail: true, externalServiceId, status: 'ACTIVE' } },
        },
      },
    ]);
    expect(await findEverywhere(service.database, [email])).toEqual([]);
  });

  it.each<[string, number, string, () => Promise<Response>]>([
    ['no token', 401, 'operator_token_invalid', () => fetch(service.address + target('courts.csv'))],
    [
      "a partner's token",
      401,
      'operator_token_invalid',
      () => download('courts.csv', undefined, { Authorization: `Bearer ${tenant.token}` }),
    ],
    [
      'a page of another site',
      403,
      'operator_permission_denied',
      () => download('courts.csv', undefined, { 'Sec-Fetch-Site': 'cross-site' }),
    ],
    ['an unknown list', 404, 'route_not_found', () => download('secrets.csv')],
    ['a list by the name of something else', 404, 'route_not_found', () => download('court.csv')],
    ['an unknown format', 404, 'route_not_found', () => download('courts.xls')],
    ['a format that every object has', 404, 'route_not_found', () => download('courts.constructor')],
    [
      'arguments that are no JSON',
      400,
      'invalid_schema',
      () => open('/operators/export/courts.csv?arguments={'),
    ],
    ['an unknown argument', 400, 'invalid_schema', () => download('courts.csv', { first: 1 })],
    ['an argument of another type', 400, 'invalid_schema', () => download('courts.csv', { name: 1 })],
    ['an invalid id', 400, 'invalid_schema', () => download('courts.csv', { organizationId: 'x' })],
    ['a missing argument', 400, 'invalid_schema', () => download('webhookDeliveries.csv')],
    ...[
      'separator=dot',
      'columns=name',
      'separator=tab&columns=secret',
      'separator=tab&columns=name&rows=1',
    ].map((parameters): [string, number, string, () => Promise<Response>] => [
      ...([parameters, 400, 'invalid_schema'] as const),
      () => download(`courts.csv?${parameters}`),
    ]),
    ['JSON Lines with a separator', 400, 'invalid_schema', () => download('courts.jsonl?separator=tab')],
  ])('%s: responds with %i %s and records nothing', async (_what, status, type, send) => {
    const count = async () =>
      (await service.database.query('select from audit_events where action = $1', ['exportList'])).length;
    const before = await count();
    const response = await send();
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { type: string; message: string } };
    expect(error.type).toBe(type);
    expect(error.message).not.toBe('');
    expect(await count()).toBe(before);
  });

  it('names an unknown argument and lists the known ones', async () => {
    const said = async (list: string) => {
      const { error } = (await (await download(`${list}.csv`, { first: 1 })).json()) as {
        error: { message: string };
      };
      return error.message;
    };
    expect(await said('courts')).toBe(
      '"arguments" has first; this list takes: name, orderBy, organizationId.',
    );
    expect(await said('alerts')).toBe('"arguments" has first; this list takes: open, orderBy, type.');
  });

  it('accepts the session of a browser', async () => {
    const { cookie: Cookie } = await signIn(service, viewer.secret);
    const response = await fetch(service.address + target('courts.csv'), { headers: { Cookie } });
    expect(response.status).toBe(200);
    await response.text();
  });

  describe('20,000 rows of 1.5 kB', () => {
    const rows = 20_000;
    const pages = rows / 100;
    let filter: object;
    beforeAll(async () => {
      // In batches, because a statement may take at most 2.2 s.
      for (let from = 1; from <= rows; from += 1_000)
        await service.database.query(
          `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, cancelled_at, cancellation_reason)
         select gen_random_uuid(), $1, 'many-' || n, $2, $3::timestamptz + n * interval '1 hour', $3::timestamptz + (n + 1) * interval '1 hour', $3, $3, repeat('x', 1000)
         from generate_series($4::int, $4::int + 999) n`,
          [tenant.externalServiceId, tenant.courtIds[0], String(bookingBody('').startDate), from],
        );
      filter = { filter: { externalServiceId: tenant.externalServiceId } };
    }, 60_000);

    const open = () =>
      new Promise<{ request: ClientRequest; response: IncomingMessage }>((resolve, reject) => {
        const request = get(service.address + target('courtBookings.jsonl', filter), {
          headers: authorized(),
          agent: false,
        });
        request.on('error', reject);
        request.on('response', (response) => {
          response.on('error', () => {});
          resolve({ request, response: response.pause() });
        });
      });
    /** Returns how many pages the service reads if the client stops reading. */
    const settled = async () => {
      let before = -1;
      for (let same = 0; same < 10; ) {
        await sleep(30);
        same = pagesRead() === before ? same + 1 : 0;
        before = pagesRead();
      }
      return before;
    };
    const allOf = async (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return Buffer.concat(chunks).toString().trimEnd().split('\n');
    };

    it('reads one page per statement, not ahead of the client, and each row once', async () => {
      statements.length = 0;
      const { response } = await open();
      // The connection itself buffers less than half of it.
      expect(await settled()).toBeLessThan(pages / 2);
      const lines = await allOf(response);
      expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(rows);
      expect(lines).toHaveLength(rows);
      expect(pagesRead()).toBe(pages);
    });

    it('stops reading when the client disconnects', async () => {
      statements.length = 0;
      const { request } = await open();
      request.destroy();
      expect(await settled()).toBeLessThan(pages);
    });

    it('allows two exports at a time and rejects a third with 429 and Retry-After, until a client disconnects', async () => {
      const attempt = async () => {
        const two = [await open(), await open()];
        const third = await download('courtBookings.csv', filter);
        await third.text();
        for (const { request } of two) request.destroy();
        return [
          two.map(({ response }) => response.statusCode),
          third.status,
          third.headers.get('retry-after'),
        ];
      };
      // The second round succeeds only after both clients of the first one have freed their slots.
      for (let round = 0; round < 2; round += 1) await expect.poll(attempt).toEqual([[200, 200], 429, '5']);
    });

    it('cuts the connection and logs the error if a page fails, so that the file is never taken as complete', async () => {
      readable = 3;
      const { response } = await open();
      await expect(allOf(response)).rejects.toThrow('aborted');
      expect(response.complete).toBe(false);
      readable = Number.POSITIVE_INFINITY;
      // Background jobs may have failed at the same time.
      const told = service.logLines.filter(({ requestId, err }) => requestId && err);
      expect(told.filter((line) => JSON.stringify(line).includes('a test'))).toHaveLength(1);
      readable = 0;
      expect((await download('courtBookings.csv', filter)).status).toBe(503);
      readable = Number.POSITIVE_INFINITY;
      expect(await rowsOf('courts')).not.toEqual([]);
    });

    /** Reads an export with two readable pages. `cut`, if given, closes its connection. */
    const readOfTwo = (cut?: () => void) => {
      readable = 2;
      const request = new Request(service.address + target('courtBookings.jsonl', filter), {
        headers: authorized(),
      });
      return service.app.fetch(request, { address: '127.0.0.1', isSecure: false, ...(cut && { cut }) });
    };

    it('reports a failed page as a failure of the body if there is no connection to cut', async () => {
      const response = await readOfTwo();
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toMatchObject({ type: 'service_unavailable' });
      readable = Number.POSITIVE_INFINITY;
    });

    it('cuts the connection if a page fails, and leaves the body open', async () => {
      const cut = Promise.withResolvers<string>();
      const response = await readOfTwo(() => cut.resolve('cut'));
      const reader = response.body!.getReader();
      const toItsEnd = async () => {
        while (!(await reader.read()).done);
        return 'ended';
      };
      const read = toItsEnd().catch(() => 'failed');
      expect(await Promise.race([read, cut.promise])).toBe('cut');
      expect(await Promise.race([read, setImmediate('open')])).toBe('open');
      // The server does this once the connection is closed.
      await reader.cancel();
      readable = Number.POSITIVE_INFINITY;
    });
  });
});
