import { describe, expect, it } from 'vitest';
import { deleteEndedSessions } from '../../../src/services/operators/operator-session.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { signIn } from '../../harness/clients/sign-in.ts';
import { columnIn } from '../../harness/data/rows.ts';
import { useClockedService, useWorld } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;

describe('browser session of an operator', () => {
  const service = useClockedService();
  const world = useWorld(service);

  const sessionOf = async ({ secret }: { secret: string }) => (await signIn(service, secret)).cookie;
  const isIn = async (cookie: string) => {
    const response = await postGraphql(service, undefined, { query: '{ me { id } }' }, { Cookie: cookie });
    expect([200, 401]).toContain(response.status);
    return response.status === 200;
  };
  const stored = () =>
    columnIn(service, 'select operator_id as "operatorId" from operator_sessions order by id');

  it('lasts 12 hours to the millisecond, whatever the activity', async () => {
    const { admin, viewer } = world.operators;
    const ending = await service.factories.operator('VIEWER');
    const end = service.clock.in(13 * hour);
    await service.database.query('update operators set expires_at = $2 where id = $1', [ending.id, end]);
    const [first, second] = [await sessionOf(admin), await sessionOf(ending)];
    await service.clock.advance(6 * hour);
    expect(await isIn(first)).toBe(true);
    const other = await sessionOf(viewer);
    await service.clock.advance(6 * hour - 1);
    expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([true, true, true]);
    await service.clock.advance(1);
    expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([false, false, true]);
    await service.clock.advance(6 * hour);
    expect(await isIn(other)).toBe(false);
  });

  it('is deleted an hour after its end and not earlier', async () => {
    const { admin, viewer } = world.operators;
    await service.database.query('truncate operator_sessions', []);
    await sessionOf(admin);
    await service.clock.advance(1);
    await sessionOf(viewer);
    await service.clock.advance(13 * hour - 1);
    await deleteEndedSessions(service.database);
    expect(await stored()).toEqual([admin.id, viewer.id]);
    await service.clock.advance(1);
    await deleteEndedSessions(service.database);
    expect(await stored()).toEqual([viewer.id]);
  });
});
