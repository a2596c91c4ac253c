import type { Tenant } from '../data/factories.ts';
import { operations } from '../data/isolation-matrix.ts';

/** A call of a partner operation, for `TestService.call`. */
export interface OperationCall {
  operationId: string;
  path: string;
  method: string;
  body?: unknown;
  /** The status of the response. */
  status: number;
}

const hour = 3_600_000;
const day = Date.UTC(2027, 0, 1);

/** The operations that read without an id: the lists, and the token. */
const plainReads = operations.filter(
  ({ method, parameters }) =>
    method === 'GET' && parameters.every(({ name, required }) => !required || name === 'externalServiceId'),
);

/** Users that keep their bookings. The others may be erased. */
const keptUsers = 50;

/**
 * Calls of every partner operation, in all ways that lead to different statements. Run them in this order, each with the numbers 0, 1,
 * 2, …: later ones use what earlier ones wrote under the same number.
 *
 * @param userIds users that the external service manages, more than 50
 */
export function everyCall(
  {
    externalServiceId,
    organizationId,
    courtIds,
  }: Pick<Tenant, 'externalServiceId' | 'organizationId' | 'courtIds'>,
  userIds: readonly string[],
  /** The number of items of a batch with this number. */
  itemsOf: (n: number) => number = () => 20,
) {
  const base = `/api/v1/external-services/${externalServiceId}`;
  let places = 0;
  let versions = 0;
  const bodies = new Map<number, object>();
  const content = () => {
    const place = places++;
    const start = day + Math.floor(place / courtIds.length) * hour;
    return {
      courtId: courtIds[place % courtIds.length],
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + hour).toISOString(),
      externalUpdatedAt: version(),
      participants: [{ userId: userIds[place % keptUsers] }, { email: `guest-${place % 500}@example.com` }],
    };
  };
  const version = () => new Date(Date.UTC(2026, 0, 1) + versions++).toISOString();
  const person = (externalUserId: string, email = externalUserId) => ({
    externalUserId,
    email: `${email}@example.com`,
    firstName: 'Ada',
    lastName: `L${versions++}`,
    birthday: '1985-12-10',
  });
  const booking = (id: string) => `${base}/court-bookings/by-external-id/${id}`;
  const put = (id: string, body: object, status: number): OperationCall => ({
    operationId: 'upsertCourtBooking',
    method: 'PUT',
    path: booking(id),
    body,
    status,
  });
  const cancel = (id: string): OperationCall => ({
    operationId: 'cancelCourtBooking',
    method: 'DELETE',
    path: `${booking(id)}?externalUpdatedAt=${version()}`,
    status: 200,
  });
  const read = (operationId: string, path: string, status = 200): OperationCall => ({
    operationId,
    method: 'GET',
    path,
    status,
  });
  const batchOf =
    (operationId: string, path: string) =>
    (all: object[], atomic: boolean): OperationCall => ({
      operationId,
      method: 'POST',
      path: `${base}/${path}/batch`,
      body: { atomic, items: all },
      status: 200,
    });
  const batch = batchOf('batchCourtBookings', 'court-bookings');
  const batchOfUsers = batchOf('batchUsers', 'users');
  const items = (n: number, of: (index: number) => object) =>
    Array.from({ length: itemsOf(n) }, (_, index) => of(index));
  const upsertItem = (externalCourtBookingId: string) => ({
    action: 'upsert',
    externalCourtBookingId,
    ...content(),
  });
  const upsertUser = (id: string, status: number): OperationCall => {
    const { externalUserId, ...body } = person(id);
    return {
      operationId: 'upsertUser',
      method: 'PUT',
      path: `${base}/users/by-external-id/${externalUserId}`,
      body,
      status,
    };
  };
  const group = (n: number) => items(n, (index) => ({ action: 'upsert', ...person(`group-${n}-${index}`) }));
  const calls: Record<string, (n: number) => OperationCall> = {
    'create a booking': (n) => {
      bodies.set(n, content());
      return put(`one-${n}`, bodies.get(n)!, 201);
    },
    'move a booking': (n) => {
      bodies.set(n, content());
      return put(`one-${n}`, bodies.get(n)!, 200);
    },
    'replay a booking': (n) => put(`one-${n}`, bodies.get(n)!, 200),
    'reject an overlap': (n) => put(`other-${n}`, bodies.get(n)!, 409),
    'reject a stale write': (n) =>
      put(`one-${n}`, { ...bodies.get(n), externalUpdatedAt: '2025-01-01T00:00:00Z' }, 409),
    'read a booking': (n) => read('getCourtBooking', booking(`one-${n}`)),
    'cancel a booking': (n) => cancel(`one-${n}`),
    'cancel an unknown booking': (n) => cancel(`unknown-${n}`),
    'batch of bookings': (n) =>
      batch(
        items(n, (index) => upsertItem(`many-${n}-${index}`)),
        false,
      ),
    'batch with changes': (n) =>
      batch(
        items(n, (index) =>
          index % 4 === 3
            ? { action: 'cancel', externalCourtBookingId: `many-${n}-${index}`, externalUpdatedAt: version() }
            : upsertItem(`many-${n}-${index}`),
        ),
        false,
      ),
    'atomic batch': (n) =>
      batch(
        items(n, (index) => upsertItem(`many-${n}-${index}`)),
        true,
      ),
    'read the occupancy': (n) =>
      read(
        'getCourtOccupancy',
        `${base}/courts/${courtIds[n % courtIds.length]}/occupancy?from=2027-01-01T00:00:00Z&to=2027-01-08T00:00:00Z`,
      ),
    'read the occupancy of a club': () =>
      read(
        'getOrganizationOccupancy',
        `${base}/organizations/${organizationId}/occupancy?from=2027-01-01T00:00:00Z&to=2027-01-08T00:00:00Z`,
      ),
    'create a user': (n) => ({
      operationId: 'createUser',
      method: 'POST',
      path: `${base}/users`,
      body: person(`person-${n}`),
      status: 201,
    }),
    'upsert a new user': (n) => upsertUser(`member-${n}`, 201),
    'upsert a user': (n) => upsertUser(`member-${n}`, 200),
    'batch of users': (n) => batchOfUsers(group(n), false),
    'atomic batch of users': (n) => batchOfUsers(group(n), true),
    'read a user': (n) => read('getUser', `${base}/users/${userIds[n % keptUsers]}`),
    'read a user by external id': (n) =>
      read('getUserByExternalId', `${base}/users/by-external-id/member-${n}`),
    'find a user': (n) => read('listUsers', `${base}/users?email=member-${n}@example.com`),
    'update a user': (n) => ({
      operationId: 'updateUser',
      method: 'PATCH',
      path: `${base}/users/${userIds[n % keptUsers]}`,
      body: { lastName: `L${versions++}` },
      status: 200,
    }),
    'erase a user': (n) => ({
      operationId: 'eraseUser',
      method: 'DELETE',
      path: `${base}/users/${userIds[keptUsers + n]}`,
      status: 200,
    }),
    'list requests': () => read('listRequests', `${base}/requests?failed=true&operation=upsertCourtBooking`),
    'get request': () => read('getRequest', `${base}/requests/none`, 404),
    'list webhook deliveries': () =>
      read('listWebhookDeliveries', `${base}/webhook-endpoints/${courtIds[0]}/deliveries?failed=true`, 404),
    ...Object.fromEntries(
      plainReads.map(({ operationId, path }) => [
        operationId,
        () => read(operationId, path.replace('{externalServiceId}', externalServiceId)),
      ]),
    ),
  };
  return calls;
}
