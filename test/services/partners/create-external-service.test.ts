import { describe, expect, it } from 'vitest';
import {
  CreateExternalServiceInput,
  createExternalService,
} from '../../../src/services/partners/create-external-service.ts';
import { SetRateLimitInput } from '../../../src/services/partners/set-rate-limit.ts';
import {
  UpdateExternalServiceInput,
  updateExternalService,
} from '../../../src/services/partners/update-external-service.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';

describe('creating and changing an external service', () => {
  const { test, query, context, eventsOf } = useVerbs();
  const create = (name: string) => createExternalService(context(), administrator, { name });
  const update = (externalServiceId: string, given: { name?: string; active?: boolean }) =>
    updateExternalService(context(), administrator, { externalServiceId, ...given });
  const stored = async (id: string) => {
    const [row] = await query(
      'select name, active, rate_limit_per_second as "perSecond", rate_limit_burst as burst from external_services where id = $1',
      id,
    );
    return row;
  };
  const changesOf = async (id: string) => (await eventsOf(id)).slice(1);

  it('creates it active, without its own limit, and with an audit event', async () => {
    const id = await create('Made');
    expect(await stored(id)).toEqual({ name: 'Made', active: true, perSecond: null, burst: null });
    expect(await eventsOf(id)).toEqual([{ before: null, after: { name: 'Made' } }]);
  });

  it('renames and deactivates it once, and keeps omitted fields', async () => {
    const id = await create('First name');
    expect([await update(id, { name: 'Other name' }), await update(id, { name: 'Other name' })]).toEqual([
      id,
      id,
    ]);
    expect([await update(id, { active: false }), await update(id, { active: false })]).toEqual([id, id]);
    expect(await update(id, {})).toBe(id);
    expect(await stored(id)).toMatchObject({ name: 'Other name', active: false });
    expect(await changesOf(id)).toEqual([
      { before: { name: 'First name' }, after: { name: 'Other name' } },
      { before: { active: true }, after: { active: false } },
    ]);
    await expect(update(newId(), { active: true })).rejects.toMatchObject({
      type: 'external_service_not_found',
    });
  });

  it('rejects a name in use with the id of its owner and advice, and changes nothing', async () => {
    const [taken, id] = [await create('Taken'), await create('Not taken')];
    for (const work of [() => create('Taken'), () => update(id, { name: 'Taken', active: false })]) {
      const { type, message } = await refusalOf(work());
      expect([type, message]).toEqual([
        'name_already_in_use',
        `Another external service has this name already: ${taken}. Choose another name, or rename that external service first.`,
      ]);
    }
    expect(await stored(id)).toMatchObject({ name: 'Not taken', active: true });
    expect(await changesOf(id)).toEqual([]);
    expect(await query("select from external_services where name = 'Taken'")).toHaveLength(1);
    // Duplicates that exist already remain, and can be deactivated.
    await query("update external_services set name = 'Taken' where id = $1", id);
    expect(await update(id, { name: 'Taken', active: false })).toBe(id);
  });

  it('the second of two concurrent changes starts from the result of the first', async () => {
    const id = await create('Of two names');
    const give = (n: number) => update(id, { name: `Name ${n} of ${id}` });
    const lock = ['select from external_services where id = $1 for no key update', id] as const;
    await inLineBehind(test.url, lock, () => Promise.all([give(1), give(2)]), 2);
    const [first, second] = await changesOf(id);
    expect(second!.before).toEqual(first!.after);
  });

  it('limits the given values, with messages', () => {
    const messagesOf = (requestsPerSecond: number, burst: number) =>
      SetRateLimitInput.safeParse({
        externalServiceId: newId(),
        rateLimit: { requestsPerSecond, burst },
      }).error?.issues.map(({ path, message }) => [path.at(-1), message]);
    expect(messagesOf(1, 1_000_000)).toBeUndefined();
    expect(messagesOf(0, 1_000_001)).toEqual([
      ['requestsPerSecond', 'Must be 1 or more.'],
      ['burst', 'Must be at most 1,000,000.'],
    ]);
    expect(SetRateLimitInput.safeParse({ externalServiceId: newId(), rateLimit: null }).success).toBe(true);
    expect(SetRateLimitInput.safeParse({ externalServiceId: newId() }).success).toBe(false);
    expect(SetRateLimitInput.safeParse({ externalServiceId: newId(), rateLimit: {} }).success).toBe(false);
    expect(CreateExternalServiceInput.safeParse({}).success).toBe(false);
    expect(UpdateExternalServiceInput.safeParse({ externalServiceId: newId() }).success).toBe(true);
    expect(UpdateExternalServiceInput.safeParse({ name: 'x' }).success).toBe(false);
  });
});
