import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withOperation } from '../../../src/pages/examples/fill-examples.ts';
import { literal } from '../../../src/pages/examples/literal.ts';
import { shortExampleIn } from '../../../src/pages/examples/short-example-in.ts';
import { php, python, typescript } from '../../../src/pages/examples/syntaxes.ts';
import { newSecret, shownSecret, sign } from '../../../src/services/webhook-deliveries/signature.ts';
import { faultsOfProgram } from '../../harness/assertions/typescript.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { namedBlock, operations } from '../../harness/guides/guide-blocks.ts';
import { printedAnswer } from '../../harness/guides/printed-answer.ts';
import {
  type Chapter,
  type ProgramLanguage,
  programLanguages,
  programOf,
} from '../../harness/guides/programs.ts';
import { missingFor, runProgram } from '../../harness/guides/run-program.ts';
import { type ScriptedServer, startScriptedServer } from '../../harness/servers/scripted-server.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

interface Given {
  /** Code for a list of request bodies or batch items. */
  list: (name: 'items' | 'members', bodies: object[]) => string;
  cursor: (cursor: string) => string;
  verify: (
    by: 'verify' | 'verifyEd25519',
    secret: string,
    headers: Record<string, string>,
    body: string,
    now: number,
  ) => string;
}

/** Code that defines what the named blocks expect. */
const given: Record<ProgramLanguage, Given> = {
  ts: {
    list: (name, bodies) => `const ${name}: any[] = ${literal(bodies, typescript)};`,
    cursor: (cursor) => `let cursor: string = '${cursor}';`,
    verify: (by, secret, headers, body, now) =>
      `console.log(\`\${${by}('${secret}', ${literal(headers, typescript)}, '${body}', ${now} * 1000)}\`);`,
  },
  python: {
    list: (name, bodies) => `${name} = ${literal(bodies, python)}`,
    cursor: (cursor) => `cursor = "${cursor}"`,
    verify: (by, secret, headers, body, now) =>
      `print(${by === 'verify' ? by : 'verify_ed25519'}("${secret}", ${literal(headers, python)}, '${body}'.encode(), ${now}))`,
  },
  php: {
    list: (name, bodies) => `$${name} = ${literal(bodies, php)};`,
    cursor: (cursor) => `$cursor = '${cursor}';`,
    verify: (by, secret, headers, body, now) =>
      `echo json_encode(${by}('${secret}', ${literal(headers, php)}, '${body}', ${now})), "\\n";`,
  },
};

const servers: ScriptedServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));
const serving = async (...script: Parameters<typeof startScriptedServer>) => {
  const server = await startScriptedServer(...script);
  servers.push(server);
  return server;
};

const repeating = (language: ProgramLanguage) =>
  namedBlock('docs/partners/limits-and-retries.md', 'call-repeating', language);

/** Runs the block that repeats calls against a scripted server. Returns the outputs and the received requests. */
async function repeat(language: ProgramLanguage) {
  const again = {
    status: 503,
    headers: { 'Retry-After': '1' },
    body: { error: { type: 'service_unavailable' } },
  };
  const dueAt = performance.now() + 8_000;
  const page = '<html>Bad gateway</html>';
  const dated = { 'Retry-After': new Date(Date.now() + 8_000).toUTCString() };
  const server = await serving(
    again,
    'drop',
    { status: 429, headers: { 'Retry-After': '0' }, body: { error: { type: 'rate_limit_exceeded' } } },
    { status: 200, body: { id: 'here' } },
    { status: 409, body: { error: { type: 'stale_write' } } },
    // Responses of an intermediary.
    { status: 502, headers: { ...dated, 'Content-Type': 'text/html' }, body: page },
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: page },
    { status: 404, headers: { 'Content-Type': 'text/html' }, body: page },
    { status: 503, headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:00 GMT' }, body: {} },
    { status: 200, body: { id: 'there' } },
    { status: 500, body: { error: { type: 'internal_server_error' } } },
  );
  const path = '/api/v1/external-services/$EXTERNAL_SERVICE_ID/court-bookings/by-external-id/1';
  const calls = {
    repeated: { method: 'PUT', path, body: { courtId: '1' } },
    refused: { method: 'PUT', path, body: {} },
    between: { method: 'DELETE', path },
    failed: { method: 'GET', path },
  };
  const blocks = Object.entries(calls).map(([id, call]) => ({
    id,
    text: shortExampleIn(language, withOperation(operations, call)),
  }));
  const chapter = { token: 'secret', externalServiceId: '1', courtId: '', blocks, isOneStory: false };
  const program = programOf[language]([chapter], { call: repeating(language) });
  const outputs = await runProgram(language, program, { BASE_URL: server.address });
  return { outputs, received: server.received, dueAt };
}

