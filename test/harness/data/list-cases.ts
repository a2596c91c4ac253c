import { type GraphQLField, getNamedType, isInputObjectType } from 'graphql';
import { idOf } from './list-data.ts';

const daysAgo = (days: number) => `"${new Date(Date.now() - days * 86_400_000).toISOString()}"`;
const slot = `{ courtId: "${idOf('court', 7)}", startDate: ${daysAgo(100)}, endDate: ${daysAgo(90)} }`;
const rareService = `"${idOf('service', -1)}"`;

/** Values for each filter of each list: a frequent one, one absent from the newest rows, and an unknown one. */
export const listCases: Record<string, string[]> = {
  'alerts.open': ['true', 'false'],
  'alerts.type': ['STAMPS_AHEAD', 'API_TOKEN_EXPIRES'],
  'apiTokens.expiresBefore': [daysAgo(-7), daysAgo(1_000)],
  'apiTokens.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'apiTokens.unusedSince': [daysAgo(0), daysAgo(1_000)],
  'auditEvents.action': ['upsertCourtBooking', 'exportPerson', 'eraseGuest'],
  'auditEvents.actorId': [`"${idOf('service', 0)}"`, rareService],
  'auditEvents.actorType': ['API_TOKEN', 'OPERATOR', 'CONFIGURATION'],
  'auditEvents.organizationId': [`"${idOf('organization', 0)}"`, `"${idOf('organization', -1)}"`],
  'auditEvents.requestId': ['"ours-0"', '"none"'],
  'auditEvents.subjectId': [`"${idOf('court', -1)}"`],
  'courtBookings.blocks': ['true', 'false'],
  'courtBookings.cancelledFrom': [daysAgo(1_000), daysAgo(110), daysAgo(100), daysAgo(-1_000)],
  'courtBookings.cancelledUntil': [daysAgo(-1_000), daysAgo(150), daysAgo(199), daysAgo(1_000)],
  'courtBookings.changed': [
    `{ from: ${daysAgo(10)}, until: ${daysAgo(9.9)}, by: PARTNER }`,
    `{ from: ${daysAgo(-1_000)} }`,
  ],
  'courtBookings.conflictsWith': [slot],
  'courtBookings.courtId': [`"${idOf('court', 7)}"`, `"${idOf('court', -1)}"`],
  'courtBookings.externalCourtBookingId': ['"b-1"', '"none"'],
  'courtBookings.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'courtBookings.from': [daysAgo(1_000), daysAgo(0), daysAgo(-150), daysAgo(-1_000)],
  'courtBookings.organizationId': [`"${idOf('organization', 0)}"`, `"${idOf('organization', -1)}"`],
  'courtBookings.participantEmail': [
    '"guest-often@example.com"',
    '"user-0@example.com"',
    '"none@example.com"',
  ],
  'courtBookings.participantUserId': ['USER'],
  'courtBookings.personId': ['USER'],
  'courtBookings.hasFutureVersion': ['true', 'false'],
  'courtBookings.status': ['ACTIVE', 'CANCELLED'],
  'courtBookings.updatedFrom': [daysAgo(1_000), daysAgo(100), daysAgo(1), daysAgo(-1_000)],
  'courtBookings.updatedUntil': [daysAgo(-1_000), daysAgo(100), daysAgo(199), daysAgo(1_000)],
  'courtBookings.until': [daysAgo(-1_000), daysAgo(0), daysAgo(199), daysAgo(1_000)],
  'courts.name': ['"Court 39"', '"none"'],
  'courts.organizationId': [`"${idOf('organization', -1)}"`],
  'externalServices.name': ['"Partner 9"', '"none"'],
  'operators.expiresBefore': [daysAgo(-7), daysAgo(1_000)],
  'organizations.name': ['"Club 3"', '"none"'],
  'partnerRequests.errorType': ['court_booking_overlap', 'email_of_user', 'stale_write'],
  'partnerRequests.failed': ['true', 'false'],
  'auditEvents.from': [daysAgo(1_000), daysAgo(10), daysAgo(0), daysAgo(-1_000)],
  'auditEvents.to': [daysAgo(-1_000), daysAgo(10), daysAgo(19.9), daysAgo(1_000)],
  'partnerRequests.from': [daysAgo(1_000), daysAgo(10), daysAgo(0), daysAgo(-1_000)],
  'partnerRequests.pathExternalServiceId': [`"${idOf('service', 1)}"`, rareService],
  'partnerRequests.status': ['200', '409', '410', '503'],
  'partnerRequests.to': [daysAgo(-1_000), daysAgo(10), daysAgo(19.9), daysAgo(1_000)],
  'partnerRequests.token': [`"${idOf('token', 0)}"`, `"${idOf('token', -1)}"`],
  'partnerRequests.externalId': ['"b-0"', '"none"'],
  'partnerRequests.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'partnerRequests.operation': ['upsertCourtBooking', 'eraseUser', 'listUsers'],
  'partnerRequests.requestId': ['"ours-0"', '"theirs-0"', '"none"'],
  'webhookDeliveries.from': [daysAgo(1_000), daysAgo(10), daysAgo(0), daysAgo(-1_000)],
  'webhookDeliveries.lastAttemptFailed': ['true', 'false'],
  'webhookDeliveries.lastStatus': ['200', '500', '410'],
  'webhookDeliveries.to': [daysAgo(-1_000), daysAgo(10), daysAgo(19.9), daysAgo(1_000)],
  'webhookDeliveries.status': ['PENDING', 'DELIVERED', 'FAILED'],
  'webhookDeliveries.webhookEndpointId': [`"${idOf('endpoint', 1)}"`, `"${idOf('endpoint', -1)}"`],
  'webhookEndpoints.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'webhookEndpoints.status': ['ACTIVE', 'PAUSED'],
  'users.email': ['"user-0@example.com"', '"none@example.com"'],
  'users.externalServiceId': [`"${idOf('service', 0)}"`, rareService],
  'users.externalUserId': ['"user-0"', '"none"'],
};

