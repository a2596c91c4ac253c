/** The operations of the partner interface, as requests are recorded by; each is defined in `rest`. */
export const partnerOperations = [
  'batchCourtBookings',
  'cancelCourtBooking',
  'createUser',
  'eraseUser',
  'getCourtBooking',
  'getCourtOccupancy',
  'getToken',
  'getUser',
  'getUserByExternalId',
  'listChanges',
  'listCourtBookings',
  'listCourts',
  'listUsers',
  'listWebhookEndpoints',
  'updateUser',
  'upsertCourtBooking',
] as const;
export type PartnerOperation = (typeof partnerOperations)[number];

/** What is recorded of a request that no operation answers. */
export const noOperation = 'none';
