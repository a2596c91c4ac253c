import { describe, expect, it } from 'vitest';
import { postGraphql } from '../harness/clients/graphql-client.ts';
import { userBody } from '../harness/data/factories.ts';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest, useOperator, useTenant, useTestService } from '../harness/servers/use-test-service.ts';
import * as playbook from './graphiql/playbook.generated.ts';

describe('operators and partners at the same time', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  const admin = useOperator(service);
  const tenant = useTenant(service, 3);

  it('records requests whatever a partner sends, and keeps hostile content out of the records', async () => {
    const send = (requestId: string, rawBody: string) =>
      service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        rawBody,
        headers: { 'X-Request-Id': requestId },
      });
    await send('poison-1', '{"\\u0000":1}');
    await send('poison-2', '{"\\ud800":1}');
    await send('poison-3', '{"sentinel.key@example.com":1}');
    await send('innocent', JSON.stringify(userBody()));
    const recorded = async (requestId: string) =>
      (await admin.run(playbook.RequestByIdDocument, { requestId })).partnerRequests.nodes[0];
    await expect.poll(() => recorded('innocent')).toMatchObject({ status: 201 });
    for (const requestId of ['poison-1', 'poison-2', 'poison-3']) {
      expect(JSON.stringify((await recorded(requestId))!.issues)).not.toContain('sentinel.key@example.com');
      expect((await recorded(requestId))!.errorType).toBe('invalid_schema');
    }
  });

  it('shows the changes of a mutation in the same document', async () => {
    const [first, second] = [await service.factories.organization(), await service.factories.organization()];
    const input = ({ organizationId }: typeof first) =>
      `input: { externalServiceId: "${tenant.externalServiceId}", organizationId: "${organizationId}" }`;
    const fields = '... on ExternalService { organizations(first: 100) { id } }';
    const data = await admin.data<Record<'a' | 'b', { organizations: { id: string }[] }>>(
      `mutation { a: grantOrganizationAccess(${input(first)}) { ${fields} } b: grantOrganizationAccess(${input(second)}) { ${fields} } }`,
    );
    expect(data.a.organizations.map(({ id }) => id)).not.toContain(second.organizationId);
    expect(data.b.organizations.map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.organizationId, second.organizationId]),
    );
  });

  it('accepts an operator from an address with too many failed attempts', async () => {
    const limited = await forTest(
      startTestService('postgresql', { authFailureLimit: { perSecond: 1, burst: 5 } }),
    );
    const { secret } = await limited.factories.operator('VIEWER');
    const status = async (bearer: string) =>
      (await postGraphql(limited, bearer, { query: '{ me { id } }' })).status;
    for (let i = 0; i < 10; i += 1) await status('cbo_nobody');
    expect(await status('cbo_nobody')).toBe(429);
    expect(await status(secret)).toBe(200);
  });

  it('accepts a request of 256 KiB, and rejects one with a byte more', async () => {
    const status = async (bytes: number) =>
      (await postGraphql(service, admin.secret, '{ "query": "{ me { id } }" }'.padEnd(bytes))).status;
    expect([await status(256 * 1_024), await status(256 * 1_024 + 1)]).toEqual([200, 413]);
  });
});
