import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPartnerClient, PartnerError } from '../../sdk/src/index.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { newToken } from '../../src/services/values/secret-formats.ts';
import { bookingOn } from '../harness/data/ada.ts';
import { runs } from '../harness/data/runs.ts';

const path =
  '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}';
const uuid = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const sent: Request[] = [];
const options = {
  baseUrl: 'https://partners.example.com',
  token: newToken('partner'),
  externalServiceId: uuid,
  fetch: async (input: string | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(request);
    const externalCourtBookingId = decodeURIComponent(new URL(request.url).pathname.split('/')[7] ?? '');
    return Response.json({ id: uuid, externalCourtBookingId }, { status: 201 });
  },
};
const client = createPartnerClient({ ...options, initialDelayMs: 1 });
const user = { email: 'a@example.com', externalUserId: 'a', firstName: 'A', lastName: 'B' };
const booking = bookingOn(uuid);

function faultsOfOptions(overrides: object): unknown {
  try {
    createPartnerClient({ ...options, ...overrides });
  } catch (error) {
    expect(error).toBeInstanceOf(PartnerError);
    expect(error).toMatchObject({ type: 'invalid_argument', attempts: 0 });
    return (error as PartnerError).issues?.map(({ path }) => path.join('.'));
  }
  return [];
}

describe('client options', () => {
  it.each<[string, object]>([
    ['token', { token: '' }],
    ['token', { token: undefined }],
    ['token', { token: 42 }],
    ['token', { token: `${options.token}\n` }],
    ['token', { token: ` ${options.token}` }],
    ['token', { token: `${options.token}€` }],
    ['token', { token: 'two\nlines' }],
    ['token', { token: '\x7f' }],
    ['externalServiceId', { externalServiceId: '' }],
    ['externalServiceId', { externalServiceId: 'partner-1' }],
    ['externalServiceId', { externalServiceId: `${uuid}0` }],
    ['externalServiceId', { externalServiceId: ['..'] }],
    ['timeoutMs', { timeoutMs: -1 }],
    ['maxAttempts', { maxAttempts: '7' }],
    ['headers', { headers: { 'a b': 'c' } }],
    ['userAgent', { userAgent: 'my-club\r\n' }],
    ['token', { token: [`${newToken('partner')}\nx`] }],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: 'partners.example.com' }],
    ['baseUrl', { baseUrl: 'ftp://partners.example.com' }],
    ['baseUrl', { baseUrl: 'https://user:password@partners.example.com' }],
    ['baseUrl', { baseUrl: 'https://partners.example.com/?page=1' }],
    ['baseUrl', { baseUrl: 'https://partners.example.com/#top' }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'http://127.0.0.1:99999' }],
    ['baseUrl', { baseUrl: 'https://partners.example.com ' }],
  ])('rejects a wrong %s: %o', (name, overrides) => {
    expect(faultsOfOptions(overrides)).toEqual([name]);
  });

  it('reports every fault at once, without the token', () => {
    const token = `${options.token} `;
    const making = () => createPartnerClient({ ...options, token, baseUrl: 'x', externalServiceId: 'y' });
    expect(making).toThrow(
      /^Nothing was sent\. baseUrl: Must be like https:.* token: Must be a text that a header can carry\. externalServiceId: Must be a UUID\.$/,
    );
    expect(making).not.toThrow(options.token);
  });

  it('accepts a token of any format, so that a new format does not break installed versions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,300}$/), async (token) => {
        await createPartnerClient({ ...options, token }).createUser(user);
        expect(sent.at(-1)!.headers.get('Authorization')).toBe(`Bearer ${token}`);
      }),
      { numRuns: 100, examples: [['cbp2-a.b'], ['x'], ['with a space'], ['a\tb']] },
    );
  });

  it('accepts a logger that has fields with option names and refers to itself', () => {
    const logger: Record<string, unknown> = { token: '', signal: 'SIGTERM', timeoutMs: -1, userAgent: '€' };
    logger.parent = logger;
    expect(faultsOfOptions({ logger })).toEqual([]);
  });

  it.each(['http://127.0.0.1:4000', 'https://partners.example.com/gateway/', new URL('https://example.com')])(
    'accepts %s as base URL',
    (baseUrl) => {
      expect(faultsOfOptions({ baseUrl })).toEqual([]);
    },
  );
});