const midst = (Date.now() - 100 * 86_400_000)
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/, '$1-');
/** Pages from the newest row, from the oldest row, and from the middle. */
export const listPages = ['first: 20', 'last: 20', `first: 20, after: "${midst}-7000-8000-000000000000"`];

/** Pages of a filtered list in its default order, which is that of the changes if it is filtered by their time. */
export function pagesOf(filter: string): readonly string[] {
  const [, change] = filter.match(/^courtBookings\.(updated|cancelled)/) ?? [];
  if (!change) return listPages;
  const after = cursorOf(`${change.toUpperCase()}_AT`, 'DESC', [
    new Date(Date.now() - 150 * 86_400_000).toISOString(),
  ]);
  return ['first: 20', 'last: 20', `first: 20, after: "${after}"`];
}

function cursorOf(field: string, direction: string, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([field, direction, idOf('court', 7), ...values])).toString('base64url');
}

/** Required arguments of a list. */
export function needed(list: string, endpointId = idOf('endpoint', 0)): string {
  return list === 'webhookDeliveries' ? `webhookEndpointId: "${endpointId}", ` : '';
}

/** Returns a filter's list and its arguments. A list of one endpoint uses the given endpoint, unless the filter sets it. */
export function argumentsOf(
  filter: string,
  value: string,
  endpointId?: string,
): [list: string, args: string] {
  const [list, name] = filter.split('.') as [string, string];
  const of = name === 'webhookEndpointId' ? '' : needed(list, endpointId);
  return [list, list === 'courtBookings' ? `filter: { ${name}: ${value} }` : `${of}${name}: ${value}`];
}

/** The sort fields of each list that may be long, with a value from the middle. */
export const listOrders: Record<string, Record<string, string[]>> = {
  courtBookings: {
    START_DATE: [new Date(Date.now() - 100 * 86_400_000).toISOString()],
    UPDATED_AT: [new Date(Date.now() - 100 * 86_400_000).toISOString()],
  },
  users: { NAME: ['Lovelace 5', 'Ada'], EMAIL: ['user-5@example.com'] },
  webhookDeliveries: { DUE_AT: [new Date(Date.now() - 86_400_000).toISOString()] },
};

/** Pages from the first row, from the last row, and from the middle, in a given order. */
export function sortedPages(field: string, values: readonly string[]): string[] {
  return ['ASC', 'DESC'].flatMap((direction) => {
    const orderBy = `orderBy: { field: ${field}, direction: ${direction} }`;
    const after = `first: 20, after: "${cursorOf(field, direction, values)}"`;
    return ['first: 20', 'last: 20', after].map((page) => `${page}, ${orderBy}`);
  });
}

/** The filters of lists, such as `courtBookings.status`, without former names. */
export const filterNames = (lists: readonly GraphQLField<unknown, unknown>[]): string[] =>
  lists
    .flatMap(({ name, args }) => args.map((arg) => ({ name, arg })))
    .filter(({ arg }) => !['after', 'before', 'first', 'last', 'orderBy'].includes(arg.name))
    .flatMap(({ name, arg }) => {
      const type = getNamedType(arg.type);
      const fields =
        isInputObjectType(type) && arg.name === 'filter' ? Object.values(type.getFields()) : [arg];
      return fields.filter((field) => !field.deprecationReason).map((field) => `${name}.${field.name}`);
    })
    .sort();
