import { describe, expect, it } from 'vitest';
import {
  checkedIds,
  checkedInstants,
  checkedTexts,
  checkId,
  isId,
} from '../../../src/graphql/schema/checked.ts';
import { withoutNulls } from '../../../src/graphql/schema/define-mutation.ts';
import { checkedFilter } from '../../../src/graphql/types/court-booking-filter.ts';

const id = '01990b2e-7f6c-7c1e-8a53-0f2a00000411';
const refusal = (message: unknown) =>
  expect.objectContaining({ message, extensions: { code: 'BAD_USER_INPUT' } });

describe('what an operator filters by', () => {
  it('is an id in any case, as it is stored', () => {
    expect(checkedIds({ courtId: id.toUpperCase() }, ['courtId'])).toEqual({ courtId: id });
    expect([isId(id), isId(id.toUpperCase())]).toEqual([true, true]);
  });

  it.each(['', 'x', `${id}0`, `0${id}`, id.replaceAll('-', ''), `${id}\n`, id.replace('0', 'g')])(
    '%j is no id, and the refusal says of what',
    (text) => {
      expect(isId(text)).toBe(false);
      expect(() => checkedIds({ courtId: text }, ['courtId'])).toThrow(refusal('courtId must be a UUID.'));
      expect(() => checkId(text)).toThrow(refusal('id must be a UUID.'));
    },
  );

  it('is a text as it was typed, but what PostgreSQL cannot hold', () => {
    expect(checkedTexts({ name: ' Ä%_\\ 🎾' }, ['name'])).toEqual({ name: ' Ä%_\\ 🎾' });
    for (const name of ['a\0', '\ud83c', '\udfbe a'])
      expect(() => checkedTexts({ name }, ['name'])).toThrow(
        refusal('name must be well-formed Unicode without NUL.'),
      );
  });

  it('is an instant as it is compared; what is none is refused, and why', () => {
    expect(checkedInstants({ from: '2026-11-20T13:00:00+01:00' }, ['from'])).toEqual({
      from: '2026-11-20T12:00:00.000000Z',
    });
    expect(() => checkedInstants({ from: '2026-11-20' }, ['from'])).toThrow(
      refusal(expect.stringMatching(/^from: ./)),
    );
  });

  it('is only what was given, and may be given', () => {
    const given = { courtId: id, organizationId: null, externalServiceId: undefined, other: 'x' };
    expect(checkedIds(given, ['courtId', 'organizationId', 'externalServiceId'])).toEqual({ courtId: id });
  });
});

describe('the filter of court bookings', () => {
  const slot = {
    courtId: id.toUpperCase(),
    startDate: '2026-11-20T12:00:00Z',
    endDate: '2026-11-20T13:00:00Z',
  };

  it('asks for what is given: ids and instants as they are stored, addresses in any case', () => {
    expect(checkedFilter({})).toEqual({});
    expect(
      checkedFilter({
        ...{ courtId: id, participantEmail: 'Ada@Example.com', externalCourtBookingId: 'A', blocks: false },
        ...{
          from: slot.startDate,
          until: slot.endDate,
          status: 'ACTIVE',
          stampAhead: true,
          conflictsWith: slot,
        },
      }),
    ).toEqual({
      ...{ courtId: id, participantEmail: 'ada@example.com', externalCourtBookingId: 'A', blocks: false },
      ...{ from: '2026-11-20T12:00:00.000000Z', until: '2026-11-20T13:00:00.000000Z' },
      ...{ active: true, stampAhead: true },
      conflictsWith: {
        ...{ courtId: id, startDate: '2026-11-20T12:00:00.000000Z', endDate: '2026-11-20T13:00:00.000000Z' },
      },
    });
    expect(checkedFilter({ status: 'CANCELLED' }).active).toBe(false);
    const nothing = { participantEmail: null, from: null, until: null, status: null, conflictsWith: null };
    expect(checkedFilter({ ...nothing, blocks: null, stampAhead: null })).toEqual({});
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
    [
      { conflictsWith: { ...slot, endDate: slot.startDate } },
      'conflictsWith: startDate must be before endDate.',
    ],
  ])('names what is at fault: %j', (filter, message) => {
    expect(() => checkedFilter(filter)).toThrow(refusal(message));
  });
});

it('null in an input is what was left out, at any depth; nothing else is', () => {
  const input = { a: null, b: [{ c: null, d: 0 }, null, ''], e: { f: null }, g: false };
  expect(withoutNulls(input)).toEqual({ b: [{ d: 0 }, null, ''], e: {}, g: false });
  expect(Object.keys(withoutNulls(input) as object)).toEqual(['b', 'e', 'g']);
  expect([withoutNulls(null), withoutNulls('x')]).toEqual([null, 'x']);
});
