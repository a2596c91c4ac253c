import { expect, it } from 'vitest';
import { courtBookingFields } from '../../sdk/src/court-booking-fields.generated.ts';
import { differences } from '../../sdk/src/sync/differences.ts';

const fields = Object.fromEntries(
  Object.keys(courtBookingFields).map((name) => [name, `${name} 1`]),
) as Record<keyof typeof courtBookingFields, string>;
const stored = {
  ...fields,
  externalCourtBookingId: 'one',
  participants: [],
  status: 'ACTIVE',
  cancelledBy: [],
  cancellationReason: undefined,
};
const wanted = { ...fields, externalCourtBookingId: 'one', participants: [] };

it('finds no difference in equal bookings, and ignores the version', () => {
  expect(differences(wanted, stored)).toEqual([]);
  expect(differences({ ...wanted, externalUpdatedAt: 'other' }, stored)).toEqual([]);
});

it.each(Object.keys(fields).filter((name) => name !== 'externalUpdatedAt'))(
  'finds a different %s',
  (name) => {
    expect(differences({ ...wanted, [name]: 'other' }, stored)).toEqual([name]);
    expect(differences(wanted, { ...stored, [name]: 'other' })).toEqual([name]);
  },
);
