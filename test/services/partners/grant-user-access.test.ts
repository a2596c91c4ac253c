import { beforeAll, describe, expect, it } from 'vitest';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { grantOrganizationAccess } from '../../../src/services/partners/grant-organization-access.ts';
import { grantUserAccess } from '../../../src/services/partners/grant-user-access.ts';
import { revokeOrganizationAccess } from '../../../src/services/partners/revoke-organization-access.ts';
import { revokeUserAccess } from '../../../src/services/partners/revoke-user-access.ts';
import { createUser } from '../../../src/services/users/create-user.ts';
import { eraseUser } from '../../../src/services/users/erase-user.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { administrator, supporter, useVerbs } from '../../harness/clients/verbs.ts';

describe('granting and revoking access', () => {
  const verbs = useVerbs();
  const { test, context } = verbs;
  let externalServiceId: string;
  let manager: string;
  let organizationId: string;
  const makeUser = async () => {
    const token = { id: newId(), externalServiceId: manager, scopes: ['userwrite' as const] };
    const id = newId();
    const input = { email: `${id}@example.com`, externalUserId: id, firstName: 'Ada', lastName: 'L' };
    const { user } = await createUser(context(), authorizePartner(token, 'userwrite', manager), input);
    return user.id;
  };
  const written = async (subjectId: string) => ({
    events: await test.database.query<Record<string, unknown>>(
      `select action, subject_type as type, before, after from audit_events
       where subject_id = $1 and (after ->> 'userId' = $2 or after ->> 'organizationId' = $2) order by id`,
      [externalServiceId, subjectId],
    ),
    changes: await test.database.query<Record<string, unknown>>(
      `select type, actor_type as by, data from change_outbox where external_service_id = $1 and subject_id = $2 order by id`,
      [externalServiceId, subjectId],
    ),
  });
  const event = { type: 'external_service', before: null };
  const type = (verb: Promise<string>) => verb.catch((error) => error.type as string);
  beforeAll(async () => {
    const { factories } = verbs;
    externalServiceId = await factories.externalService();
    manager = await factories.externalService();
    ({ organizationId } = await factories.organization());
  });

  it.each([
    {
      kind: 'user',
      subject: async () => ({ userId: await makeUser() }),
      verbs: [grantUserAccess, revokeUserAccess],
      granted: 'was granted this user already',
      notGranted: /was not granted this user.*a user that it manages stays open/,
      data: {
        firstName: 'Ada',
        lastName: 'L',
        managed: false,
        status: 'ACTIVE',
        updatedAt: expect.any(String),
      },
    },
    {
      kind: 'organization',
      subject: async () => ({ organizationId }),
      verbs: [grantOrganizationAccess, revokeOrganizationAccess],
      granted: 'may book the courts of this organization already',
      notGranted: /has no access to this organization/,
      data: { name: 'Club', timeZone: 'UTC' },
    },
  ])('to one $kind is announced once with its data, and its revocation only with the id', async (row) => {
    const subject = await row.subject();
    const [id] = Object.values(subject) as [string];
    const [grant, revoke] = row.verbs.map(
      (verb) => () => verb(context(), administrator, { externalServiceId, ...subject } as never),
    ) as [() => Promise<string>, () => Promise<string>];
    const type = 'nothing_to_change';
    await expect(revoke()).rejects.toMatchObject({ type, message: expect.stringMatching(row.notGranted) });
    expect(await grant()).toBe(externalServiceId);
    await expect(grant()).rejects.toMatchObject({ type, message: expect.stringContaining(row.granted) });
    expect(await revoke()).toBe(externalServiceId);
    await expect(revoke()).rejects.toMatchObject({ type });
    const verb = row.kind === 'user' ? 'UserAccess' : 'OrganizationAccess';
    expect(await written(id)).toEqual({
      events: [
        { ...event, action: `grant${verb}`, after: { ...subject, granted: true } },
        { ...event, action: `revoke${verb}`, after: { ...subject, granted: false } },
      ],
      changes: [
        { type: `${row.kind}_access.granted`, by: 'operator', data: { id, ...row.data } },
        { type: `${row.kind}_access.revoked`, by: 'operator', data: { id } },
      ],
    });
  });

  it('to a user is rejected if the service manages the user or the user was erased', async () => {
    const userId = await makeUser();
    const own = grantUserAccess(context(), administrator, { externalServiceId: manager, userId });
    await expect(own).rejects.toMatchObject({
      type: 'nothing_to_change',
      message: expect.stringContaining('manages this user'),
    });
    await eraseUser(context(), supporter, { userId });
    expect(await type(grantUserAccess(context(), administrator, { externalServiceId, userId }))).toBe(
      'user_not_found',
    );
    expect((await written(userId)).changes).toEqual([]);
  });

  it('reports an unknown external service before an unknown user or organization', async () => {
    const userId = await makeUser();
    for (const verb of [grantUserAccess, revokeUserAccess]) {
      const asked = (input: Parameters<typeof verb>[2]) => type(verb(context(), administrator, input));
      expect(await asked({ externalServiceId: newId(), userId })).toBe('external_service_not_found');
      expect(await asked({ externalServiceId, userId: newId() })).toBe('user_not_found');
    }
    for (const verb of [grantOrganizationAccess, revokeOrganizationAccess]) {
      const asked = (input: Parameters<typeof verb>[2]) => type(verb(context(), administrator, input));
      expect(await asked({ externalServiceId: newId(), organizationId })).toBe('external_service_not_found');
      expect(await asked({ externalServiceId, organizationId: newId() })).toBe('organization_not_found');
    }
  });

  it('makes two of three concurrent grants nothing_to_change', async () => {
    const input = { externalServiceId, userId: await makeUser() };
    const grant = () => type(grantUserAccess(context(), administrator, input));
    const lock = [
      'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      `access/${externalServiceId}`,
    ] as const;
    const answers = await inLineBehind(test.url, lock, () => Promise.all([grant(), grant(), grant()]), 3);
    expect(answers.toSorted()).toEqual([externalServiceId, 'nothing_to_change', 'nothing_to_change']);
  });

  it('to a user waits for a concurrent erasure and then responds user_not_found', async () => {
    const userId = await makeUser();
    const grants = () => test.database.query('select from user_grants where user_id = $1', [userId]);
    const erasure = [
      'update users set erased_at = now(), email = null, first_name = null, last_name = null where id = $1',
      userId,
    ] as const;
    const grant = () => type(grantUserAccess(context(), administrator, { externalServiceId, userId }));
    expect(await inLineBehind(test.url, erasure, grant, 1)).toBe('user_not_found');
    expect(await grants()).toEqual([]);
  });
});
