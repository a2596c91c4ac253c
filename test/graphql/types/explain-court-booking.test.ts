import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { explainCourtBookingErrors } from '../../../src/services/bookings/explain-court-booking.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const world = useWorld(service);
beforeAll(async () => {
  await service.database.query('update courts set active = false where id = $1', [world.courts.side.id]);
  await service.database.query('update external_services set active = false where id = $1', [
    world.services.gamma.id,
  ]);
});

interface Explained {
  outcome: string;
  status: number;
  errorType: string | null;
  rules: { rule: string; passed: boolean | null; message: string | null }[];
  stored: { id: string; externalUpdatedAt: string } | null;
  conflicts: { id: string; court: { name: string } }[];
}

const explain = async (input: Record<string, unknown>): Promise<Explained> => {
  const data = await world.operators.viewer.data<{ explainCourtBooking: Explained }>(
    `query E($input: ExplainCourtBookingInput!) { explainCourtBooking(input: $input) {
      outcome status errorType rules { rule passed message } stored { id externalUpdatedAt } conflicts { id court { name } }
    } }`,
    { input },
  );
  return data.explainCourtBooking;
};

const hour = (n: number) => new Date(Date.UTC(2027, 5, 1, n)).toISOString();
const anUpsert = () => {
  const { services, courts, users } = world;
  const people = [
    { userId: users.ada.id },
    { userId: users.bob.id },
    { userId: users.bea.id },
    { email: users.ada.email },
    { email: 'guest@example.com' },
    { email: 'Guest@example.com' },
    { userId: users.ada.id, email: users.ada.email },
    { userId: crypto.randomUUID() },
  ];
  return fc.record({
    name: fc.constantFrom('alpha' as const, 'alpha' as const, 'beta' as const, 'gamma' as const),
    ofPath: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, crypto.randomUUID()),
    id: fc.constantFrom('one', 'two', 'overtaken', 'booking', 'cancelled', ''),
    before: fc.constantFrom(
      'nothing',
      'nothing',
      'nothing',
      'partner cancels',
      'operator cancels',
      'operator reinstates',
    ),
    body: fc.record({
      courtId: fc.constantFrom(
        ...[courts.centre.id, courts.centre.id, courts.side.id, courts.north.id, services.alpha.id, 'no id'],
      ),
      startDate: fc.integer({ min: 0, max: 5 }).map(hour),
      endDate: fc.integer({ min: 1, max: 6 }).map(hour),
      externalUpdatedAt: fc.constantFrom(
        ...[
          '2026-11-19T12:00:00Z',
          '2026-11-20T12:00:00Z',
          '2026-11-20T13:00:00Z',
          '2026-11-20T14:00:00Z',
          'now',
        ],
      ),
      participants: fc.oneof(
        fc.constant([]),
        fc.subarray(people, { maxLength: 2 }),
        fc.constantFrom([people[0]!, people[3]!], [people[4]!, people[5]!]),
      ),
    }),
  });
};
type Upsert = ReturnType<typeof anUpsert> extends fc.Arbitrary<infer T> ? T : never;

