import { gzipSync } from 'node:zlib';
import { documentedOperations } from '../../../sdk/src/documented-operations.generated.ts';
import type { Cases, Play } from './play.ts';
import type { SideCall } from './side.ts';

const id = '01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c99';
const instant = '2026-11-20T12:00:00Z';

const service = '/api/v1/external-services/{externalServiceId}';

/** A request to each operation that reads by one word after the external service: the lists. */
const lists = Object.values(documentedOperations)
  .filter(({ method, path }) => method === 'GET' && path.startsWith(service))
  .map(({ method, path }) => ({ method, path: path.slice(service.length) }))
  .filter(({ path }) => path.lastIndexOf('/') === 0);

const requestsOf = (play: Play): SideCall[] => {
  const [court] = play.scene.courts;
  const { externalUserId: _, ...member } = play.user();
  const range = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
  return [
    { method: 'POST', path: '/users', body: play.user() },
    { method: 'GET', path: `/users/${id}` },
    { method: 'GET', path: '/users/by-external-id/x' },
    { method: 'PUT', path: '/users/by-external-id/x', body: member },
    { method: 'PATCH', path: `/users/${id}`, body: {} },
    { method: 'DELETE', path: `/users/${id}` },
    { method: 'POST', path: '/users/batch', body: { items: [{ action: 'erase', externalUserId: 'x' }] } },
    { method: 'PUT', path: '/court-bookings/by-external-id/x', body: play.booking({}) },
    { method: 'GET', path: '/court-bookings/by-external-id/x' },
    { method: 'DELETE', path: `/court-bookings/by-external-id/x?externalUpdatedAt=${instant}` },
    { method: 'POST', path: '/court-bookings/batch', body: { items: [play.cancellation('x', instant)] } },
    { method: 'GET', path: `/courts/${court}/occupancy?${range}` },
    { method: 'GET', path: `/organizations/${play.scene.organizationId}/occupancy?${range}` },
    { method: 'GET', path: '/requests/x' },
    { method: 'GET', path: `/webhook-endpoints/${id}/deliveries` },
    {
      method: 'POST',
      path: '/webhook-endpoints',
      body: { url: 'https://x.example', types: ['user.created'] },
    },
    { method: 'DELETE', path: `/webhook-endpoints/${id}` },
    { method: 'POST', path: `/webhook-endpoints/${id}/test` },
    { method: 'PATCH', path: `/webhook-endpoints/${id}`, body: {} },
    { method: 'POST', path: `/webhook-endpoints/${id}/pause` },
    { method: 'POST', path: `/webhook-endpoints/${id}/resume` },
    { method: 'POST', path: `/webhook-endpoints/${id}/resend`, body: { fromSequence: 1 } },
    { method: 'POST', path: `/webhook-endpoints/${id}/rotate-secret`, body: {} },
    { method: 'GET', path: '/api/v1/token' },
    { method: 'GET', path: '/api/v1/tokens' },
    { method: 'POST', path: '/api/v1/token/rotate', body: { overlapMinutes: 1 } },
    ...lists,
  ];
};

