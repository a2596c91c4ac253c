import { describe, expect, it } from 'vitest';
import { onboardingPath as start } from '../../../src/graphql/document-pages/onboarding.ts';
import { operatorPages, proposedIn } from '../../harness/clients/operator-pages.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

it('each step is a task without a dry run, and takes only records of earlier steps', async () => {
  const known: string[] = [];
  for (const { page, record } of catalog.onboarding) {
    expect([page.isMutation, page.hasDryRun], page.name).toEqual([true, false]);
    const taken = page.variables.filter((variable) => variable.record).map(({ name }) => name);
    expect(known, page.name).toEqual(expect.arrayContaining(taken));
    if (record) known.push(record.variable);
  }
  expect(known).toEqual(['organizationId', 'externalServiceId']);
});

describe('onboarding of a partner', () => {
  const service = useTestService('postgresql', { trustedProxies: 1 });
  const admin = useOperator(service);

  const call = (path: string, init?: RequestInit, token = admin.secret) =>
    operatorPages(service, token).send(path, init);
  type Answer = Awaited<ReturnType<typeof call>>;

  /** The form that runs the task of a step, with what it proposes. */
  const formOf = ({ html }: Answer) => {
    const [, action = '', body = ''] = /method="post" action="([^"]*)">(.*?)<\/form>/s.exec(html) ?? [];
    return { action: action.replaceAll('&amp;', '&'), fields: proposedIn(body) };
  };
  const send = (answer: Answer, values: Record<string, string> = {}) => {
    const { action, fields } = formOf(answer);
    const body = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return call(action, {
      method: 'POST',
      body: body.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  };
  /** Sends a form twice at the same time, and opens the page that both responses lead to. */
  const sendTwice = async (answer: Answer, values: Record<string, string> = {}) => {
    const [one, other] = await Promise.all([send(answer, values), send(answer, values)]);
    const { headers: _, ...same } = other!;
    expect(one).toMatchObject(same);
    const shown = one!.status === 303 ? await call(one!.location) : one!;
    expect(shown.status, shown.html).toBe(200);
    return { ...shown, location: one!.location };
  };
  const linkIn = ({ html }: Answer, text: string) =>
    new RegExp(`href="([^"]*)">${text}`).exec(html)![1]!.replaceAll('&amp;', '&');
  const rows = (table: string) => valueIn<number>(service, `select count(*)::int as n from ${table}`);
  const tables = ['organizations', 'courts', 'external_services', 'api_tokens', 'webhook_endpoints'];
  const counts = () => Promise.all(tables.map(rows));

  it('creates each record once, and ends with a text for the partner without a secret', async () => {
    const before = await counts();
    const club = await call(start);
    expect(club.html).toContain('<h1>Step 1 of 6: Create a club</h1>');
    const courts = await sendTwice(club, {
      organizationName: 'Lake <b>Club</b>',
      organizationTimeZone: 'Europe/Berlin',
    });
    expect(courts.html).toContain('<h1>Step 2 of 6: Add courts</h1>');
    expect(courts.html).toContain('Lake &lt;b&gt;Club&lt;/b&gt;</a>');
    const partner = await sendTwice(courts, { courtNames: 'Court 10\r\n Court 2 \n\nCentre Court\n' });
    const grant = await sendTwice(partner, { serviceName: 'Lake App' });
    const token = await sendTwice(grant);
    expect(token.html).toContain('<h1>Step 5 of 6: Issue an API token</h1>');
    const { fields } = formOf(token);
    const of = (name: string) => fields.flatMap(([each, value]) => (each === name ? [value] : []));
    expect(of('scopes').sort()).toEqual([
      'COURT_BOOKING_READ',
      'COURT_BOOKING_WRITE',
      'USER_READ',
      'USER_WRITE',
    ]);
    expect(of('label')).toEqual(['production']);
    const inDays = (Date.parse(`${of('expiresAt')[0]}Z`) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(363);
    expect(inDays).toBeLessThan(366);
    const issued = await sendTwice(token);
    const [secret] = /cbp_\w+/.exec(issued.html)!;
    expect(secret).toBeDefined();
    const webhook = await call(linkIn(issued, 'Next: Create a webhook endpoint'));
    const created = await sendTwice(webhook, { url: 'https://partner.example.com/hook' });
    const [webhookSecret] = /whsec_[\w+/=]+/.exec(created.html)!;
    expect((await counts()).map((n, at) => n - before[at]!)).toEqual([1, 3, 1, 1, 1]);

    const end = linkIn(created, 'Next: Text for the partner');
    const text = await call(end, { headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '1.1.1.1' } });
    const ids = new URLSearchParams(end.slice(end.indexOf('?')));
    const [organizationId, externalServiceId] = [ids.get('organizationId')!, ids.get('externalServiceId')!];
    for (const part of [
      `Base URL: https://${new URL(service.address).host}\n`,
      `/docs/getting-started\n`,
      `Organization: Lake &lt;b&gt;Club&lt;/b&gt;\nOrganization ID: ${organizationId}\n`,
      `External service: Lake App\nExternal service ID: ${externalServiceId}\n`,
      'Webhooks are sent to https://partner.example.com/hook.\n',
    ])
      expect(text.html).toContain(part);
    expect(text.html).toMatch(/Court IDs:\nCentre Court: [\da-f-]{36}\nCourt 2: [\da-f-]{36}\nCourt 10: /);
    for (const location of [webhook, text, { html: end }])
      for (const hidden of [secret!, webhookSecret!]) expect(location.html).not.toContain(hidden);

    const list = `/api/v1/external-services/${externalServiceId}/courts`;
    const { body } = await service.call(list, { token: secret! }, 'listCourts');
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
      'Centre Court',
      'Court 10',
      'Court 2',
    ]);
  });

  it('continues with an existing club and partner, and with access that was granted before', async () => {
    const { organizationId, externalServiceId } = await service.factories.tenant(1);
    const before = await counts();
    const first = await call(start);
    expect(first.html).toContain('Or choose an existing club');
    const courts = await call(`${start}?step=1&organizationId=${organizationId}&sent=1`);
    expect([courts.status, courts.location]).toEqual([
      303,
      `${start}?step=2&organizationId=${organizationId}`,
    ]);
    const skipped = linkIn(await call(courts.location), 'Skip this step');
    const partner = await call(`${skipped}&externalServiceId=Partner&sent=1`);
    const grant = await call(partner.location);
    expect(grant.html).toContain('Step 4 of 6: Grant access to a club');
    const granted = await send(grant);
    expect(granted.status).toBe(303);
    expect(granted.location).toBe(
      `${start}?step=5&organizationId=${organizationId}&externalServiceId=${externalServiceId}`,
    );
    const webhook = linkIn(await call(granted.location), 'Skip this step');
    const text = await call(linkIn(await call(webhook), 'Skip this step'));
    expect(text.html).toContain('You receive the API token separately. Keep it secret.');
    expect(await counts()).toEqual(before);
  });

  it('names what is missing or rejected, keeps the values, and creates nothing', async () => {
    const { organizationId } = await service.factories.organization(0);
    const empty = await send(await call(start));
    expect([empty.status, empty.html]).toEqual([
      400,
      expect.stringContaining('Enter a value for “Club name”.'),
    ]);
    const address = `${start}?step=2&organizationId=${organizationId}`;
    await send(await call(address), { courtNames: 'Court 1' });
    const before = await counts();
    const rejected = await send(await call(address), { courtNames: 'Court 2\nCourt 1' });
    expect([rejected.status, rejected.html]).toEqual([409, expect.stringContaining('Choose another')]);
    expect(rejected.html).toMatch(/<textarea[^>]*>Court 2\nCourt 1<\/textarea>/);
    expect(await counts()).toEqual(before);
    const corrected = await send(rejected, { courtNames: 'Court 2' });
    expect(corrected.status).toBe(303);
    const unknown = await call(`${start}?step=1&organizationId=nowhere&sent=1`);
    expect([unknown.status, unknown.html]).toEqual([
      400,
      expect.stringContaining('No club matches “nowhere”.'),
    ]);
    const none = await call(`${start}?step=1&organizationId=&sent=1`);
    expect([none.status, none.html]).toEqual([400, expect.stringContaining('Enter the club.')]);
  });

  it('a form that another process has run is not run again, and leads back to its step', async () => {
    const page = await call(start);
    const [, form] = formOf(page).fields.find(([name]) => name === 'form')!;
    await service.database.query(
      'insert into submitted_forms (id, operator_id) select $1::uuid, id from operators limit 1',
      [form],
    );
    const before = await counts();
    const again = await send(page, { organizationName: 'Twice' });
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('This was already sent')]);
    expect(again.html).toContain(`href="${start}?step=1"`);
    expect(await counts()).toEqual(before);
  });

  it('begins with the first step whose record is unknown, and reports an unknown club at the end', async () => {
    const { organizationId } = await service.factories.organization(0);
    for (const [query, title] of [
      ['', 'Step 1 of 6'],
      ['?step=6', 'Step 1 of 6'],
      [`?step=7&organizationId=${organizationId}`, 'Step 3 of 6'],
    ])
      expect((await call(start + query)).html).toContain(`<h1>${title}`);
    const clubName = 'Harbour Club';
    for (const [id, name] of [
      [organizationId, clubName],
      [(await service.factories.organization(0)).organizationId, 'Lakeside Club'],
    ])
      await service.database.query('update organizations set name = $1 where id = $2', [name, id]);
    const named = await call(`${start}?step=3&organizationId=${encodeURIComponent(clubName)}`);
    expect(named.html).toContain('<h1>Step 3 of 6');
    expect(named.html).toContain(`organizationId=${organizationId}`);
    const several = await call(`${start}?step=3&organizationId=club`);
    expect([several.status, several.html]).toEqual([
      400,
      expect.stringContaining('organizationId is neither the ID nor the name of one club.'),
    ]);
    const unknown = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1cff';
    const text = await call(`${start}?step=7&organizationId=${organizationId}&externalServiceId=${unknown}`);
    expect([text.status, text.html]).toEqual([404, expect.stringContaining('was not found')]);
  });

  it.each(['VIEWER', 'SUPPORT'] as const)(
    'is neither offered to the role %s nor possible with it',
    async (role) => {
      const { secret } = await service.factories.operator(role);
      for (const path of ['/operators', '/operators/playbook']) {
        expect((await call(path)).html).toContain(`href="${start}"`);
        expect((await call(path, {}, secret)).html).not.toContain(start);
      }
      const { action } = formOf(await call(start));
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const before = await counts();
      for (const init of [{}, { method: 'POST', body: 'organizationName=x', headers }]) {
        const denied = await call(action, init, secret);
        expect([denied.status, denied.html]).toEqual([403, expect.stringContaining(`Your role ${role}`)]);
      }
      expect(await counts()).toEqual(before);
    },
  );
});
