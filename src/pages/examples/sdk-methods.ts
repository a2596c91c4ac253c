/** A method of the SDK, and the call that it sends. */
export interface SdkMethod {
  name: string;
  method: string;
  /** From `/api/v1` on. */
  path: string;
  /** The name of its result in examples. */
  answer: string;
}

const service = '/external-services/{externalServiceId}';

/** All operations of the SDK. A test checks that they match the OpenAPI document. */
export const sdkMethods: SdkMethod[] = [
  { name: 'getToken', method: 'GET', path: '/token', answer: 'token' },
  { name: 'createUser', method: 'POST', path: `${service}/users`, answer: 'user' },
  { name: 'listUsers', method: 'GET', path: `${service}/users`, answer: 'users' },
  {
    name: 'getUserByExternalId',
    method: 'GET',
    path: `${service}/users/by-external-id/{externalUserId}`,
    answer: 'user',
  },
  { name: 'getUser', method: 'GET', path: `${service}/users/{userId}`, answer: 'user' },
  { name: 'updateUser', method: 'PATCH', path: `${service}/users/{userId}`, answer: 'user' },
  { name: 'eraseUser', method: 'DELETE', path: `${service}/users/{userId}`, answer: 'erased' },
  {
    name: 'batchCourtBookings',
    method: 'POST',
    path: `${service}/court-bookings/batch`,
    answer: 'batch',
  },
  {
    name: 'getCourtBooking',
    method: 'GET',
    path: `${service}/court-bookings/by-external-id/{externalCourtBookingId}`,
    answer: 'courtBooking',
  },
  {
    name: 'upsertCourtBooking',
    method: 'PUT',
    path: `${service}/court-bookings/by-external-id/{externalCourtBookingId}`,
    answer: 'courtBooking',
  },
  {
    name: 'cancelCourtBooking',
    method: 'DELETE',
    path: `${service}/court-bookings/by-external-id/{externalCourtBookingId}`,
    answer: 'cancellation',
  },
  { name: 'listCourtBookings', method: 'GET', path: `${service}/court-bookings`, answer: 'courtBookings' },
  { name: 'listCourts', method: 'GET', path: `${service}/courts`, answer: 'courts' },
  {
    name: 'getCourtOccupancy',
    method: 'GET',
    path: `${service}/courts/{courtId}/occupancy`,
    answer: 'occupancy',
  },
  { name: 'listChanges', method: 'GET', path: `${service}/changes`, answer: 'changes' },
  { name: 'listWebhookEndpoints', method: 'GET', path: `${service}/webhook-endpoints`, answer: 'endpoints' },
];

/**
 * Returns the method that sends a call, and its parameters from the path after the external service.
 *
 * @param path from `/api/v1` on, as it is sent
 * @throws if it is not a call of an operation
 */
export function sdkMethodOf(method: string, path: string): { sdkMethod: SdkMethod; fromPath: string[] } {
  for (const sdkMethod of sdkMethods) {
    const pattern = new RegExp(`^${sdkMethod.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const match = sdkMethod.method === method && pattern.exec(path);
    if (match) return { sdkMethod, fromPath: match.slice(2).map(decodeURIComponent) };
  }
  throw new Error(`no method of the SDK sends ${method} ${path}`);
}
