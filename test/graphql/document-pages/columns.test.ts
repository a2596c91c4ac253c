import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../../../src/graphql/document-pages/catalog.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { useOperator, useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

const pages = [...catalog.pages.values()].filter(({ columns }) => columns.length > 0);

describe('columns of a list', () => {
  let known: Record<string, string>;
  const service = useTestService('postgresql');
  const world = useWorld(service);
  const viewer = useOperator(service, 'VIEWER');
  beforeAll(async () => {
    known = {
      externalServiceId: world.services.alpha.id,
      organizationId: world.organizations.riverside.id,
      courtId: world.courts.centre.id,
      webhookEndpointId: world.services.alpha.endpoints.active,
      requestId: 'world',
      endDate: '2026-01-01T01:00:00Z',
    };
  });

  const get = async (path: string) => {
    const { status, html } = await viewer.get(path);
    return { status, html: html.replaceAll('&amp;', '&') };
  };
  const headingsIn = (html: string) =>
    [...html.matchAll(/<th scope="col">([^<]*)/g)].map(([, heading]) => heading);
  const linkIn = (html: string, pattern: string) =>
    new RegExp(`href="([^"]*${pattern}[^"]*)"`).exec(html)?.[1];

  it('are the usual ones without a choice', async () => {
    const { html } = await get('/operators/bookings');
    expect(headingsIn(html)).toEqual([
      ...['Partner’s booking ID', 'Status', 'Start date', 'End date', 'Court', 'Partner'],
    ]);
    expect(html).toContain('<details class="columns"><summary>Columns</summary>');
  });

  it('can be chosen in the address, also those that the page does not show otherwise', async () => {
    const { status, html } = await get('/operators/bookings?sent=1&columns=participants&columns=startDate');
    expect(status).toBe(200);
    expect(headingsIn(html)).toEqual(['Start date', 'Participants']);
    expect(html).toContain(world.guest);
    expect(html).toMatch(/\d\d:\d\d UTC/);
    expect(html).toContain('<input type="checkbox" name="columns" value="participants" checked>');
    expect(html).toContain('<input type="checkbox" name="columns" value="court">');
    expect(html).toContain('<details class="columns" open>');
  });

  it('show ids only if they are chosen', async () => {
    expect(
      headingsIn((await get('/operators/courts?columns=id&columns=name&organizationId=x')).html),
    ).toEqual([]);
    const address = `/operators/courts?organizationId=${world.organizations.riverside.id}`;
    expect(headingsIn((await get(`${address}&columns=id&columns=name`)).html)).toEqual(['ID', 'Name']);
    expect(headingsIn((await get(`${address}&columns=name`)).html)).toEqual(['Name']);
  });

  it('are kept on the next page and in the files', async () => {
    await service.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, 'many-' || n, $2, timestamptz '2031-01-01Z' + n * interval '1 hour', timestamptz '2031-01-01Z' + (n + 1) * interval '1 hour', now()
       from generate_series(1, 60) n`,
      [world.services.alpha.id, world.courts.centre.id],
    );
    const { html } = await get('/operators/bookings?columns=startDate&columns=court&sent=1');
    const next = await get(linkIn(html, 'after=')!);
    expect(headingsIn(next.html)).toEqual(['Start date', 'Court']);
    const file = await get(linkIn(next.html, 'separator=tab')!);
    // Reading the text removes the byte order mark.
    expect(file.html.split('\r\n')[0]).toBe(
      'Start date (time of the club)\tStart date (zone)\tCourt\tClub\tTime zone',
    );
  });

  it.each(pages.map((page): [string, DocumentPage] => [page.name, page]))(
    '%s: all can be shown at once',
    async (_name, page) => {
      const address = new URLSearchParams([
        ...page.columns.map((name) => ['columns', name]),
        ...page.variables
          .filter(({ isRequired }) => isRequired)
          .map(({ name }) => [name, known[name] ?? '2026-01-01T00:00:00Z']),
      ]);
      const { status, html } = await get(`${page.path}?${address}`);
      expect(status, html).toBe(200);
      expect(html).toContain('class="panel result"');
    },
  );

  it('that a list does not have are rejected with 400, which names the others', async () => {
    const { status, html } = await get('/operators/bookings?columns=secret');
    expect(status).toBe(400);
    expect(html).toContain('This list has no column “secret”. Columns: id, externalCourtBookingId, status,');
    expect((await get('/operators/who-am-i?columns=id')).status).toBe(400);
  });

  it('of a list without pages are those of its page, also in a file for spreadsheets', async () => {
    const { html } = await get(
      '/operators/which-partner-fails?from=2026-01-01T00:00:00Z&to=2099-01-01T00:00:00Z&download=csv&separator=semicolon',
    );
    expect(html).toMatch(/^Partner;Requests;Rejected;/);
  });

  it.each(['download=csv&separator=dot', 'download=json&separator=tab', 'separator=tab'])(
    'with %s is no file: 400',
    async (parameters) => {
      expect((await get(`/operators/which-partner-fails?${parameters}`)).status).toBe(400);
    },
  );
});
