import { getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../../../src/graphql/document-pages/catalog.ts';
import { inputId } from '../../../src/graphql/document-pages/form.ts';
import { inputsOf as formInputs } from '../../../src/graphql/document-pages/parameters.ts';
import { readValues, toFields } from '../../../src/graphql/document-pages/values.ts';
import { exportableLists, exportDocument } from '../../../src/graphql/export/export-document.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { inputsOf, malformedTexts } from '../../harness/data/odd-values.ts';
import { createWorld } from '../../harness/data/world.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const pages = [...catalog.pages.values()];
const questions = pages.filter(({ isMutation }) => !isMutation);
const malformed = { ...malformedTexts, enum: ['NO_SUCH_VALUE', 'x'] };

const named = (some: DocumentPage[]) => some.map((page): [string, DocumentPage] => [page.path, page]);
type Fields = [string, string][];

/** The malformed values of each type that no page was given yet. */
const untried = structuredClone(malformed) as Record<string, string[]>;
/** Each input of a page with a value that is malformed for it. The first input of a type gets all such values. */
const casesOf = (page: DocumentPage): Fields =>
  page.variables
    .flatMap(({ name, type }) => inputsOf(type, name))
    .flatMap(({ name, scalar }) => {
      const all = (malformed as Record<string, string[]>)[scalar] ?? [];
      const values = untried[scalar]?.splice(0) ?? [];
      return (values.length > 0 ? values : all.slice(0, 1)).map((value): [string, string] => [name, value]);
    });
const cases = new Map(pages.map((page) => [page, casesOf(page)]));

describe('malformed values of operator pages', () => {
  const service = useTestService('postgresql');
  let secret: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const world = await createWorld(service);
    secret = world.operators.admin.secret;
    const { alpha } = world.services;
    Object.assign(ids, {
      organizationId: world.organizations.riverside.id,
      courtId: world.courts.centre.id,
      externalServiceId: alpha.id,
      apiTokenId: alpha.token.id,
      courtBookingId: alpha.booking.id,
      userId: world.users.ada.id,
      webhookEndpointId: alpha.endpoints.active,
      operatorId: world.operators.viewer.id,
    });
  });

  const get = (path: string, fields: Fields = []) => operatorPages(service, secret).get(path, fields);
  const post = (path: string, fields: Fields) => operatorPages(service, secret).post(path, fields);

  const end = '2026-12-01T11:00';
  const examples: Record<string, string> = {
    ...{ endDate: end, to: end, until: end },
    DateTime: '2026-12-01T10:00',
    Date: '1985-12-10',
    Int: '1',
    String: 'text',
  };

  /** Values for the required inputs of a page, other than those of one variable. */
  const restOf = ({ variables }: DocumentPage, name = ''): Fields =>
    variables
      .filter((variable) => variable.isRequired && variable.name !== name.split('.')[0])
      .flatMap(({ name: own, type }) => {
        const inner = getNullableType(type);
        return isInputObjectType(inner)
          ? Object.values(inner.getFields()).map((field) => ({
              name: `${own}.${field.name}`,
              type: field.type,
            }))
          : [{ name: own, type }];
      })
      .map((variable): [string, string] => {
        const type = getNullableType(variable.type);
        const leaf = isListType(type) ? getNullableType(type.ofType) : type;
        const value = isEnumType(leaf) ? leaf.getValues()[0]!.name : examples[leaf.toString()];
        return [variable.name, ids[variable.name] ?? examples[variable.name] ?? value ?? uuidv7()];
      });

  it.each(named(pages.filter((page) => cases.get(page)!.length > 0)))(
    '%s names the input with a malformed value, with 400',
    async (path, page) => {
      for (const [name, value] of cases.get(page)!) {
        const { status, html } = await get(path, [...restOf(page, name), ['sent', '1'], [name, value]]);
        expect([name, value, status], html).toEqual([name, value, 400]);
        expect(html).toContain('role="alert"');
        expect(html).toContain(`href="#${inputId(name)}"`);
      }
    },
  );

  /** Texts that name one record of a kind, and texts that name several. */
  const names: Record<string, [one: string, several: string]> = {
    Organization: ['Club riverside', 'Club'],
    Court: ['Court centre', 'Court'],
    ExternalService: ['Partner alpha', 'Partner'],
    User: ['ada@example.com', 'member-1'],
  };
  const recordInputs = (page: DocumentPage) =>
    page.variables
      .flatMap(({ name, type }) => inputsOf(type, name))
      .flatMap(({ name, scalar }) => {
        if (scalar !== 'ID') return [];
        const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
        const record = [...catalog.records.values()].find(({ variable }) =>
          last.endsWith(variable.toLowerCase()),
        );
        return record && record.type in names ? [[name, names[record.type]!] as const] : [];
      });

  it.each(named(pages.filter((page) => recordInputs(page).length > 0)))(
    '%s takes a name for an id, also inside of another value, and rejects one of several records with 400',
    async (path, page) => {
      for (const [name, [one, several]] of recordInputs(page)) {
        const ask = (value: string) => get(path, [...restOf(page, name), ['sent', '1'], [name, value]]);
        const found = await ask(one);
        // It may be rejected, for example because the partner has the access already.
        const isAtField = found.status === 400 && found.html.includes(`href="#${inputId(name)}"`);
        expect([name, found.status < 500, isAtField]).toEqual([name, true, false]);
        const unclear = await ask(several);
        expect([name, unclear.status], unclear.html).toEqual([name, 400]);
        expect(unclear.html).toMatch(
          new RegExp(`href="#${inputId(name)}">(?:At least 10|\\d) records match “${several}”`),
        );
      }
    },
  );

  it('a form with a malformed value changes nothing, and names the input with 400', async () => {
    for (const page of pages.filter(({ isMutation }) => isMutation))
      for (const [name, value] of cases.get(page)!.filter(([each], n, all) => each !== all[n - 1]?.[0])) {
        const fields: Fields = [...restOf(page, name), [name, value], ['form', uuidv7()]];
        const { status, html } = await post(page.path, fields);
        expect([page.path, name, status], html).toEqual([page.path, name, 400]);
        expect(html).toContain(`href="#${inputId(name)}"`);
        expect(html).toContain('so nothing was changed');
      }
  });

  const cursors = [
    'x',
    'null',
    'WzFd',
    '01990b2e',
    Buffer.from('["NAME","ASC","x"]').toString('base64url'),
    Buffer.from(`["NAME","ASC","${uuidv7()}","\\u0000"]`).toString('base64url'),
  ];

  it.each(named(questions.filter((page) => page.cursors.length > 0)))(
    '%s rejects a cursor that no list returned with 400, and leads to the first page',
    async (path, page) => {
      for (const name of page.cursors) {
        let first = '';
        for (const cursor of cursors) {
          const { status, html } = await get(path, [...restOf(page), [name, cursor]]);
          expect([name, cursor, status], html).toEqual([name, cursor, 400]);
          expect(html).toContain(`${name} in the address continues the list.`);
          first = /<a href="([^"]*)">Start with the first page/.exec(html)![1]!;
        }
        expect((await get(first.replaceAll('&amp;', '&'))).status).toBe(200);
      }
    },
  );

  const [reversed, past] = ['2026-12-01T12:00', '2020-01-01T00:00'];
  const order = 'Start date must be before end date.';
  const low = 'temporaryRateLimit.burst=1&temporaryRateLimit.requestsPerSecond=2';
  it.each([
    ['create-organization', `organizationName=${'x'.repeat(256)}`, 'Must have at most 255'],
    ['create-user', 'email=x', 'Must be an e-mail address.'],
    ['rotate-api-token', 'overlapMinutes=-1', 'Overlap minutes: Must be'],
    ['reinstate-court-bookings', 'cancelledFrom=', 'or cancelled from.'],
    ['set-rate-limit', 'rateLimit.burst=1&rateLimit.requestsPerSecond=2', 'Burst: Must be at least'],
    ['set-temporary-rate-limit', low, 'Burst: Must be at least'],
    ['set-temporary-rate-limit', `temporaryRateLimit.until=${past}`, 'Until: Must be in the future.'],
    ['issue-api-token', `expiresAt=${past}`, 'Expires at: Must be in the future.'],
    ['rotate-operator-token', `operatorTokenExpiresAt=${past}`, 'Must be in the future.'],
    ['reset-court-booking-version', 'externalUpdatedAt=2099-01-01T00:00', 'Must not lie in the future'],
    ['block-court', `to=${past}&from=2019-01-01T00:00`, 'ends in the past'],
    ['block-court', `from=${reversed}`, order],
    ['move-court-booking', `startDate=${reversed}&newEnd=${end}`, order],
    ['upsert-court-booking', `startDate=${reversed}`, order],
    ['update-webhook-endpoint', 'url=ftp://example.com', 'https'],
    ['create-webhook-endpoint', 'url=ftp://example.com', 'https'],
    ['correct-name', 'newFirstName=', 'The input names nothing to change', 409],
    ['grant-organization-access', 'externalServiceId=Partner+alpha', 'of this club already', 409],
    ['create-external-service', 'serviceName=Partner+alpha', 'has this name already', 409],
    ['issue-api-token', 'reportDocument=x', 'has no key of a sandbox', 409],
  ])(
    '%s rejects what its mutation would reject before the review, at the field',
    async (path, text, message, expected = 400) => {
      const page = catalog.pages.get(`/operators/${path}`)!;
      const given = [...new URLSearchParams(text)] as [string, string][];
      const rest = restOf(page).filter(([name]) => given.every(([other]) => other !== name));
      const { status, html } = await get(page.path, [...rest, ['sent', '1'], ...given]);
      expect([status, html]).toEqual([expected, expect.stringContaining(message)]);
      expect(html).toContain(`href="#${inputId(given[0]![0])}"`);
    },
  );

  it('a text is sent as it was entered, with its spaces', () => {
    for (const page of pages)
      for (const { name, type, isList } of page.variables.flatMap((each) => formInputs(each.type, each.name)))
        for (const text of String(type) === 'String' && !isList
          ? [' x ', ' ', '\t', 'é\u00a0', 'a\r\nb']
          : []) {
          const { variables } = readValues(page, new URLSearchParams({ [name]: text, form: 'x' }), 'UTC');
          expect(
            toFields(variables).map(([, value]) => value),
            `${page.path} ${name}`,
          ).toEqual([text]);
        }
  });

  const all = ['/operators', '/operators/calendar', '/operators/playbook', '/operators/onboarding'];

  it.each([...all, '/operators/export/courts.csv', ...pages.map(({ path }) => path)])(
    '%s rejects unknown, repeated and undecodable parameters with 400',
    async (path) => {
      const says = async (query: string, message: string) => {
        const { status, html } = await get(`${path}?${query}`);
        expect([query, status], html).toEqual([query, 400]);
        expect(html).toContain(message);
        expect(html).toContain('<h1>This cannot be shown</h1>');
      };
      await says('no%3Cb%3E=1', 'This page has no parameter “no&lt;b&gt;”. Remove it. Parameters: ');
      await says('%FF=1', 'not percent-encoded UTF-8');
      await says('x=%', 'not percent-encoded UTF-8');
      const { html } = await get(`${path}?x=1`);
      const known = / Parameters: ([^.]*(?:\.\w[^.]*)*)\.<\/p>/.exec(html)![1]!.split(', ');
      for (const name of known.filter((each) => each !== 'none')) {
        await says(`${name}=%00`, `${name} contains the character NUL.`);
        const page = catalog.pages.get(path);
        const isList =
          name === 'columns' ||
          page?.variables.some((each) => each.name === name && isListType(getNullableType(each.type)));
        if (!isList) await says(`${name}=1&${name}=1`, `${name} has more than one value.`);
      }
    },
  );

  it.each([
    ['/operators', 'period', ['1h', '', '24H', 'toString']],
    ['/operators/calendar?courtId=x', 'organizationId', ['y']],
    ['/operators/calendar', 'organizationId', ['x', '']],
    ['/operators/calendar', 'courtId', ['x', '']],
    ['/operators/calendar', 'date', ['x', '2026-02-30', '0001-01-01', '9999-12-31', '']],
    ['/operators/calendar', 'days', ['x', '0', '2', '-1', '1e0']],
    ['/operators/calendar', 'timeZone', ['x', '+01:00', 'Mars/Olympus', '']],
    ['/operators/organizations', 'timeZone', ['x', '+01:00', 'Mars/Olympus']],
    ['/operators/organizations', 'download', ['xml', 'CSV', '', 'csv']],
    ['/operators/onboarding', 'step', ['x', '0', '-1', '1.5', '99', '1e1', '']],
    ['/operators/onboarding?step=3', 'organizationId', ['x']],
  ] as const)('%s names a malformed %s, with 400', async (path, name, values) => {
    for (const value of values) {
      const { status, html } = await get(
        `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`,
      );
      expect([value, status], html).toEqual([value, 400]);
      expect(/<h1>This cannot be shown<\/h1>\s*<p>(.*?)<\/p>/s.exec(html)![1]).toContain(name);
    }
  });

  it.each(exportableLists(schema))('the export of %s rejects malformed arguments with 400', async (list) => {
    const { args } = exportDocument(schema, list);
    const wrong = [
      '[]',
      'x',
      '"x"',
      '{"noSuchArgument":1}',
      '{"orderBy":null,"orderBy":null}',
      ...args.map(({ name }) => JSON.stringify({ [name]: { x: 1 } })),
    ];
    for (const given of wrong) {
      const { status, html } = await get(`/operators/export/${list}.csv`, [['arguments', given]]);
      expect([given, status], html).toEqual([given, 400]);
      expect(html).toContain('<h1>This cannot be shown</h1>');
    }
  });

  it('an ID that belongs to no record, or to one of another kind, is not found, and names the input', async () => {
    for (const page of pages)
      for (const [name] of recordInputs(page))
        for (const id of [uuidv7(), name.endsWith('ourtId') ? ids.userId! : ids.courtId!].slice(
          page.isMutation ? 0 : 1,
        )) {
          const { status, html } = await get(page.path, [...restOf(page, name), ['sent', '1'], [name, id]]);
          expect([page.path, name, [400, 404].includes(status)], html).toEqual([page.path, name, true]);
          expect(html).toContain(`href="#${inputId(name)}"`);
        }
  });

  it('a record that does not exist is not found', async () => {
    for (const { page } of catalog.records.values()) {
      const ids = page.variables.map(({ name }): [string, string] => [name, uuidv7()]);
      expect((await get(page.path, ids)).status, page.path).toBe(404);
    }
    for (const path of ['/operators/nowhere', '/operators/export/nowhere.csv']) {
      const { status, html } = await get(path);
      expect([status, html]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')]);
    }
  });

  it('a form that is sent to a page without one is rejected with 405', async () => {
    const { status, headers, html } = await post('/operators/organizations', []);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(html).toContain('<h1>Nothing was changed</h1>');
  });
});
