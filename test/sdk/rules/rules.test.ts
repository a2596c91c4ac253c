import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedRequests } from '../../../sdk/src/testing/documented-interface.generated.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';
import { cases } from './cases.ts';
import { kitSide } from './kit-side.ts';
import { Play } from './play.ts';
import { serviceSide } from './service-side.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('postgresql');
});
afterAll(() => service.stop());

/** What has been refused in all cases. */
const refusals = new Set<string>();

describe('the kit answers as the service does', () => {
  const names = Object.keys(cases);
  it.each(names)('%s', async (name) => {
    const real = new Play(await serviceSide(service, `case-${names.indexOf(name)}`));
    await cases[name]!(real);
    const kit = new Play(await kitSide(real.scene));
    await cases[name]!(kit);
    expect(kit.entries).toEqual(real.entries);
    for (const refusal of real.refusals) refusals.add(refusal);
  });

  it('every code that rules of an operation can provoke is among the cases', () => {
    // Of faults and of load: those are planned, or played as outages.
    const notOfRules = ['internal_server_error', 'service_unavailable', 'rate_limit_exceeded'];
    const documented = Object.entries(documentedRequests).flatMap(([operation, { errors }]) =>
      errors.filter((type) => !notOfRules.includes(type)).map((type) => `${operation} ${type}`),
    );
    // Who is linked is open, unless rows were written by hand.
    refusals.add('getUserByExternalId user_access_denied');
    expect(documented.filter((refusal) => !refusals.has(refusal))).toEqual([]);
    expect(refusals).toContain('listChanges rate_limit_exceeded');
  });
});
