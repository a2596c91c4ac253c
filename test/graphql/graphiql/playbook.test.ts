import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { raiseAlerts } from '../../../src/services/alerts/raise-alerts.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { findEverywhere } from '../../harness/assertions/everywhere.ts';
import { ask, run } from '../../harness/clients/graphql-client.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { startScriptedServer } from '../../harness/servers/scripted-server.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startServiceOn, startTestService, type TestService } from '../../harness/servers/test-service.ts';
import * as playbook from './playbook.generated.ts';

function thing<T>(result: T): Exclude<T, { type: string; message: string } | { summary: string }> {
  expect(result).not.toHaveProperty('message');
  return result as Exclude<T, { type: string; message: string } | { summary: string }>;
}

describe.each(databaseKinds)('fresh platform, set up with the playbook alone, on %s', (kind) => {
  let service: TestService;
  let token: string;
  // Milliseconds that the tests skipped instead of waiting.
  let skipped = 0;
  beforeAll(async () => {
    service = await startTestService(kind, { monotonic: () => performance.now() + skipped });
    token = (await service.factories.operator('ADMIN')).secret;
  });
  afterAll(() => service.stop());

  const organization = { id: '', courtIds: [] as string[] };
  const partner = { id: '', secret: '', tokenId: '' };
  const put = (id: string, body: unknown, secret = partner.secret) =>
    service.upsertCourtBooking(partner.id, id, { token: secret, body });

  it('sets up the demo data: an organization, its courts, a partner with access and a token', async () => {
    const created = await run(service, token, playbook.CreateOrganizationDocument, {
      organizationName: 'Demo Tennis Club',
      organizationTimeZone: 'Europe/Berlin',
    });
    organization.id = thing(created.createOrganization).id;
    const courtNames = ['Centre Court', 'Court 1', 'Court 2'];
    const { createCourts } = await run(service, token, playbook.CreateCourtsDocument, {
      organizationId: organization.id,
      courtNames,
    });
    const courts = new Map(thing(createCourts).courts.map(({ id, name }) => [name, id]));
    organization.courtIds.push(...courtNames.map((name) => courts.get(name)!));
    const { createExternalService } = await run(service, token, playbook.CreateExternalServiceDocument, {
      serviceName: 'Demo Partner',
    });
    partner.id = thing(createExternalService).id;
    const { grantOrganizationAccess } = await run(service, token, playbook.GrantOrganizationAccessDocument, {
      externalServiceId: partner.id,
      organizationId: organization.id,
    });
    expect(thing(grantOrganizationAccess).organizations.map(({ id }) => id)).toEqual([organization.id]);
    const { issueApiToken } = await run(service, token, playbook.IssueApiTokenDocument, {
      externalServiceId: partner.id,
      scopes: ['USER_WRITE', 'COURT_BOOKING_WRITE'],
      label: 'production',
    });
    partner.secret = thing(issueApiToken).secret;
    partner.tokenId = thing(issueApiToken).apiToken.id;
    const { organizations } = await run(service, token, playbook.OrganizationsDocument, {
      organizationName: 'tennis',
    });
    expect(organizations.nodes[0]!.courts).toHaveLength(3);
    expect(organizations.nodes[0]!.externalServices).toEqual([{ id: partner.id, name: 'Demo Partner' }]);
    const { data } = await ask<{ organization: { history: { action: string }[] } }, never>(
      service,
      token,
      `{ organization(id: "${organization.id}") { history { action } } }`,
    );
    const [granted, ...made] = data.organization.history.map(({ action }) => action);
    expect(granted).toBe('grantOrganizationAccess');
    expect(made).toEqual(['createCourt', 'createCourt', 'createCourt', 'createOrganization']);
  });

  it('accepts the partner’s first booking by REST, with the issued token', async () => {
    const user = await service.createUser(partner.id, { token: partner.secret, body: userBody() });
    const body = bookingBody(organization.courtIds[0]!, { participants: [{ userId: user.body.id }] });
    expect((await put('first', body)).status).toBe(201);
  });

  it('cancels a booking, rejects a newer update with version_conflict, and accepts it after reinstating', async () => {
    const body = (stamp: string) => bookingBody(organization.courtIds[1]!, { externalUpdatedAt: stamp });
    await put('life', body('2026-11-20T12:00:00Z'));
    const { courtBookings } = await run(service, token, playbook.BookingsOfCourtDocument, {
      courtId: organization.courtIds[1]!,
    });
    const courtBookingId = courtBookings.nodes[0]!.id;
    const cancelled = await run(service, token, playbook.CancelCourtBookingDocument, {
      courtBookingId,
      reason: 'The court is flooded.',
    });
    expect(thing(cancelled.cancelCourtBooking)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'The court is flooded.',
    });
    const cancel = (reason: string) =>
      run(service, token, playbook.CancelCourtBookingDocument, { courtBookingId, reason });
    // A retry with the same reason succeeds. Another reason is an error, because it would be lost silently.
    expect(thing((await cancel('The court is flooded.')).cancelCourtBooking).status).toBe('CANCELLED');
    expect((await cancel('Something else.')).cancelCourtBooking).toMatchObject({
      type: 'nothing_to_change',
      message: expect.stringContaining('The court is flooded.'),
    });
    expect((await put('life', body('2026-11-20T13:00:00Z'))).body.error.type).toBe('version_conflict');
    const { reinstateCourtBooking } = await run(service, token, playbook.ReinstateCourtBookingDocument, {
      courtBookingId,
    });
    expect(thing(reinstateCourtBooking).status).toBe('ACTIVE');
    expect((await put('life', body('2026-11-20T13:00:00Z'))).status).toBe(200);

    const life = await run(service, token, playbook.RequestsOfBookingDocument, {
      externalServiceId: partner.id,
      externalCourtBookingId: 'life',
    });
    const { history } = life.courtBookings.nodes[0]!;
    expect(history.map(({ action }) => action)).toEqual([
      'upsertCourtBooking',
      'reinstateCourtBooking',
      'cancelCourtBooking',
      'upsertCourtBooking',
    ]);
    expect(history[1]!.actor).toMatchObject({ name: 'ADMIN of a test' });
    expect(history[3]!.actor).toMatchObject({ label: 'production' });
    expect(history[2]!.after).toMatchObject({ cancellationReason: 'The court is flooded.' });
    const lived = await run(service, token, playbook.BookingTimelineDocument, {
      courtBookingId: life.courtBookings.nodes[0]!.id,
    });
    const events = lived.courtBooking!.timeline.flatMap(({ resource }) =>
      'action' in resource ? [resource.action] : [],
    );
    expect(events).toEqual(history.map(({ action }) => action));
  });

  it('cancels all bookings of a court in a time range, after a dry run', async () => {
    const courtId = organization.courtIds[2]!;
    await put('flooded-1', bookingBody(courtId, {}, 200));
    await put('flooded-2', bookingBody(courtId, {}, 201));
    const input = {
      courtId,
      from: String(bookingBody(courtId, {}, 200).startDate),
      to: String(bookingBody(courtId, {}, 201).endDate),
      reason: 'The court is flooded.',
    };
    const dryRun = await run(service, token, playbook.CancelCourtBookingsDocument, input);
    const { count, confirmToken, courtBookings } = thing(dryRun.cancelCourtBookings);
    expect([count, ...courtBookings.map(({ externalCourtBookingId }) => externalCourtBookingId)]).toEqual([
      2,
      'flooded-1',
      'flooded-2',
    ]);
    const confirmed = { ...input, confirmToken: confirmToken! };
    const { cancelCourtBookings } = await run(
      service,
      token,
      playbook.CancelCourtBookingsDocument,
      confirmed,
    );
    expect(thing(cancelCourtBookings)).toMatchObject({ done: true, count: 2, hasMore: false });
    const again = await run(service, token, playbook.CancelCourtBookingsDocument, confirmed);
    expect(again.cancelCourtBookings).toMatchObject({ type: 'confirmation_outdated' });
    expect((await put('in-its-place', bookingBody(courtId, {}, 200))).status).toBe(201);
  });

  it('rejects a block that overlaps an active booking, and lists and lifts blocks', async () => {
    const courtId = organization.courtIds[2]!;
    const { startDate: from, endDate: to } = bookingBody(courtId, {}, 210) as Record<string, string>;
    const input = { courtId, from: from!, to: to!, reason: 'The net is replaced.' };
    await put('in-the-way', bookingBody(courtId, {}, 210));
    const { blockCourt: refused } = await run(service, token, playbook.BlockCourtDocument, input);
    expect(refused).toMatchObject({
      type: 'court_booking_overlap',
      conflicts: [
        { externalCourtBookingId: 'in-the-way', blockReason: null, externalService: { id: partner.id } },
      ],
    });
    const dryRun = await run(service, token, playbook.CancelCourtBookingsDocument, input);
    const { confirmToken } = thing(dryRun.cancelCourtBookings);
    await run(service, token, playbook.CancelCourtBookingsDocument, {
      ...input,
      confirmToken: confirmToken!,
    });
    const { blockCourt } = await run(service, token, playbook.BlockCourtDocument, input);
    const block = thing(blockCourt) as { id: string };
    expect(block).toMatchObject({ blockReason: 'The net is replaced.' });
    expect((await put('over-it', bookingBody(courtId, {}, 210))).body.error.type).toBe(
      'court_booking_overlap',
    );
    const blocks = () => run(service, token, playbook.BlocksDocument, { courtId });
    expect((await blocks()).courtBookings.nodes).toMatchObject([
      { id: block.id, blockReason: 'The net is replaced.', court: { id: courtId } },
    ]);
    const { unblockCourt } = await run(service, token, playbook.UnblockCourtDocument, {
      courtBookingId: block.id,
    });
    expect(thing(unblockCourt)).toMatchObject({ id: block.id, status: 'CANCELLED' });
    expect((await blocks()).courtBookings.nodes).toEqual([]);
    expect((await put('over-it', bookingBody(courtId, {}, 210))).status).toBe(201);
  });

  it('exports a filtered list as a file and records the operator', async () => {
    const filter = { status: 'CANCELLED' } as const;
    const { courtBookings } = await run(service, token, playbook.ToExportDocument, { filter });
    const given = encodeURIComponent(JSON.stringify({ filter }));
    const response = await fetch(`${service.address}/operators/export/courtBookings.csv?arguments=${given}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(courtBookings.totalCount! + 1);
    expect(lines[1]).toContain(courtBookings.nodes[0]!.id);
    const { auditEvents } = await run(service, token, playbook.WhoExportedDocument, {});
    expect(auditEvents.nodes).toMatchObject([
      { actor: { name: 'ADMIN of a test' }, after: { list: 'courtBookings', filters: { filter } } },
    ]);
  });

  it('rejects reinstating into a taken slot, and ConflictingBookings shows the conflict', async () => {
    const body = bookingBody(organization.courtIds[2]!);
    await put('was-first', body);
    const { courtBookings } = await run(service, token, playbook.BookingsOfCourtDocument, {
      courtId: organization.courtIds[2]!,
    });
    const courtBookingId = courtBookings.nodes[0]!.id;
    await run(service, token, playbook.CancelCourtBookingDocument, { courtBookingId, reason: 'x' });
    await put('came-later', body);
    const { reinstateCourtBooking } = await run(service, token, playbook.ReinstateCourtBookingDocument, {
      courtBookingId,
    });
    expect(reinstateCourtBooking).toMatchObject({ type: 'court_booking_overlap' });
    const conflicting = await run(service, token, playbook.ConflictingBookingsDocument, {
      courtId: organization.courtIds[2]!,
      startDate: String(body.startDate),
      endDate: String(body.endDate),
    });
    expect(
      conflicting.courtBookings.nodes.map(({ externalCourtBookingId }) => externalCourtBookingId),
    ).toEqual(['came-later']);
  });

  it('frees a booking that is blocked by an externalUpdatedAt in the far future', async () => {
    const body = (stamp: string) => bookingBody(organization.courtIds[0]!, { externalUpdatedAt: stamp }, 5);
    await put('blocked', body('2100-12-31T00:00:00Z'));
    expect((await put('blocked', body('2026-11-20T12:00:00Z'))).body.error.type).toBe('stale_write');
    const { courtBookings } = await run(service, token, playbook.BlockedBookingDocument, {
      externalServiceId: partner.id,
      externalCourtBookingId: 'blocked',
    });
    const { resetCourtBookingVersion } = await run(
      service,
      token,
      playbook.ResetCourtBookingVersionDocument,
      {
        courtBookingId: courtBookings.nodes[0]!.id,
        externalUpdatedAt: '2026-11-20T11:00:00.000001Z',
      },
    );
    expect(thing(resetCourtBookingVersion).externalUpdatedAt).toBe('2026-11-20T11:00:00.000001Z');
    const ahead = await run(service, token, playbook.ResetCourtBookingVersionDocument, {
      courtBookingId: courtBookings.nodes[0]!.id,
      externalUpdatedAt: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(ahead.resetCourtBookingVersion).toMatchObject({ type: 'invalid_schema' });
    expect((await put('blocked', body('2026-11-20T12:00:00Z'))).status).toBe(200);
  });

  it('explains by request id why a request failed, in one query', async () => {
    const headers = { 'X-Request-Id': 'asked-about' };
    await service.upsertCourtBooking(partner.id, 'refused', {
      token: partner.secret,
      headers,
      body: { ...bookingBody(organization.courtIds[0]!), startDate: 'soon', participants: [{ userId: 'x' }] },
    });
    const request = async () =>
      (await run(service, token, playbook.RequestByIdDocument, { requestId: 'asked-about' })).partnerRequests
        .nodes[0];
    await expect.poll(request).toBeDefined();
    expect(await request()).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      operation: 'upsertCourtBooking',
      ...{ itemIndex: null, itemCount: null, rejectedItemCount: null },
      response: { error: expect.objectContaining({ type: 'invalid_schema' }) },
      externalId: 'refused',
      status: 400,
      errorType: 'invalid_schema',
      issues: [
        { path: 'startDate', code: 'invalid_format' },
        { path: 'participants.0.userId', code: 'invalid_format' },
      ],
      target: null,
      externalUpdatedAt: null,
      startDate: null,
      endDate: null,
      court: null,
      conflicts: [],
      apiToken: expect.objectContaining({ id: partner.tokenId, label: 'production' }),
      pathExternalService: null,
      milliseconds: expect.any(Number),
      requestCount: 1,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      callerRequestId: 'asked-about',
      externalService: { id: partner.id, name: 'Demo Partner' },
      courtBooking: null,
      auditEvents: [],
    });
    const { partnerRequests: failed } = await run(service, token, playbook.FailedRequestsDocument, {
      externalServiceId: partner.id,
      token: partner.tokenId,
      errorType: 'invalid_schema',
    });
    expect(failed.nodes.map(({ requestId }) => requestId)).toEqual([(await request())!.requestId]);

    await service.createUser(partner.id, { token: 'not a token', body: {} });
    const stranger = async () =>
      (
        await run(service, token, playbook.RequestsWithoutTokenDocument, { externalServiceId: partner.id })
      ).partnerRequests.nodes.map(({ operation, errorType }) => [operation, errorType]);
    await expect.poll(stranger).toEqual([['createUser', 'invalid_api_token']]);

    const body = bookingBody(organization.courtIds[0]!, {}, 30);
    const input = body as { courtId: string; startDate: string; endDate: string; externalUpdatedAt: string };
    const { explainCourtBooking } = await run(service, token, playbook.ExplainCourtBookingDocument, {
      ...input,
      externalServiceId: partner.id,
      externalCourtBookingId: 'passed',
    });
    expect(explainCourtBooking).toMatchObject({
      outcome: 'CREATED',
      status: 201,
      stored: null,
      conflicts: [],
    });
    await service.upsertCourtBooking(partner.id, 'passed', {
      token: partner.secret,
      headers: { 'X-Request-Id': 'passed' },
      body,
    });
    const passed = async () =>
      (await run(service, token, playbook.RequestByIdDocument, { requestId: 'passed' })).partnerRequests
        .nodes[0];
    await expect.poll(passed).toMatchObject({
      status: 201,
      courtBooking: { status: 'ACTIVE' },
      auditEvents: [{ action: 'upsertCourtBooking', before: null }],
    });
  });

  it('reports failures by partner, operation and error type, with samples that lead to a request', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const range = { from, to, externalServiceId: partner.id };
    const refused = async () => {
      const { partnerTraffic } = await run(service, token, playbook.WhichPartnerFailsDocument, { from, to });
      return partnerTraffic.find(({ externalService }) => externalService?.id === partner.id)?.refused;
    };
    const before = (await refused()) ?? 0;
    await put('traffic', { ...bookingBody(organization.courtIds[0]!), endDate: 'late' });
    await expect.poll(refused).toBe(before + 1);
    const { partnerTraffic: hours } = await run(service, token, playbook.HourByHourDocument, range);
    expect(hours).toContainEqual(
      expect.objectContaining({ operation: 'upsertCourtBooking', errorType: 'invalid_schema' }),
    );
    const { partnerFaults } = await run(service, token, playbook.WhatIsWrongDocument, range);
    const fault = partnerFaults.find(({ place }) => place === 'endDate')!;
    expect(fault).toMatchObject({
      operation: 'upsertCourtBooking',
      errorType: 'invalid_schema',
      requests: 1,
    });
    const { partnerRequests } = await run(service, token, playbook.RequestByIdDocument, {
      requestId: fault.requestId,
    });
    expect(partnerRequests.nodes[0]).toMatchObject({ externalId: 'traffic' });
  });

  it('rotates a leaked token so that both work, and rejects the old one within 1 s of its revocation', async () => {
    const { rotateApiToken } = await run(service, token, playbook.RotateApiTokenDocument, {
      apiTokenId: partner.tokenId,
      overlapMinutes: 60,
    });
    const fresh = thing(rotateApiToken).secret;
    for (const secret of [partner.secret, fresh]) {
      expect((await service.createUser(partner.id, { token: secret, body: userBody() })).status).toBe(201);
    }
    const { revokeApiToken } = await run(service, token, playbook.RevokeApiTokenDocument, {
      apiTokenId: partner.tokenId,
    });
    expect(thing(revokeApiToken).revokedAt).toEqual(expect.any(String));
    skipped += 1_000;
    expect((await service.createUser(partner.id, { token: partner.secret, body: userBody() })).status).toBe(
      401,
    );
    const again = await run(service, token, playbook.RotateApiTokenDocument, {
      apiTokenId: partner.tokenId,
      overlapMinutes: 1,
    });
    expect(again.rotateApiToken).toMatchObject({ type: 'api_token_not_active' });
    const { externalService } = await run(service, token, playbook.TokensOfServiceDocument, {
      externalServiceId: partner.id,
    });
    expect(externalService!.apiTokens).toHaveLength(2);
    partner.secret = fresh;
  });

  it('revokes all tokens of a partner at once, and accepts one that is issued afterwards', async () => {
    const externalServiceId = partner.id;
    const { revokeApiTokens } = await run(service, token, playbook.RevokeApiTokensDocument, {
      externalServiceId,
    });
    expect(thing(revokeApiTokens).apiTokens.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    skipped += 1_000;
    const status = async () =>
      (await service.createUser(partner.id, { token: partner.secret, body: userBody() })).status;
    expect(await status()).toBe(401);
    const again = await run(service, token, playbook.RevokeApiTokensDocument, { externalServiceId });
    expect(again.revokeApiTokens).toMatchObject({ type: 'nothing_to_change' });
    const { issueApiToken } = await run(service, token, playbook.IssueApiTokenDocument, {
      externalServiceId,
      scopes: ['USER_WRITE', 'COURT_BOOKING_WRITE'],
      label: 'new',
    });
    partner.secret = thing(issueApiToken).secret;
    expect(await status()).toBe(201);
  });

  it('finds a user by email address or external id, updates the user and links another external service', async () => {
    const body = userBody();
    const { body: created } = await service.createUser(partner.id, { token: partner.secret, body });
    for (const variables of [
      { email: String(body.email).toUpperCase() },
      { externalUserId: String(body.externalUserId) },
    ]) {
      const { users } = await run(service, token, playbook.FindUserDocument, variables);
      expect(users.nodes).toEqual([
        expect.objectContaining({ id: created.id, externalUserId: body.externalUserId }),
      ]);
    }
    const { updateUser } = await run(service, token, playbook.UpdateUserDocument, {
      userId: created.id,
      gender: 'FEMALE',
      mainSportType: 'TENNIS',
      playingHand: 'LEFT',
    });
    expect(thing(updateUser)).toMatchObject({ birthday: '1985-12-10', gender: 'FEMALE' });
    const cleared = await run(service, token, playbook.UpdateUserDocument, {
      userId: created.id,
      gender: null,
    });
    expect(thing(cleared.updateUser)).toMatchObject({ gender: null, playingHand: 'LEFT' });
    const moved = await run(service, token, playbook.UpdateUserDocument, {
      userId: created.id,
      newEmail: 'Somewhere.Else@example.com',
      newExternalUserId: 'elsewhere',
    });
    expect(thing(moved.updateUser)).toMatchObject({
      email: 'somewhere.else@example.com',
      externalUserId: 'elsewhere',
      playingHand: 'LEFT',
    });

    const other = await service.factories.tenant();
    await service.factories.grantOrganization(other.externalServiceId, organization.id);
    const name = (id: string) =>
      service.upsertCourtBooking(other.externalServiceId, id, {
        token: other.token,
        body: bookingBody(organization.courtIds[0]!, { participants: [{ userId: created.id }] }, 20),
      });
    const access = { externalServiceId: other.externalServiceId, userId: created.id };
    expect((await name('granted')).status).toBe(403);
    const { grantUserAccess } = await run(service, token, playbook.GrantUserAccessDocument, access);
    expect(thing(grantUserAccess).grantedUsers).toEqual([
      { id: created.id, email: 'somewhere.else@example.com' },
    ]);
    expect((await name('granted')).status).toBe(201);
    const { revokeUserAccess } = await run(service, token, playbook.RevokeUserAccessDocument, access);
    expect(thing(revokeUserAccess).grantedUsers).toEqual([]);
    expect((await name('revoked')).status).toBe(403);
  });

  it('acts for a partner under the same rules', async () => {
    const { email, externalUserId } = userBody() as Record<string, string>;
    const user = {
      externalServiceId: partner.id,
      email: email!,
      externalUserId: externalUserId!,
      firstName: 'Grace',
      lastName: 'Hopper',
    };
    const created = await run(service, token, playbook.CreateUserDocument, user);
    expect(thing(created.createUser).managedBy.id).toBe(partner.id);
    const other = await run(service, token, playbook.CreateUserDocument, {
      ...user,
      externalUserId: 'other',
    });
    expect(other.createUser).toMatchObject({ type: 'email_already_in_use' });
    const booking = {
      externalServiceId: partner.id,
      externalCourtBookingId: 'by-operator',
      courtId: organization.courtIds[0]!,
      startDate: '2027-03-01T10:00:00+01:00',
      endDate: '2027-03-01T11:00:00+01:00',
      externalUpdatedAt: '2026-11-20T12:00:00.000001Z',
      participants: [{ email: email! }],
    };
    const { upsertCourtBooking } = await run(service, token, playbook.UpsertCourtBookingDocument, booking);
    expect(thing(upsertCourtBooking)).toMatchObject({
      startDate: '2027-03-01T09:00:00.000Z',
      externalUpdatedAt: '2026-11-20T12:00:00.000001Z',
    });
    const unknown = await run(service, token, playbook.UpsertCourtBookingDocument, {
      ...booking,
      externalServiceId: crypto.randomUUID(),
    });
    expect(unknown.upsertCourtBooking).toMatchObject({ type: 'external_service_not_found' });
  });

  it('rejects a partner whose access was revoked, and keeps its bookings', async () => {
    const access = { externalServiceId: partner.id, organizationId: organization.id };
    const { revokeOrganizationAccess } = await run(
      service,
      token,
      playbook.RevokeOrganizationAccessDocument,
      access,
    );
    expect(thing(revokeOrganizationAccess).organizations).toEqual([]);
    expect((await put('afterwards', bookingBody(organization.courtIds[0]!, {}, 50))).body.error.type).toBe(
      'organization_access_denied',
    );
    await run(service, token, playbook.GrantOrganizationAccessDocument, access);
    expect((await put('afterwards', bookingBody(organization.courtIds[0]!, {}, 50))).status).toBe(201);
  });

  it('closes and reopens a court, and deactivates and reactivates a partner', async () => {
    const courtId = organization.courtIds[1]!;
    const body = bookingBody(courtId, {}, 60);
    const { updateCourt: closed } = await run(service, token, playbook.CloseCourtDocument, { courtId });
    expect(thing(closed)).toMatchObject({ id: courtId, active: false });
    expect((await put('closed', body)).body.error.type).toBe('court_not_found');
    await run(service, token, playbook.OpenCourtDocument, { courtId });
    expect((await put('closed', body)).status).toBe(201);

    const externalServiceId = partner.id;
    const { updateExternalService: off } = await run(service, token, playbook.SwitchPartnerOffDocument, {
      externalServiceId,
    });
    expect(thing(off)).toMatchObject({ id: partner.id, active: false });
    skipped += 1_000;
    expect((await put('closed', body)).body.error.type).toBe('invalid_api_token');
    await run(service, token, playbook.SwitchPartnerOnDocument, { externalServiceId });
    expect((await put('closed', body)).status).toBe(200);
  });

  it('renames an organization, a court and a partner', async () => {
    const { updateOrganization } = await run(service, token, playbook.UpdateOrganizationDocument, {
      organizationId: organization.id,
      organizationName: 'Club by the river',
    });
    expect(thing(updateOrganization)).toMatchObject({
      name: 'Club by the river',
      timeZone: 'Europe/Berlin',
    });
    const courtId = organization.courtIds[2]!;
    const renameCourt = async (courtName: string) =>
      (await run(service, token, playbook.RenameCourtDocument, { courtId, courtName })).updateCourt;
    expect(await renameCourt('Centre Court')).toMatchObject({ type: 'name_already_in_use' });
    expect(thing(await renameCourt('Court 3')).name).toBe('Court 3');
    const { updateExternalService } = await run(service, token, playbook.RenameExternalServiceDocument, {
      externalServiceId: partner.id,
      serviceName: 'Club app',
    });
    expect(thing(updateExternalService).name).toBe('Club app');
  });

  it('exports and erases the data of a person, whether a user or a guest', async () => {
    const body = userBody();
    const { body: created } = await service.createUser(partner.id, { token: partner.secret, body });
    const email = String(body.email);
    const guest = 'guest-of-the-playbook@example.com';
    const participants = [{ email }, { email: guest }];
    await put('with-a-guest', bookingBody(organization.courtIds[0]!, { participants }, 70));

    const { exportPerson } = await run(service, token, playbook.ExportPersonDocument, { email });
    const { person, nextCursor } = thing(exportPerson) as {
      person: Record<string, unknown>;
      nextCursor: string | null;
    };
    expect(nextCursor).toBeNull();
    expect(person).toMatchObject({
      user: { id: created.id, email, firstName: 'Ada', birthday: '1985-12-10' },
      links: [{ externalServiceId: partner.id, externalUserId: body.externalUserId }],
      courtBookings: [{ externalCourtBookingId: 'with-a-guest', namedBy: 'email' }],
      auditEvents: [
        { action: 'createUser' },
        { action: 'upsertCourtBooking', after: { participants: [{ email }] } },
      ],
    });
    expect(JSON.stringify(person)).not.toContain(guest);

    const refused = await run(service, token, playbook.EraseGuestDocument, { email });
    expect(refused.eraseGuest).toMatchObject({ type: 'email_of_user' });
    const { eraseUser } = await run(service, token, playbook.EraseUserDocument, {
      userId: created.id,
    });
    expect(thing(eraseUser)).toMatchObject({
      id: created.id,
      status: 'ERASED',
      erasedAt: expect.any(String),
    });
    const { eraseGuest } = await run(service, token, playbook.EraseGuestDocument, { email: guest });
    expect(thing(eraseGuest)).toEqual({ courtBookings: 1 });
    expect(await findEverywhere(service.database, [email, guest])).toEqual([]);
    const { courtBookings } = await run(service, token, playbook.RequestsOfBookingDocument, {
      externalServiceId: partner.id,
      externalCourtBookingId: 'with-a-guest',
    });
    expect(courtBookings.nodes[0]!.history[0]!.after).toMatchObject({
      participants: [{ erased: true }, { erased: true }],
    });

    const gone = await run(service, token, playbook.GrantUserAccessDocument, {
      externalServiceId: partner.id,
      userId: created.id,
    });
    expect(gone.grantUserAccess).toMatchObject({ type: 'user_not_found' });
    const changed = await run(service, token, playbook.UpdateUserDocument, {
      userId: created.id,
      newEmail: guest,
    });
    expect(changed.updateUser).toMatchObject({ type: 'user_not_found' });
  });

  it('adds and revokes an operator, but keeps the last administrator', async () => {
    const { createOperator } = await run(service, token, playbook.CreateOperatorDocument, {
      operatorName: 'Colleague',
      role: 'VIEWER',
    });
    const { secret, operator } = thing(createOperator);
    const { me } = await run(service, secret, playbook.MeDocument, {});
    expect(me).toEqual({ id: operator.id, name: 'Colleague', role: 'VIEWER' });
    await run(service, token, playbook.RevokeOperatorDocument, { operatorId: operator.id });
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(401);
    const { me: self } = await run(service, token, playbook.MeDocument, {});
    const last = await run(service, token, playbook.RevokeOperatorDocument, { operatorId: self.id });
    expect(last.revokeOperator).toMatchObject({ type: 'last_administrator' });
  });

  it('lists tokens that expire soon or are unused, and gives a partner its own rate limit', async () => {
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { issueApiToken } = await run(service, token, playbook.IssueApiTokenDocument, {
      externalServiceId: partner.id,
      scopes: ['USER_READ'],
      label: 'for a day',
      expiresAt,
    });
    const { id } = thing(issueApiToken).apiToken;
    const { apiTokens } = await run(service, token, playbook.TokensThatEndDocument, {
      expiresBefore: inAWeek,
    });
    expect(apiTokens.nodes).toContainEqual(expect.objectContaining({ id, expiresAt, lastUsedAt: null }));
    const { apiTokens: unused } = await run(service, token, playbook.UnusedTokensDocument, {
      unusedSince: inAWeek,
    });
    expect(unused.nodes.map((one) => one.id)).toContain(id);

    const externalServiceId = partner.id;
    const policy = async () => (await put('limited', {})).headers.get('ratelimit-policy');
    const set = async (rateLimit: { requestsPerSecond: number; burst: number } | null) =>
      thing(
        (rateLimit
          ? await run(service, token, playbook.SetRateLimitDocument, { externalServiceId, rateLimit })
          : await run(service, token, playbook.RemoveRateLimitDocument, { externalServiceId })
        ).setRateLimit,
      ).rateLimit;
    const before = await policy();
    expect(await set({ requestsPerSecond: 20, burst: 40 })).toEqual({ requestsPerSecond: 20, burst: 40 });
    skipped += 1_000;
    expect(await policy()).toBe('"token";q=40;w=2');
    expect(await set(null)).toBeNull();
    skipped += 1_000;
    expect(await policy()).toBe(before);
  });

  it('rotates an operator token, which ends the old token and its sessions', async () => {
    const { createOperator } = await run(service, token, playbook.CreateOperatorDocument, {
      operatorName: 'On call',
      role: 'VIEWER',
    });
    const { secret, operator } = thing(createOperator);
    const { rotateOperatorToken } = await run(service, secret, playbook.RotateOperatorTokenDocument, {
      operatorId: operator.id,
      overlapMinutes: 0,
    });
    const fresh = thing(rotateOperatorToken).secret;
    expect((await run(service, fresh, playbook.MeDocument, {})).me.id).toBe(operator.id);
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(401);
  });

  it('creates and tests an alert endpoint, and sends an alert about an expiring token', async () => {
    const receiver = await startScriptedServer({ status: 200, body: 'thanks' });
    const { createAlertEndpoint } = await run(service, token, playbook.CreateAlertEndpointDocument, {
      url: `${receiver.address}/alerts`,
    });
    const { secret, alertEndpoint } = thing(createAlertEndpoint);
    expect(secret).toMatch(/^whsec_/);
    const on = { alertEndpointId: alertEndpoint.id };
    const { testAlertEndpoint } = await run(service, token, playbook.TestAlertEndpointDocument, on);
    expect(thing(testAlertEndpoint)).toMatchObject({ status: 200, answer: 'thanks', error: null });
    const { updateAlertEndpoint } = await run(service, token, playbook.UpdateAlertEndpointDocument, {
      ...on,
      newUrl: `${receiver.address}/elsewhere`,
      newTypes: ['API_TOKEN_EXPIRES'],
    });
    expect(thing(updateAlertEndpoint)).toEqual({
      id: alertEndpoint.id,
      url: `${receiver.address}/elsewhere`,
      types: ['API_TOKEN_EXPIRES'],
    });
    const { rotateAlertSecret } = await run(service, token, playbook.RotateAlertSecretDocument, {
      ...on,
      overlapHours: 24,
    });
    expect(thing(rotateAlertSecret).secret).not.toBe(secret);

    const { issueApiToken } = await run(service, token, playbook.IssueApiTokenDocument, {
      externalServiceId: partner.id,
      scopes: ['USER_READ'],
      label: 'for three days',
      expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    });
    const { id } = thing(issueApiToken).apiToken;
    await raiseAlerts({ database: service.database, now: Date.now, newId: uuidv7 });
    const told = async () => {
      const { alerts } = await run(service, token, playbook.OpenAlertsDocument, {});
      return alerts.nodes.find(({ data }) => (data as { apiTokenId?: string }).apiTokenId === id);
    };
    expect(await told()).toMatchObject({
      type: 'API_TOKEN_EXPIRES',
      message: expect.stringContaining('for three days'),
    });
    await expect
      .poll(async () => (await told())!.deliveries[0]!.deliveredAt, { timeout: 10_000 })
      .toEqual(expect.any(String));
    const { id: alertId } = (await told())!;
    const sent = receiver.received.filter(({ headers }) => headers['webhook-id'] === alertId);
    expect(
      sent.map(({ url, headers }) => [url, `${headers['webhook-signature']}`.split(' ').length]),
    ).toEqual([['/elsewhere', 2]]);

    await run(service, token, playbook.RevokeApiTokenDocument, { apiTokenId: id });
    await raiseAlerts({ database: service.database, now: Date.now, newId: uuidv7 });
    expect(await told()).toBeUndefined();
    const { alerts } = await run(service, token, playbook.FormerAlertsDocument, {
      alertType: 'API_TOKEN_EXPIRES',
    });
    const resolved = {
      resolvedAt: expect.any(String),
      resolutions: [expect.objectContaining({ lastError: null })],
    };
    expect(alerts.nodes).toContainEqual(expect.objectContaining(resolved));
    await expect
      .poll(() => receiver.received.map(({ body }) => body), { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(/"alert\.api_token_expires\.resolved".*/));
    await run(service, token, playbook.DeleteAlertEndpointDocument, on);
    await receiver.close();
  });

  it('creates and tests a webhook endpoint, lists its deliveries and resends one', async () => {
    const receiver = await startScriptedServer({ status: 200, body: 'thanks' });
    const created = await run(service, token, playbook.CreateWebhookEndpointDocument, {
      externalServiceId: partner.id,
      url: `${receiver.address}/hook`,
      types: ['COURT_BOOKING_CREATED'],
    });
    const on = { webhookEndpointId: thing(created.createWebhookEndpoint).webhookEndpoint.id };
    const { testWebhookEndpoint } = await run(service, token, playbook.TestWebhookEndpointDocument, on);
    expect(thing(testWebhookEndpoint)).toMatchObject({ status: 200, answer: 'thanks', error: null });
    const { webhookId } = thing(testWebhookEndpoint);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(webhookId);

    const { pauseWebhookEndpoint } = await run(service, token, playbook.PauseWebhookEndpointDocument, on);
    expect(thing(pauseWebhookEndpoint)).toMatchObject({ status: 'PAUSED', pausedBecause: 'OPERATOR' });
    await put('told', bookingBody(organization.courtIds[0]!, {}, 40));
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
    const { webhookDeliveries } = await run(service, token, playbook.WebhookDeliveriesDocument, on);
    const [delivery] = webhookDeliveries.nodes;
    expect(delivery).toMatchObject({
      status: 'PENDING',
      change: { type: 'COURT_BOOKING_CREATED', body: { data: { externalCourtBookingId: 'told' } } },
    });
    const { resendWebhookDelivery } = await run(service, token, playbook.ResendWebhookDeliveryDocument, {
      ...on,
      changeId: delivery!.id,
    });
    expect(thing(resendWebhookDelivery).status).toBe('PENDING');
    const { sequence } = delivery!.change!;
    const { resendWebhookDeliveries } = await run(service, token, playbook.ResendWebhookDeliveriesDocument, {
      ...on,
      fromSequence: sequence,
      toSequence: sequence,
    });
    expect(thing(resendWebhookDeliveries)).toEqual({ count: 1, nextSequence: null });

    const { rotateWebhookSecret } = await run(service, token, playbook.RotateWebhookSecretDocument, {
      ...on,
      overlapHours: 24,
    });
    expect(thing(rotateWebhookSecret).webhookEndpoint.formerSecretUntil).not.toBeNull();
    const moved = await run(service, token, playbook.UpdateWebhookEndpointDocument, {
      ...on,
      url: `${receiver.address}/other`,
    });
    expect(thing(moved.updateWebhookEndpoint).url).toBe(`${receiver.address}/other`);
    const { resumeWebhookEndpoint } = await run(service, token, playbook.ResumeWebhookEndpointDocument, on);
    expect(thing(resumeWebhookEndpoint).status).toBe('ACTIVE');
    const { webhookEndpoints } = await run(service, token, playbook.WebhookEndpointsDocument, {
      externalServiceId: partner.id,
    });
    expect(webhookEndpoints.nodes.map(({ id }) => id)).toEqual([on.webhookEndpointId]);
    await run(service, token, playbook.DeleteWebhookEndpointDocument, on);
    await receiver.close();
  });
});

describe('second process on the same database', () => {
  it('rejects a revoked token within 1 s', async () => {
    let skipped = 0;
    const first = await startTestService('postgresql');
    const database = await openPostgresql({ url: first.url, poolSize: 2 });
    const second = await startServiceOn(
      { database, url: first.url, drop: () => database.close() },
      { monotonic: () => performance.now() + skipped },
    );
    try {
      const operator = await first.factories.operator('ADMIN');
      const tenant = await first.factories.tenant();
      const status = async () =>
        (await second.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody() })).status;
      expect(await status()).toBe(201);
      await run(first, operator.secret, playbook.RevokeApiTokenDocument, { apiTokenId: tenant.tokenId });
      skipped += 1_000;
      expect(await status()).toBe(401);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
