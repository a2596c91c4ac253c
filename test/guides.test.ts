import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../src/env.ts';
import type { ExampleCall } from '../src/pages/examples/example-call.ts';
import { literal, type Syntax } from '../src/pages/examples/literal.ts';
import { shortExampleIn } from '../src/pages/examples/short-example-in.ts';
import { csharp, php, python, typescript } from '../src/pages/examples/syntaxes.ts';
import { newSecret, shownSecret, sign } from '../src/services/webhooks/signature.ts';
import { comparable } from './harness/comparable.ts';
import { bookingBody } from './harness/factories.ts';
import { type BlockGroup, groupsOf, guides, namedBlock } from './harness/guides/guide-blocks.ts';
import {
  type Chapter,
  type ProgramLanguage,
  programLanguages,
  programOf,
} from './harness/guides/programs.ts';
import { missingFor, runProgram } from './harness/guides/run-program.ts';
import { startScriptedServer } from './harness/scripted-server.ts';
import { startTestService, type TestService } from './harness/test-service.ts';

/** What a block prints: the status, where it prints one, and the body, or the type of a refusal. */
function printedAnswer(language: ProgramLanguage, output: string): unknown {
  if (language === 'ts') return output.startsWith('{') ? JSON.parse(output) : output.trim();
  const [, status, body] = /^\(?(\d{3}),? ([\s\S]*?)\)?\n$/.exec(output)!;
  return { status: Number(status), body: JSON.parse(body!) };
}

/** What the page shows, as far as a block of the language prints it. */
function shownAnswer(
  language: ProgramLanguage,
  { status, body }: NonNullable<BlockGroup['answer']>,
): unknown {
  if (language !== 'ts') return { status, body };
  return status >= 400 ? (body as { error: { type: string } }).error.type : body;
}

interface Given {
  syntax: Syntax;
  items: (written: string) => string;
  cursor: (cursor: string) => string;
  service: (path: string) => string;
  verify: (secret: string, headers: Record<string, string>, body: string, now: number) => string;
}

/** What the blocks that have a name take as given. */
const given: Record<ProgramLanguage, Given> = {
  ts: {
    syntax: typescript,
    items: (written) => `const items: any[] = ${written};`,
    cursor: (cursor) => `let cursor: string = '${cursor}';`,
    service: () => '',
    verify: (secret, headers, body, now) =>
      `console.log(\`\${verify('${secret}', ${literal(headers, typescript)}, '${body}', ${now} * 1000)}\`);`,
  },
  python: {
    syntax: python,
    items: (written) => `items = ${written}`,
    cursor: (cursor) => `cursor = "${cursor}"`,
    service: () => '',
    verify: (secret, headers, body, now) =>
      `print(verify("${secret}", ${literal(headers, python)}, '${body}'.encode(), ${now}))`,
  },
  php: {
    syntax: php,
    items: (written) => `$items = ${written};`,
    cursor: (cursor) => `$cursor = '${cursor}';`,
    service: () => '',
    verify: (secret, headers, body, now) =>
      `echo json_encode(verify('${secret}', ${literal(headers, php)}, '${body}', ${now})), "\\n";`,
  },
  csharp: {
    syntax: csharp,
    items: (written) => `var items = new List<object>(${written});`,
    cursor: (cursor) => `var cursor = "${cursor}";`,
    service: (path) => `var service = "${path}";`,
    verify: (secret, headers, body, now) => {
      const entries = Object.entries(headers).map(([name, value]) => `["${name}"] = "${value}"`);
      const dictionary = `new Dictionary<string, string> { ${entries.join(', ')} }`;
      const bytes = `Encoding.UTF8.GetBytes(${JSON.stringify(body)})`;
      return `Console.WriteLine(Webhook.Verify("${secret}", ${dictionary}, ${bytes}, ${now}));`;
    },
  },
};

