import { expect, it } from 'vitest';
import { demoRows } from '../../../src/services/demo/demo-rows.ts';
import { newId } from '../../../src/services/values/new-id.ts';

it('partners of the demo data book only where they have access, and name only users who are open to them', () => {
  const rows = demoRows({ newId, now: () => Date.UTC(2026, 11, 30, 21, 30) });
  for (const { id, externalService, court } of rows.bookings) {
    const { organization } = rows.courts.find((one) => one.id === court)!;
    expect(rows.organizationGrants).toContainEqual({ externalService, organization });
    for (const { user } of rows.participants.filter((one) => one.courtBooking === id && one.user !== null)) {
      const isManaged = rows.users.find((one) => one.id === user)!.managedBy === externalService;
      if (!isManaged) expect(rows.userGrants).toContainEqual({ externalService, user });
    }
  }
  // Everybody else is a guest with an address.
  for (const { user, email } of rows.participants) expect((user === null) !== (email === null)).toBe(true);
});
