import { beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { confirmationIn, operatorPages } from '../../harness/clients/operator-pages.ts';
import { catalog } from '../../harness/data/catalog.ts';
import { valueIn } from '../../harness/data/rows.ts';
import type { World } from '../../harness/data/world.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';
import { useService, useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

type Values = Record<string, string>;
/** `made`: the ids of what earlier tasks have created, by task. */
type Example = (world: World, made: Values) => Values;

/** Nothing listens here. */
const url = 'http://127.0.0.1:9/';
/** A record that an earlier task has made, with more values. */
const madeBy =
  (task: string, variable: string) =>
  (more: Values = {}): Example =>
  (_, made) => ({ [variable]: made[task]!, ...more });
const endpoint = madeBy('CreateWebhookEndpoint', 'webhookEndpointId');
const alertEndpoint = madeBy('CreateAlertEndpoint', 'alertEndpointId');
const booking = madeBy('UpsertCourtBooking', 'courtBookingId');
/** A record of the world, with more values. */
const inWorld =
  (variable: string, idOf: (world: World) => string) =>
  (more: Values = {}): Example =>
  (world) => ({ [variable]: idOf(world), ...more });
const alpha = inWorld('externalServiceId', ({ services }) => services.alpha.id);
const hilltop = inWorld('organizationId', ({ organizations }) => organizations.hilltop.id);
const north = inWorld('courtId', ({ courts }) => courts.north.id);
const side = inWorld('courtId', ({ courts }) => courts.side.id);
const ada = inWorld('userId', ({ users }) => users.ada.id);
const viewer = inWorld('operatorId', ({ operators }) => operators.viewer.id);
const active = inWorld('webhookEndpointId', ({ services }) => services.alpha.endpoints.active);
const access: Example = (world, made) => ({ ...alpha()(world, made), ...hilltop()(world, made) });
const userAccess: Example = (world, made) => ({ ...alpha()(world, made), userId: world.users.bea.id });
const moved = { startDate: '2027-05-01T10:00:00Z', endDate: '2027-05-01T11:00:00Z' };

/** The values of each task, which change something. The tests run in this order. */
const examples: Record<string, Example> = {
  CreateOrganization: () => ({ organizationName: 'New club' }),
  CreateCourts: hilltop({ courtNames: 'New court 1\nNew court 2' }),
  UpdateOrganization: hilltop({ organizationName: 'Hill' }),
  RenameCourt: north({ courtName: 'Far north' }),
  CreateExternalService: () => ({ serviceName: 'New partner' }),
  RenameExternalService: alpha({ serviceName: 'Partner one' }),
  SwitchPartnerOff: alpha(),
  SwitchPartnerOn: alpha(),
  GrantOrganizationAccess: access,
  RevokeOrganizationAccess: access,
  GrantUserAccess: userAccess,
  RevokeUserAccess: userAccess,
  SetRateLimit: alpha({ 'rateLimit.requestsPerSecond': '5', 'rateLimit.burst': '9' }),
  RemoveRateLimit: alpha(),
  SetTemporaryRateLimit: alpha({
    ...{ 'temporaryRateLimit.requestsPerSecond': '50', 'temporaryRateLimit.burst': '90' },
    'temporaryRateLimit.until': '2099-01-01T00:00:00Z',
  }),
  EndTemporaryRateLimit: alpha(),
  IssueApiToken: alpha({ label: 'x', scopes: 'USER_READ' }),
  RotateApiToken: ({ services }) => ({ apiTokenId: services.alpha.token.id, overlapMinutes: '0' }),
  RevokeApiToken: ({ services }) => ({ apiTokenId: services.alpha.secondToken.id }),
  RevokeApiTokens: ({ services }) => ({ externalServiceId: services.gamma.id }),
  CreateOperator: () => ({ operatorName: 'New operator', role: 'VIEWER' }),
  RotateOperatorToken: viewer({ overlapMinutes: '1' }),
  RevokeOperator: viewer(),
  CreateUser: alpha({
    ...{ email: 'new@example.com', externalUserId: 'new', firstName: 'Grace', lastName: 'Hopper' },
  }),
  UpdateUser: ada({ gender: 'FEMALE' }),
  CorrectName: ada({ newLastName: 'Byron' }),
  CorrectBirthday: ada({ newBirthday: '1915-12-10' }),
  ExchangeAddresses: ({ users }) => ({ userId: users.ada.id, otherUserId: users.bob.id }),
  ExportPerson: ({ users }) => ({ email: users.bob.email }),
  ExportUser: ({ users }) => ({ userId: users.bob.id }),
  UpsertCourtBooking: (world, made) => ({
    ...{ ...alpha()(world, made), ...side()(world, made), externalCourtBookingId: ' new ' },
    ...{ ...moved, externalUpdatedAt: '2026-11-20T12:00:00Z', 'participants.0.email': 'x@example.com' },
  }),
  MoveCourtBooking: booking({ startDate: '2027-05-02T10:00:00Z' }),
  CancelCourtBooking: booking({ reason: 'Flood' }),
  ReinstateCourtBooking: booking(),
  ResetCourtBookingVersion: booking({ externalUpdatedAt: '2026-01-01T00:00:00Z' }),
  CancelCourtBookings: side({ from: '2027-05-01T00:00:00Z', to: '2027-05-03T00:00:00Z', reason: 'Flood' }),
  ReinstateCourtBookings: side({ cancelledFrom: '2026-01-01T00:00:00Z' }),
  CloseCourtForGood: side({ reason: 'Sold' }),
  ResetCancellation: ({ services }) => ({
    ...{ externalServiceId: services.beta.id, externalCourtBookingId: 'overtaken' },
  }),
  BlockCourt: north({ from: moved.startDate, to: moved.endDate, reason: 'Net' }),
  UnblockCourt: madeBy('BlockCourt', 'courtBookingId')(),
  CloseCourt: north(),
  OpenCourt: north(),
  EraseUser: ({ users }) => ({ userId: users.gwen.id }),
  EraseGuest: ({ guest }) => ({ email: guest }),
  CreateWebhookEndpoint: alpha({ url, types: 'USER_CREATED' }),
  TestWebhookEndpoint: endpoint(),
  UpdateWebhookEndpoint: endpoint({ url, types: 'USER_ERASED' }),
  PauseWebhookEndpoint: endpoint(),
  ResumeWebhookEndpoint: endpoint(),
  RotateWebhookSecret: endpoint({ overlapHours: '1' }),
  ResendWebhookDelivery: (world, made) => ({ ...endpoint()(world, made), changeId: made.change! }),
  ResendFailedWebhookDeliveries: active({ failedSince: '2026-01-01T00:00:00Z' }),
  ResendWebhookDeliveries: active({ fromSequence: '1', toSequence: '3' }),
  DeleteWebhookEndpoint: endpoint(),
  CreateAlertEndpoint: () => ({ url }),
  TestAlertEndpoint: alertEndpoint(),
  UpdateAlertEndpoint: alertEndpoint({ newTypes: 'API_TOKEN_EXPIRES' }),
  RotateAlertSecret: alertEndpoint({ overlapHours: '1' }),
  DeleteAlertEndpoint: alertEndpoint(),
};

describe('every task of the playbook as a page', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  // Another process, which does not know what the first one has just answered.
  const second = useService(async () => {
    const database = await openPostgresql({ url: service.url, poolSize: 4 });
    return startServiceOn({ database, url: service.url, drop: () => database.close() });
  });
  const made: Values = {};
  beforeAll(async () => {
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
    made.change = await valueIn(
      service,
      'select id from changes where external_service_id = $1 order by id limit 1',
      world.services.alpha.id,
    );
  });

  const pagesOf = (of: TestService) => operatorPages(of, world.operators.admin.secret);
  /** The changes by the operator, newest first. A request can make several. */
  const changes = () =>
    service.database.query<{ request_id: string; subject_id: string }>(
      "select request_id, subject_id from audit_events where actor_id = $1 and action <> 'runQuery' order by id desc",
      [world.operators.admin.id],
    );

  it('has an example in this file', () => {
    const tasks = [...catalog.pages.values()].filter(({ isMutation }) => isMutation);
    expect(Object.keys(examples).sort()).toEqual(tasks.map(({ name }) => name).sort());
  });

  it.each(Object.keys(examples))('%s has one effect for a form that is sent six times', async (name) => {
    const page = [...catalog.pages.values()].find((each) => each.name === name)!;
    const values = new URLSearchParams({ ...examples[name]!(world, made), sent: '1' });
    const review = await pagesOf(service).get(`${page.path}?${values}`);
    const fields = confirmationIn(review.html);
    expect(fields, review.html).not.toEqual([]);
    const before = await changes();
    const post = (to: TestService) => pagesOf(to).post(page.path, fields);
    // A double click on each process, and a reload.
    const clicks = await Promise.all([service, service, second, second].map(post));
    const reloads = [await post(service), await post(second)];
    const after = await changes();
    const added = after.slice(0, after.length - before.length);
    expect(new Set(added.map(({ request_id }) => request_id)).size, clicks[0]!.html).toBe(1);
    made[name] = added.at(-1)!.subject_id;
    const statuses = [...clicks, ...reloads].map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
    // Nothing listens at the endpoints.
    const outcome = name.startsWith('Test') ? 'none' : 'all';
    for (const { status, html } of [...clicks, ...reloads])
      expect(html).toContain(status === 200 ? `class="done ${outcome}"` : 'This was already sent');
    if (outcome === 'none') expect(clicks.map(({ html }) => html.split('listens there').length)).toContain(2);
    const offered = [...clicks[0]!.html.matchAll(/class="button" href="([^"]*)">(?:Next|Undo): /g)];
    for (const [, path] of offered)
      expect((await pagesOf(service).get(path!.replaceAll('&amp;', '&'))).status, path).toBe(200);
  });

  it('stores the ID of a partner as it was entered, with its spaces', async () => {
    const id = 'select external_court_booking_id from court_bookings where id = $1';
    expect(await valueIn(service, id, made.UpsertCourtBooking!)).toBe(' new ');
  });
});