export const casesOfRequests: Cases = {
  'without a token, with a wrong one, without the scope, for somebody else': async (play) => {
    for (const request of requestsOf(play)) {
      await play.call({ ...request, by: 'nobody' }, '401 missing_api_token');
      for (const authorization of ['Bearer', 'Basic eDp5', 'Bearer '])
        await play.call({ ...request, authorization }, '401 missing_api_token');
      for (const by of ['revoked', 'expired'] as const)
        await play.call({ ...request, by }, '401 invalid_api_token');
      await play.call({ ...request, authorization: 'bearer x' }, '401 invalid_api_token');
      if (request.path.startsWith('/api/')) continue;
      await play.call({ ...request, by: 'scopeless' }, '403 scope_permission_denied');
      const path = `/api/v1/external-services/${play.scene.otherServiceId}${request.path}`;
      await play.call({ ...request, path }, '403 external_service_access_denied');
      await play.call({ ...request, path, by: 'scopeless' }, '403 scope_permission_denied');
      await play.call(
        { ...request, path: `/api/v1/external-services/x${request.path}` },
        '400 invalid_schema',
      );
    }
  },
  'who may write may read, who may read may not write': async (play) => {
    for (const by of ['booking reader', 'user reader'] as const)
      for (const request of requestsOf(play)) {
        // Any token may rotate itself, and list all of them.
        if (/^\/api\/v1\/token./.test(request.path)) continue;
        const isOfUsers = request.path.startsWith('/users');
        const isOfBoth = /^\/(changes|webhook|requests|api)/.test(request.path);
        const isAllowed = request.method === 'GET' && (isOfBoth || isOfUsers === (by === 'user reader'));
        if (!isAllowed) await play.call({ ...request, by }, '403 scope_permission_denied');
        else if (!/x$|99$|requests$|deliveries$/.test(request.path))
          await play.call({ ...request, by }, '200');
      }
  },
  'paths and methods that do not exist': async (play) => {
    await play.get('/bookings', '404 route_not_found');
    await play.get('/api/v1/accounts', '404 route_not_found');
    await play.get('/court-bookings/by-external-id/', '400 invalid_schema');
    await play.get('/users/by-external-id/', '400 invalid_schema');
    for (const path of [
      '/users/',
      '/court-bookings/',
      '/courts/',
      '/changes/',
      '/requests/',
      '/users/x/',
      '/users/batch/',
      '/api/v1/token/',
    ])
      await play.get(path, '404 route_not_found');
    for (const method of ['PATCH', 'DELETE'])
      await play.call({ method, path: '/users/', body: {} }, '404 route_not_found');
    await play.get(`/court-bookings/by-external-id/${'x'.repeat(256)}`, '400 invalid_schema');
    for (const id of ['%00', '%ff', '%zz', '%e', '%ed%a0%80'])
      await play.get(`/court-bookings/by-external-id/${id}`, '400 invalid_schema');
    for (const [method, path] of [
      ['POST', '/court-bookings/by-external-id/x'],
      ['PUT', '/users'],
      ['DELETE', '/court-bookings/batch'],
      ['PATCH', '/users/batch'],
      ['POST', '/api/v1/token'],
    ] as const) {
      const { headers } = await play.call({ method, path, body: {} }, '405 method_not_allowed');
      play.note(headers.get('allow'));
    }
  },
  'parameters that an operation does not have': async (play) => {
    for (const request of requestsOf(play)) {
      const send = (query: string) => {
        const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`;
        return play.call({ ...request, path }, '400 invalid_schema');
      };
      for (const query of ['7', 'dryrun=true', 'atomic=true', 'a=1&a=2', '%ff', 'a=%zz', '__proto__=1', '='])
        await send(query);
    }
    const reads = requestsOf(play).filter(({ method }) => method === 'GET');
    for (const { path, ...request } of reads) {
      const plus = `${path}${path.includes('?') ? '&' : '?'}externalUserId=a+b`;
      await play.call({ ...request, path: plus }, '400 invalid_schema');
    }
    await play.createUser({ externalUserId: 'a+b' }, '201');
    await play.get('/users?externalUserId=a+b', '400 invalid_schema');
    await play.get('/users?externalUserId=a%2Bb');
    await play.get('/users?externalUserId=a%20b');
    await play.get('/users?email=ada+tag@example.com', '400 invalid_schema');
    await play.get('/court-bookings?participantEmail=ada+tag@example.com', '400 invalid_schema');
    await play.get('/court-bookings?from=2027-01-01T00:00:00+01:00');
    // Nothing else was written.
    for (const path of ['/users', '/court-bookings?status=ANY', '/changes']) await play.get(path);
  },
  'ids as they are written in a path': async (play) => {
    const place = (id: string) => `/court-bookings/by-external-id/${id}`;
    await play.call({ method: 'PUT', path: place('a+b'), body: play.booking({}) }, '201');
    await play.get(place('a%2Bb'));
    await play.get(place('a%20b'), '404 court_booking_not_found');
    await play.get(place('a%252Bb'), '404 court_booking_not_found');
  },
  'bodies by their media type': async (play) => {
    const rawBody = JSON.stringify({ items: [play.cancellation('a', instant)] });
    const send = (type: string, expected: string) =>
      play.call(
        { method: 'POST', path: '/court-bookings/batch', rawBody, headers: { 'Content-Type': type } },
        expected,
      );
    for (const parameters of [
      '',
      ';',
      '; charset=utf-8',
      ';charset="utf-8"',
      ' ; Charset=UTF-8;',
      '; charset=utf8',
      '; charset="UTF8"',
    ])
      await send(`application/json${parameters}`, '200');
    await send('Application/JSON', '200');
    for (const parameters of [
      '; charset=utf-80',
      '; charset=utf88',
      '; charset=utf',
      '; charset=utf-16',
      '; xcharset=utf-8',
      '; version=1',
    ])
      await send(`application/json${parameters}`, '415 unsupported_media_type');
    for (const type of [
      ...['', 'text/plain', 'text/json', 'application/xml', 'application/jsonl'],
      ...[
        'application/merge-patch+json',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ],
    ])
      await send(type, '415 unsupported_media_type');
  },
  'a body that is compressed, or says so': async (play) => {
    const bodies = requestsOf(play).filter(({ body }) => body !== undefined);
    for (const { body, ...request } of bodies) {
      const plain = JSON.stringify(body);
      const send = (rawBody: string | Uint8Array<ArrayBuffer>, encoding: string) =>
        play.call(
          {
            ...request,
            rawBody,
            headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
          },
          '415 unsupported_media_type',
        );
      for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip']) await send(plain, encoding);
      await send(new Uint8Array(gzipSync(plain)), 'gzip');
      const raw = { ...request, rawBody: new Uint8Array(gzipSync(plain)) };
      await play.call(raw, '400 invalid_schema');
    }
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'Identity' };
    await play.call({ method: 'POST', path: '/users', body: play.user(), headers }, '201');
  },
  'a key twice in an object': async (play) => {
    const bodies = requestsOf(play).filter(({ body }) => body !== undefined);
    for (const { body, ...request } of bodies) {
      const plain = JSON.stringify(body);
      const send = (rawBody: string) => play.call({ ...request, rawBody }, '400 invalid_schema');
      await send(plain.replace('{', '{"x":1,"x":2,'));
      await send(plain.replace('{', '{"\\u0078":1,"x":1,"":[{"a":{"b":1,"c":2,"b":1}}],'));
      const [key] = Object.keys(body as object);
      if (key === undefined) continue;
      const member = `${JSON.stringify(key)}:${JSON.stringify((body as Record<string, unknown>)[key])}`;
      await send(plain.replace('{', `{${member},`));
    }
    const guest = '{"email":"a@example.com","email":"b@example.com"}';
    const booking = JSON.stringify(play.booking({ participants: ['guest'] })).replace('"guest"', guest);
    await play.call(
      { method: 'PUT', path: '/court-bookings/by-external-id/x', rawBody: booking },
      '400 invalid_schema',
    );
    for (const [path, item] of [
      ['/court-bookings/batch', play.cancellation('a', instant)],
      ['/users/batch', { action: 'erase', externalUserId: 'a' }],
    ] as const) {
      const one = JSON.stringify(item);
      const twice = one.replace('{', '{"action":"upsert",');
      for (const rawBody of [
        `{"items":[${one}],"items":[${one}]}`,
        `{"atomic":true,"items":[${one}],"atomic":false}`,
        `{"items":[${one},${twice},${one},${twice}]}`,
      ])
        await play.call({ method: 'POST', path, rawBody }, '400 invalid_schema');
    }
    for (const path of ['/users', '/court-bookings?status=ANY', '/changes']) await play.get(path);
  },
  'bodies that are not a JSON object': async (play) => {
    const bodies = requestsOf(play).filter(({ body }) => body !== undefined);
    for (const { body: _body, ...request } of bodies) {
      for (const rawBody of [
        ...['', '{', '{"a":1,}', '{}{}', '{"a":NaN}', 'null', '[]', '"x"'],
        ...['['.repeat(30_000) + ']'.repeat(30_000), '['.repeat(60_000)],
        new Uint8Array([0x22, 0xff, 0x22]),
        // NUL in two bytes.
        new Uint8Array([0x22, 0xc0, 0x80, 0x22]),
      ])
        await play.call({ ...request, rawBody }, '400 invalid_schema');
      const html = { 'Content-Type': 'text/html' };
      await play.call({ ...request, rawBody: '{', headers: html }, '415 unsupported_media_type');
      const latin = { 'Content-Type': 'application/json; charset=iso-8859-1' };
      await play.call({ ...request, rawBody: '{}', headers: latin }, '415 unsupported_media_type');
      const long = request.path.endsWith('batch') ? 512 * 1024 : 65_536;
      await play.call({ ...request, rawBody: ' '.repeat(long + 1) }, '413 payload_too_large');
      await play.call({ ...request, rawBody: ' '.repeat(long) }, '400 invalid_schema');
    }
  },
};
