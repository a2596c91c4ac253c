import { describe, expect, it } from 'vitest';
import { documentedOperations } from '../../../sdk/src/documented-operations.generated.ts';
import { changeTypes } from '../../../src/rules/change-types.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';
import { cases } from './cases.ts';
import { kitSide } from './kit-side.ts';
import { Play } from './play.ts';
import { serviceSide } from './service-side.ts';
import type { Side } from './side.ts';

const service = useTestService('postgresql');

async function played(side: Side, name: string): Promise<Play> {
  const play = new Play(side);
  await cases[name]!(play);
  return play;
}

const outcomes = new Set<string>();
const told = new Set<string>();

describe('test kit compared with the service', () => {
  const names = Object.keys(cases);
  it.each(names)('%s', async (name) => {
    const real = await played(await serviceSide(service, `case-${names.indexOf(name)}`), name);
    const kit = await played(await kitSide(real.scene), name);
    expect(kit.entries).toEqual(real.entries);
    for (const outcome of real.outcomes) outcomes.add(outcome);
    for (const type of real.changeTypes) told.add(type);
  });

  it('has a case for every type of change', () => {
    expect([...told].sort()).toEqual([...changeTypes].sort());
  });

  it('has a case for every error code that the rules of an operation can cause', () => {
    // Caused by failures and load. Tests of plans and outages cover them.
    const notOfRules = [
      ...['internal_server_error', 'service_unavailable', 'rate_limit_exceeded'],
      // Of the configuration.
      ...['webhook_secrets_key_missing', 'webhook_secret_unreadable'],
    ];
    const documented = Object.entries(documentedOperations).flatMap(([operation, { errors }]) =>
      (errors as readonly string[])
        .filter((type) => !notOfRules.includes(type))
        .map((type) => `${operation} ${type}`),
    );
    // The service that has linked a user manages it, unless the rows were written by hand.
    for (const written of [
      'getUserByExternalId user_access_denied',
      'upsertUser user_access_denied',
      'upsertUser user_not_managed',
    ])
      outcomes.add(written);
    expect(documented.filter((refusal) => !outcomes.has(refusal))).toEqual([]);
    expect(outcomes).toContain('listChanges rate_limit_exceeded');
  });

  it('has a case for every success of an operation, and for the second page of every list', () => {
    const documented = Object.entries(documentedOperations).flatMap(([operation, { statuses, marks }]) => [
      ...statuses.map((status) => `${operation} ${status}`),
      ...('nextCursor' in marks ? [`${operation} next page`] : []),
    ]);
    expect(documented.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
  });
});
