/** The operations of the partner API, as they are recorded. Each is defined in `rest`. */
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

/** The recorded operation of a request that matches none. */
export const noOperation = 'none';
