import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '../../harness/clients/read.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('get court booking on %s', (kind) => {
  const service = useTestService(kind);
  const tenant = useTenant(service);
  let slot = 0;
  beforeAll(async () => {
    await put('any');
  });

  const read = (id: string, { externalServiceId, token }: Reader = tenant) =>
    service.call(
      `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/${encodeURIComponent(id)}`,
      { token },
      'getCourtBooking',
    );
  const put = async (id: string, overrides: Record<string, unknown> = {}) => {
    slot += 1;
    const body = bookingBody(tenant.courtIds[0], overrides, slot);
    const answer = await service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body,
    });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const change = (id: string, columns: string) =>
    service.database
      .em()
      .execute(
        `update court_bookings set ${columns} where external_service_id = ? and external_court_booking_id = ?`,
        [tenant.externalServiceId, id],
      );

  it('returns 200 with the response of the upsert and the status', async () => {
    const { externalServiceId, token } = tenant;
    const user = (await service.createUser(externalServiceId, { token, body: userBody() })).body.id;
    const member = userBody();
    await service.createUser(externalServiceId, { token, body: member });
    const stored = await put('a/b "ü"', {
      participants: [{ email: 'guest@example.com' }, { userId: user }, { email: member.email }],
      externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
    });
    expect(stored.participants).toHaveLength(3);
    const { status, body } = await read('a/b "ü"');
    expect(status).toBe(200);
    expect(body).toEqual({ ...stored, status: 'ACTIVE' });
  });

  it.each([
    ['an operator', "cancellation_reason = 'flood'", ['OPERATOR'], { cancellationReason: 'flood' }],
    ['its partner', 'partner_cancelled_at = cancelled_at', ['PARTNER'], {}],
    [
      'both',
      "cancellation_reason = 'flood', partner_cancelled_at = cancelled_at",
      ['PARTNER', 'OPERATOR'],
      { cancellationReason: 'flood' },
    ],
  ])('returns when, by whom and why a booking was cancelled by %s', async (who, columns, by, reason) => {
    const stored = await put(who);
    await change(who, "cancelled_at = '2026-11-21T10:00:00.000001Z'");
    await change(who, columns);
    expect((await read(who)).body).toEqual({
      ...stored,
      status: 'CANCELLED',
      cancelledAt: '2026-11-21T10:00:00.000001Z',
      cancelledBy: by,
      ...reason,
    });
  });

  it('returns the same 404 for another external service’s id and for an unknown id', async () => {
    await put('mine');
    const other = await service.factories.tenant();
    const [foreign, unknown] = [await read('mine', other), await read('nobody-has-it', other)];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await read('Mine')).status).toBe(404);
  });

  it.each(['court-bookingread', 'court-bookingwrite'] as const)(
    'returns 200 with the scope %s',
    async (scope) => {
      const { externalServiceId } = tenant;
      const { secret } = await service.factories.token(externalServiceId, [scope]);
      expect((await read('any', { externalServiceId, token: secret })).status).toBe(200);
    },
  );

  it('records the requested booking for operators', async () => {
    const id = randomUUID();
    const { headers } = await read(id);
    const find = () =>
      service.database.query(
        'select operation, external_id, error_type from partner_requests where request_id = $1',
        [headers.get('x-request-id')],
      );
    await expect
      .poll(find)
      .toEqual([{ operation: 'getCourtBooking', external_id: id, error_type: 'court_booking_not_found' }]);
  });
});
