import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';

let platform: TestPlatform;
let client: PartnerClient;

const clientOf = (options: TestPlatform['clientOptions']) => createPartnerClient(options);

beforeEach(() => {
  platform = createTestPlatform({
    now: '2026-11-20T12:00:00Z',
    users: [{ email: 'Ada@example.com', externalUserId: 'member-1', firstName: 'Ada', lastName: 'Lovelace' }],
  });
  client = clientOf(platform.clientOptions);
});

const booking = () => ({
  courtId: platform.courts()[0]!.id,
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T11:00:00Z',
});

describe('a platform', () => {
  it('has other external services, who are in the way and whose users are theirs', async () => {
    const other = platform.addExternalService();
    const theirs = clientOf(other.clientOptions);
    await theirs.upsertCourtBooking('a', booking());
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({
      error: {
        type: 'court_booking_overlap',
        conflicts: [{ startDate: '2027-01-01T10:00:00.000Z', endDate: '2027-01-01T11:00:00.000Z' }],
      },
    });
    const user = { email: 'ada@example.com', externalUserId: 'x', firstName: 'A', lastName: 'L' };
    expect(await theirs.safe.createUser(user)).toMatchObject({ error: { type: 'email_already_in_use' } });
    other.cancelAsOperator('a', 'Rain.');
    expect(other.changes().map(({ type, actor }) => [type, actor])).toEqual([
      ['court_booking.created', 'PARTNER'],
      ['court_booking.cancelled', 'OPERATOR'],
    ]);
    expect([platform.changes(), platform.bookings()]).toEqual([[], []]);
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 201 });
  });

  it('has tokens of some scopes, that end, and that are revoked', async () => {
    const reading = clientOf(platform.issueToken({ scopes: ['userread'] }));
    expect(await reading.safe.listCourts()).toMatchObject({ error: { type: 'scope_permission_denied' } });
    const ending = clientOf(platform.issueToken({ expiresAt: '2026-11-20T13:00:00Z' }));
    expect(await ending.safe.getToken()).toMatchObject({ data: { expiresAt: '2026-11-20T13:00:00.000Z' } });
    platform.advance(3_600_000);
    expect(await ending.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
    platform.revokeTokens(platform.clientOptions.token);
    expect(await client.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
    expect(await reading.safe.getToken()).toMatchObject({ ok: true });
    platform.revokeTokens();
    expect(await reading.safe.getToken()).toMatchObject({ error: { type: 'invalid_api_token' } });
  });

  it('tells an operator what there is not', () => {
    const types = [
      () => platform.cancelAsOperator('none'),
      () => platform.resetCancellation('none'),
      () => platform.grantOrganization('none'),
      () => platform.grantUser('none'),
      () => platform.deactivateCourt('none'),
      () => platform.createCourt('Court', 'none'),
      () => platform.eraseUser('none'),
    ].map((act) => {
      try {
        return act();
      } catch (error) {
        return (error as { type: string }).type;
      }
    });
    expect(types).toEqual([
      'court_booking_not_found',
      'cancellation_not_found',
      'organization_not_found',
      'user_not_found',
      'court_not_found',
      'organization_not_found',
      'user_not_found',
    ]);
    expect(() => platform.resetVersion('none', 'yesterday')).toThrow('Must be a date-time');
  });
});
