import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClockedService, startClockedService } from '../../harness/data/clock.ts';

let service: ClockedService;
beforeAll(async () => {
  service = await startClockedService();
});
afterAll(() => service.stop());

it('a cached token that was deleted before its details are read gets 401 invalid_api_token', async () => {
  const { externalServiceId } = await service.factories.tenant();
  const { id, secret: token } = await service.factories.token(externalServiceId);
  const read = () => service.call('/api/v1/token', { token }, 'getToken');
  expect((await read()).status).toBe(200);
  // The clock does not move, so the cached token still counts as valid.
  await service.database.query('delete from api_tokens where id = $1', [id]);
  const { status, body } = await read();
  expect([status, body.error.type]).toEqual([401, 'invalid_api_token']);
});
