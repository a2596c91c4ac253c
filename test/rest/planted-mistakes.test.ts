import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as playbook from '../graphql/graphiql/playbook.generated.ts';
import { run } from '../harness/clients/graphql-client.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { bookingIdIn } from '../harness/data/rows.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

/** The calls by which a partner finds the cause of a mistake of its client, and what it reads there. `{…}` is a name of the scene. */
interface Mistake {
  calls: string[];
  /** The body of the calls that have one. */
  body?: () => object;
  cause: RegExp[];
}

const byId = '/court-bookings/by-external-id';
const failed = (externalId: string) => `GET /requests?failed=true&externalId=${externalId}`;

describe('mistakes of a client of a partner', () => {
  const service = useTestService('postgresql', { rateLimit: { perSecond: 20, burst: 40 } });
  const named: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const tenant = useTenant(service);
  let closed: string;

  /** Receives webhooks: there is nothing at one address, and the other verifies with the secret that it was given. */
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sent } = request.headers;
      const key = Buffer.from(secrets[request.url!]?.slice('whsec_'.length) ?? '', 'base64');
      const right = createHmac('sha256', key)
        .update(`${id}.${at}.${Buffer.concat(chunks)}`)
        .digest('base64');
      if (request.url === '/moved') response.writeHead(404).end();
      else if (String(sent).includes(right)) response.writeHead(204).end();
      else response.writeHead(401).end('The signature is invalid.');
    });
  });
  afterAll(() => receiver.close());

  const send = (text: string, body?: object) => {
    const [method, target] = text.split(' ') as [string, string];
    const path = target.replaceAll(/\{(\w+)\}/g, (_all, name: string) => named[name]!);
    return service.call(
      path.startsWith('/api/') ? path : `/api/v1/external-services/${tenant.externalServiceId}${path}`,
      { method, token: tenant.token, ...(body && { body }) },
    );
  };
  /** Waits at the rate limit, as a client does. */
  const call = async (text: string, body?: object) => {
    for (;;) {
      const response = await send(text, body);
      if (response.status !== 429) return response;
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
    }
  };
  const put = (id: string, fields: object, slot = 0) =>
    call(`PUT ${byId}/${id}`, bookingBody(tenant.courtIds[0], { ...fields }, slot));

  beforeAll(async () => {
    const other = await service.factories.tenant();
    await service.factories.grantOrganization(other.externalServiceId, tenant.organizationId);
    const shut = await service.factories.organization();
    await service.factories.grantOrganization(tenant.externalServiceId, shut.organizationId);
    closed = shut.courtIds[0]!;
    named.court = tenant.courtIds[0];
    const admin = (await service.factories.operator('ADMIN')).secret;

    await put('wrong-court', { courtId: randomUUID() });
    await put('stale', { externalUpdatedAt: '2026-11-20T13:00:00Z' }, 2);
    await put('stale', {}, 3);
    await service.upsertCourtBooking(other.externalServiceId, 'theirs', {
      token: other.token,
      body: bookingBody(tenant.courtIds[0], {}, 4),
    });
    await put('overlap', {}, 4);
    await run(service, admin, playbook.RevokeOrganizationAccessDocument, {
      externalServiceId: tenant.externalServiceId,
      organizationId: shut.organizationId,
    });
    await put('revoked', { courtId: closed });
    const expired = await service.factories.token(
      tenant.externalServiceId,
      undefined,
      '2026-01-01T00:00:00Z',
    );
    await service.call('/api/v1/token', { token: expired.secret });
    await call('POST /court-bookings/batch', {
      items: [
        { action: 'upsert', externalCourtBookingId: 'fine', ...bookingBody(tenant.courtIds[0], {}, 5) },
        {
          action: 'upsert',
          externalCourtBookingId: 'reversed',
          ...bookingBody(tenant.courtIds[0], { endDate: '2026-01-01T00:00:00Z' }, 6),
        },
      ],
    });
    await put('unknown-field', { courtID: named.court });
    await put('no-zone', { startDate: '2027-01-01T10:00:00' });
    await put('cancelled', {}, 7);
    const courtBookingId = await bookingIdIn(service, 'cancelled');
    const cancellation = { courtBookingId, reason: 'The net is replaced.' };
    await run(service, admin, playbook.CancelCourtBookingDocument, cancellation);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    for (const path of ['/moved', '/verified']) {
      const endpoint = { url: address + path, types: ['user.created'] };
      const { body } = await call('POST /webhook-endpoints', endpoint);
      named[path.slice(1)] = body.id;
      secrets[path] = `whsec_${Buffer.alloc(32).toString('base64')}`;
    }
    // Seven requests and items have an error. Those over the limit have one record in each second.
    await Promise.all(Array.from({ length: 200 }, () => send('GET /users')));
    const failures = async () =>
      (await service.database.query('select from partner_requests where status >= 400', [])).length;
    await vi.waitUntil(async () => (await failures()) >= 8, { timeout: 10_000, interval: 50 });
  });

  const mistakes: Record<string, Mistake> = {
    'the wrong court': {
      calls: [failed('wrong-court'), 'GET /courts'],
      cause: [/There is no court with this \\"courtId\\".*List the courts that you may book/],
    },
    'an older version': {
      calls: [failed('stale')],
      cause: [/is stored \(externalUpdatedAt 2026-11-20T13:00:00.000Z\); the older one was not written/],
    },
    'an overlap with another partner': {
      calls: [
        failed('overlap'),
        'GET /courts/{court}/occupancy?from=2027-01-01T14:00:00Z&to=2027-01-01T15:00:00Z',
      ],
      cause: [
        /Another active booking of this court overlaps/,
        /"occupied":\[\{"startDate":"[^"]+","endDate":"[^"]+"\}\]/,
      ],
    },
    'a revoked grant': {
      calls: [failed('revoked'), 'GET /changes'],
      cause: [/"organization_access_denied"/, /"organization_access.revoked"[^{]*"actor":"OPERATOR"/],
    },
    'an expired token': {
      calls: ['GET /api/v1/tokens'],
      cause: [/"expiresAt":"2026-01-01T00:00:00.000Z"/],
    },
    'rejected items of a batch': {
      calls: ['GET /requests?failed=true&operation=batchCourtBookings'],
      cause: [/"externalId":"reversed".*"itemIndex":1.*must be before/],
    },
    'an endpoint that returns 404': {
      calls: ['POST /webhook-endpoints/{moved}/test'],
      cause: [/"status":404/],
    },
    'a wrong secret': {
      calls: ['POST /webhook-endpoints/{verified}/test'],
      cause: [/"status":401.*The signature is invalid/],
    },
    'an unknown field': {
      calls: [failed('unknown-field'), `PUT ${byId}/unknown-field?dryRun=true`],
      body: () => bookingBody(tenant.courtIds[0], { courtID: named.court }),
      cause: [/unrecognized_keys/, /courtID/],
    },
    'a time without an offset': {
      calls: [failed('no-zone'), `PUT ${byId}/no-zone?dryRun=true`],
      body: () => bookingBody(tenant.courtIds[0], { startDate: '2027-01-01T10:00:00' }),
      cause: [/"path":\["startDate"\]/, /Must be a date-time with an offset/],
    },
    'the rate limit': {
      calls: ['GET /requests?failed=true&operation=listUsers', 'GET /api/v1/token'],
      cause: [/"status":429.*"requestCount":\d+.*"rate_limit_exceeded"/, /"rateLimit":/],
    },
    'a cancellation by an operator': {
      calls: [`GET ${byId}/cancelled`],
      cause: [/"cancelledBy":\["OPERATOR"\],"cancellationReason":"The net is replaced."/],
    },
  };

  it.each(Object.entries(mistakes))(
    '%s is found with at most three calls',
    async (_name, { calls, body, cause }) => {
      expect(calls.length).toBeLessThanOrEqual(3);
      let found = '';
      for (const each of calls) {
        const { text, status } = await call(each, each.startsWith('PUT') ? body?.() : undefined);
        expect(status, text).not.toBe(403);
        found += `${text}\n`;
      }
      for (const part of cause) expect(found).toMatch(part);
    },
  );
});
