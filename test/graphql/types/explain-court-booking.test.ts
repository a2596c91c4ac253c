import { beforeAll, describe, expect, it } from 'vitest';
import { explainCourtBookingErrors } from '../../../src/services/bookings/explain-court-booking.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService, useWorld } from '../../harness/servers/use-test-service.ts';
import { casesOfCancellations } from '../../sdk/rules/cases-of-cancellations.ts';
import { casesOfPlaces } from '../../sdk/rules/cases-of-places.ts';
import { casesOfUpserts } from '../../sdk/rules/cases-of-upserts.ts';
import { Play } from '../../sdk/rules/play.ts';
import { serviceSide } from '../../sdk/rules/service-side.ts';
import type { SideAnswer, SideCall } from '../../sdk/rules/side.ts';

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

const seen = new Set<string>();
/** Compares what is explained before an upsert with its response. */
const compare = (explained: Explained, { status, body: answer }: SideAnswer) => {
  const { outcome, errorType, rules, stored, conflicts } = explained;
  seen.add(errorType ?? outcome);
  expect([explained.status, errorType]).toEqual([status, answer.error?.type ?? null]);
  const failed = rules.filter(({ passed }) => passed === false);
  expect(failed.map(({ rule }) => rule)).toEqual(answer.error ? [answer.error.type] : []);
  if (answer.error)
    expect(failed[0]!.message).toContain(
      answer.error.type === 'invalid_api_token' ? 'deactivated' : answer.error.message,
    );
  const unchecked = rules.filter(({ passed }) => passed === null).map(({ rule }) => rule);
  if (outcome === 'REPLAYED') expect(unchecked).toEqual(['court_booking_overlap']);
  if (answer.error?.type === 'version_conflict') {
    // The version is not compared if an operator cancelled the booking.
    const byOperator = answer.error.stored.cancelledBy?.includes('OPERATOR') ?? false;
    expect(unchecked.includes('stale_write')).toBe(byOperator);
    seen.add(byOperator ? 'in conflict with an operator' : 'in conflict');
  }
  expect(conflicts.length).toBe(answer.error?.conflicts?.length ?? 0);
  if (answer.error?.stored && stored)
    expect(stored.externalUpdatedAt).toBe(answer.error.stored.externalUpdatedAt);
  if (status === 200) expect(['UPDATED', 'REPLAYED']).toContain(outcome);
  else expect(outcome).toBe(status === 201 ? 'CREATED' : 'REFUSED');
};

describe('the explanation of an upsert', () => {
  const cases = Object.entries({ ...casesOfUpserts, ...casesOfPlaces, ...casesOfCancellations });

  it.each(cases)('predicts the response to each one of the rules: %s', async (name, act) => {
    const tag = `explained-${cases.findIndex(([other]) => other === name)}`;
    const { scene, call, operators } = await serviceSide(service, tag);
    const explaining = async (request: SideCall) => {
      const [, externalCourtBookingId] =
        /^\/court-bookings\/by-external-id\/([^?]+)$/.exec(request.path) ?? [];
      const { by = 'partner', body, method } = request;
      if (method !== 'PUT' || !externalCourtBookingId || !/^(partner|other)$/.test(by)) return call(request);
      const externalServiceId = by === 'other' ? scene.otherServiceId : scene.externalServiceId;
      const id = decodeURIComponent(externalCourtBookingId);
      const explained = await explain({ ...(body as object), externalServiceId, externalCourtBookingId: id });
      const answer = await call(request);
      compare(explained, answer);
      return answer;
    };
    await act(new Play({ scene, operators, call: explaining }));
  });

  it('predicts the response for values out of shape, and for services that are unknown or deactivated', async () => {
    const { alpha, gamma } = world.services;
    for (const [id, token, externalCourtBookingId, changes] of [
      [gamma.id, gamma.token, 'one', {}],
      [crypto.randomUUID(), alpha.token, 'one', {}],
      [crypto.randomUUID(), alpha.token, '', { courtId: 'no id' }],
      [alpha.id, alpha.token, 'one', { courtId: 'no id' }],
      [alpha.id, alpha.token, 'one', { endDate: bookingBody('').startDate }],
    ] as const) {
      const body = { ...bookingBody(world.courts.centre.id, {}, 2_000), ...changes };
      const explained = await explain({ ...body, externalServiceId: id, externalCourtBookingId });
      const call = { token: token.secret, body };
      compare(explained, await service.upsertCourtBooking(id, externalCourtBookingId, call));
    }
  });

  it('has a case above for each of its results', () => {
    const outcomes = ['CREATED', 'UPDATED', 'REPLAYED', 'in conflict', 'in conflict with an operator'];
    expect([...seen].sort()).toEqual([...explainCourtBookingErrors, ...outcomes].sort());
  });
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
