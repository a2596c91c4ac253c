import { describe, expect, it } from 'vitest';
import {
  CreateExternalServiceInput,
  createExternalService,
} from '../../../src/services/partners/create-external-service.ts';
import { SetRateLimitInput, setRateLimit } from '../../../src/services/partners/set-rate-limit.ts';
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
  const limit = (externalServiceId: string, requestsPerSecond?: number, burst?: number) =>
    setRateLimit(context(), administrator, {
      externalServiceId,
      rateLimit: requestsPerSecond && burst ? { requestsPerSecond, burst } : null,
    });
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
    const event = { action: 'createExternalService', subjectType: 'external_service' };
    expect(await eventsOf(id)).toEqual([{ ...event, before: null, after: { name: 'Made' } }]);
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
    const event = { action: 'updateExternalService', subjectType: 'external_service' };
    expect(await changesOf(id)).toEqual([
      { ...event, before: { name: 'First name' }, after: { name: 'Other name' } },
      { ...event, before: { active: true }, after: { active: false } },
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
        `Another external service has this name already: ${taken}. Choose another name, or rename that service first.`,
      ]);
    }
    expect(await stored(id)).toMatchObject({ name: 'Not taken', active: true });
    expect(await changesOf(id)).toEqual([]);
    expect(await query("select from external_services where name = 'Taken'")).toHaveLength(1);
    // Duplicates that exist already remain, and can be deactivated.
    await query("update external_services set name = 'Taken' where id = $1", id);
    expect(await update(id, { name: 'Taken', active: false })).toBe(id);
  });

  it('sets, changes and removes its own limit, and records each change once', async () => {
    const id = await create('Limited');
    for (let n = 0; n < 2; n += 1) expect(await limit(id, 2, 10)).toBe(id);
    expect(await stored(id)).toMatchObject({ perSecond: 2, burst: 10 });
    // The burst equals the refill rate, which is the smallest allowed burst.
    expect(await limit(id, 10, 10)).toBe(id);
    for (let n = 0; n < 2; n += 1) expect(await limit(id)).toBe(id);
    expect(await stored(id)).toMatchObject({ perSecond: null, burst: null });
    const event = { action: 'setRateLimit', subjectType: 'external_service' };
    expect(await changesOf(id)).toEqual([
      {
        ...event,
        before: { rateLimitPerSecond: null, rateLimitBurst: null },
        after: { rateLimitPerSecond: 2, rateLimitBurst: 10 },
      },
      { ...event, before: { rateLimitPerSecond: 2 }, after: { rateLimitPerSecond: 10 } },
      {
        ...event,
        before: { rateLimitPerSecond: 10, rateLimitBurst: 10 },
        after: { rateLimitPerSecond: null, rateLimitBurst: null },
      },
    ]);
  });

  it.each([
    ['names', (id: string, n: number) => update(id, { name: `Name ${n} of ${id}` })],
    ['limits', (id: string, n: number) => limit(id, n, 10)],
  ])('the second of two concurrent changes of %s starts from the result of the first', async (what, give) => {
    const id = await create(`Of two ${what}`);
    const lock = ['select from external_services where id = $1 for no key update', id] as const;
    await inLineBehind(test.url, lock, () => Promise.all([give(id, 1), give(id, 2)]), 2);
    const [first, second] = await changesOf(id);
    expect(second!.before).toMatchObject(
      what === 'limits' ? { rateLimitPerSecond: expect.any(Number) } : (first!.after as object),
    );
  });

  it('rejects a burst below the rate, naming the field, and an unknown service', async () => {
    const id = await create('Limited wrongly');
    const refusal = await refusalOf(() => limit(id, 11, 10));
    expect(refusal).toMatchObject({
      type: 'invalid_schema',
      issues: [
        {
          path: ['rateLimit', 'burst'],
          code: 'too_small',
          message: 'Must be at least requestsPerSecond.',
        },
      ],
    });
    expect(await stored(id)).toMatchObject({ perSecond: null, burst: null });
    expect((await refusalOf(limit(newId()))).type).toBe('external_service_not_found');
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
