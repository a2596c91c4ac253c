import { describe, expect, it } from 'vitest';
import { findEverywhere } from '../../../harness/assertions/everywhere.ts';
import { useNothingLogged } from '../../../harness/assertions/nothing-logged.ts';
import { resent, userCalls } from '../../../harness/clients/user-calls.ts';
import { bookingBody, type Tenant } from '../../../harness/data/factories.ts';
import { deadlocksIn } from '../../../harness/data/rows.ts';
import { runs } from '../../../harness/data/runs.ts';
import type { CallAnswer } from '../../../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../../../harness/servers/use-test-service.ts';

const upsert = (externalUserId: string, email: string, firstName = 'Ada') => ({
  action: 'upsert' as const,
  externalUserId,
  email: `${email}@example.com`,
  firstName,
  lastName: 'Lovelace',
});
const erase = (externalUserId: string) => ({ action: 'erase' as const, externalUserId });

const issuesOf = ({ body }: CallAnswer) =>
  (body.error?.issues ?? []).map(({ path, code }: { path: unknown[]; code: string }) => [path[1], code]);

describe('atomic batch of users', () => {
  const service = useTestService('postgresql');
  const users = userCalls(service);
  const tenant = useTenant(service);
  const send = (items: unknown[]) => users.batch(tenant, items, { atomic: true });

  it('does not erase or change users of others, and says so for each', async () => {
    const theirs = await users.make(await service.factories.tenant());
    const hidden = await users.make(await service.factories.tenant());
    await service.factories.grantUser(tenant.externalServiceId, theirs.id);
    for (const { id } of [theirs, hidden])
      await service.database.query(
        'insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2::text, $2::uuid)',
        [tenant.externalServiceId, id],
      );
    const wishes = [
      [upsert(theirs.id, 'theirs'), upsert(hidden.id, 'hidden')],
      [erase(theirs.id), erase(hidden.id)],
    ];
    for (const items of wishes) {
      const expected = ['user_not_managed', 'user_access_denied'];
      expect(issuesOf(await send(items))).toEqual(expected.map((code, index) => [index, code]));
      const { body } = await users.batch(tenant, items);
      expect(body.results.map(({ error }: { error: { type: string } }) => error.type)).toEqual(expected);
    }
  });

  it('leaves no former address behind that no user had', async () => {
    await send([upsert('left', 'left'), upsert('right', 'right')]);
    await send([upsert('left', 'right'), upsert('right', 'left')]);
    const former = await service.database.query<{ email: string }>(
      `select f.email from former_user_names f join user_links l on l.user_id = f.user_id
       where l.external_user_id in ('left', 'right') order by 1`,
      [],
    );
    expect(former.map(({ email }) => email)).toEqual(['left@example.com', 'right@example.com']);
    expect(await findEverywhere(service.database, ['placeholder/'])).toEqual([]);
  });
});

describe('batch of users', () => {
  const service = useTestService('postgresql');
  const users = userCalls(service);

  it('records each user as single requests do: audit events and changes', async () => {
    const [single, batched] = [await service.factories.tenant(), await service.factories.tenant()];
    const steps = [upsert('a', 'a'), upsert('a', 'a', 'Augusta'), upsert('a', 'b'), erase('a')];
    const named = (items: typeof steps, suffix: string) =>
      items.map((item) => ('email' in item ? { ...item, email: `${suffix}.${item.email}` } : item));
    for (const item of named(steps, 'x')) {
      if ('email' in item) {
        const { action: _action, externalUserId, ...body } = item;
        await users.upsert(single, externalUserId, body);
      } else {
        const { body } = await users.getByExternalId(single, item.externalUserId);
        await users.erase(single, body.id);
      }
    }
    const { body } = await users.batch(batched, named(steps, 'y'));
    expect(body.summary).toEqual({ created: 1, updated: 2, unchanged: 0, erased: 1, refused: 0 });
    const events = ({ tokenId }: Tenant) =>
      service.database.query<Record<string, unknown>>(
        `select action, subject_type as subject, before, after - 'id' as after from audit_events where actor_id = $1 order by at, id`,
        [tokenId],
      );
    const expected = await events(single);
    expect(expected.map(({ action }) => action)).toEqual([
      'createUser',
      'updateUser',
      'updateUser',
      'eraseUser',
    ]);
    expect(await events(batched)).toEqual(expected);
    const changes = async ({ externalServiceId, token }: Tenant) => {
      const path = `/api/v1/external-services/${externalServiceId}/changes`;
      const answer = await service.call(path, { token }, 'listChanges');
      return answer.body.items.map(({ type, actor, sequence, data }: Record<string, unknown>) => ({
        type,
        actor,
        sequence,
        fields: Object.keys(data as object),
      }));
    };
    expect(await changes(batched)).toEqual(await changes(single));
  });

  it('erases all copies of the users that it erases', async () => {
    const tenant = await service.factories.tenant();
    const items = ['one', 'two'].map((id) => upsert(`sentinel-${id}`, `sentinel-${id}`, `Sentinel ${id}`));
    await users.batch(tenant, items);
    await users.batch(tenant, [{ ...items[0]!, email: 'sentinel-former@example.com' }]);
    await service.upsertCourtBooking(tenant.externalServiceId, 'sentinels', {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[0], {
        participants: [{ email: 'sentinel-former@example.com' }, { email: 'sentinel-two@example.com' }],
      }),
    });
    const answer = await users.batch(
      tenant,
      items.map(({ externalUserId }) => erase(externalUserId)),
    );
    expect(answer.body.summary.erased).toBe(2);
    const found = await findEverywhere(service.database, ['sentinel-']);
    expect(found).toEqual([]);
  });
});

