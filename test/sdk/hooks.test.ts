import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import winston from 'winston';
import { redactHeaders, redactUrl } from '../../sdk/src/hooks.ts';
import {
  createPartnerClient,
  type Hooks,
  type Logger,
  type PartnerClientOptions,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
} from '../../sdk/src/index.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { run } from '../harness/clients/sdk-consumer.ts';
import { type Script, type ScriptedServer, startScriptedServer } from '../harness/servers/scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server?.close());

const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const token = newToken('partner');
const body = {
  email: 'ada@example.com',
  externalUserId: 'member-1815',
  firstName: 'Ada',
  lastName: 'Lovelace',
};
const done: Script = {
  status: 201,
  headers: { 'X-Some': 'thing' },
  body: { id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03', ...body },
};
const unavailable: Script = {
  status: 503,
  body: { error: { type: 'service_unavailable', message: 'Ada was here.' } },
};
const conflict: Script = {
  status: 409,
  body: { error: { type: 'email_already_in_use', message: 'ada@example.com is in use.' } },
};

async function call(script: Script[], options: Partial<PartnerClientOptions>, signal?: AbortSignal) {
  server = await startScriptedServer(...script);
  const client = createPartnerClient({
    baseUrl: server.address,
    token,
    externalServiceId,
    initialDelayMs: 1,
    maxAttempts: 2,
    ...options,
  });
  return client.safe.createUser(body, { requestId: 'call-1', signal });
}

function keeping() {
  const told: [name: keyof Hooks, event: RequestEvent | ResponseEvent | RetryEvent][] = [];
  const hooks: Hooks = {
    onRequest: (event) => told.push(['onRequest', event]),
    onResponse: (event) => told.push(['onResponse', event]),
    onRetry: (event) => told.push(['onRetry', event]),
  };
  return { told, hooks };
}

describe('hooks', () => {
  it('reports each attempt, its response and the reason for a retry, in order', async () => {
    const { told, hooks } = keeping();
    await call([unavailable, done], hooks);
    const request = {
      operation: 'createUser',
      requestId: 'call-1',
      method: 'POST',
      url: `${server.address}/api/v1/external-services/${externalServiceId}/users`,
    };
    expect(told).toMatchObject([
      ['onRequest', { ...request, attempt: 1 }],
      ['onResponse', { ...request, attempt: 1, status: 503, durationMs: expect.any(Number) }],
      [
        'onRetry',
        { ...request, attempt: 1, error: { type: 'service_unavailable' }, delayMs: expect.any(Number) },
      ],
      ['onRequest', { ...request, attempt: 2 }],
      ['onResponse', { ...request, attempt: 2, status: 201 }],
    ]);
    expect((told[4]![1] as ResponseEvent).headers.get('X-Some')).toBe('thing');
  });

  it('reports no response if none arrives', async () => {
    const { told, hooks } = keeping();
    await call(['drop', done], hooks);
    expect(told.map(([name]) => name)).toEqual(['onRequest', 'onRetry', 'onRequest', 'onResponse']);
  });

  it('hides the token from hooks, and ignores their changes to headers', async () => {
    const { told, hooks } = keeping();
    const onRequest = (event: RequestEvent) => {
      hooks.onRequest?.(event);
      event.headers.set('X-Request-Id', 'another');
    };
    await call([done], { ...hooks, onRequest });
    const { headers } = told[0]![1] as RequestEvent;
    expect(headers.get('Authorization')).toBe('REDACTED');
    expect(headers.get('User-Agent')).toMatch(/^courtbridge-sdk\//);
    expect(JSON.stringify(told)).not.toContain(token);
    expect(server.received[0]!.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-request-id': 'call-1',
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('of the hook');
      },
    ],
    ['rejects', () => Promise.reject(new Error('of the hook'))],
    ['never ends', () => new Promise(() => {})],
  ])('completes a call even if a hook %s', async (_what, hook) => {
    const result = await call([unavailable, done], { onRequest: hook, onResponse: hook, onRetry: hook });
    expect(result).toMatchObject({ ok: true, attempts: 2 });
  });

  it('removes secrets from headers and personal data from URLs', () => {
    const headers = {
      authorization: 'Bearer x',
      'proxy-authorization': 'x',
      cookie: 'x',
      'x-api-key': 'x',
      'x-request-id': 'kept',
    };
    expect(Object.fromEntries(redactHeaders(new Headers(headers)))).toEqual({
      authorization: 'REDACTED',
      'proxy-authorization': 'REDACTED',
      cookie: 'REDACTED',
      'x-api-key': 'REDACTED',
      'x-request-id': 'kept',
    });
    const redacted = {
      '/users?email=a%40b.c&limit=5': '/users?email=REDACTED&limit=5',
      '/users?limit=5&externalUserId=7': '/users?limit=5&externalUserId=REDACTED',
      '/requests?externalId=7&limit=5': '/requests?externalId=REDACTED&limit=5',
      '/court-bookings?participantEmail=a%40b.c': '/court-bookings?participantEmail=REDACTED',
      '/users/by-external-id/a%40b.c': '/users/by-external-id/REDACTED',
      '/court-bookings/by-external-id/booking-62': '/court-bookings/by-external-id/booking-62',
    };
    for (const [url, wanted] of Object.entries(redacted)) expect(redactUrl(url)).toBe(wanted);
  });
});

it('loads logging and tracing only with the first call of a client that has a logger', async () => {
  const entry = new URL('../../sdk/src/index.ts', import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { createPartnerClient } = await import('${entry}');
    const externalServiceId = '${externalServiceId}';
    const fetch = async () => Response.json({ externalServiceId });
    const options = { baseUrl: 'https://partners.example.com', token: 'x', externalServiceId, fetch };
    const isLoadedBy = async (told) => {
      await createPartnerClient({ ...options, ...told }).getToken();
      return loaded.some((url) => url.endsWith('/observe.ts'));
    };
    const no = () => {};
    const hooks = { onRequest: no, onResponse: no, onRetry: no };
    const logger = { debug: no, info: no, warn: no, error: no };
    console.log(await isLoadedBy({}), await isLoadedBy(hooks), await isLoadedBy({ logger }));`;
  expect(await run(process.execPath, ['--input-type=module', '-e', script], '.', {})).toBe(
    'false false true\n',
  );
});

describe('logger', () => {
  function keepingLines() {
    const lines: [level: keyof Logger, message: string, fields: object][] = [];
    const at = (level: keyof Logger) => (message: string, fields: object) => {
      lines.push([level, message, fields]);
    };
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    return { lines, logger };
  }
  const levels = (lines: [keyof Logger, ...unknown[]][]) => lines.map(([level]) => level);

  it('logs requests and responses as debug, retries as warn, failures as error', async () => {
    const { lines, logger } = keepingLines();
    await call([unavailable], { logger });
    expect(levels(lines)).toEqual(['debug', 'debug', 'warn', 'debug', 'debug', 'error']);
    const fields = { operation: 'createUser', requestId: 'call-1', method: 'POST' };
    expect(lines[2]).toEqual([
      'warn',
      expect.stringMatching(
        /^courtbridge createUser call-1, attempt 1: service_unavailable, again in \d+ ms$/,
      ),
      {
        ...fields,
        attempt: 1,
        url: expect.any(String),
        code: 'service_unavailable',
        status: 503,
        delayMs: expect.any(Number),
      },
    ]);
    expect(lines[5]).toMatchObject([
      'error',
      'courtbridge createUser call-1, attempt 2: failed: service_unavailable',
      { ...fields, attempt: 2, status: 503 },
    ]);
  });

  it('logs rejected and aborted calls as info', async () => {
    const { lines, logger } = keepingLines();
    await call([conflict], { logger });
    expect(levels(lines)).toEqual(['debug', 'debug', 'info']);
    await server.close();
    lines.length = 0;
    const controller = new AbortController();
    const abort = () => controller.abort();
    await call(['hang'], { logger, onRequest: abort }, controller.signal);
    expect(levels(lines)).toEqual(['debug', 'info']);
  });

  it('logs an unexpected response as error', async () => {
    const { lines, logger } = keepingLines();
    await call([{ status: 418, body: { error: { type: 'teapot', message: '' } } }], { logger });
    expect(levels(lines)).toEqual(['debug', 'debug', 'error']);
  });

  it('never logs the token, a body or personal data', async () => {
    const { lines, logger } = keepingLines();
    for (const script of [[unavailable], [conflict], [done], ['drop']] satisfies Script[][]) {
      await call(script, { logger });
      await server.close();
    }
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${token}|Ada|Lovelace|ada@|member-1815`));
  });

  it('is called as a method, and may fail without an effect', async () => {
    class Counting {
      lines = 0;
      debug() {
        this.lines++;
      }
      info = this.debug;
      warn = this.debug;
      error = this.debug;
    }
    const logger = new Counting();
    await call([done], { logger });
    expect(logger.lines).toBe(2);
    await server.close();
    expect(await call([done], { logger: {} as Logger })).toMatchObject({ ok: true });
  });

  const jsonLines = () => {
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    return { lines, stream };
  };
  const fields = { operation: 'createUser', requestId: 'call-1', attempt: 1, status: 201 };
  const message = expect.stringMatching(/^courtbridge createUser call-1, attempt 1: 201 after/);

  it('accepts pino, with the fields in its lines', async () => {
    const { lines, stream } = jsonLines();
    const logger = pino({ level: 'debug' }, stream);
    await call([done], { logger });
    await call([done], { logger: logger.child({ module: 'partner' }) });
    expect(lines[1]).toMatchObject({ ...fields, msg: message });
    expect(lines[3]).toMatchObject({ ...fields, msg: message, module: 'partner' });
  });

  it('accepts winston, with the fields in its lines', async () => {
    const { lines, stream } = jsonLines();
    const transports = [new winston.transports.Stream({ stream })];
    await call([done], { logger: winston.createLogger({ level: 'debug', transports }) });
    expect(lines[1]).toMatchObject({ ...fields, message });
  });

  it('accepts the console', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    await call([done], { logger: console });
    expect(debug).toHaveBeenCalledTimes(2);
    debug.mockRestore();
  });
});
