import type { Cases } from './play.ts';

export const casesOfChanges: Cases = {
  'each change is listed once, as it is read, in pages': async (play) => {
    await play.get('/changes');
    const ada = await play.createUser({ birthday: '1985-12-10' }, '201');
    await play.put('a', { participants: [{ userId: ada }] }, '201');
    await play.put('a', { participants: [{ userId: ada }] }, '200');
    await play.put('a', { externalUpdatedAt: '2026-11-20T11:00:00Z' }, '409 stale_write');
    await play.cancel('never', '2026-11-20T12:00:00Z', '200');
    await play.operator('cancel', ['a', 'Rain.']);
    await play.operator('reinstate', ['a']);
    await play.operator('resetVersion', ['a', '2026-11-01T00:00:00Z']);
    await play.put('of another', { courtId: play.scene.courts[1] }, '201', 'other');
    await play.pages('/changes?limit=2');
    await play.get('/changes', '200', 'other');
  },
  'each scope shows its part, with gaps': async (play) => {
    await play.put('a', {}, '201');
    const ada = await play.createUser({}, '201');
    await play.cancel('a', '2026-11-20T13:00:00Z', '200');
    await play.call({ method: 'DELETE', path: `/users/${ada}` }, '200');
    for (const by of ['booking reader', 'user reader'] as const) await play.pages('/changes?limit=1', by);
  },
  'from latest on, nothing is missed': async (play) => {
    await play.put('a', {}, '201');
    const { body } = await play.get('/changes?cursor=latest&limit=1&wait=30');
    await play.get(`/changes?cursor=${body.nextCursor}`);
    await play.put('b', { courtId: play.scene.courts[1] }, '201');
    await play.get(`/changes?cursor=${body.nextCursor}`);
    await play.get(`/changes?cursor=${body.nextCursor}&wait=30`);
  },
  'a waiting request returns with the next change; the sixth of a token may not wait': async (play) => {
    const { body } = await play.get('/changes?cursor=latest');
    const waiting = { method: 'GET', path: `/changes?wait=30&cursor=${body.nextCursor}` };
    await play.atOnce(Array(6).fill(waiting), () => play.put('a', {}, '201'));
    await play.get(`/changes?cursor=${body.nextCursor}`);
  },
  'a waiting request does not return with a change that it may not read': async (play) => {
    const { body } = await play.get('/changes?cursor=latest');
    const path = `/changes?wait=30&cursor=${body.nextCursor}`;
    const waiting = play.call({ method: 'GET', path, by: 'user reader' }, '200', ({ items }) =>
      items.map(({ type }: { type: string }) => type),
    );
    await play.get('/api/v1/token');
    await play.put('a', {}, '201');
    await play.createUser({}, '201');
    await waiting;
  },
  'a wait without a change ends with an empty page': async (play) => {
    const { body } = await play.get('/changes?cursor=latest');
    await play.get(`/changes?cursor=${body.nextCursor}&wait=1`);
  },
  'a cursor before the oldest stored change is rejected': async (play) => {
    await play.put('a', {}, '201');
    const { body: first } = await play.get('/changes');
    await play.put('b', { courtId: play.scene.courts[1] }, '201');
    const { body: second } = await play.get('/changes');
    await play.operator('expireChanges', []);
    await play.get(`/changes?cursor=${first.nextCursor}`, '410 cursor_expired');
    await play.get(`/changes?cursor=${second.nextCursor}`);
    await play.get('/changes');
    await play.put('c', { courtId: play.scene.courts[2] }, '201');
    await play.get(`/changes?cursor=${second.nextCursor}`);
    await play.get(`/changes?cursor=${second.nextCursor}`, '400 invalid_schema', 'other');
  },
  'invalid cursors, limits and waits': async (play) => {
    for (const query of [
      'cursor=',
      'cursor=newest',
      'limit=0&wait=31',
      'wait=-1',
      'wait=1.5',
      'wait=',
      'type=x',
    ])
      await play.get(`/changes?${query}`, '400 invalid_schema');
    const id = play.scene.externalServiceId;
    for (const position of [[id], [id, 'x'], [id, '01'], [id, '1e3'], ['x', '1']]) {
      const cursor = Buffer.from(JSON.stringify(['change', ...position])).toString('base64url');
      await play.get(`/changes?cursor=${cursor}`, '400 invalid_schema');
    }
  },
  'changes of courts and grants are listed for the services that they concern': async (play) => {
    const { organizationId, foreignOrganizationId, courts } = play.scene;
    await play.operator('setCourtActive', [courts[2], false]);
    await play.operator('setCourtActive', [courts[2], true]);
    await play.operator('createCourt', [foreignOrganizationId, 'Court 2']);
    await play.operator('setOrganizationAccess', [foreignOrganizationId, true]);
    await play.operator('createCourt', [foreignOrganizationId, 'Court 3']);
    await play.operator('setOrganizationAccess', [organizationId, false]);
    await play.operator('setCourtActive', [courts[2], false]);
    await play.get('/changes');
    await play.get('/changes', '200', 'other');
  },
  'webhook endpoints, paused and resumed': async (play) => {
    await play.get('/webhook-endpoints');
    const id = await play.operator('addEndpoint', ['https://partner.invalid/a', ['court.deactivated']]);
    await play.operator('addEndpoint', ['https://partner.invalid/b', ['court.updated', 'court.created']]);
    await play.get('/webhook-endpoints');
    await play.operator('setEndpointPaused', [id, true]);
    await play.operator('setEndpointPaused', [id, true]);
    await play.get('/webhook-endpoints', '200', 'user reader');
    await play.operator('setEndpointPaused', [id, false]);
    await play.get('/changes');
    await play.get('/webhook-endpoints', '200', 'other');
    await play.get('/webhook-endpoints?x=1', '400 invalid_schema');
  },
};
