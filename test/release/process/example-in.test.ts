import { describe, expect, it } from 'vitest';
import { exampleIn } from '../../../src/pages/example-in.ts';
import { withOperation } from '../../../src/pages/examples/fill-examples.ts';
import { paste } from '../../harness/clients/paste.ts';
import { validCall } from '../../harness/clients/valid-call.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { operations as documented } from '../../harness/data/isolation-matrix.ts';
import { operations } from '../../harness/guides/guide-blocks.ts';
import { programLanguages, programOf } from '../../harness/guides/programs.ts';
import { missingFor, runProgram } from '../../harness/guides/run-program.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

type Call = Parameters<typeof withOperation>[1];

/** Characters with a special meaning in some language: quotes, escapes, variables, braces, and characters outside the basic plane. */
const hostileName = `O'Brien "Ada" \\n $HOME \${x} {y} %s #{z} é 🎾`;

/**
 * Calls with what languages write differently: odd characters in paths, queries and bodies, null, numbers, truth values and headers. They
 * succeed in this order.
 */
const oddCalls = (externalServiceId: string, courtId: string, userId: string): Record<string, Call> => {
  const service = `/api/v1/external-services/${externalServiceId}`;
  const booking = `${service}/court-bookings/by-external-id/booking%2F42`;
  const instant = '2026-11-20T13:00:00+01:00';
  const cancellation = {
    action: 'cancel',
    externalCourtBookingId: 'booking-51',
    externalUpdatedAt: instant,
  };
  const items = [
    { action: 'upsert', externalCourtBookingId: 'booking-50', ...bookingBody(courtId, {}, 1) },
    cancellation,
  ];
  return {
    createUser: {
      method: 'POST',
      path: `${service}/users`,
      body: userBody({ firstName: hostileName, externalUserId: 'member 1815' }),
    },
    getUserByExternalId: { method: 'GET', path: `${service}/users/by-external-id/member%201815` },
    updateUser: { method: 'PATCH', path: `${service}/users/${userId}`, body: { birthday: null } },
    listUsers: { method: 'GET', path: `${service}/users`, query: { limit: 1, email: 'a+b@example.com' } },
    upsertCourtBooking: { method: 'PUT', path: booking, body: bookingBody(courtId) },
    getCourtBooking: { method: 'GET', path: booking },
    listCourtBookings: { method: 'GET', path: `${service}/court-bookings`, query: { from: instant } },
    cancelCourtBooking: { method: 'DELETE', path: booking, query: { externalUpdatedAt: instant } },
    batchCourtBookings: {
      method: 'POST',
      path: `${service}/court-bookings/batch`,
      headers: { Prefer: 'return=minimal' },
      body: { atomic: true, items },
    },
    getRequest: { method: 'GET', path: `${service}/requests/example%2F1` },
    listRequests: { method: 'GET', path: `${service}/requests`, query: { limit: 1, failed: true } },
  };
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

  /** The odd calls, and valid ones of all other operations. */
  const callsFor = async () => {
    const tenant = await service.factories.tenant();
    const { externalServiceId, token, courtIds } = tenant;
    const headers = { 'X-Request-Id': 'example/1' };
    const { body } = await service.createUser(externalServiceId, { token, headers, body: userBody() });
    // Writes the record of this request.
    await service.app.close();
    const calls = oddCalls(externalServiceId, courtIds[0], body.id);
    for (const operation of documented) {
      if (calls[operation.operationId]) continue;
      const { path, call } = await validCall(service, tenant, operation);
      const { pathname, searchParams } = new URL(path, service.address);
      calls[operation.operationId] = {
        ...{ method: operation.method, path: pathname },
        ...(searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {}),
        ...(call.body ? { body: call.body as object } : {}),
      };
    }
    return {
      tenant,
      calls: Object.entries(calls).map(([id, call]) => [id, withOperation(operations, call)] as const),
    };
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
