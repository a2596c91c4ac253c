import { beforeAll, expect, it } from 'vitest';
import { createSearch } from '../../../src/pages/docs-pages.ts';
import { listGuides } from '../../../src/pages/guides/guides.ts';
import { html } from '../../../src/pages/html.ts';
import { type OpenApi, operationsOf, referencePath } from '../../../src/pages/reference/openapi.ts';
import { Search } from '../../../src/pages/search/search.ts';
import openApi from '../../../src/rest/openapi.json' with { type: 'json' };

const document = openApi as unknown as OpenApi;
const guides = listGuides();
let search: Search;
beforeAll(async () => {
  const names = operationsOf(document).map(({ operation }) => operation.operationId);
  const paths = [
    ...['/docs', '/docs/sdk-readme', ...guides.map(({ name }) => `/docs/${name}`)],
    ...['/docs/reference', ...[...names, 'webhooks', 'errors'].map(referencePath)],
  ];
  search = await createSearch({ guides, document }, paths);
});

const found = (query: string) =>
  [...String(search.results(query)).matchAll(/<a href="([^"]+)">/g)].map(([, address]) => address!);

it.each([
  // Words that a developer has at hand.
  ['409', '/docs/reference/errors#'],
  ['overlap', '/docs/reference/errors#court_booking_overlap'],
  ['stale_write', '/docs/reference/errors#stale_write'],
  ['externalUpdatedAt', '/docs/'],
  ['jitter', '/docs/limits-and-retries'],
  ['PHP webhook', '/docs/webhooks'],
  ['upsertCourtBooking', '/docs/reference/upsertCourtBooking'],
  ['X-Request-Id', '/docs/reference'],
  // Questions of a newcomer.
  ['how do I get a token', '/docs/access#get-a-token'],
  ['what may my token do', '/docs/access'],
  ['create user', '/docs/reference/createUser'],
  ['cancel booking', '/docs/reference/cancelCourtBooking'],
  ['verify signature', '/docs/webhooks'],
  ['rate limit', '/docs/limits-and-retries'],
  ['retry after timeout', '/docs/limits-and-retries'],
  ['time zone', '/docs/time-formats'],
  ['import many bookings', '/docs/batch-court-bookings'],
  ['free court', '/docs/reading'],
  ['erase user', '/docs/reference/eraseUser'],
  ['test without platform', '/docs/sandbox'],
  ['test my client', '/docs/sdk-cli#test-your-client-against-faults'],
  ['lost response', '/docs/sandbox'],
  // Words of other interfaces.
  ['pagination', '/docs/reading#pages'],
  ['court availability', '/docs/reading#when-is-a-court-free'],
  ['daylight saving', '/docs/time-formats#local-time'],
  ['swagger', '/docs/reference'],
  ['mock', '/docs/sdk-testing'],
  ['unit tests', '/docs/sdk-testing'],
  ['ngrok', '/docs/sdk-cli#receive-webhooks-on-your-machine'],
  ['gdpr delete user', '/docs/reference/eraseUser'],
  ['maximum body size', '/docs/limits-and-retries#limits'],
  ['idempotency key', '/docs/limits-and-retries#when-to-repeat-a-call'],
  ['webhook retries', '/docs/webhooks#failed-deliveries'],
  ['order of webhooks', '/docs/changes#order-and-duplicates'],
  ['secret leaked', '/docs/access'],
  ['lost token', '/docs/access#store-it'],
  ['deprecated', '/docs#how-the-interface-changes'],
  ...['CORS', 'recurring bookings', 'prices', 'Java client', 'support'].map((word) => [
    word,
    '/docs#what-the-interface-does-not-have',
  ]),
  // No section has both words.
  ['simulate faults', '/docs/sdk-cli#test-your-client-against-faults'],
  ['install sdk', '/docs/sdk'],
])('%s is answered by one of the first five results', (query, address) => {
  expect(found(query).slice(0, 5)).toContainEqual(expect.stringContaining(address));
});

it('finds an operation, an error and a type by part of its name, and with a typing error', () => {
  for (const query of ['courtbooking', 'version_conf', 'verson_conflict', 'Booking overlap'])
    expect(found(query), query).not.toEqual([]);
});

it('returns no more than 20 results, and none for words that do not occur', () => {
  expect(found('booking')).toHaveLength(20);
  expect(found('xyzzy')).toEqual([]);
  expect(found('???')).toEqual([]);
});

it('a long query takes no longer than a short one', () => {
  const long = 'courtbookings '.repeat(2_000);
  expect(found(long)).toEqual(found(long.slice(0, 100)));
});

it('shows the text around a match, with the match marked and everything escaped', () => {
  const own = new Search();
  const text = `${'word '.repeat(40)}a <needle> & more`;
  own.add({ path: '/a', title: 'A', content: html`<h1 id="a">A</h1><p>${text}</p>` });
  expect(String(own.results('needle'))).toMatch(
    /<span>… .*a &lt;<mark>needle<\/mark>&gt; &amp; more<\/span>/,
  );
});
