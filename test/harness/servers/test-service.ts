import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AppDependencies } from '../../../src/app/dependencies.ts';
import { type App, createApp } from '../../../src/app.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { type ConnectionLimits, createHttpServer } from '../../../src/http/http-server.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';
import type { Log } from '../../../src/telemetry/log.ts';
import { faultsOf } from '../assertions/openapi-validator.ts';
import { createFactories, type Factories, type Tenant } from '../data/factories.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from './test-database.ts';

export interface Call {
  method?: string;
  token?: string | undefined;
  /** Sent as JSON. `rawBody` is sent unchanged. */
  body?: unknown;
  rawBody?: string | Uint8Array | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
  /** Disconnects the client. */
  signal?: AbortSignal;
}

export interface CallAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
  body: any;
}

export interface TestService extends TestDatabase {
  app: App;
  /** Such as `http://127.0.0.1:41234`. */
  address: string;
  factories: Factories;
  clientOptions(tenant: Tenant): Record<'baseUrl' | 'token' | 'externalServiceId', string>;
  logLines: Record<string, unknown>[];
  createUser(externalServiceId: string, call: Call): Promise<CallAnswer>;
  upsertCourtBooking(
    externalServiceId: string,
    externalCourtBookingId: string,
    call: Call,
  ): Promise<CallAnswer>;
  /** `externalUpdatedAt` is put into the query unchanged. */
  cancelCourtBooking(
    externalServiceId: string,
    externalCourtBookingId: string,
    externalUpdatedAt: string,
    call: Call,
  ): Promise<CallAnswer>;
  batchCourtBookings(externalServiceId: string, call: Call): Promise<CallAnswer>;
  /** Calls any path. The response is validated against the document only if it belongs to an operation. */
  call(path: string, call: Call, operationId?: string): Promise<CallAnswer>;
  stop(): Promise<void>;
}

type Overrides = Partial<AppDependencies> & Partial<ConnectionLimits> & { trustedProxies?: number };

// Shared by all services, so that they can open each other's sealed secrets on the same database.
const secretsKey = randomBytes(32);

/** Starts the service over HTTP on its own database. Limits are effectively off unless a test sets them. */
export async function startTestService(
  kind: DatabaseKind,
  overrides: Overrides & { poolSize?: number } = {},
): Promise<TestService> {
  const testDatabase = await createTestDatabase(kind, overrides.poolSize);
  return startServiceOn(testDatabase, overrides);
}

/**
 * Migrates the database at this URL and starts the service on it.
 * @param prepare is called between both
 */
export async function startServiceAt(
  url: string,
  {
    poolSize = 4,
    prepare,
    ...overrides
  }: Overrides & { poolSize?: number; prepare?: (url: string) => Promise<unknown> } = {},
): Promise<TestService> {
  const database = await openPostgresql({ url, poolSize });
  await migrate(database);
  await prepare?.(url);
  return startServiceOn({ database, url, drop: () => database.close() }, overrides);
}

export async function startServiceOn(
  testDatabase: TestDatabase,
  overrides: Overrides = {},
): Promise<TestService> {
  const { database } = testDatabase;
  const logLines: Record<string, unknown>[] = [];
  const app = createApp({
    database,
    log: collectingLog(logLines),
    now: Date.now,
    monotonic: () => performance.now(),
    newId,
    rateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
    partnerRequestDays: 30,
    auditEventDays: 730,
    cancellationDays: 400,
    changeDays: 30,
    authFailureLimit: { perSecond: 1_000_000, burst: 1_000_000 },
    servesMetricsApart: false,
    webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: createSecretBox(secretsKey) },
    ...overrides,
  });
  const limits = ['headersMillis', 'requestMillis', 'silenceMillis', 'keepAliveMillis'] as const;
  const given = limits.filter((limit) => overrides[limit] !== undefined);
  const server = createHttpServer(app, {
    graceMillis: 0,
    trustedProxies: overrides.trustedProxies ?? 0,
    ...Object.fromEntries(given.map((limit) => [limit, overrides[limit]])),
  });
  const address = await server.listen(0, '127.0.0.1');

  const call = async (
    path: string,
    { method = 'GET', token, body, rawBody, headers, signal }: Call,
    operationId?: string,
  ) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(rawBody !== undefined
        ? { body: rawBody }
        : body !== undefined
          ? { body: JSON.stringify(body) }
          : {}),
      ...(signal ? { signal } : {}),
      duplex: 'half',
    } as RequestInit);
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text || 'null'),
    };
    expect(answer.headers.get('x-content-type-options'), `${method} ${path}`).toBe('nosniff');
    expect(answer.headers.get('cache-control'), `${method} ${path}`).toBe('no-store');
    expect(faultsOf(operationId, answer), `${method} ${path}: ${text}`).toEqual([]);
    return answer;
  };
  return {
    ...testDatabase,
    app,
    address,
    factories: createFactories(database),
    clientOptions: ({ token, externalServiceId }) => ({ baseUrl: address, token, externalServiceId }),
    logLines,
    call,
    createUser: (externalServiceId, options) =>
      call(
        `/api/v1/external-services/${externalServiceId}/users`,
        { method: 'POST', ...options },
        'createUser',
      ),
    upsertCourtBooking: (externalServiceId, externalCourtBookingId, options) =>
      call(
        `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/${encodeURIComponent(externalCourtBookingId)}`,
        { method: 'PUT', ...options },
        'upsertCourtBooking',
      ),
    cancelCourtBooking: (externalServiceId, externalCourtBookingId, externalUpdatedAt, options) =>
      call(
        `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/${encodeURIComponent(externalCourtBookingId)}?externalUpdatedAt=${externalUpdatedAt}`,
        { method: 'DELETE', ...options },
        'cancelCourtBooking',
      ),
    batchCourtBookings: (externalServiceId, options) =>
      call(
        `/api/v1/external-services/${externalServiceId}/court-bookings/batch`,
        { method: 'POST', ...options },
        'batchCourtBookings',
      ),
    stop: async () => {
      await server.drain();
      // The test may have left the database unusable.
      await app.close().catch(() => {});
      await testDatabase.drop();
    },
  };
}

function collectingLog(lines: Record<string, unknown>[]): Log {
  const write = (line: object, msg?: string) =>
    lines.push(msg === undefined ? { ...line } : { ...line, msg });
  return { info: write, warn: write, error: write, flush: () => {} } as unknown as Log;
}

/** A response as its caller sees it, without what differs between equal requests: date, request id and remaining limit. */
export function asSeen({ status, headers, text }: CallAnswer): string {
  const own = ['date', 'x-request-id', 'ratelimit'];
  return JSON.stringify([status, [...headers].filter(([name]) => !own.includes(name)), text]);
}

export const uniqueId = (prefix: string) => `${prefix}-${randomUUID()}`;