const service = useTestService('postgresql');

it('the example test in the SDK guide compiles and passes', async () => {
  const text = namedBlock('docs/partners/sdk-testing.md', 'file', 'ts');
  const sources = { '@courtbridge/sdk': 'index.ts', '@courtbridge/sdk/testing': 'testing/index.ts' };
  const ofSources = text.replace(/'(@courtbridge[\w/]+)'/g, (_, name: keyof typeof sources) =>
    JSON.stringify(fileURLToPath(new URL(`../../../sdk/src/${sources[name]}`, import.meta.url))),
  );
  expect(faultsOfProgram(ofSources)).toEqual([]);
  const passes = (program: string) =>
    spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program]);
  expect(passes(ofSources)).toMatchObject({ status: 0 });
  expect(
    passes(ofSources.replace("cancelAsOperator('booking-1'", "cancelAsOperator('booking-2'")),
  ).toMatchObject({ status: 1 });
});

it('the synchronization in the guide for members stores members, then the bookings that name them', async () => {
  const { token, externalServiceId, courtIds } = await service.factories.tenant();
  const [courtId] = courtIds;
  const member = (externalUserId: string) => ({
    ...{ externalUserId, email: `${externalUserId}@${externalServiceId}.example.com` },
    ...{ firstName: 'Rosalind', lastName: 'Franklin' },
  });
  const participants = [{ email: member('one').email }];
  const times = { startDate: '2027-06-08T10:00:00Z', endDate: '2027-06-08T11:00:00Z' };
  const booking = {
    externalCourtBookingId: 'booking-1',
    ...bookingBody(courtId, { ...times, participants }),
  };
  const members = [member('one'), { ...member('two'), email: 'nobody' }];
  const text = `const members = ${JSON.stringify(members)}, bookingsOfTheWeek = ${JSON.stringify([booking])};
${namedBlock('docs/partners/members.md', 'sync', 'ts')}`;
  const blocks = [{ id: 'sync', text }];
  const program = programOf.ts([{ token, externalServiceId, courtId, blocks, isOneStory: false }]);
  expect(faultsOfProgram(program)).toEqual([]);
  const outputs = await runProgram('ts', program, { BASE_URL: service.address });
  expect(outputs.get('sync')!.trim().split('\n')).toEqual([
    expect.stringContaining('"create":1'),
    '1 two invalid_user',
  ]);
  const path = `/api/v1/external-services/${externalServiceId}/court-bookings`;
  const { body } = await service.call(path, { token }, 'listCourtBookings');
  expect(body.items).toMatchObject([{ participants: [{ userId: expect.any(String) }] }]);
});

