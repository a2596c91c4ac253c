import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operatorsService } from '../../../src/db/entities/external-service.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { bookingIdIn, valueIn } from '../../harness/data/rows.ts';
import type { CallAnswer } from '../../harness/servers/test-service.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const reason = 'The net is replaced.';

describe('court block', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  const support = useOperator(service, 'SUPPORT');
  const admin = useOperator(service);
  const tenant = useTenant(service);

  const put = ({ externalServiceId, token }: Tenant, id: string, slot: number, court = 0) =>
    service.upsertCourtBooking(externalServiceId, id, {
      token,
      body: bookingBody(tenant.courtIds[court]!, {}, slot),
    });
  const range = (slot: number, court = 0) => {
    const { courtId, startDate: from, endDate: to } = bookingBody(tenant.courtIds[court]!, {}, slot);
    return { courtId, from, to } as { courtId: string; from: string; to: string };
  };
  const block = async (slot: number, court = 0) => {
    const input = { ...range(slot, court), reason };
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, input);
    return blockCourt as { id: string; type?: string; conflicts?: { id: string }[]; message?: string };
  };
  const unblock = async (courtBookingId: string) => {
    const { unblockCourt } = await support.run(playbook.UnblockCourtDocument, { courtBookingId });
    return unblockCourt as { status?: string; type?: string };
  };
  const read = (path: string, { token, externalServiceId }: Tenant = tenant, method = 'GET') =>
    service.call(`/api/v1/external-services/${externalServiceId}/${path}`, { token, method });
  const count = (text: string) => valueIn<number>(service, `select count(*)::int as count from ${text}`);
  const answered = ({ status, body }: CallAnswer) => ({ status, body });

  it('is rejected over an active booking, names the conflict and stores nothing', async () => {
    await put(tenant, 'there', 0);
    const id = await bookingIdIn(service, 'there');
    const events = await count('audit_events');
    expect(await block(0)).toMatchObject({ type: 'court_booking_overlap', conflicts: [{ id }] });
    expect([await count('external_services'), await count('audit_events')]).toEqual([1, events]);
    expect(await count('organization_grants')).toBe(1);
  });

  it('looks exactly like a booking of another partner in errors and occupancy', async () => {
    await put(await service.factories.neighbour(tenant), 'theirs', 10, 0);
    await block(10, 1);
    const longer = async (court: number) => {
      const { externalServiceId, token } = tenant;
      const body = bookingBody(tenant.courtIds[court]!, { endDate: '2027-01-01T22:00:00Z' }, 9);
      return answered(await service.upsertCourtBooking(externalServiceId, 'mine', { token, body }));
    };
    const [overTheirs, overBlock] = [await longer(0), await longer(1)];
    expect(overBlock).toEqual(overTheirs);
    expect(overBlock).toMatchObject({ status: 409, body: { error: { type: 'court_booking_overlap' } } });
    const occupancy = async (court: number) =>
      answered(
        await read(
          `courts/${tenant.courtIds[court]}/occupancy?from=2027-01-01T20:00:00Z&to=2027-01-02T00:00:00Z`,
        ),
      );
    expect(await occupancy(1)).toEqual(await occupancy(0));
    expect((await occupancy(1)).body).toEqual({
      occupied: [{ startDate: '2027-01-01T20:00:00.000Z', endDate: '2027-01-01T21:00:00.000Z' }],
    });
  });

  it('is lifted once and frees its time at once, and a booking of a partner cannot be lifted', async () => {
    const { id } = await block(20);
    expect((await put(tenant, 'after it', 20)).status).toBe(409);
    const events = await count('audit_events');
    expect(await unblock(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await count('audit_events')).toBe(events + 2);
    expect((await put(tenant, 'after it', 20)).status).toBe(201);
    expect(await unblock(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await count('audit_events')).toBe(events + 3);
    for (const other of [await bookingIdIn(service, 'after it'), randomUUID()])
      expect(await unblock(other)).toMatchObject({ type: 'court_booking_not_found' });
    expect(await block(20)).toMatchObject({ type: 'court_booking_overlap' });
    const data = await support.data(`mutation { reinstateCourtBooking(input: { courtBookingId: "${id}" }) {
         ... on CourtBookingOverlapError { conflicts { externalCourtBookingId } } } }`);
    expect(data).toEqual({
      reinstateCourtBooking: { conflicts: [{ externalCourtBookingId: 'after it' }] },
    });
  });

  it('is hidden from partners, who can neither read nor cancel it', async () => {
    const { id } = await block(30);
    const text = 'select external_court_booking_id from court_bookings where id = $1';
    const externalId = await valueIn(service, text, id);
    const path = `court-bookings/by-external-id/${externalId}`;
    expect((await read(path)).status).toBe(404);
    const of = (externalServiceId: string) => ({ ...tenant, externalServiceId });
    for (const [method, query] of [
      ['GET', ''],
      ['DELETE', '?externalUpdatedAt=2028-01-01T00:00:00Z'],
    ] as const) {
      const answer = answered(await read(`${path}${query}`, of(operatorsService.id), method));
      expect(answer).toEqual(answered(await read(`${path}${query}`, of(randomUUID()), method)));
      expect(answer.status).toBe(403);
    }
    while (!(await sequenceChanges({ database: service.database, now: Date.now })));
    const changes = JSON.stringify((await read('changes')).body);
    expect(changes).toContain('after it');
    expect(changes).not.toContain(id);
    expect(await count(`changes where type like 'organization_access%'`)).toBe(0);
    // A block never adds changes to the feed, not even when it is lifted.
    await unblock(id);
    expect(await count(`change_outbox where external_service_id = '${operatorsService.id}'`)).toBe(0);
    expect(await count(`changes where external_service_id = '${operatorsService.id}'`)).toBe(0);
  });

  it('is not affected by cancelling all bookings of a time range', async () => {
    const { id } = await block(40);
    await put(tenant, 'beside', 41);
    const input = { ...range(40), to: range(41).to, reason };
    const { cancelCourtBookings: found } = await support.run(playbook.CancelCourtBookingsDocument, input);
    expect(found).toMatchObject({ count: 1, courtBookings: [{ externalCourtBookingId: 'beside' }] });
    const { confirmToken } = found as { confirmToken: string };
    await support.run(playbook.CancelCourtBookingsDocument, { ...input, confirmToken });
    const { courtBookings } = await support.run(playbook.BlocksDocument, range(40));
    expect(courtBookings.nodes).toMatchObject([{ id }]);
  });

  it('gets each slot once when many are created at the same time, and leaves no visible access', async () => {
    const blocks = await Promise.all(Array.from({ length: 16 }, (_, n) => block(50 + (n % 8), n % 2)));
    expect(blocks.filter(({ type }) => type === undefined)).toHaveLength(8);
    expect(blocks.filter(({ type }) => type === 'court_booking_overlap')).toHaveLength(8);
    expect(await count(`organization_grants where external_service_id = '${operatorsService.id}'`)).toBe(0);
    const data = await admin.data<{ organization: { externalServices: { id: string }[] } }>(
      `{ organization(id: "${tenant.organizationId}") { externalServices { id } } }`,
    );
    expect(data.organization.externalServices.map(({ id }) => id)).not.toContain(operatorsService.id);
  });

  it('is rejected on a closed court and for a time range that ends before it begins', async () => {
    await admin.run(playbook.CloseCourtDocument, { courtId: tenant.courtIds[1]! });
    expect(await block(60, 1)).toMatchObject({ type: 'court_not_found' });
    await admin.run(playbook.OpenCourtDocument, { courtId: tenant.courtIds[1]! });
    const input = { ...range(60), to: range(59).from, reason };
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, input);
    expect(blockCourt).toMatchObject({ type: 'invalid_time_range' });
  });

  it('is rejected if it ends in the past', async () => {
    const hour = 3_600_000;
    const at = (millis: number) => new Date(Date.now() + millis).toISOString();
    const input = { courtId: tenant.courtIds[1]!, from: at(-2 * hour), to: at(-hour), reason };
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, input);
    expect(blockCourt).toMatchObject({
      type: 'invalid_time_range',
      message: 'The block ends in the past, so it would block nothing. Enter an "endDate" in the future.',
    });
  });

  it('appears in the history of its court with its reason, as does lifting it', async () => {
    const tenantOfOne = await service.factories.tenant(1);
    const input = { ...range(0), courtId: tenantOfOne.courtIds[0]!, reason };
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, input);
    const { id } = blockCourt as { id: string };
    await unblock(id);
    const data = await support.data<{ court: { history: Record<string, unknown>[] } }>(
      `{ court(id: "${input.courtId}") { history { action before after } } }`,
    );
    expect(data.court.history).toMatchObject([
      { action: 'unblockCourt', before: { courtBookingId: id, reason }, after: null },
      { action: 'blockCourt', before: null, after: { courtBookingId: id, reason } },
    ]);
  });

  it('belongs to an internal external service that is in no list and cannot get tokens or access', async () => {
    const data = await admin.data<
      Record<string, never>
    >(`{ externalServices(name: "Operators") { totalCount nodes { id } }
         search(text: "Operators") { __typename }
         externalService(id: "${operatorsService.id}") { name internal active }
         other: externalService(id: "${tenant.externalServiceId}") { internal } }`);
    expect(data).toEqual({
      externalServices: { totalCount: 0, nodes: [] },
      search: [],
      externalService: { name: 'Operators', internal: true, active: true },
      other: { internal: false },
    });
    const id = `externalServiceId: "${operatorsService.id}"`;
    const { startDate, endDate, courtId } = bookingBody(tenant.courtIds[0]!, {}, 70);
    const mutations = [
      `issueApiToken(input: { ${id}, label: "x", scopes: [USER_READ] })`,
      `revokeApiTokens(input: { ${id} })`,
      `updateExternalService(input: { ${id}, name: "x", active: false })`,
      `setRateLimit(input: { ${id}, rateLimit: null })`,
      `grantOrganizationAccess(input: { ${id}, organizationId: "${tenant.organizationId}" })`,
      `revokeOrganizationAccess(input: { ${id}, organizationId: "${tenant.organizationId}" })`,
      `grantUserAccess(input: { ${id}, userId: "${randomUUID()}" })`,
      `revokeUserAccess(input: { ${id}, userId: "${randomUUID()}" })`,
      `createWebhookEndpoint(input: { ${id}, url: "http://127.0.0.1:9", types: [USER_ERASED] })`,
      `createUser(input: { ${id}, email: "x@example.com", externalUserId: "x", firstName: "x", lastName: "x" })`,
      `upsertCourtBooking(input: { ${id}, externalCourtBookingId: "x", courtId: "${courtId}", startDate: "${startDate}",
         endDate: "${endDate}", externalUpdatedAt: "2026-11-20T12:00:00Z" })`,
    ];
    for (const mutation of mutations) {
      const data = await admin.data<{ result: unknown }>(
        `mutation { result: ${mutation} { ... on ApiError { type } } }`,
      );
      expect(data.result, mutation).toEqual({ type: 'external_service_not_found' });
    }
  });
});