describe('validation before sending', () => {
  const refused = async (calling: Promise<{ ok: boolean; error?: PartnerError }>) => {
    const before = sent.length;
    const { ok, error } = await calling;
    if (ok) return undefined;
    expect(sent).toHaveLength(before);
    expect(error).toMatchObject({ type: 'invalid_argument', attempts: 0 });
    expect(error!.message).toMatch(/^Nothing was sent\. .+: /);
    return error!.issues!.map(({ path }) => path.join('.'));
  };
  const upsert = (id: unknown, body: object = booking, own?: object) =>
    refused(client.safe.upsertCourtBooking(id as string, body as typeof booking, own));

  it.each([
    ['no string', 42],
    ['a list', ['..']],
    ['an empty list', []],
    ['an object', {}],
    ['undefined', undefined],
  ])('rejects a booking id that is %s', async (_name, id) => {
    expect(await upsert(id)).toEqual(['externalCourtBookingId']);
  });

  it.each(['.', '..'])('rejects %s as an external id in a path or a body', async (id) => {
    expect(await refused(client.safe.getUserByExternalId(id))).toEqual(['externalUserId']);
    expect(await refused(client.safe.createUser({ ...user, externalUserId: id }))).toEqual([
      'externalUserId',
    ]);
    expect(await refused(client.safe.getCourtBooking(id))).toEqual(['externalCourtBookingId']);
  });

  it('rejects a missing or malformed id in the path for every operation that has one', async () => {
    const { safe } = client;
    for (const id of [undefined, '', 'x', 7, [uuid]] as string[]) {
      expect(await refused(safe.getUser(id))).toEqual(['userId']);
      expect(await refused(safe.updateUser(id, {}))).toEqual(['userId']);
      expect(await refused(safe.eraseUser(id))).toEqual(['userId']);
      expect(await refused(safe.getCourtOccupancy(id, { from: '', to: '' }))).toEqual(['courtId']);
    }
    for (const id of [undefined, '', 7] as string[]) {
      expect(await refused(safe.getCourtBooking(id))).toEqual(['externalCourtBookingId']);
      expect(await refused(safe.cancelCourtBooking(id, new Date()))).toEqual(['externalCourtBookingId']);
      expect(await refused(safe.getUserByExternalId(id))).toEqual(['externalUserId']);
    }
  });

  it('rejects a malformed or too long id in the body', async () => {
    expect(await upsert('a', { ...booking, courtId: '' })).toEqual(['courtId']);
    const participants = [{ email: 'a@example.com', userId: undefined }, { userId: 'x' }, { userId: uuid }];
    expect(await upsert('a', { ...booking, participants })).toEqual(['participants.1.userId']);
    for (const externalUserId of ['', 'x'.repeat(256)]) {
      expect(await refused(client.safe.createUser({ ...user, externalUserId }))).toEqual(['externalUserId']);
    }
  });

  it('rejects a body that is not serializable as JSON, without an exception in `safe`', async () => {
    const circular: Record<string, unknown> = { ...user };
    circular.self = circular;
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const throwing = {
      ...user,
      toJSON: () => {
        throw new Error('my own');
      },
    };
    for (const body of [circular, deep, throwing, { ...user, price: 10n }]) {
      expect(await refused(client.safe.createUser(body as never))).toEqual(['bodyFault']);
      await expect(client.createUser(body as never)).rejects.toMatchObject({ type: 'invalid_argument' });
    }
  });

  it('checks ids as toJSON returns them', async () => {
    const sentAs = (json: object) => ({ ...booking, toJSON: () => ({ ...booking, ...json }) });
    expect(await upsert('a', sentAs({ courtId: 'x' }))).toEqual(['courtId']);
    expect(await upsert('a', { ...booking, courtId: { toJSON: () => 'x' } })).toEqual(['courtId']);
    expect(await upsert('a', { ...booking, courtId: { toJSON: () => uuid } })).toBeUndefined();
    const lists = [{ userId: { toJSON: () => 'y' } }];
    expect(await upsert('a', { ...booking, participants: lists })).toEqual(['participants.0.userId']);
    // JSON leaves out undefined and inherited fields.
    expect(await upsert('a', { ...booking, courtId: undefined })).toBeUndefined();
    expect(await upsert('a', Object.create({ courtId: 'x' }, {}))).toBeUndefined();
  });

  it.each([
    'valueOf',
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'bodyFault',
    'token',
    'signal',
  ])('sends a field with the name %s, which the service must judge', async (name) => {
    const body = JSON.parse(`{ "${name}": { "${name}": "x" } }`);
    expect(await upsert('a', { ...booking, ...body, deep: body })).toBeUndefined();
    expect(await refused(client.safe.createUser({ ...user, ...body }))).toBeUndefined();
    expect(await sent.at(-1)!.text()).toContain('email');
  });

  it.each([-1, Number.NEGATIVE_INFINITY, '10', {}, true])('rejects a limit of %o', async (limit) => {
    for (const name of ['maxAttempts', 'initialDelayMs', 'maxDelayMs', 'attemptTimeoutMs', 'timeoutMs']) {
      expect(await upsert('a', booking, { [name]: limit })).toEqual([name]);
      expect(faultsOfOptions({ [name]: limit })).toEqual([name]);
    }
  });

  it('rejects an invalid signal', async () => {
    expect(await upsert('a', booking, { signal: {} })).toEqual(['signal']);
    expect(await upsert('a', booking, { signal: 'abort' })).toEqual(['signal']);
  });

  it('accepts null as options, as in JavaScript', async () => {
    expect(await upsert('a', booking, null as never)).toBeUndefined();
    const { safe } = client;
    for (const calling of [safe.listCourts(null as never, null as never), safe.getToken(null as never)]) {
      // The mock responds to both requests, but not with a list or a token.
      expect(await calling).toMatchObject({ error: { type: 'unexpected_answer' } });
    }
  });

  it('sends requests on platforms without crypto.randomUUID, such as a browser without TLS', async () => {
    const { crypto } = globalThis;
    for (const without of [{}, undefined]) {
      Object.defineProperty(globalThis, 'crypto', { value: without, configurable: true });
      try {
        expect(await upsert('a')).toBeUndefined();
      } finally {
        Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
      }
      expect(sent.at(-1)!.headers.get('X-Request-Id')).toMatch(/^[0-9a-z]{20,}$/);
    }
  });

  it('rejects a batch only if it is not serializable, because the service checks each item', async () => {
    const item = (externalCourtBookingId: string) =>
      ({ action: 'cancel', externalCourtBookingId, externalUpdatedAt: '2026-11-20T12:00:00Z' }) as const;
    const one = { maxAttempts: 1 };
    const answered = await client.safe.batchCourtBookings({ items: [item('..'), item('')] }, one);
    expect(answered).toMatchObject({ error: { type: 'unexpected_answer' } });
    const users = [{ action: 'erase', externalUserId: '..' }] as const;
    expect(await client.safe.batchUsers({ items: users }, one)).toMatchObject({
      error: { type: 'unexpected_answer' },
    });
    const items = [{ ...item('a'), price: 10n } as never];
    expect(await refused(client.safe.batchCourtBookings({ items }))).toEqual(['bodyFault']);
  });

  it('rejects a request id that the service would replace', async () => {
    for (const requestId of ['', 'with space', 'x'.repeat(129), 'line\n', ['a b'], []]) {
      expect(await upsert('a', booking, { requestId })).toEqual(['requestId']);
    }
  });

  // JavaScript parses a German date as an invalid Date without an error.
  const invalid = new Date('31.12.1980') as never;
  const cancellation = {
    action: 'cancel',
    externalCourtBookingId: 'a',
    externalUpdatedAt: new Date(),
  } as const;
  const { safe, raw } = client;
  const rawPath = { externalServiceId: uuid, userId: uuid };
  const rawList = (own: object = {}) =>
    raw.GET('/api/v1/external-services/{externalServiceId}/court-bookings', {
      params: { path: rawPath, query: { updatedFrom: invalid } },
      ...own,
    });
  it.each<[operation: string, path: string, call: () => Promise<unknown>]>([
    ['updateUser', 'birthday', () => safe.updateUser(uuid, { birthday: invalid })],
    // Date libraries serialize an invalid date to null.
    [
      'upsertCourtBooking with a date library',
      'startDate',
      () => safe.upsertCourtBooking('a', { ...booking, startDate: { toJSON: () => null } as never }),
    ],
    ['cancelCourtBooking', 'externalUpdatedAt', () => safe.cancelCourtBooking('a', invalid)],
    ['getCourtOccupancy', 'to', () => safe.getCourtOccupancy(uuid, { from: new Date(), to: invalid })],
    [
      'batchCourtBookings',
      'items.1.externalUpdatedAt',
      () =>
        safe.batchCourtBookings({ items: [cancellation, { ...cancellation, externalUpdatedAt: invalid }] }),
    ],
    ['raw, in a query', 'updatedFrom', rawList],
    [
      'raw, in a query with its own serializer',
      'updatedFrom',
      () => rawList({ querySerializer: { array: { style: 'form', explode: false } } }),
    ],
    [
      'raw, in a body',
      'birthday',
      () =>
        raw.PATCH('/api/v1/external-services/{externalServiceId}/users/{userId}', {
          params: { path: rawPath },
          body: { birthday: invalid },
        }),
    ],
  ])('rejects an invalid Date: %s', async (_operation, path, call) => {
    const calling = call().catch((error) => ({ ok: false, error }));
    expect(await refused(calling as Promise<{ ok: boolean }>)).toEqual([path]);
  });

  it('rejects with the same error in the throwing form', async () => {
    await expect(client.upsertCourtBooking('..', booking)).rejects.toMatchObject({
      type: 'invalid_argument',
      operation: 'upsertCourtBooking',
      issues: [{ path: ['externalCourtBookingId'], code: 'invalid_argument' }],
    });
  });

  it('follows the lengths and patterns in the OpenAPI document', async () => {
    const { parameters } = openApiDocument.paths[path].put;
    const schemaOf = (name: string) =>
      parameters.find((parameter) => parameter.name === name)!.schema as Record<string, string | number>;
    const { minLength, maxLength } = schemaOf('externalCourtBookingId');
    expect([minLength, maxLength]).toEqual([1, 255]);
    const requestId = new RegExp(schemaOf('X-Request-Id').pattern as string);
    const uuidPattern = new RegExp(schemaOf('externalServiceId').pattern as string);
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 130 }), async (text) => {
        expect((await upsert('a', booking, { requestId: text })) === undefined).toBe(requestId.test(text));
        expect((await upsert('a', { ...booking, courtId: text })) === undefined).toBe(uuidPattern.test(text));
      }),
      {
        numRuns: runs(120),
        examples: [['x'.repeat(128)], ['x'.repeat(129)], [uuid], [uuid.toUpperCase()], [`${uuid}\n`]],
      },
    );
  });

  it('sends every other id unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (id) => {
        const isGood =
          id.isWellFormed() && !id.includes('\0') && [...id].length <= 255 && !/^\.{0,2}$/.test(id);
        expect((await upsert(id)) === undefined).toBe(isGood);
        if (isGood) expect(decodeURIComponent(new URL(sent.at(-1)!.url).pathname.split('/')[7]!)).toBe(id);
      }),
      {
        numRuns: runs(150),
        examples: [
          [''],
          ['.'],
          ['..'],
          ['...'],
          ['a\0'],
          ['\ud800'],
          ['🎾'.repeat(255)],
          ['x'.repeat(256)],
          ['a+b/c'],
          ['../%2e'],
        ],
      },
    );
  });
});
