import { Alert, AlertDelivery, AlertEndpoint, AlertResolution } from '../../db/entities/alert.ts';
import { AuditEvent } from '../../db/entities/audit-event.ts';
import { Change } from '../../db/entities/change.ts';
import { CourtBooking, CourtBookingParticipant } from '../../db/entities/court-booking.ts';
import { ApiToken, ExternalService } from '../../db/entities/external-service.ts';
import { Operator } from '../../db/entities/operator.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import { PartnerRequest } from '../../db/entities/partner-request.ts';
import { SavedQuery } from '../../db/entities/saved-query.ts';
import { genders, mainSportTypes, playingHands, User } from '../../db/entities/user.ts';
import { WebhookDelivery, WebhookEndpoint } from '../../db/entities/webhook.ts';
import { entityNameOf } from '../../db/queries/operators/select-rows.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import { type ChangeType, changeTypes } from '../../services/changes/change-types.ts';
import { builder } from '../schema/builder.ts';
import { rowType } from '../schema/row-type.ts';

/** What has an id of its own: found by it, whatever it is. */
export const NodeType = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'Something that has an id.',
  resolveType: (row) => entityNameOf(row),
  fields: (t) => ({ id: t.exposeID('id', { description: 'Its id, as REST shows it.' }) }),
});

// The names of the types, so that each can name the others; what they have stands in the file of its noun.
export const OrganizationType = rowType(Organization);
export const CourtType = rowType(Court);
export const ExternalServiceType = rowType(ExternalService);
export const ApiTokenType = rowType(ApiToken);
export const UserType = rowType(User);
export const CourtBookingType = rowType(CourtBooking);
export const ParticipantType = rowType(CourtBookingParticipant, 'Participant');
export const OperatorType = rowType(Operator);
export const AuditEventType = rowType(AuditEvent);
export const PartnerRequestType = rowType(PartnerRequest);
export const WebhookEndpointType = rowType(WebhookEndpoint);
export const WebhookDeliveryType = rowType(WebhookDelivery);
export const SavedQueryType = rowType(SavedQuery);
export const AlertEndpointType = rowType(AlertEndpoint);
export const AlertObjectType = rowType(Alert);
export const AlertDeliveryType = rowType(AlertDelivery);
export const AlertResolutionType = rowType(AlertResolution);
export const ChangeObjectType = rowType(Change);

export const GenderType = builder.enumType('Gender', { values: genders });
export const MainSportTypeType = builder.enumType('MainSportType', { values: mainSportTypes });
export const PlayingHandType = builder.enumType('PlayingHand', { values: playingHands });

/** The codes of the catalogue, spelled as they are everywhere. */
export const ErrorTypeType = builder.enumType('ErrorType', {
  description: 'Why something was refused: the codes that REST answers, and those of operators.',
  values: Object.fromEntries(
    Object.entries(catalogue).map(([type, { condition }]) => [type, { value: type, description: condition }]),
  ) as Record<string, { value: ErrorType; description: string }>,
});

/** The scopes, spelled as GraphQL allows; the values are the documented literals. */
const scopes = {
  USER_WRITE: { value: 'userwrite' },
  COURT_BOOKING_WRITE: { value: 'court-bookingwrite' },
  USER_READ: { value: 'userread' },
  COURT_BOOKING_READ: { value: 'court-bookingread' },
} as const;
export const ScopeType = builder.enumType('Scope', {
  description: 'What an API token allows.',
  values: scopes,
});

/** The name of a scope in the schema. */
export function nameOfScope(scope: string): string {
  return Object.entries(scopes).find(([, { value }]) => value === scope)?.[0] ?? scope;
}

/** The name of a type of changes in the schema. */
export function nameOfChangeType(type: string): string {
  return type.replace('.', '_').toUpperCase();
}

/** What can happen, spelled as GraphQL allows: `court_booking.created` is `COURT_BOOKING_CREATED`. */
export const ChangeTypeType = builder.enumType('ChangeType', {
  description: 'What can happen, as the changes feed and webhooks name it.',
  values: Object.fromEntries(changeTypes.map((type) => [nameOfChangeType(type), { value: type }])) as Record<
    string,
    { value: ChangeType }
  >,
});

/** A participant, as inputs name one. */
export const participantInput = {
  name: 'ParticipantInput',
  description: 'A participant: exactly one of userId, email and erased.',
  fields: { erased: 'A participant who was erased, as a booking shows it. Only true is accepted.' },
};
