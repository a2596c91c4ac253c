import { describe, expect, it } from 'vitest';
import { toChange, toWebhookBody } from '../../../src/rest/resources/change-response.ts';
import { toCourtBookingResponse } from '../../../src/rest/resources/court-booking-response.ts';
import { changeTypes } from '../../../src/services/changes/change-types.ts';
import type { ListedChange } from '../../../src/services/changes/list-changes.ts';
import { testedType } from '../../../src/services/webhooks/test-webhook-endpoint.ts';

const [id, other] = ['01990b2e-7f6c-7c1e-8a53-0f2a00000411', '01990b2e-7f6c-7c1e-8a53-0f2a00000412'];
const at = '2026-11-20T12:00:00.000000Z';
const booking = {
  ...{
    id: other,
    courtId: other,
    startDate: at,
    endDate: at,
    externalUpdatedAt: at,
    createdAt: at,
    updatedAt: at,
  },
  participants: [],
  openUsers: {},
};
const user = { id: other, firstName: 'Ada', lastName: 'L', managed: true, status: 'ACTIVE' };
const organization = { id: other, name: 'Club' };
const court = { id: other, name: 'One', organization };
const endpoint = { id: other, url: 'https://x.example', types: [], status: 'ACTIVE' };
/** What is stored of a thing, by the noun of its type; a word of ours beside it that nobody is to be told. */
const stored: Record<string, object> = {
  ...{ court_booking: booking, user, user_access: user, organization_access: organization },
  ...{ court: { ...court, ours: 1, organization: { ...organization, ours: 1 } }, webhook_endpoint: endpoint },
};
const change = (type: string, data: object, more: Partial<ListedChange> = {}) =>
  ({
    ...{ sequence: 7, id, type, at, actorType: 'api_token', requestId: 'r', data },
    ...{ externalServiceId: id, externalCourtBookingId: 'b' },
    ...more,
  }) as ListedChange;
const ofType = (type: string) => change(type, { ...stored[type.split('.')[0]!], ours: 1 });

describe('what is told of a change', () => {
  it.each([...changeTypes, testedType])(
    '%s: its thing, nothing of ours; by a webhook the same as in the feed',
    (type) => {
      const { data, ...told } = toChange(ofType(type));
      expect(told).toEqual({
        ...{ sequence: 7, id, type, timestamp: '2026-11-20T12:00:00.000Z', actor: 'PARTNER', requestId: 'r' },
      });
      expect(data).not.toHaveProperty('ours');
      expect(JSON.stringify(data)).not.toContain('ours');
      expect(toWebhookBody(ofType(type))).toEqual({ type, timestamp: told.timestamp, sequence: 7, data });
    },
  );

  it('whom is no longer open is told by id alone', () => {
    for (const type of ['user_access.revoked', 'organization_access.revoked'])
      expect(toChange(ofType(type)).data).toEqual({ id: other });
    expect(toChange(ofType('organization_access.granted')).data).toEqual(organization);
    expect(toChange(ofType('court.created')).data).toEqual(court);
  });

  it('a type that only a newer version knows is told as that one has stored it', () => {
    expect(toChange(change('court.painted', { colour: 'red' })).data).toEqual({ colour: 'red' });
  });

  it('an operator has changed what no token has', () => {
    const actorOf = (actorType: string) =>
      toChange(change('x', {}, { actorType } as Partial<ListedChange>)).actor;
    expect(['api_token', 'operator'].map(actorOf)).toEqual(['PARTNER', 'OPERATOR']);
  });
});

it('a participant by address is told with the user it belongs to, where that is open; any other as named, in order', () => {
  const participants = [
    { email: 'open@x.example' },
    { userId: other },
    { email: 'guest@x.example' },
    { erased: true as const },
  ];
  const response = toCourtBookingResponse(id, 'b', {
    ...booking,
    participants,
    openUsers: { 'open@x.example': id },
  });
  expect(response.participants).toEqual([{ userId: id, email: 'open@x.example' }, ...participants.slice(1)]);
});
