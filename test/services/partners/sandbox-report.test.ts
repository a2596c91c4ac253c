import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf, signReport } from '../../../src/sandbox/signed-report.ts';
import { sandboxKeyOf } from '../../../src/services/partners/sandbox-report.ts';
import { operatorAt } from '../../harness/clients/operator-client.ts';
import { operatorPages } from '../../harness/clients/operator-pages.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const privateKey = newKey();
const { x } = publicKeyOf(privateKey) as { x: string };
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

const passed = {
  id: '0d5b7a5e-6d0c-4d0e-8f0a-3a1f7a0d5b7a',
  externalServiceName: 'Partner',
  status: 'ended',
  startedAt: ago(2),
  endedAt: ago(1),
  isPassed: true,
  scenarios: [{ name: 'overload', grade: 'passed', checks: [{ name: 'pauses', text: 'x'.repeat(20_000) }] }],
  notRun: [],
};
const signed = (changes: object = {}, key = privateKey) => signReport({ ...passed, ...changes }, key);

describe('a token for production', () => {
  const service = useTestService('postgresql', { sandboxKey: sandboxKeyOf(x) });
  const elsewhere = useTestService('postgresql');
  const admin = useOperator(service);
  let externalServiceId: string;
  beforeAll(async () => {
    externalServiceId = await service.factories.externalService();
  });

  const issue = (more: object, by = admin, partner = externalServiceId) => {
    const input = { externalServiceId: partner, scopes: ['USER_READ'], label: 'production', ...more };
    return by.mutate('issueApiToken', input, '... on IssuedApiToken { secret }');
  };
  const tokens = async () => (await service.database.query('select from api_tokens', [])).length;
  const lastEvent = async () => {
    const text = "select after from audit_events where action = 'issueApiToken' order by id desc limit 1";
    return await valueIn<object>(service, text);
  };

  it('is issued with a passed, current report of the partner, which is recorded', async () => {
    for (const report of [signed(), signed({ externalServiceName: ' partner ' })])
      expect(await issue({ report: JSON.stringify(report, null, 2) })).toEqual({
        secret: expect.any(String),
      });
    expect(await lastEvent()).toMatchObject({ report: { id: passed.id, endedAt: passed.endedAt } });
  });

  const edited = () => ({ ...signed({ isPassed: false }), report: { ...passed } });
  const failed = [{ name: 'restart', grade: 'failed' }];
  it.each<[string, () => unknown, string]>([
    ['missing', () => undefined, 'only with a passed, current report'],
    ['no JSON', () => 'report.json', 'It is no signed report'],
    ['of another form', () => ({ report: {}, signature: '' }), 'It is no signed report'],
    ['nested without end', () => `${'['.repeat(90_000)}${']'.repeat(90_000)}`, 'It is no signed report'],
    ['edited', edited, 'Its signature is not that of our sandbox'],
    ['not signed', () => ({ ...signed(), signature: '' }), 'Its signature is not that of our sandbox'],
    ['of another sandbox', () => signed({}, newKey()), 'Its signature is not that of our sandbox'],
    [
      'of another partner',
      () => signed({ externalServiceName: 'Other' }),
      'the report of “Other”, and not of “Partner”',
    ],
    ['failed', () => signed({ isPassed: false, scenarios: failed }), 'It is not passed: restart (failed).'],
    [
      'incomplete',
      () => signed({ isPassed: false, notRun: ['privacy'] }),
      'It is not passed: privacy (not run).',
    ],
    ['under way', () => signed({ endedAt: null }), 'Its run has not ended'],
    ['old', () => signed({ endedAt: ago(31 * 24) }), 'It is older than 30 days'],
    ['from the future', () => signed({ endedAt: ago(-24) }), 'Its run ends in the future'],
  ])('is not issued if the report is %s', async (_what, make, reason) => {
    const before = await tokens();
    const given = make();
    const report = typeof given === 'object' ? JSON.stringify(given) : given;
    expect(await issue({ report })).toEqual({
      type: 'sandbox_report_rejected',
      message: expect.stringContaining(reason),
    });
    expect(await tokens()).toBe(before);
  });

  it('is issued without a report for a reason of an administrator, which is recorded', async () => {
    const overrideReason = 'It moves from the old interface.';
    expect(await issue({ overrideReason })).toEqual({ secret: expect.any(String) });
    expect(await lastEvent()).toMatchObject({ overrideReason });
    const support = operatorAt(service, await service.factories.operator('SUPPORT'));
    expect(await issue({ overrideReason }, support)).toMatchObject({
      type: 'operator_permission_denied',
    });
  });

  it('is issued as before where no key is configured, which checks no report', async () => {
    const partner = await elsewhere.factories.externalService();
    const other = operatorAt(elsewhere, await elsewhere.factories.operator());
    expect(await issue({}, other, partner)).toEqual({ secret: expect.any(String) });
    expect(await issue({ report: JSON.stringify(signed()) }, other, partner)).toMatchObject({
      type: 'sandbox_report_rejected',
      message: expect.stringContaining('no key of a sandbox'),
    });
  });

  it('is issued on its page and in the onboarding, which take the report', async () => {
    const pages = operatorPages(service, admin.secret);
    const path = '/operators/issue-api-token';
    const { html: form } = await pages.get(path, { externalServiceId });
    expect(form).toContain('method="post"');
    const values: [string, string][] = [
      ['externalServiceId', externalServiceId],
      ['label', 'production'],
      ['scopes', 'USER_READ'],
    ];
    const report: [string, string] = ['reportDocument', JSON.stringify(signed())];
    const { html: review } = await pages.post(path, [...values, report, ['sent', '1']]);
    expect(review).toContain('class="confirm"');
    expect(Math.max(...[...review.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.length))).toBeLessThan(
      16_000,
    );
    expect((await pages.confirm(path, review)).html).toContain('class="done all"');

    const { organizationId } = await service.factories.organization(0);
    const step = `/operators/onboarding?${new URLSearchParams({ step: '5', organizationId, externalServiceId })}`;
    const onboarding = await pages.get(step);
    const [, formId] = /name="form" value="([^"]+)"/.exec(onboarding.html)!;
    const own = values.slice(1);
    const refused = await pages.post(step, [...own, ['form', formId!]]);
    expect([refused.status, refused.html]).toEqual([
      409,
      expect.stringContaining('Ask the partner for the signed report'),
    ]);
    const [, next] = /name="form" value="([^"]+)"/.exec((await pages.get(step)).html)!;
    const done = await pages.post(step, [...own, report, ['form', next!]]);
    expect(done.html).toContain('class="done"');
  });
});