describe('the blocks of the guides', () => {
  let service: TestService;
  beforeAll(async () => {
    const [perSecond, burst] = [variables.RATE_LIMIT_PER_SECOND, variables.RATE_LIMIT_BURST];
    service = await startTestService('postgresql', {
      rateLimit: { perSecond: Number(perSecond.default), burst: Number(burst.default) },
    });
  });
  afterAll(() => service.stop());

  /** People of a page and a language: an address is one person on the whole platform. */
  const domain = (page: string, language: string) =>
    `@${page.replaceAll(/[^a-z]/g, '-')}.${language}.example.com`;

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing)(`answer what the page shows, one after the other${note}`, async () => {
      const chapters: Chapter[] = [];
      const expected = new Map<string, unknown>();
      for (const page of guides) {
        const groups = groupsOf(page).filter(({ blocks, name }) => language in blocks && name === undefined);
        if (groups.length === 0) continue;
        const { token, externalServiceId, courtIds } = await service.factories.tenant();
        const own = (text: string) => text.replaceAll('@example.com', domain(page, language));
        const blocks = groups.map(({ id, blocks }) => ({ id, text: own(blocks[language]!) }));
        chapters.push({
          token,
          externalServiceId,
          courtId: courtIds[0],
          blocks,
          isOneStory: page.endsWith('getting-started.md'),
        });
        for (const { id, answer } of groups)
          if (answer)
            expected.set(id, comparable(JSON.parse(own(JSON.stringify(shownAnswer(language, answer))))));
      }
      expect(expected.size).toBeGreaterThan(15);
      const outputs = await runProgram(language, programOf[language](chapters), {
        BASE_URL: service.address,
      });
      for (const [id, answer] of expected) {
        const printed = comparable(printedAnswer(language, outputs.get(id)!));
        // The SDK tells more of a batch.
        if (language === 'ts' && /batch|moving/.test(id)) expect(printed, id).toMatchObject(answer as object);
        else expect(printed, `${id} in ${language}`).toEqual(answer);
      }
    });

    it.skipIf(isMissing)(
      `its loops import in pieces, walk all pages and follow all changes${note}`,
      async () => {
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
        const { syntax, service: ofService, items: asItems, cursor: asCursor } = given[language];
        const loops = {
          import: [
            asItems(literal(items, syntax)),
            namedBlock('docs/partners/batch-court-bookings.md', 'import', language),
          ],
          pages: ['', namedBlock('docs/partners/reading.md', 'pages', language)],
          follow: [asCursor(body.nextCursor), namedBlock('docs/partners/changes.md', 'follow', language)],
        };
        const chapters = Object.entries(loops).map(([id, [setup, text]]): Chapter => {
          const blocks = [
            { id: `${id}: given`, text: `${ofService(at)}\n${setup}` },
            { id, text: text! },
          ];
          return { token, externalServiceId, courtId, blocks, isOneStory: true };
        });
        const program = programOf[language](chapters);
        const outputs = await runProgram(language, program, { BASE_URL: service.address });
        const linesOf = (id: string) => outputs.get(id)!.trim().split('\n');
        expect(linesOf('import')).toEqual(['205 court_booking_overlap']);
        const all = Array.from({ length: 205 }, (_, index) => `booking-${index} ACTIVE`);
        expect(linesOf('pages').sort()).toEqual(all.sort());
        expect(linesOf('follow')).toEqual(
          Array.from({ length: 205 }, (_, index) => `${index + 1} court_booking.created`),
        );
      },
    );

    it.skipIf(isMissing)(
      `a webhook is verified: it passes, and nothing that was changed or is old does${note}`,
      async () => {
        const [current, former, other] = [1, 2, 3].map(() => newSecret('HMAC_SHA256')) as [
          Buffer,
          Buffer,
          Buffer,
        ];
        const body = '{"type":"court_booking.updated","data":{"name":"Zoë – 14 °C"}}';
        const now = 1_800_000_000;
        const headersOf = (...secrets: Buffer[]) => ({
          'webhook-id': 'msg_1',
          'webhook-timestamp': `${now}`,
          'webhook-signature': sign(
            secrets.map((secret) => ({ kind: 'HMAC_SHA256', secret })),
            'msg_1',
            now,
            body,
          ),
        });
        const sent = { secret: current, headers: headersOf(current), body, now };
        const { 'webhook-id': _id, ...withoutId } = headersOf(current);
        const { 'webhook-signature': _signature, ...withoutSignature } = headersOf(current);
        const cases: Record<string, typeof sent | { headers: Record<string, string> }> = {
          'true: as it was sent': sent,
          'true: while there are two secrets, by the former': {
            ...sent,
            secret: former,
            headers: headersOf(current, former),
          },
          'true: five minutes late': { ...sent, now: now + 300 },
          'false: later': { ...sent, now: now + 301 },
          'false: of a clock that is ahead': { ...sent, now: now - 301 },
          'false: another secret': { ...sent, secret: other },
          'false: another body': { ...sent, body: `${body} ` },
          'false: another id': { ...sent, headers: { ...sent.headers, 'webhook-id': 'msg_2' } },
          'false: another time': { ...sent, headers: { ...sent.headers, 'webhook-timestamp': `${now + 1}` } },
          'false: a time that is none': { ...sent, headers: { ...sent.headers, 'webhook-timestamp': 'now' } },
          'false: no signature': { ...sent, headers: withoutSignature },
          'false: no id': { ...sent, headers: withoutId },
        };
        const blocks = Object.entries(cases).map(([id, one]) => {
          const { secret, headers, body, now } = { ...sent, ...one };
          return { id, text: given[language].verify(shownSecret('HMAC_SHA256', secret), headers, body, now) };
        });
        const definitions = { blocks: [namedBlock('docs/partners/webhooks.md', 'verify', language)] };
        const chapter = { token: 'none', externalServiceId: '', courtId: '', blocks, isOneStory: false };
        const outputs = await runProgram(language, programOf[language]([chapter], definitions), {
          BASE_URL: service.address,
        });
        const said = [...outputs].map(([id, output]) => [id, output.trim().toLowerCase()]);
        expect(said).toEqual(Object.keys(cases).map((id) => [id, id.split(':')[0]]));
      },
    );

    it.skipIf(isMissing || language === 'ts')(`a call that repeats does so as told${note}`, async () => {
      const again = {
        status: 503,
        headers: { 'Retry-After': '0' },
        body: { error: { type: 'service_unavailable' } },
      };
      const failed = { status: 500, body: { error: { type: 'internal_server_error' } } };
      const server = await startScriptedServer(
        again,
        'drop',
        { ...again, status: 429 },
        { status: 200, body: { id: 'here' } },
        { status: 409, body: { error: { type: 'stale_write' } } },
        failed,
      );
      try {
        const path = '/api/v1/external-services/$EXTERNAL_SERVICE_ID/court-bookings/by-external-id/1';
        const calls: Record<string, ExampleCall> = {
          repeated: { method: 'PUT', path, body: { courtId: '1' } },
          refused: { method: 'PUT', path, body: {} },
          failed: { method: 'GET', path },
        };
        const blocks = Object.entries(calls).map(([id, call]) => ({
          id,
          text: shortExampleIn(language, call),
        }));
        const chapter = { token: 'secret', externalServiceId: '1', courtId: '', blocks, isOneStory: false };
        const call =
          language === 'ts'
            ? undefined
            : namedBlock('docs/partners/limits-and-retries.md', 'call-repeating', language);
        const outputs = await runProgram(language, programOf[language]([chapter], { call }), {
          BASE_URL: server.address,
        });
        expect(printedAnswer(language, outputs.get('repeated')!)).toEqual({
          status: 200,
          body: { id: 'here' },
        });
        expect(printedAnswer(language, outputs.get('refused')!)).toMatchObject({ status: 409 });
        expect(printedAnswer(language, outputs.get('failed')!)).toMatchObject({ status: 500 });
        expect(server.received.map(({ method }) => method).join(' ')).toBe(
          'PUT PUT PUT PUT PUT GET GET GET GET GET',
        );
        const same = server.received
          .slice(0, 4)
          .map(({ body, headers }) => [JSON.parse(body), headers['x-request-id']]);
        expect(same).toEqual(Array(4).fill([{ courtId: '1' }, expect.stringMatching(/.{32}/)]));
        expect(new Set(server.received.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
      } finally {
        await server.close();
      }
    });
  });
});