const prepare = async ({ name, id, before }: Upsert) => {
  const { services, operators } = world;
  const call = { token: services[name].token.secret };
  if (before === 'partner cancels')
    await service.cancelCourtBooking(services[name].id, id, '2026-11-20T13:00:00Z', call);
  if (!before.startsWith('operator')) return;
  const [stored] = await service.database.query<{ id: string }>(
    'select id from court_bookings where external_service_id = $1 and external_court_booking_id = $2',
    [services[name].id, id],
  );
  if (!stored) return;
  const input = { courtBookingId: stored.id, ...(before === 'operator cancels' ? { reason: 'flood' } : {}) };
  const mutation = before === 'operator cancels' ? 'cancelCourtBooking' : 'reinstateCourtBooking';
  const title = mutation[0]!.toUpperCase() + mutation.slice(1);
  const text = `mutation M($input: ${title}Input!) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await ask(service, operators.admin.secret, text, { input });
  expect(errors).toBeUndefined();
};

it('predicts the response of the upsert, for any input and any stored state', async () => {
  const seen = new Set<string>();
  // The generator occasionally repeats the last successful write.
  let written: Upsert | undefined;
  await fc.assert(
    fc.asyncProperty(anUpsert(), fc.nat(4), async (generated, repeats) => {
      const upsert: Upsert = repeats === 0 && written ? { ...written, before: 'nothing' } : generated;
      const { name, ofPath, id, body } = upsert;
      await prepare(upsert);
      // An external service that does not exist has no token.
      const { id: own, token } = world.services[ofPath === undefined ? name : 'alpha'];
      const externalServiceId = ofPath ?? own;
      const explained = await explain({ ...body, externalServiceId, externalCourtBookingId: id });
      const { status, body: answer } = await service.upsertCourtBooking(externalServiceId, id, {
        token: token.secret,
        body,
      });
      if (status < 300) written = upsert;
      seen.add(explained.errorType ?? explained.outcome);
      expect({ status: explained.status, errorType: explained.errorType }).toEqual({
        status,
        errorType: answer.error?.type ?? null,
      });
      const failed = explained.rules.filter(({ passed }) => passed === false);
      expect(failed.map(({ rule }) => rule)).toEqual(answer.error ? [answer.error.type] : []);
      if (answer.error)
        expect(failed[0]!.message).toContain(
          answer.error.type === 'invalid_api_token' ? 'deactivated' : answer.error.message,
        );
      const notLookedAt = explained.rules.filter(({ passed }) => passed === null).map(({ rule }) => rule);
      if (explained.outcome === 'REPLAYED') expect(notLookedAt).toEqual(['court_booking_overlap']);
      if (answer.error?.type === 'version_conflict') {
        // The version is not compared if an operator cancelled the booking.
        const byOperator = answer.error.stored.cancelledBy?.includes('OPERATOR') ?? false;
        expect(notLookedAt.includes('stale_write')).toBe(byOperator);
        seen.add(byOperator ? 'in conflict with an operator' : 'in conflict');
      }
      expect(explained.conflicts.length).toBe(answer.error?.conflicts?.length ?? 0);
      if (answer.error?.stored) {
        if (explained.stored)
          expect(explained.stored.externalUpdatedAt).toBe(answer.error.stored.externalUpdatedAt);
      }
      const outcome = { 201: 'CREATED', 200: explained.outcome }[status] ?? 'REFUSED';
      expect(explained.outcome).toBe(outcome);
      if (status === 200) expect(['UPDATED', 'REPLAYED']).toContain(outcome);
    }),
    { numRuns: 300, seed: 20261122 },
  );
  const outcomes = ['CREATED', 'UPDATED', 'REPLAYED', 'in conflict', 'in conflict with an operator'];
  expect([...seen].sort()).toEqual([...explainCourtBookingErrors, ...outcomes].sort());
});

const aFresh = (overrides: Record<string, unknown> = {}) => ({
  ...bookingBody(world.courts.centre.id, {}, 3_000),
  externalServiceId: world.services.alpha.id,
  externalCourtBookingId: 'explained',
  ...overrides,
});

it('writes nothing and waits for no lock', async () => {
  const before = await contentsOf(service.database);
  expect(await explain(aFresh())).toMatchObject({ outcome: 'CREATED', status: 201, stored: null });
  expect(await contentsOf(service.database)).toEqual(before);
  await service.database.transaction(async (em) => {
    await em.execute('select from courts for update');
    await em.execute('lock table court_bookings in share row exclusive mode');
    expect((await explain(aFresh())).outcome).toBe('CREATED');
  });
});

it('returns the message of the upsert for the failed rule, with the path of each issue', async () => {
  const { id, token } = world.services.alpha;
  const messageOf = async (overrides: Record<string, unknown>) => {
    const body = { ...bookingBody(world.courts.centre.id, {}, 3_000), ...overrides };
    const { rules } = await explain({ ...body, externalServiceId: id, externalCourtBookingId: 'explained' });
    const answer = await service.upsertCourtBooking(id, 'explained', { token: token.secret, body });
    const { message, issues = [] } = answer.body.error as {
      message: string;
      issues?: { path: string[]; message: string }[];
    };
    return { told: rules.find(({ passed }) => passed === false)!.message, message, issues };
  };
  const unknown = await messageOf({ courtId: crypto.randomUUID() });
  expect(unknown.told).toBe(unknown.message);
  const { told, message, issues } = await messageOf({ courtId: 'no id', startDate: 'soon' });
  expect(issues.map(({ path }) => path)).toEqual([['courtId'], ['startDate']]);
  expect(told).toBe(`${message} courtId: ${issues[0]!.message} startDate: ${issues[1]!.message}`);
});

it('names conflicting bookings by their ids, including those of other partners', async () => {
  const { id, token } = world.services.beta;
  const body = bookingBody(world.courts.centre.id, {}, 5_000);
  await service.upsertCourtBooking(id, 'in-the-way', { token: token.secret, body });
  const { startDate, endDate } = body;
  const explained = await explain(aFresh({ startDate, endDate }));
  expect(explained).toMatchObject({
    errorType: 'court_booking_overlap',
    conflicts: [{ id: expect.any(String), court: { name: world.courts.centre.name } }],
  });
  const ofBeta = 'select external_service_id as of from court_bookings where id = $1';
  expect(await service.database.query(ofBeta, [explained.conflicts[0]!.id])).toEqual([{ of: id }]);
});
