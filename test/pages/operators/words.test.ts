import { beforeAll, describe, expect, it, vi } from 'vitest';
import { codeInWords, inPlainWords, labelOf, valueName } from '../../../src/pages/operators/words.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

/** Names of the schema, and the words of the schema for clubs, partners and versions. Codes of partners stand in `code`. */
const names = /\b(?:[a-z]+[A-Z]\w*|[a-z]+_[a-z_]+)/g;
const words = /\b(?:organi[sz]ations?|external services?|external updated at|things?|stamps?|upserts?)\b/gi;
/** An option has no markup, so its code stands in brackets. */
const besideWords = /\([a-z_]+\)/g;

function forbiddenIn(html: string): string[] {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const text = main
    .replaceAll(/<(code|pre|textarea)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(besideWords, '');
  return [names, words].flatMap((each) => [...new Set(text.match(each))]);
}

it.each([
  ['externalUserId', 'Partner’s user ID'],
  ['externalUpdatedAt', 'Version'],
  ['organizations', 'Clubs'],
  ['pathExternalService', 'Partner in the address'],
  ['resource', 'Record'],
  ['hasFutureVersion', 'Dated in the future'],
  ['grantOrganizationAccess', 'Grant club access'],
  ['apiTokens', 'API tokens'],
])('the label of %s is %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it('a value that is a name becomes words, and other values stay', () => {
  const values = ['COURT_BOOKING_CANCELLED', 'upsertCourtBooking', 'userread', 'Tennis Pro'];
  expect(values.map(valueName)).toEqual([
    'booking cancelled',
    'create or update booking',
    'userread',
    'Tennis Pro',
  ]);
});

it('a text has the words of operators, except where it quotes', () => {
  expect(
    inPlainWords(
      'An external service of the organization “Organization 1” needs externalUpdatedAt at 2026-11-27T10:00:07Z.',
    ),
  ).toBe('A partner of the club “Organization 1” needs version at 27 Nov 2026, 10:00:07 UTC.');
});

it('a text has no marks of code', () => {
  expect(inPlainWords('The end; after `startDate`.')).toBe('The end; after start date.');
});

it('a text does not explain a word of operators by itself', () => {
  expect(inPlainWords('Id of an external service (a partner).')).toBe('Id of a partner.');
});

it('a code that partners quote stands beside its words', () => {
  expect(codeInWords('upsertCourtBooking').toString()).toBe(
    'create or update booking <code>upsertCourtBooking</code>',
  );
  expect(codeInWords('none').toString()).toBe('no operation');
});

describe('words of the pages of operators', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  let pages: ReturnType<typeof operatorPages>;
  let known: Record<string, string>;
  beforeAll(async () => {
    pages = operatorPages(service, world.operators.admin.secret);
    const { id, token } = world.services.alpha;
    await service.createUser(id, { token: token.secret, body: {} });
    const requests = () => service.database.query('select from partner_requests', []);
    await vi.waitFor(async () => expect(await requests()).not.toEqual([]), { timeout: 20_000 });
    const [request] = await service.database.query<{ id: string }>(
      'select id from partner_requests order by error_type is null, id limit 1',
      [],
    );
    known = {
      externalServiceId: world.services.alpha.id,
      organizationId: world.organizations.riverside.id,
      courtId: world.courts.centre.id,
      courtBookingId: world.services.alpha.cancelled.id,
      partnerRequestId: request!.id,
      userId: world.users.ada.id,
      webhookEndpointId: world.services.alpha.endpoints.active,
      apiTokenId: world.services.alpha.token.id,
      operatorId: world.operators.admin.id,
      email: world.users.ada.email,
      externalCourtBookingId: world.services.alpha.booking.externalCourtBookingId,
      reason: 'Flood',
    };
  });

  const paths = [
    '/operators',
    '/operators/calendar',
    '/operators/playbook',
    '/operators/onboarding',
    '/operators/nowhere',
    ...catalog.pages.keys(),
  ];

  it.each(paths)('%s limits each text that goes into an address', async (path) => {
    const unlimited = /<input(?! type="(?:hidden|checkbox|date|datetime-local)")(?![^>]* maxlength)[^>]*>/g;
    expect((await pages.get(path, {})).html.match(unlimited)).toBeNull();
  });
  it.each(paths)('%s has no word of the schema', async (path) => {
    const page = catalog.pages.get(path);
    const values = Object.fromEntries(
      (page?.variables ?? []).flatMap(({ name }) => (known[name] ? [[name, known[name]]] : [])),
    );
    const { html } = await pages.get(path, values);
    expect([
      ...forbiddenIn(html),
      ...(page?.isMutation ? forbiddenIn((await pages.get(path, { ...values, sent: '1' })).html) : []),
    ]).toEqual([]);
  });
});
