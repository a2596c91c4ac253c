import { Alert, AlertDelivery, AlertEndpoint, AlertResolution } from '../../db/entities/alert.ts';
import { AuditEvent } from '../../db/entities/audit-event.ts';
import { Change } from '../../db/entities/change.ts';
import { CourtBooking, CourtBookingParticipant } from '../../db/entities/court-booking.ts';
import { ApiToken, ExternalService } from '../../db/entities/external-service.ts';
import { Operator } from '../../db/entities/operator.ts';
import { Court, Organization } from '../../db/entities/organization.ts';
import { PartnerRequest } from '../../db/entities/partner-request.ts';
import { type genders, type mainSportTypes, type playingHands, User } from '../../db/entities/user.ts';
import { WebhookDelivery, WebhookEndpoint } from '../../db/entities/webhook.ts';
import { entityNameOf } from '../../db/queries/operators/select-rows.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { meaningsOfChanges } from '../../services/changes/meanings-of-changes.ts';
import { builder } from '../schema/builder.ts';
import { enumType } from '../schema/enum-type.ts';
import { rowType } from '../schema/row-type.ts';

/** An object that can be found by its id, whatever its type. */
export const NodeType = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object with an id.',
  resolveType: (row) => entityNameOf(row),
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id, the same as in REST.' }) }),
});

// The types are declared here so that they can refer to each other. Their fields are in the other files of this folder.
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
export const AlertEndpointType = rowType(AlertEndpoint);
export const AlertObjectType = rowType(Alert);
export const AlertDeliveryType = rowType(AlertDelivery);
export const AlertResolutionType = rowType(AlertResolution);
export const ChangeObjectType = rowType(Change);

export const GenderType = enumType<(typeof genders)[number]>('Gender', 'A gender, as partners send it.', {
  FEMALE: 'Female.',
  MALE: 'Male.',
  OTHER: 'Another gender, or not disclosed.',
});
export const MainSportTypeType = enumType<(typeof mainSportTypes)[number]>('MainSportType', 'A sport.', {
  BADMINTON: 'Badminton.',
  PADEL: 'Padel.',
  PICKLEBALL: 'Pickleball.',
  SQUASH: 'Squash.',
  TENNIS: 'Tennis.',
});
export const PlayingHandType = enumType<(typeof playingHands)[number]>('PlayingHand', 'A hand.', {
  LEFT: 'Left.',
  RIGHT: 'Right.',
});

export const ErrorTypeType = builder.enumType('ErrorType', {
  description: 'The error types: the codes of REST, and those for operators.',
  values: Object.fromEntries(
    Object.entries(catalogue).map(([type, { condition }]) => [type, { value: type, description: condition }]),
  ) as Record<string, { value: ErrorType; description: string }>,
});

/** The scopes, by names that GraphQL allows. The values are the documented literals. */
const scopes = {
  USER_WRITE: { value: 'userwrite', description: 'Create, change, erase and read users.' },
  COURT_BOOKING_WRITE: {
    value: 'court-bookingwrite',
    description: 'Create, update, cancel and read bookings, also in batches.',
  },
  USER_READ: { value: 'userread', description: 'Read users.' },
  COURT_BOOKING_READ: { value: 'court-bookingread', description: 'Read bookings, courts and changes.' },
  WEBHOOK_WRITE: {
    value: 'webhookwrite',
    description: 'Create, test and delete own webhook endpoints, for changes that the token may read.',
  },
} as const;
export const ScopeType = builder.enumType('Scope', {
  description: 'A permission of an API token.',
  values: scopes,
});

export function nameOfScope(scope: string): string {
  return Object.entries(scopes).find(([, { value }]) => value === scope)?.[0] ?? scope;
}

export function nameOfChangeType(type: string): string {
  return type.replace('.', '_').toUpperCase();
}

/** Names that GraphQL allows: `court_booking.created` becomes `COURT_BOOKING_CREATED`. */
export const ChangeTypeType = builder.enumType('ChangeType', {
  description: 'The types of changes in the changes feed and in webhooks.',
  values: Object.fromEntries(
    Object.entries(meaningsOfChanges).map(([type, description]) => [
      nameOfChangeType(type),
      { value: type, description },
    ]),
  ) as Record<string, { value: ChangeType; description: string }>,
});

/** The input type of a participant. */
export const participantInput = {
  name: 'ParticipantInput',
  description: 'A participant. Set exactly one of userId, email and erased.',
  fields: {
    userId: 'A user that the partner manages or was granted access to.',
    erased: 'True for a participant who was erased. False is not accepted.',
  },
};
