import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint, validCall } from '../harness/clients/valid-call.ts';
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import {
  expectedOf,
  type Identifying,
  nameOf,
  nothing,
  onlyOwn,
  operations,
  own,
  type Place,
  places,
} from '../harness/data/isolation-matrix.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { asSeen, type CallAnswer } from '../harness/servers/test-service.ts';
import '../harness/measured.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

describe.each(databaseKinds)('resources of another partner, on %s', (kind) => {
  const service = useTestService(kind);
  let mine: Tenant;
  const theirs = useTenant(service);
  let userId: string;
  let webhookEndpointId: string;
  /** The other partner's names and addresses. No response may contain them unless the request did. */
  const secret = 'their-secret';
  beforeAll(async () => {
    const { externalServiceId, token } = theirs;
    const body = userBody({
      email: theirNames.email,
      externalUserId: theirNames.externalUserId,
      lastName: secret,
    });
    const headers = { 'X-Request-Id': theirNames.requestId };
    userId = (await service.createUser(externalServiceId, { token, body, headers })).body.id;
    const participants = [{ userId }, { email: theirNames.participantEmail }];
    const { externalCourtBookingId } = theirNames;
    webhookEndpointId = await createEndpoint(service, theirs);
    // Two of each, so that each list has a cursor.
    await service.factories.token(externalServiceId);
    const { organizationId } = await service.factories.organization();
    await service.factories.grantOrganization(externalServiceId, organizationId);
    for (const lastName of [secret, `${secret}-2`])
      await service.createUser(externalServiceId, { token, body: userBody({ lastName }) });
    for (const [slot, id] of [externalCourtBookingId, `${secret}-2`].entries())
      await service.upsertCourtBooking(externalServiceId, id, {
        token,
        body: bookingBody(theirs.courtIds[0], { participants }, slot),
      });
    // Writes the records of their requests.
    await service.app.close();
  });

  const theirNames = {
    email: `${secret}@example.com`,
    participantEmail: `${secret}-guest@example.com`,
    externalUserId: `${secret}-user`,
    externalCourtBookingId: `${secret}-booking`,
    externalId: `${secret}-booking`,
    requestId: `${secret}-request`,
  };
  const theirOf = async (name: Identifying, operation: Place['operation']): Promise<string> => {
    if (name === 'cursor') return theirCursor(operation);
    const ids = {
      ...theirNames,
      ...theirs,
      userId,
      webhookEndpointId,
      participantUserId: userId,
      courtId: theirs.courtIds[0],
    };
    return ids[name];
  };
  const theirCursor = async ({ path, operationId, method }: Place['operation']) => {
    const { externalServiceId, token } = theirs;
    const url = path
      .replace('{externalServiceId}', externalServiceId)
      .replace('{webhookEndpointId}', webhookEndpointId);
    const { body } = await service.call(`${url}?limit=1`, { method, token }, operationId);
    return body.nextCursor;
  };
  /** A well-formed name of the same kind that nobody has. */
  const unknownLike = (name: Identifying, foreign: string) => {
    if (/email/i.test(name)) return `unknown-${randomUUID()}@example.com`;
    if (/^(external(User|CourtBooking|Id)|requestId)/.test(name)) return `unknown-${randomUUID()}`;
    if (name !== 'cursor') return randomUUID();
    const [position = '', ...filters] = foreign.split('.');
    const text = Buffer.from(position, 'base64url').toString();
    const unknown = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => randomUUID());
    return [Buffer.from(unknown).toString('base64url'), ...filters].join('.');
  };

  const callWith = async ({ operation, where, name }: Place, value: string) => {
    const { path, call } = await validCall(service, mine, operation, { where, name, value });
    return service.call(path, call, operation.operationId);
  };

  /** The outcome of a call, or that of the first item of a batch. */
  const outcomeOf = ({ status, body }: CallAnswer, isCursor: boolean): string => {
    const result = body.results?.[0];
    if (body.error)
      return `${status} ${body.error.issues?.[0]?.path?.[0] === 'items' ? body.error.issues[0].code : body.error.type}`;
    if (result?.error) return `${result.status ?? status} ${result.error.type}`;
    if (!Array.isArray(body.items)) return own;
    if (isCursor) return onlyOwn;
    return body.items.length === 0 ? nothing : `found ${body.items.length}`;
  };

  it('the matrix has every place in the document that names a resource', () => {
    const withPlaces = new Set(places.map(({ operation }) => operation.operationId));
    const others = operations.filter(({ operationId }) => !withPlaces.has(operationId));
    expect(others.map(({ operationId }) => operationId)).toEqual([
      ...['getToken', 'rotateApiToken', 'revokeApiToken'],
    ]);
    expect(places.filter((place) => !expectedOf(place)).map(nameOf)).toEqual([]);
    expect(places.length).toBeGreaterThan(40);
  });

  for (const place of places) {
    it(`${nameOf(place)}: rejected as documented, like an unknown one`, async ({ task }) => {
      // A new partner, because calls for other places may have used the same names.
      mine = await service.factories.tenant();
      const foreign = await theirOf(place.name, place.operation);
      const unknown = unknownLike(place.name, foreign);
      const answers = [await callWith(place, foreign), await callWith(place, unknown)] as const;
      const expected = expectedOf(place)!;
      expect(answers.map((answer) => outcomeOf(answer, place.name === 'cursor'))).toEqual([
        expected.theirs,
        expected.unknown ?? expected.theirs,
      ]);
      // Byte by byte, apart from the name itself.
      if (!expected.unknown && expected.theirs !== own && expected.theirs !== onlyOwn)
        expect(asSeen(answers[0]).replaceAll(foreign, unknown)).toBe(asSeen(answers[1]));
      for (const hidden of [secret, userId, ...theirs.courtIds])
        expect(answers[0].text.replaceAll(foreign, '')).not.toContain(hidden);
      task.meta.measured = { places: 1, cells: 2 };
    });
  }

  it('no call of the matrix changed a resource of the other partner', async () => {
    const { externalServiceId, token } = theirs;
    const base = `/api/v1/external-services/${externalServiceId}`;
    const { body: changes } = await service.call(`${base}/changes`, { token }, 'listChanges');
    const types = [
      'user.created',
      'user.created',
      'user.created',
      'court_booking.created',
      'court_booking.created',
    ];
    expect(changes.items.map(({ type }: { type: string }) => type)).toEqual(types);
    const { body: user } = await service.call(`${base}/users/${userId}`, { token }, 'getUser');
    expect([user.email, user.externalUserId]).toEqual([theirNames.email, theirNames.externalUserId]);
  });
});
