/** The operations of the partner API, as they are recorded, and what operators read about them. Each is defined in `rest`. */
export const partnerOperations = {
  batchCourtBookings: 'Creates, updates and cancels many bookings.',
  cancelCourtBooking: 'Cancels a booking.',
  createUser: 'Creates a user.',
  eraseUser: 'Erases a user.',
  getCourtBooking: 'Reads a booking.',
  getCourtOccupancy: 'Reads when a court is occupied.',
  getToken: 'Reads the permissions of the token.',
  getUser: 'Reads a user.',
  getUserByExternalId: 'Finds a user by the id in the partner’s system.',
  listChanges: 'Reads the changes feed.',
  listCourtBookings: 'Lists bookings.',
  listCourts: 'Lists courts.',
  listUsers: 'Lists users.',
  listWebhookEndpoints: 'Lists webhook endpoints.',
  updateUser: 'Updates a user.',
  upsertCourtBooking: 'Creates or updates a booking.',
};
export type PartnerOperation = keyof typeof partnerOperations;

/** The recorded operation of a request that matches none. */
export const noOperation = 'none';
