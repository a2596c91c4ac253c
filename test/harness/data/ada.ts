/** The body of a user. */
export const ada = {
  email: 'ada@example.com',
  externalUserId: 'member-1815',
  firstName: 'Ada',
  lastName: 'Lovelace',
};

/** The body of a booking on a court. */
export const bookingOn = (courtId: string) => ({
  courtId,
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T11:00:00Z',
});
