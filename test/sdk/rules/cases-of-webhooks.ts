import type { Cases, Play } from './play.ts';
import type { SideAnswer, SideCall } from './side.ts';

const url = 'https://partner.example.com/hook';
const types = ['user.created', 'court_booking.cancelled'];
const unknown = '01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c99';

const create = async (play: Play, fields: object, expected: string, by: SideCall['by'] = 'partner') => {
  const body = { url, types, ...fields };
  return play.call({ method: 'POST', path: '/webhook-endpoints', body, by }, expected, quiet);
};
const at = (play: Play, id: string, what: string, expected: string, body?: object) =>
  play.call(
    { method: 'POST', path: `/webhook-endpoints/${id}/${what}`, ...(body ? { body } : {}) },
    expected,
    quiet,
  );
const remove = (play: Play, id: string, expected: string, by: SideCall['by'] = 'partner') =>
  play.call({ method: 'DELETE', path: `/webhook-endpoints/${id}`, by }, expected);
/** The test platform sends no tests. */
const quiet = (body: SideAnswer['body']) => (body.webhookId ? 'tested' : body);

export const casesOfWebhooks: Cases = {
  'webhooks: subscribe, test, rotate the secret, unsubscribe': async (play) => {
    const { id, secret } = (await create(play, {}, '201')).body;
    // The order of the types makes no difference.
    const again = await create(play, { types: types.toReversed() }, '200');
    play.note([again.body.id === id, again.body.secret === secret]);
    await create(play, { signature: 'ED25519' }, '201');
    await create(play, { types: ['user.created'] }, '201');
    await play.get('/webhook-endpoints');
    await at(play, id, 'test', '200');
    const rotated = await at(play, id, 'rotate-secret', '201', {});
    const repeated = await at(play, id, 'rotate-secret', '200', { overlapHours: 168 });
    play.note([rotated.body.secret === secret, repeated.body.secret === rotated.body.secret]);
    const ended = await at(play, id, 'rotate-secret', '201', { overlapHours: 0 });
    const anew = await at(play, id, 'rotate-secret', '201', { overlapHours: 0 });
    play.note([ended.body.secret === rotated.body.secret, anew.body.secret === ended.body.secret]);
    await remove(play, id, '200');
    await remove(play, id, '404 webhook_endpoint_not_found');
    await play.get('/webhook-endpoints');
  },
  'webhooks: changed, resumed, and sent again': async (play) => {
    const { id } = (await create(play, {}, '201')).body;
    const update = (body: object, expected: string, of = id) =>
      play.call({ method: 'PATCH', path: `/webhook-endpoints/${of}`, body }, expected, quiet);
    await update({ url: `${url}/2` }, '200');
    await update({ types: ['user.updated', 'user.created', 'user.created'] }, '200');
    await update({}, '200');
    for (const of of [id, unknown]) await update({ url: 'x' }, '400 webhook_url_refused', of);
    for (const body of [{ types: [] }, { url: null }, { signature: 'ED25519' }])
      await update(body, '400 invalid_schema');
    await play.get('/webhook-endpoints');
    await at(play, id, 'resume', '200');
    for (let time = 0; time < 2; time++) await at(play, id, 'pause', '200');
    await play.get('/webhook-endpoints');
    for (let time = 0; time < 2; time++) await at(play, id, 'resume', '200');
    const held = await play.operator('addEndpoint', [url, ['user.created']]);
    await play.operator('setEndpointPaused', [held, true]);
    await at(play, held, 'pause', '200');
    await at(play, held, 'resume', '409 webhook_endpoint_paused');
    await play.operator('setEndpointPaused', [held, false]);
    await at(play, held, 'resume', '200');
    // An operator's pause replaces the partner's own.
    await at(play, held, 'pause', '200');
    await play.operator('setEndpointPaused', [held, true]);
    await at(play, held, 'resume', '409 webhook_endpoint_paused');
    await play.operator('setEndpointPaused', [held, false]);
    await at(play, held, 'pause', '200');
    await play.operator('setEndpointPaused', [held, false]);
    await play.get('/webhook-endpoints');
    await play.get('/changes');
    await play.createUser({ externalUserId: 'a' }, '201');
    await play.createUser({ externalUserId: 'b', email: `b-${play.scene.tag}@example.com` }, '201');
    for (const range of [
      ...[{ fromSequence: 1 }, { toSequence: 1_000 }, { fromSequence: 1_000 }],
      ...[{ from: '2020-01-01T00:00:00Z' }, { to: '2020-01-01T00:00:00Z' }],
      { fromSequence: 1, to: '2020-01-01T00:00:00Z' },
    ])
      await at(play, id, 'resend', '200', range);
    for (const range of [
      ...[{}, { fromSequence: 1, from: '2020-01-01T00:00:00Z' }, { fromSequence: 2, toSequence: 1 }],
      ...[{ fromSequence: 0 }, { from: 'x' }],
      { from: '2020-01-01T00:00:00Z', to: '2020-01-01T00:00:00.000Z' },
    ])
      await at(play, id, 'resend', '400 invalid_schema', range);
  },
  'webhooks: deliveries of a paused endpoint, by filter and page': async (play) => {
    const held = await play.operator('addEndpoint', [url, ['user.created', 'webhook_endpoint.paused']]);
    const list = (query: string, expected = '200', by: SideCall['by'] = 'partner') =>
      play.get(`/webhook-endpoints/${held}/deliveries?${query}`, expected, by);
    await list('');
    await play.operator('setEndpointPaused', [held, true]);
    for (const name of ['a', 'b', 'c'])
      await play.createUser({ externalUserId: name, email: `${name}-${play.scene.tag}@example.com` }, '201');
    await list('', '200', 'user reader');
    for (const query of [
      ...['status=PENDING', 'status=DELIVERED', 'status=FAILED', 'failed=true', 'failed=false'],
      ...['from=2020-01-01T00:00:00Z', 'to=2020-01-01T00:00:00Z', 'from=2099-01-01T00:00:00Z'],
      'status=PENDING&failed=true',
    ])
      await list(query);
    await play.pages(`/webhook-endpoints/${held}/deliveries?limit=2&status=PENDING`);
    const { nextCursor } = (await list('limit=1')).body;
    await list(`status=PENDING&cursor=${nextCursor}`, '400 invalid_schema');
    await play.get(`/requests?cursor=${nextCursor}`, '400 invalid_schema');
    const other = (await create(play, {}, '201')).body.id;
    await play.get(`/webhook-endpoints/${other}/deliveries?cursor=${nextCursor}`, '400 invalid_schema');
    const range = 'from=2027-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
    await list(range, '400 invalid_filter_time_range');
    for (const query of [
      'status=pending',
      'status=',
      'failed=yes',
      'from=x',
      'limit=0',
      'cursor=x',
      'type=x',
    ])
      await list(query, '400 invalid_schema');
    for (const query of ['', range])
      await play.get(
        `/webhook-endpoints/${unknown}/deliveries?${query}`,
        query ? '400 invalid_filter_time_range' : '404 webhook_endpoint_not_found',
      );
    await play.get('/webhook-endpoints/x/deliveries', '400 invalid_schema');
    // They are kept as long as the changes.
    await play.operator('expireChanges', []);
    await list('');
  },
  'webhooks: of another partner they are as unknown': async (play) => {
    const { id } = (await create(play, {}, '201', 'other')).body;
    for (const one of [id, unknown]) {
      await at(play, one, 'test', '404 webhook_endpoint_not_found');
      await at(play, one, 'rotate-secret', '404 webhook_endpoint_not_found', {});
      await at(play, one, 'pause', '404 webhook_endpoint_not_found');
      await at(play, one, 'resume', '404 webhook_endpoint_not_found');
      await at(play, one, 'resend', '404 webhook_endpoint_not_found', { fromSequence: 1 });
      const path = `/webhook-endpoints/${one}`;
      await play.get(`${path}/deliveries`, '404 webhook_endpoint_not_found');
      await play.call({ method: 'PATCH', path, body: {} }, '404 webhook_endpoint_not_found');
      await remove(play, one, '404 webhook_endpoint_not_found');
    }
    for (const what of ['test', 'rotate-secret', 'pause', 'resume', 'resend'])
      await at(play, 'x', what, '400 invalid_schema', {});
    await play.call({ method: 'PATCH', path: '/webhook-endpoints/x', body: {} }, '400 invalid_schema');
    await remove(play, 'x', '400 invalid_schema');
    await remove(play, id, '200', 'other');
  },
  'webhooks: what an endpoint may be, and at most 20': async (play) => {
    for (const refused of [
      ...['partner.example.com', 'ftp://partner.example.com', 'https://a b', 'https://a/#b', 'https://a/\n'],
      ...['https://user:word@a/', 'https://a:99999/', 'https://a%/', 'https:a'],
    ])
      await create(play, { url: refused }, '400 webhook_url_refused');
    await remove(play, (await create(play, { url: 'HTTPS://A/' }, '201')).body.id, '200');
    const rotation = { method: 'POST', path: `/webhook-endpoints/${unknown}/rotate-secret` };
    for (const hours of ['1e400', '9007199254740993', '-9007199254740993', '1.5'])
      await play.call({ ...rotation, rawBody: `{"overlapHours":${hours}}` }, '400 invalid_schema');
    for (const fields of [
      ...[{ url: '' }, { url: 7 }, { url: 'x'.repeat(2_001) }, { types: [] }, { types: ['x'] }],
      ...[{ types: 'user.created' }, { signature: 'RSA' }, { secret: 'x' }],
    ])
      await create(play, fields, '400 invalid_schema');
    for (const overlapHours of [-1, 169, 1.5, '1'])
      await at(play, unknown, 'rotate-secret', '400 invalid_schema', { overlapHours });
    for (let count = 0; count < 20; count++) await create(play, { url: `${url}/${count}` }, '201');
    await create(play, {}, '409 too_many_webhook_endpoints');
    await create(play, { url: `${url}/7` }, '200');
  },
};
