import { expect, it } from 'vitest';
import {
  type GroupOfRole,
  type Identity,
  signInByIdentity,
} from '../../../src/services/operators/sign-in-by-identity.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase('postgresql');

const groups: GroupOfRole = { ADMIN: 'admins', SUPPORT: 'support', VIEWER: undefined };
const ada: Identity = { issuer: 'https://id.example.com', subject: 'ada', name: 'Ada', groups: ['support'] };
const signIn = async (identity: Partial<Identity> = {}, groupOfRole = groups) => {
  const context = { database: test.database, newId, now: Date.now, requestId: 'x' };
  return signInByIdentity(context, { ...ada, ...identity }, groupOfRole);
};
const eventsOf = (id: string) =>
  test.database.query<Record<string, unknown>>(
    `select action, actor_type as "actorType", actor_id as "actorId", before, after
     from audit_events where subject_type = 'operator' and subject_id = $1 order by id`,
    [id],
  );
const storedOf = (id: string) => test.database.query('select name, role from operators where id = $1', [id]);

it('creates an operator at the first sign-in, and updates name and role at later ones', async () => {
  const first = await signIn();
  expect(first).toEqual({ id: expect.any(String), name: 'Ada', role: 'SUPPORT' });
  expect(await signIn()).toEqual(first);
  const by = { actorType: 'configuration', actorId: first.id };
  const made = { ...by, action: 'createOperator', before: null, after: { name: 'Ada', role: 'SUPPORT' } };
  expect(await eventsOf(first.id)).toEqual([made]);
  expect(await signIn({ name: 'Ada L.' })).toEqual({ ...first, name: 'Ada L.' });
  expect(await signIn({ name: 'Ada L.', groups: ['admins'] })).toEqual({
    id: first.id,
    name: 'Ada L.',
    role: 'ADMIN',
  });
  expect(await storedOf(first.id)).toEqual([{ name: 'Ada L.', role: 'ADMIN' }]);
  const changed = { ...by, action: 'updateOperator' };
  expect(await eventsOf(first.id)).toEqual([
    made,
    { ...changed, before: { name: 'Ada', role: 'SUPPORT' }, after: { name: 'Ada L.', role: 'SUPPORT' } },
    { ...changed, before: { name: 'Ada L.', role: 'SUPPORT' }, after: { name: 'Ada L.', role: 'ADMIN' } },
  ]);
});

it('identifies an operator by issuer and subject together', async () => {
  const { id } = await signIn({ subject: 'bob' });
  const others = [
    await signIn({ subject: 'bob', issuer: 'https://other.example.com' }),
    await signIn({ subject: 'Bob' }),
  ];
  expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(3);
});

it('gives the highest role of several groups, and no role without a configured group', async () => {
  const role = async (...of: string[]) => (await signIn({ subject: of.join(), groups: of })).role;
  expect(await role('support', 'admins', 'others')).toBe('ADMIN');
  const viewers = { ...groups, VIEWER: 'viewers' };
  expect((await signIn({ subject: 'v', groups: ['viewers'] }, viewers)).role).toBe('VIEWER');
  expect((await signIn({ subject: 'v', groups: ['viewers', 'support'] }, viewers)).role).toBe('SUPPORT');
});

it.each([['others'], ['undefined'], ['']])(
  'rejects an operator with only the group %j with operator_permission_denied',
  async (group) => {
    await expect(signIn({ subject: `in ${group}`, groups: [group] })).rejects.toMatchObject({
      type: 'operator_permission_denied',
      message:
        'The identity provider knows you, but you are in no group that may sign in here. Ask its administrators to add you to one.',
    });
    expect(
      await test.database.query('select from operators where identity_subject = $1', [`in ${group}`]),
    ).toEqual([]);
  },
);

it('rejects a revoked operator with operator_permission_denied, whatever the groups', async () => {
  const { id } = await signIn({ subject: 'gone' });
  await test.database.query('update operators set revoked_at = now() where id = $1', [id]);
  await expect(signIn({ subject: 'gone', groups: ['admins'] })).rejects.toMatchObject({
    type: 'operator_permission_denied',
    message: 'This operator was revoked. Another administrator can say why.',
  });
  expect(await storedOf(id)).toEqual([{ name: 'Ada', role: 'SUPPORT' }]);
});

it('shortens the name to 255 characters, and uses the subject if nothing in it is visible', async () => {
  const nameOf = async (subject: string, name: string) => (await signIn({ subject, name })).name;
  expect(await nameOf('spaces', '  Grace \n')).toBe('Grace');
  expect(await nameOf('reversed', 'Grace\u202e\nHopper')).toBe('Grace  Hopper');
  expect(await nameOf('long', 'x'.repeat(300))).toBe('x'.repeat(255));
  expect(await nameOf('halved', `${'x'.repeat(254)}😀😀`)).toBe(`${'x'.repeat(254)}😀`);
  expect(await nameOf('lone', 'Grace\ud83d')).toBe('Grace\ufffd');
  for (const nothing of ['   ', '\u200b', '\u202e\u202c'])
    expect(await nameOf('nameless', nothing)).toBe('nameless');
});

it('creates one operator for two first sign-ins that wait for the same lock', async () => {
  const lock = [
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    'courtbridge/identity/twice',
  ] as const;
  const first = () => signIn({ subject: 'twice' });
  const [one, other] = await inLineBehind(test.url, lock, () => Promise.all([first(), first()]), 2);
  expect(one).toEqual(other);
  expect(await eventsOf(one!.id)).toMatchObject([{ action: 'createOperator' }]);
});
