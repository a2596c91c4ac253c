import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPartnerClient, PartnerError } from '../../sdk/src/index.ts';
import openApiDocument from '../../src/rest/openapi.json' with { type: 'json' };
import { newToken } from '../../src/services/values/secret-formats.ts';
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
const booking = {
  courtId: uuid,
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T12:00:00Z',
};

/** The issues of a client that cannot be made, as path and message. */
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

describe('a client is not made', () => {
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
  ])('with a wrong %s: %o', (name, overrides) => {
    expect(faultsOfOptions(overrides)).toEqual([name]);
  });

  it('and every fault is told at once, without the token', () => {
    const token = `${options.token} `;
    const making = () => createPartnerClient({ ...options, token, baseUrl: 'x', externalServiceId: 'y' });
    expect(making).toThrow(
      /^Nothing was sent\. baseUrl: Must be like https:.* token: Must be a text that a header can carry\. externalServiceId: Must be a UUID\.$/,
    );
    expect(making).not.toThrow(options.token);
  });

  it('a token of whatever form is sent as it is: a new one breaks no installed version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,300}$/), async (token) => {
        await createPartnerClient({ ...options, token }).createUser(user);
        expect(sent.at(-1)!.headers.get('Authorization')).toBe(`Bearer ${token}`);
      }),
      { numRuns: 100, examples: [['cbp2-a.b'], ['x'], ['with a space'], ['a\tb']] },
    );
  });

  it('but it is with an option that has such names inside, and itself: a logger of a program is its own', () => {
    const logger: Record<string, unknown> = { token: '', signal: 'SIGTERM', timeoutMs: -1, userAgent: '€' };
    logger.parent = logger;
    expect(faultsOfOptions({ logger })).toEqual([]);
  });

  it.each(['http://127.0.0.1:4000', 'https://partners.example.com/gateway/', new URL('https://example.com')])(
    'but it is with %s',
    (baseUrl) => {
      expect(faultsOfOptions({ baseUrl })).toEqual([]);
    },
  );
});

