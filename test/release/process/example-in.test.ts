import { describe, expect, it } from 'vitest';
import { exampleIn } from '../../../src/pages/example-in.ts';
import { withOperation } from '../../../src/pages/examples/fill-examples.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { paste } from '../../harness/clients/paste.ts';
import { createEndpoint } from '../../harness/clients/valid-call.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { operations } from '../../harness/guides/guide-blocks.ts';
import { programLanguages, programOf } from '../../harness/guides/programs.ts';
import { missingFor, runProgram } from '../../harness/guides/run-program.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

/** Characters with a special meaning in some language: quotes, escapes, variables, braces, and characters outside the basic plane. */
const hostileName = `O'Brien "Ada" \\n $HOME \${x} {y} %s #{z} é 🎾`;

/** One call of each operation. They succeed in this order. An operation that needs only the external service is not in the table. */
const callsOf = (
  { externalServiceId, organizationId, courtIds: [courtId] }: Tenant,
  userId: string,
  webhookEndpointId: string,
) => {
  const service = `/api/v1/external-services/${externalServiceId}`;
  const booking = `${service}/court-bookings/by-external-id/booking%2F42`;
  const instant = '2026-11-20T13:00:00+01:00';
  const calls: Record<string, Parameters<typeof withOperation>[1]> = {
    createUser: {
      method: 'POST',
      path: `${service}/users`,
      body: userBody({ firstName: hostileName, externalUserId: 'member 1815' }),
    },
    getUserByExternalId: { method: 'GET', path: `${service}/users/by-external-id/member%201815` },
    getUser: { method: 'GET', path: `${service}/users/${userId}` },
    upsertUser: {
      method: 'PUT',
      path: `${service}/users/by-external-id/member%201815`,
      body: { email: userBody().email, firstName: hostileName, lastName: 'Lovelace', birthday: null },
    },
    updateUser: { method: 'PATCH', path: `${service}/users/${userId}`, body: { birthday: null } },
    listUsers: { method: 'GET', path: `${service}/users`, query: { limit: 1, email: 'a+b@example.com' } },
    batchUsers: {
      method: 'POST',
      path: `${service}/users/batch`,
      headers: { Prefer: 'return=minimal' },
      body: {
        items: [
          {
            action: 'upsert',
            externalUserId: 'member 1815',
            email: userBody().email,
            firstName: hostileName,
            lastName: 'Lovelace',
            birthday: '1985-12-10',
          },
          { action: 'erase', externalUserId: 'member-1791' },
        ],
      },
    },
    eraseUser: { method: 'DELETE', path: `${service}/users/${userId}` },
    upsertCourtBooking: { method: 'PUT', path: booking, body: bookingBody(courtId) },
    getCourtBooking: { method: 'GET', path: booking },
    listCourtBookings: { method: 'GET', path: `${service}/court-bookings`, query: { from: instant } },
    getCourtOccupancy: {
      method: 'GET',
      path: `${service}/courts/${courtId}/occupancy`,
      query: { from: instant, to: '2026-11-21T13:00:00Z' },
    },
    getOrganizationOccupancy: {
      method: 'GET',
      path: `${service}/organizations/${organizationId}/occupancy`,
      query: { from: instant, to: '2026-11-21T13:00:00Z', wait: 0 },
    },
    cancelCourtBooking: { method: 'DELETE', path: booking, query: { externalUpdatedAt: instant } },
    batchCourtBookings: {
      method: 'POST',
      path: `${service}/court-bookings/batch`,
      headers: { Prefer: 'return=minimal' },
      body: {
        atomic: true,
        items: [
          { action: 'upsert', externalCourtBookingId: 'booking-50', ...bookingBody(courtId, {}, 1) },
          { action: 'cancel', externalCourtBookingId: 'booking-51', externalUpdatedAt: instant },
        ],
      },
    },
    createWebhookEndpoint: {
      method: 'POST',
      path: `${service}/webhook-endpoints`,
      body: { url: 'http://127.0.0.1:9/', types: ['user.created'] },
    },
    testWebhookEndpoint: { method: 'POST', path: `${service}/webhook-endpoints/${webhookEndpointId}/test` },
    rotateWebhookSecret: {
      method: 'POST',
      path: `${service}/webhook-endpoints/${webhookEndpointId}/rotate-secret`,
      body: { overlapHours: 24 },
    },
    updateWebhookEndpoint: {
      method: 'PATCH',
      path: `${service}/webhook-endpoints/${webhookEndpointId}`,
      body: { types: ['user.created'] },
    },
    pauseWebhookEndpoint: {
      method: 'POST',
      path: `${service}/webhook-endpoints/${webhookEndpointId}/pause`,
    },
    resumeWebhookEndpoint: {
      method: 'POST',
      path: `${service}/webhook-endpoints/${webhookEndpointId}/resume`,
    },
    resendWebhookDeliveries: {
      method: 'POST',
      path: `${service}/webhook-endpoints/${webhookEndpointId}/resend`,
      body: { fromSequence: 1 },
    },
    listWebhookDeliveries: {
      method: 'GET',
      path: `${service}/webhook-endpoints/${webhookEndpointId}/deliveries`,
      query: { failed: true },
    },
    deleteWebhookEndpoint: { method: 'DELETE', path: `${service}/webhook-endpoints/${webhookEndpointId}` },
    rotateApiToken: { method: 'POST', path: '/api/v1/token/rotate', body: { overlapMinutes: 1_440 } },
    revokeApiToken: { method: 'POST', path: '/api/v1/token/revoke', body: { token: 'cbp_x' } },
    listChanges: { method: 'GET', path: `${service}/changes`, query: { limit: 1, wait: 0 } },
    getRequest: { method: 'GET', path: `${service}/requests/example%2F1` },
    listRequests: { method: 'GET', path: `${service}/requests`, query: { limit: 1 } },
  };
  for (const { operationId, method, path } of documentedOperations())
    calls[operationId] ??= { method, path: path.replace('{externalServiceId}', externalServiceId) };
  return Object.entries(calls).map(([id, call]) => [id, withOperation(operations, call)] as const);
};

