/** The body of a user. */
export const ada = {
  email: 'ada@example.com',
  externalUserId: 'member-1815',
  firstName: 'Ada',
  lastName: 'Lovelace',
};