describe('nothing is sent', () => {
  /** The paths of what is refused here; undefined: it was sent. */
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
    ['empty', ''],
    ['.', '.'],
    ['..', '..'],
    ['256 characters', 'x'.repeat(256)],
    ['a lone surrogate', 'a\ud800'],
    ['NUL', 'a\0'],
    ['no string', 42],
    ['a list', ['..']],
    ['an empty list', []],
    ['an object', {}],
    ['undefined', undefined],
  ])('with a booking id that is %s', async (_name, id) => {
    expect(await upsert(id)).toEqual(['externalCourtBookingId']);
  });

  it.each(['...', '.a', '%2e', ' ', 'x'.repeat(255), '🎾'.repeat(255), 'a/b', '../x', '%', '\n'])(
    'but it is, in one segment of the path, with %j',
    async (id) => {
      expect(await upsert(id)).toBeUndefined();
      const segments = new URL(sent.at(-1)!.url).pathname.split('/');
      expect(segments).toHaveLength(8);
      expect(decodeURIComponent(segments[7]!)).toBe(id);
    },
  );

  it.each(['.', '..'])('with %s as an external id, in a path or a body', async (id) => {
    expect(await refused(client.safe.getUserByExternalId(id))).toEqual(['externalUserId']);
    expect(await refused(client.safe.createUser({ ...user, externalUserId: id }))).toEqual([
      'externalUserId',
    ]);
    expect(await refused(client.safe.getCourtBooking(id))).toEqual(['externalCourtBookingId']);
  });

  it('with ids of a path that are missing or malformed, of every operation that has one', async () => {
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

  it('with ids in the body that are malformed or too long', async () => {
    expect(await upsert('a', { ...booking, courtId: '' })).toEqual(['courtId']);
    const participants = [{ email: 'a@example.com', userId: undefined }, { userId: 'x' }, { userId: uuid }];
    expect(await upsert('a', { ...booking, participants })).toEqual(['participants.1.userId']);
    for (const externalUserId of ['', 'x'.repeat(256)]) {
      expect(await refused(client.safe.createUser({ ...user, externalUserId }))).toEqual(['externalUserId']);
    }
  });

  it('with a body that cannot be JSON; `safe` does not reject', async () => {
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

  it('with ids that toJSON puts in; what is judged is what is sent', async () => {
    const sentAs = (json: object) => ({ ...booking, toJSON: () => ({ ...booking, ...json }) });
    expect(await upsert('a', sentAs({ courtId: 'x' }))).toEqual(['courtId']);
    expect(await upsert('a', { ...booking, courtId: { toJSON: () => 'x' } })).toEqual(['courtId']);
    expect(await upsert('a', { ...booking, courtId: { toJSON: () => uuid } })).toBeUndefined();
    const lists = [{ userId: { toJSON: () => 'y' } }];
    expect(await upsert('a', { ...booking, participants: lists })).toEqual(['participants.0.userId']);
    // What JSON leaves out is not there, and inherited fields are.
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
  ])('but it is with a field that is named %s: the service judges that', async (name) => {
    const body = JSON.parse(`{ "${name}": { "${name}": "x" } }`);
    expect(await upsert('a', { ...booking, ...body, deep: body })).toBeUndefined();
    expect(await refused(client.safe.createUser({ ...user, ...body }))).toBeUndefined();
    expect(await sent.at(-1)!.text()).toContain('email');
  });

  it('with an invalid Date in a query, which would be another question without it', async () => {
    const none = new Date('yesterday');
    expect(await refused(client.safe.cancelCourtBooking('a', none))).toEqual(['externalUpdatedAt']);
    expect(await refused(client.safe.listCourtBookings({ from: none, to: none }))).toEqual(['from', 'to']);
    await expect(client.listCourtBookings({ from: none })).rejects.toMatchObject({
      type: 'invalid_argument',
    });
  });

  it.each([-1, Number.NEGATIVE_INFINITY, '10', {}, true])('with a limit of %o', async (limit) => {
    for (const name of ['maxAttempts', 'initialDelayMs', 'maxDelayMs', 'attemptTimeoutMs', 'timeoutMs']) {
      expect(await upsert('a', booking, { [name]: limit })).toEqual([name]);
      expect(faultsOfOptions({ [name]: limit })).toEqual([name]);
    }
  });

  it('with a signal that is none', async () => {
    expect(await upsert('a', booking, { signal: {} })).toEqual(['signal']);
    expect(await upsert('a', booking, { signal: 'abort' })).toEqual(['signal']);
  });

  it('but it is where options are null, as JavaScript may have it', async () => {
    expect(await upsert('a', booking, null as never)).toBeUndefined();
    const { safe } = client;
    for (const calling of [safe.listCourts(null as never, null as never), safe.getToken(null as never)]) {
      // Neither is answered as a court's list or a token; both are asked.
      expect(await calling).toMatchObject({ error: { type: 'unexpected_answer' } });
    }
  });

  it('but it is where the platform makes no UUIDs, as a browser without TLS', async () => {
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

  it('of a batch only what cannot be JSON is refused: the service judges each item', async () => {
    const item = (externalCourtBookingId: string) =>
      ({ action: 'cancel', externalCourtBookingId, externalUpdatedAt: '2026-11-20T12:00:00Z' }) as const;
    const one = { maxAttempts: 1 };
    const answered = await client.safe.batchCourtBookings({ items: [item('..'), item('')] }, one);
    expect(answered).toMatchObject({ error: { type: 'unexpected_answer' } });
    const items = [{ ...item('a'), price: 10n } as never];
    expect(await refused(client.safe.batchCourtBookings({ items }))).toEqual(['bodyFault']);
  });

  it('with a request id that the service would not keep', async () => {
    for (const requestId of ['', 'with space', 'x'.repeat(129), 'line\n', ['a b'], []]) {
      expect(await upsert('a', booking, { requestId })).toEqual(['requestId']);
    }
  });

  it('and the throwing form rejects with the same', async () => {
    await expect(client.upsertCourtBooking('..', booking)).rejects.toMatchObject({
      type: 'invalid_argument',
      operation: 'upsertCourtBooking',
      issues: [{ path: ['externalCourtBookingId'], code: 'invalid_argument' }],
    });
  });

  it('what is refused here is what the document does not allow: lengths and patterns are its own', async () => {
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

  it('whatever id is not refused here arrives as it is', async () => {
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
        ],
      },
    );
  });
});
