import { type Html, html } from '../../pages/html.ts';
import type { Catalog } from './catalog.ts';
import type { ShownRows } from './list-ends.ts';
import type { Selected } from './selection.ts';
import { addressOf } from './values.ts';

interface Rest {
  /** The question that lists all rows. */
  operation: string;
  /** Its values, from the object that has the list. */
  given: (object: Record<string, unknown>, variables: Record<string, unknown>) => Record<string, unknown>;
}

const bookings = (name: string): Rest => ({ operation: 'Bookings', given: ({ id }) => ({ [name]: id }) });
const history: Rest = { operation: 'Activity', given: ({ id }) => ({ subjectId: id }) };

/** The questions that list all rows of a list, by type and field. The history of each type is found by its id. */
export const rests: Readonly<Record<string, Rest>> = {
  'ApiToken.history': history,
  'Court.courtBookings': bookings('courtId'),
  'Court.history': history,
  'CourtBooking.history': history,
  'CourtBookingsCancellation.courtBookings': {
    operation: 'Bookings',
    given: (_cancellation, { courtId, organizationId, from, to }) => ({
      ...{ courtId, organizationId, from, to, status: 'ACTIVE' },
    }),
  },
  'ExternalService.apiTokens': {
    operation: 'TokensOfService',
    given: ({ id }) => ({ externalServiceId: id }),
  },
  'ExternalService.history': history,
  'ExternalService.partnerRequests': {
    operation: 'Requests',
    given: ({ id }) => ({ externalServiceId: id }),
  },
  'ExternalService.webhookEndpoints': {
    operation: 'WebhookEndpoints',
    given: ({ id }) => ({ externalServiceId: id }),
  },
  'Operator.history': history,
  'Organization.courts': { operation: 'Courts', given: ({ id }) => ({ organizationId: id }) },
  'Organization.history': history,
  'PartnerRequest.auditEvents': {
    operation: 'Activity',
    given: ({ requestId }) => ({ requestId }),
  },
  'PartnerRequest.rejectedItems': {
    operation: 'RequestById',
    given: ({ requestId }) => ({ requestId }),
  },
  'User.courtBookings': bookings('userId'),
  'User.history': history,
  'WebhookEndpoint.deliveries': {
    operation: 'WebhookDeliveries',
    given: ({ id }) => ({ webhookEndpointId: id }),
  },
  'WebhookEndpoint.history': history,
};

/** The note below a list that has more rows than are shown. */
export function endOf(
  catalog: Catalog,
  { name }: Selected,
  { rows, hasMore }: ShownRows<unknown>,
  type?: string,
  object: Record<string, unknown> = {},
  variables: Record<string, unknown> = {},
): Html | false {
  if (!hasMore) return false;
  const rest = rests[`${type}.${name}`];
  const page = rest && [...catalog.pages.values()].find((each) => each.name === rest.operation);
  return html`<p class="more">Only the first ${rows.length} are shown. ${
    page && html`<a href="${addressOf(page, rest.given(object, variables))}">Show all</a>`
  }</p>`;
}
