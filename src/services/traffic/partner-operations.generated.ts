// generated, run npm run codegen
/** The operations of the partner API, as they are recorded, and their descriptions for operators. */
export const partnerOperations = {
  batchCourtBookings: 'Upsert and cancel many court bookings.',
  batchUsers: 'Create, update and erase many users.',
  cancelCourtBooking: 'Cancel court booking.',
  createUser: 'Create user.',
  eraseUser: 'Erase user.',
  getCourtBooking: 'Get court booking.',
  getCourtOccupancy: 'Get court occupancy.',
  getRequest: 'Get request.',
  getToken: 'Get token.',
  getUser: 'Get user.',
  getUserByExternalId: 'Get user by external id.',
  listApiTokens: 'List API tokens.',
  listChanges: 'List changes.',
  listCourtBookings: 'List court bookings.',
  listCourts: 'List courts.',
  listRequests: 'List requests.',
  listUsers: 'List users.',
  listWebhookEndpoints: 'List webhook endpoints.',
  revokeApiToken: 'Revoke API token.',
  rotateApiToken: 'Rotate API token.',
  updateUser: 'Update user.',
  upsertCourtBooking: 'Upsert court booking.',
  upsertUser: 'Create or update user.',
};
export type PartnerOperation = keyof typeof partnerOperations;