describe('concurrent batches of users', () => {
  const service = useNothingLogged();
  const users = userCalls(service);

  it('with single requests: create one user for each id from 16 clients, without a deadlock', async () => {
    const tenant = await service.factories.tenant();
    const ids = ['sentinel-1', 'sentinel-2', 'sentinel-3', 'sentinel-4', 'sentinel-5'];
    for (let round = 0; round < runs(6); round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, n) => {
          const item = (id: string) => upsert(`${id}-${round}`, `${id}-${round}-${n % 3}`, `Ada ${n}`);
          const order = n % 2 === 0 ? ids : ids.toReversed();
          if (n % 4 < 3) return resent(() => users.batch(tenant, order.map(item), { atomic: n % 4 === 1 }));
          const { action: _action, externalUserId, ...body } = item(ids[n % ids.length]!);
          return resent(() => users.upsert(tenant, externalUserId, body));
        }),
      );
      expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    }
    const [row] = await service.database.query<{ links: number; users: number }>(
      `select count(*)::int as links, count(distinct user_id)::int as users from user_links
       where external_service_id = $1`,
      [tenant.externalServiceId],
    );
    expect(row).toEqual({ links: ids.length * runs(6), users: ids.length * runs(6) });
    expect(await deadlocksIn(service)).toBe(0);
  });

  it('exchange addresses while bookings name the users and others erase them, without a deadlock', async () => {
    const tenant = await service.factories.tenant(4);
    const ids = ['sentinel-a', 'sentinel-b', 'sentinel-c'];
    const shifted = (by: number) => ids.map((id, n) => upsert(id, ids[(n + by) % ids.length]!));
    const { body } = await users.batch(tenant, shifted(0), { atomic: true });
    const userIds: string[] = body.results.map(({ user }: { user: { id: string } }) => user.id);
    const answers: CallAnswer[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, client) => {
        for (let round = 0; round < runs(12); round += 1) {
          const participants = (client % 2 === 0 ? userIds : userIds.toReversed()).map((userId) => ({
            userId,
          }));
          const items = Array.from({ length: 3 }, (_, n) => ({
            action: 'upsert',
            externalCourtBookingId: `${client}-${round}-${n}`,
            ...bookingBody(tenant.courtIds[n]!, { participants }, client * 1_000 + round),
          }));
          answers.push(
            client < 4
              ? await resent(() => users.batch(tenant, shifted(client + round), { atomic: true }))
              : client < 5
                ? await resent(() => users.batch(tenant, shifted(round)))
                : client < 6
                  ? await resent(() =>
                      users.batch(tenant, [
                        upsert(`sentinel-gone-${round}`, `sentinel-gone-${round}`),
                        erase(`sentinel-gone-${round}`),
                      ]),
                    )
                  : await resent(() =>
                      service.batchCourtBookings(tenant.externalServiceId, {
                        token: tenant.token,
                        body: { items },
                      }),
                    ),
          );
        }
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const emails = await Promise.all(
      ids.map(async (id) => (await users.getByExternalId(tenant, id)).body.email.split('@')[0]),
    );
    expect(emails.toSorted()).toEqual(ids);
    expect(await deadlocksIn(service)).toBe(0);
  });
});