describe('example calls in every language', () => {
  const service = useTestService('postgresql');

  it.each([
    ['GET', '/api/v2/token'],
    ['POST', '/api/v1/token'],
    ['GET', '/api/v1/external-services/one/users/two/three'],
  ])('a call that belongs to no operation is rejected: %s %s', (method, path) => {
    expect(() => withOperation(operations, { method, path })).toThrow(
      `no operation has the call ${method} ${path}`,
    );
  });

  const callsFor = async () => {
    const tenant = await service.factories.tenant();
    const { externalServiceId, token } = tenant;
    const headers = { 'X-Request-Id': 'example/1' };
    const { body } = await service.createUser(externalServiceId, { token, headers, body: userBody() });
    // Writes the record of this request.
    await service.app.close();
    return { tenant, calls: callsOf(tenant, body.id, await createEndpoint(service, tenant)) };
  };

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing)(`each operation succeeds${note}`, async () => {
      const { tenant, calls } = await callsFor();
      const blocks = calls.map(([id, call]) => ({ id, text: exampleIn(language, call) }));
      const program = programOf[language]([{ ...tenant, courtId: '', blocks, isOneStory: false }]);
      const outputs = await runProgram(language, program, { BASE_URL: service.address });
      for (const [id] of calls)
        expect(outputs.get(id), id).toMatch(language === 'ts' ? /^\{(?!"error")/ : /^20[01] \{(?!"error")/);
      expect(firstNameOf(outputs.get('createUser')!)).toBe(hostileName);
    });
  });

  const firstNameOf = (output: string) => JSON.parse(output.replace(/^\d+ /, '')).firstName;

  it('in sh, each operation succeeds', async () => {
    const { tenant, calls } = await callsFor();
    for (const [id, call] of calls) {
      const line = exampleIn('sh', call).replace('curl', 'curl -s -i');
      const { status, body } = await paste(`BASE_URL='${service.address}' TOKEN='${tenant.token}'\n${line}`);
      expect([200, 201], `${id}: ${JSON.stringify(body)}`).toContain(status);
      if (id === 'createUser') expect(body).toMatchObject({ firstName: hostileName });
    }
  });
});