describe('hand-written blocks of the guides', () => {
  const begun = new Map<ProgramLanguage, ReturnType<typeof repeat>>();
  beforeAll(async () => {
    // They wait most of the time, so they run concurrently.
    for (const language of programLanguages.filter(
      (language) => language !== 'ts' && !missingFor(language).isMissing,
    )) {
      const result = repeat(language);
      result.catch(() => {});
      begun.set(language, result);
    }
  });

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing)(`loops import in pieces, read all pages and follow all changes${note}`, async () => {
      const { token, externalServiceId, courtIds } = await service.factories.tenant();
      const [courtId] = courtIds;
      const hours = [...Array.from({ length: 205 }, (_, hour) => hour), 0];
      const items = hours.map((hour, index) => ({
        action: 'upsert',
        externalCourtBookingId: `booking-${index}`,
        ...bookingBody(courtId, {}, hour),
      }));
      const at = `/api/v1/external-services/${externalServiceId}`;
      const { body } = await service.call(`${at}/changes?cursor=latest`, { token }, 'listChanges');
      const { list: asList, cursor: asCursor } = given[language];
      const loops = {
        import: [
          asList('items', items),
          namedBlock('docs/partners/batch-court-bookings.md', 'import', language),
        ],
        pages: ['', namedBlock('docs/partners/reading.md', 'pages', language)],
        follow: [asCursor(body.nextCursor), namedBlock('docs/partners/changes.md', 'follow', language)],
      };
      const chapters = Object.entries(loops).map(([id, [setup, text]]): Chapter => {
        const blocks = [
          { id: `${id}: given`, text: setup! },
          { id, text: text! },
        ];
        return { token, externalServiceId, courtId, blocks, isOneStory: true };
      });
      const program = programOf[language](chapters);
      const outputs = await runProgram(language, program, { BASE_URL: service.address });
      const linesOf = (id: string) => outputs.get(id)!.trim().split('\n');
      expect(linesOf('import')).toEqual(['booking-205 court_booking_overlap']);
      const all = Array.from({ length: 205 }, (_, index) => `booking-${index} ACTIVE`);
      expect(linesOf('pages').sort()).toEqual(all.sort());
      expect(linesOf('follow')).toEqual(
        Array.from({ length: 205 }, (_, index) => `${index + 1} court_booking.created`),
      );
    });

    it.skipIf(isMissing)(
      `the booking import sends only retryable items again, five times at most${note}`,
      async () => {
        const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
        const externalUpdatedAt = '2026-11-20T12:00:00.000Z';
        const item = (index: number) => ({
          ...{ action: 'cancel', externalCourtBookingId: `booking-${index}`, externalUpdatedAt },
        });
        const written = (externalCourtBookingId: string) => ({
          ...{ status: 200, outcome: 'cancelled' },
          cancelled: {
            ...{ externalServiceId, externalCourtBookingId, externalUpdatedAt },
            ...{ status: 'CANCELLED', cancelledAt: externalUpdatedAt },
          },
        });
        const refused = (status: number, type: string, retryable: boolean) => ({
          ...{ status, outcome: 'refused', error: { type, message: 'No.' }, retryable },
        });
        const [stale, away] = [refused(409, 'stale_write', false), refused(503, 'service_unavailable', true)];
        const answer = (...results: object[]) => ({
          status: 200,
          body: { summary: { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 0 }, results },
        });
        // The client of the SDK first requests its external service.
        const token = {
          ...{ externalServiceId, externalServiceName: 'Partner', label: 'test', organizations: [] },
          ...{ scopes: ['court-bookingwrite'], rateLimit: { perSecond: 50, burst: 100 } },
        };
        const server = await serving(
          ...(language === 'ts' ? [{ status: 200, body: token }] : []),
          answer(written('booking-0'), stale, away, away),
          answer(written('booking-2'), away),
          answer(away),
        );
        const blocks = [
          { id: 'given', text: given[language].list('items', [0, 1, 2, 3].map(item)) },
          { id: 'import', text: namedBlock('docs/partners/batch-court-bookings.md', 'import', language) },
        ];
        const chapter = { token: 'none', externalServiceId, courtId: '', blocks, isOneStory: true };
        const program = programOf[language]([chapter]);
        const outputs = await runProgram(language, program, { BASE_URL: server.address });
        expect(outputs.get('import')!.trim().split('\n')).toEqual([
          'booking-1 stale_write',
          'booking-3 service_unavailable',
        ]);
        const sent = server.received
          .filter(({ method }) => method === 'POST')
          .map(({ body }) =>
            JSON.parse(body).items.map(
              (one: { externalCourtBookingId: string }) => one.externalCourtBookingId,
            ),
          );
        expect(sent).toEqual([
          ['booking-0', 'booking-1', 'booking-2', 'booking-3'],
          ['booking-2', 'booking-3'],
          ['booking-3'],
          ['booking-3'],
          ['booking-3'],
        ]);
      },
    );

    it.skipIf(isMissing)(
      `the user import prints rejected users and changes nothing when it runs again${note}`,
      async () => {
        const { token, externalServiceId } = await service.factories.tenant();
        const other = await service.factories.tenant();
        const memberOf = (tenant: string, index: number) => ({
          email: `member-${index}@${tenant}.example.com`,
          externalUserId: `member-${index}`,
          firstName: 'Ada',
          lastName: 'Lovelace',
        });
        const members = Array.from({ length: 205 }, (_, index) => memberOf(externalServiceId, index));
        const taken = { ...memberOf(externalServiceId, 7), externalUserId: 'member-of-other' };
        const at = `/api/v1/external-services/${externalServiceId}`;
        const created = await service.createUser(other.externalServiceId, {
          token: other.token,
          body: taken,
        });
        expect(created.status).toBe(201);
        const importing = namedBlock('docs/partners/members.md', 'import-members', language);
        const blocks = [
          { id: 'given', text: given[language].list('members', members) },
          ...['first', 'again'].map((id) => ({ id, text: importing })),
        ];
        const chapter = { token, externalServiceId, courtId: '', blocks, isOneStory: true };
        const call = language === 'ts' ? undefined : repeating(language);
        const program = programOf[language]([chapter], { call });
        const outputs = await runProgram(language, program, { BASE_URL: service.address });
        for (const id of ['first', 'again'])
          expect(outputs.get(id)!.trim(), id).toBe('member-7 email_already_in_use');
        const ids: string[] = [];
        for (let cursor = ''; cursor !== '&cursor=undefined'; ) {
          const { body } = await service.call(`${at}/users?limit=100${cursor}`, { token }, 'listUsers');
          for (const { externalUserId } of body.items) ids.push(externalUserId);
          cursor = `&cursor=${body.nextCursor}`;
        }
        const kept = members.map(({ externalUserId }) => externalUserId).filter((id) => id !== 'member-7');
        expect(ids.sort()).toEqual(kept.sort());
      },
    );

    const library: Partial<Record<ProgramLanguage, string[]>> = {
      python: ['python3', '-c', 'import cryptography'],
      php: ['php', '-r', 'sodium_crypto_sign_keypair();'],
    };
    const forEd25519 = missingFor(language, library[language] ? [library[language]] : []);
    describe.each(['HMAC_SHA256', 'ED25519'] as const)('with %s', (kind) => {
      const needed = kind === 'ED25519' ? forEd25519 : { isMissing, note };
      it.skipIf(needed.isMissing)(
        `a webhook passes verification only if it is unchanged and recent${needed.note}`,
        async () => {
          const [current, former, other] = [1, 2, 3].map(() => newSecret(kind)) as [Buffer, Buffer, Buffer];
          const body = '{"type":"court_booking.updated","data":{"name":"Zoë – 14 °C"}}';
          const now = 1_800_000_000;
          const headersOf = (...secrets: Buffer[]) => ({
            'webhook-id': 'msg_1',
            'webhook-timestamp': `${now}`,
            'webhook-signature': sign(
              secrets.map((secret) => ({ kind, secret })),
              'msg_1',
              now,
              body,
            ),
          });
          const sent = { secret: current, headers: headersOf(current), body, now };
          const timed = (at: string) => ({ ...headersOf(current), 'webhook-timestamp': at });
          const altered = {
            'webhook-signature': headersOf(current)['webhook-signature'].replace(/,./, ',?'),
          };
          const { 'webhook-id': _id, ...withoutId } = headersOf(current);
          const { 'webhook-timestamp': _time, ...withoutTime } = headersOf(current);
          const { 'webhook-signature': _signature, ...withoutSignature } = headersOf(current);
          const cases: Record<string, typeof sent | { headers: Record<string, string> }> = {
            'true: as it was sent': sent,
            'true: while there are two secrets': { ...sent, headers: headersOf(current, former) },
            'true: while there are two secrets, by the former': {
              ...{ ...sent, secret: former, headers: headersOf(current, former) },
            },
            'true: five minutes late': { ...sent, now: now + 300 },
            'false: later': { ...sent, now: now + 301 },
            'false: of a clock that is ahead': { ...sent, now: now - 301 },
            'false: another secret': { ...sent, secret: other },
            'false: another body': { ...sent, body: `${body} ` },
            'false: another id': { ...sent, headers: { ...sent.headers, 'webhook-id': 'msg_2' } },
            'false: another time': { ...sent, headers: timed(`${now + 1}`) },
            'false: a time that is none': { ...sent, headers: timed('now') },
            'false: another signature': { ...sent, headers: { ...headersOf(current), ...altered } },
            'false: no time': { ...sent, headers: withoutTime },
            'false: no signature': { ...sent, headers: withoutSignature },
            'false: no id': { ...sent, headers: withoutId },
          };
          const [by, name] = (
            { HMAC_SHA256: ['verify', 'verify'], ED25519: ['verifyEd25519', 'verify-ed25519'] } as const
          )[kind];
          const blocks = Object.entries(cases).map(([id, one]) => {
            const { secret, headers, body, now } = { ...sent, ...one };
            return { id, text: given[language].verify(by, shownSecret(kind, secret), headers, body, now) };
          });
          const definitions = { blocks: [namedBlock('docs/partners/webhooks.md', name, language)] };
          const chapter = { token: 'none', externalServiceId: '', courtId: '', blocks, isOneStory: false };
          const outputs = await runProgram(language, programOf[language]([chapter], definitions), {
            BASE_URL: service.address,
          });
          const said = [...outputs].map(([id, output]) => [id, output.trim().toLowerCase()]);
          expect(said).toEqual(Object.keys(cases).map((id) => [id, id.split(':')[0]]));
        },
      );
    });

    // The SDK has tests of its own.
    it.skipIf(isMissing || language === 'ts')(
      `a call is retried without a response, after 429 and after 5xx, five times at most${note}`,
      async () => {
        const { outputs, received, dueAt } = await begun.get(language)!;
        const answerOf = (id: string) => printedAnswer(language, outputs.get(id)!);
        expect(answerOf('repeated')).toEqual({ status: 200, body: { id: 'here' } });
        expect(answerOf('refused')).toEqual({ status: 409, body: { error: { type: 'stale_write' } } });
        expect(answerOf('between')).toEqual({ status: 200, body: { id: 'there' } });
        expect(answerOf('failed')).toMatchObject({ status: 500 });
        const methods = received.map(({ method }) => method).join(' ');
        expect(methods).toBe(`${'PUT '.repeat(5)}${'DELETE '.repeat(5)}${'GET '.repeat(5)}`.trim());
        const same = received
          .slice(0, 4)
          .map(({ body, headers }) => [JSON.parse(body), headers['x-request-id']]);
        expect(same).toEqual(Array(4).fill([{ courtId: '1' }, received[0]!.headers['x-request-id']]));
        expect(new Set(received.map(({ headers }) => headers['x-request-id'])).size).toBe(4);
        // The block waits as long as `Retry-After` says.
        expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(1_000);
        // `Retry-After` may also be a date, in whole seconds.
        expect(received[6]!.at).toBeGreaterThanOrEqual(dueAt - 1_000);
      },
    );
  });
});
