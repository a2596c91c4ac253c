import { type Html, html } from '../../pages/html.ts';
import type { Catalog } from './catalog.ts';
import type { ShownRows } from './list-ends.ts';
import type { Values } from './record-names.ts';
import type { Selected } from './selection.ts';
import { addressOf } from './values.ts';

interface Rest {
  /** The question that lists all rows. */
  operation: string;
  /** Its values, from the object that has the list. */
  given: (object: Record<string, unknown>, variables: Record<string, unknown>) => Record<string, unknown>;
}

/** A question that takes a value of the object: by default its id. */
const by = (operation: string, variable: string, field = 'id'): Rest => ({
  operation,
  given: (object) => ({ [variable]: object[field] }),
});
const history = by('Activity', 'subjectId');

/** The questions that list all rows of a list, by type and field, and of a task that is done. The history of each type is found by its id. */
export const rests: Readonly<Record<string, Rest>> = {
  'ApiToken.history': history,
  'Court.courtBookings': by('Bookings', 'courtId'),
  'Court.history': history,
  'CourtBooking.history': history,
  'CourtBookingsCancellation.courtBookings': {
    operation: 'Bookings',
    // Without a time, those of one court that have not ended: the earliest, and those after it.
    given: ({ courtBookings }, { courtId, organizationId, from, to }) => ({
      ...{ courtId, organizationId, to, status: 'ACTIVE', blocks: false },
      from: from ?? (courtBookings as Values[] | undefined)?.[0]?.startDate,
    }),
  },
  'CourtBookingsCancellation.courtBookings.done': by('Activity', 'requestId', 'requestId'),
  'ExternalService.apiTokens': by('TokensOfService', 'externalServiceId'),
  'ExternalService.history': history,
  'ExternalService.partnerRequests': by('Requests', 'externalServiceId'),
  'ExternalService.webhookEndpoints': by('WebhookEndpoints', 'externalServiceId'),
  'Operator.history': history,
  'Organization.courts': by('Courts', 'organizationId'),
  'Organization.history': by('Activity', 'organizationId'),
  'PartnerRequest.auditEvents': by('Activity', 'requestId', 'requestId'),
  'PartnerRequest.rejectedItems': by('RequestById', 'requestId', 'requestId'),
  'User.courtBookings': by('Bookings', 'userId'),
  'User.history': history,
  'WebhookEndpoint.deliveries': by('WebhookDeliveries', 'webhookEndpointId'),
  'WebhookEndpoint.history': history,
};

export const pageNamed = ({ pages }: Catalog, operation: string) =>
  [...pages.values()].find(({ name }) => name === operation);

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
  const rest = rests[`${type}.${name}${object.done === true ? '.done' : ''}`];
  const page = rest && pageNamed(catalog, rest.operation);
  return html`<p class="more">Only the first ${rows.length} are shown. ${
    page && html`<a href="${addressOf(page, rest.given(object, variables))}">Show all</a>`
  }</p>`;
}
