import { describe, expect, it } from 'vitest';
import { changeTypes } from '../../../src/rules/change-types.ts';
import type { ListedChange } from '../../../src/services/changes/list-changes.ts';
import { testedType } from '../../../src/services/changes/meanings-of-changes.ts';
import { toChange, toWebhookBody } from '../../../src/services/resources/change-response.ts';
import { toCourtBookingResponse } from '../../../src/services/resources/court-booking-response.ts';

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
const organization = { id: other, name: 'Club', timeZone: 'Europe/Berlin' };
const court = { id: other, name: 'One', organization };
const endpoint = { id: other, url: 'https://x.example', types: [], status: 'ACTIVE' };
/** The stored resource of each change type. `ours` is an internal field that must not be returned. */
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

describe('response for a change', () => {
  it.each([...changeTypes, testedType])(
    '%s: contains the resource without internal fields, in the feed and in a webhook',
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

  it('contains only the id if access was revoked', () => {
    for (const type of ['user_access.revoked', 'organization_access.revoked'])
      expect(toChange(ofType(type)).data).toEqual({ id: other });
    expect(toChange(ofType('organization_access.granted')).data).toEqual(organization);
    expect(toChange(ofType('court.created')).data).toEqual(court);
  });

  it('contains a webhook endpoint with the time of its last failure', () => {
    const { data } = toChange(change('webhook_endpoint.paused', { ...endpoint, lastFailureAt: at }));
    expect(data).toEqual({ ...endpoint, lastFailureAt: '2026-11-20T12:00:00.000Z' });
  });

  it('has no time zone if the change is older than time zones in changes', () => {
    const { timeZone: _, ...older } = organization;
    const shown = toChange(change('court.created', { ...court, organization: older })).data;
    expect(JSON.parse(JSON.stringify(shown))).toEqual({ ...court, organization: older });
  });

  it('contains the stored data of a type that only a newer version knows', () => {
    expect(toChange(change('court.painted', { colour: 'red' })).data).toEqual({ colour: 'red' });
  });

  it('names an operator as the actor of a change without a token', () => {
    const actorOf = (actorType: string) =>
      toChange(change('x', {}, { actorType } as Partial<ListedChange>)).actor;
    expect(['api_token', 'operator'].map(actorOf)).toEqual(['PARTNER', 'OPERATOR']);
  });
});

it('returns participants in order, with the userId for an address of an accessible user', () => {
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
