import { describe, expect, it } from 'vitest';
import { checkedIds, checkedInstants, checkedTexts, checkId } from '../../../src/graphql/schema/checked.ts';
import { withoutNulls } from '../../../src/graphql/schema/define-mutation.ts';
import { checkedFilter } from '../../../src/graphql/types/court-booking-filter.ts';
import { isUuid } from '../../../src/rules/requests/uuid.ts';

const id = '01990b2e-7f6c-7c1e-8a53-0f2a00000411';
const refusal = (message: unknown) =>
  expect.objectContaining({ message, extensions: { code: 'BAD_USER_INPUT' } });

describe('filter value of an operator', () => {
  it('accepts an id in any case and returns it as it is stored', () => {
    expect(checkedIds({ courtId: id.toUpperCase() }, ['courtId'])).toEqual({ courtId: id });
    expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true]);
  });

  it.each(['', 'x', `${id}0`, `0${id}`, id.replaceAll('-', ''), `${id}\n`, id.replace('0', 'g')])(
    'rejects %j as an id and names the field',
    (text) => {
      expect(isUuid(text)).toBe(false);
      expect(() => checkedIds({ courtId: text }, ['courtId'])).toThrow(refusal('courtId must be a UUID.'));
      expect(() => checkId(text)).toThrow(refusal('id must be a UUID.'));
    },
  );

  it('keeps a text as it was typed, and rejects what PostgreSQL cannot store', () => {
    expect(checkedTexts({ name: ' Ä%_\\ 🎾' }, ['name'])).toEqual({ name: ' Ä%_\\ 🎾' });
    for (const name of ['a\0', '\ud83c', '\udfbe a'])
      expect(() => checkedTexts({ name }, ['name'])).toThrow(
        refusal('name must be well-formed Unicode without NUL.'),
      );
  });

  it('converts an instant to UTC, and rejects a malformed one with the reason', () => {
    expect(checkedInstants({ from: '2026-11-20T13:00:00+01:00' }, ['from'])).toEqual({
      from: '2026-11-20T12:00:00.000000Z',
    });
    expect(() => checkedInstants({ from: '2026-11-20' }, ['from'])).toThrow(
      refusal(expect.stringMatching(/^from: ./)),
    );
  });

  it('contains only values that are set and known', () => {
    const given = { courtId: id, organizationId: null, externalServiceId: undefined, other: 'x' };
    expect(checkedIds(given, ['courtId', 'organizationId', 'externalServiceId'])).toEqual({ courtId: id });
  });
});

describe('filter of court bookings', () => {
  const slot = {
    courtId: id.toUpperCase(),
    startDate: '2026-11-20T12:00:00Z',
    endDate: '2026-11-20T13:00:00Z',
  };

  it('normalizes ids, instants and email addresses', () => {
    expect(checkedFilter({})).toEqual({});
    expect(
      checkedFilter({
        ...{ courtId: id, participantEmail: 'Ada@Example.com', externalCourtBookingId: 'A', blocks: false },
        ...{
          from: slot.startDate,
          until: slot.endDate,
          status: 'ACTIVE',
          hasFutureVersion: true,
          conflictsWith: slot,
        },
      }),
    ).toEqual({
      ...{ courtId: id, participantEmail: 'ada@example.com', externalCourtBookingId: 'A', blocks: false },
      ...{ from: '2026-11-20T12:00:00.000000Z', until: '2026-11-20T13:00:00.000000Z' },
      ...{ active: true, hasFutureVersion: true },
      conflictsWith: {
        ...{ courtId: id, startDate: '2026-11-20T12:00:00.000000Z', endDate: '2026-11-20T13:00:00.000000Z' },
      },
    });
    expect(checkedFilter({ status: 'CANCELLED' }).active).toBe(false);
    const nothing = { participantEmail: null, from: null, until: null, status: null, conflictsWith: null };
    expect(checkedFilter({ ...nothing, blocks: null, hasFutureVersion: null })).toEqual({});
  });

  it.each([
    [{ organizationId: 'x' }, 'organizationId must be a UUID.'],
    [{ externalServiceId: 'x' }, 'externalServiceId must be a UUID.'],
    [{ participantUserId: 'x' }, 'participantUserId must be a UUID.'],
    [{ externalCourtBookingId: '\0' }, 'externalCourtBookingId must be well-formed Unicode without NUL.'],
    [{ participantEmail: '\0' }, 'participantEmail must be well-formed Unicode without NUL.'],
    [{ from: 'x' }, expect.stringMatching(/^from: /)],
    [{ until: 'x' }, expect.stringMatching(/^until: /)],
    [{ conflictsWith: { ...slot, courtId: 'x' } }, 'courtId must be a UUID.'],
    [{ conflictsWith: { ...slot, startDate: 'x' } }, expect.stringMatching(/^startDate: /)],
    [{ conflictsWith: { ...slot, endDate: 'x' } }, expect.stringMatching(/^endDate: /)],
  ])('names the invalid value in %j', (filter, message) => {
    expect(() => checkedFilter(filter)).toThrow(refusal(message));
  });
});

it('removes nulls from an input at any depth, and nothing else', () => {
  const input = { a: null, b: [{ c: null, d: 0 }, null, ''], e: { f: null }, g: false };
  expect(withoutNulls(input)).toEqual({ b: [{ d: 0 }, null, ''], e: {}, g: false });
  expect(Object.keys(withoutNulls(input) as object)).toEqual(['b', 'e', 'g']);
  expect([withoutNulls(null), withoutNulls('x')]).toEqual([null, 'x']);
});
