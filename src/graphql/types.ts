import { AuditEvent } from '../db/audit-event.ts';
import type { CourtBooking, CourtBookingParticipant } from '../db/court-booking.ts';
import type { ApiToken, ExternalService } from '../db/external-service.ts';
import type { Operator } from '../db/operator.ts';
import type { Court, Organization } from '../db/organization.ts';
import type { PartnerRequest } from '../db/partner-request.ts';
import { RelatedRows } from '../db/reading/related-rows.ts';
import type { Row } from '../db/reading/row.ts';
import { genders, mainSportTypes, playingHands, type User } from '../db/user.ts';
import { builder } from './builder.ts';
import { listCost, newestRelated } from './connection.ts';

// The names of the types, so that each can name the others; what they have stands in the file of its noun.
export const OrganizationType = builder.objectRef<Row<Organization>>('Organization');
export const CourtType = builder.objectRef<Row<Court>>('Court');
export const ExternalServiceType = builder.objectRef<Row<ExternalService>>('ExternalService');
export const ApiTokenType = builder.objectRef<Row<ApiToken>>('ApiToken');
export const UserType = builder.objectRef<Row<User>>('User');
export const CourtBookingType = builder.objectRef<Row<CourtBooking>>('CourtBooking');
export const ParticipantType = builder.objectRef<Row<CourtBookingParticipant>>('Participant');
export const OperatorType = builder.objectRef<Row<Operator>>('Operator');
export const AuditEventType = builder.objectRef<Row<AuditEvent>>('AuditEvent');
export const PartnerRequestType = builder.objectRef<Row<PartnerRequest>>('PartnerRequest');

export const GenderType = builder.enumType('Gender', { values: genders });
export const MainSportTypeType = builder.enumType('MainSportType', { values: mainSportTypes });
export const PlayingHandType = builder.enumType('PlayingHand', { values: playingHands });

/** The scopes, spelled as GraphQL allows; the values are the documented literals. */
export const ScopeType = builder.enumType('Scope', {
  values: {
    USER_WRITE: { value: 'userwrite' },
    COURT_BOOKING_WRITE: { value: 'court-bookingwrite' },
  } as const,
});

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer SchemaTypes> ? SchemaTypes : never;

// By the time, which is taken under the lock, unlike the id.
const history = new RelatedRows(AuditEvent, 'subject_id', { newest: 'at' });

/** What was changed of a thing, by whom: newest first. */
export function auditEventsField<Parent extends { id: string }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return t.field({
    type: [AuditEventType],
    description: 'What was changed, by whom, under which request; newest first.',
    args: { first: t.arg.int() },
    complexity: listCost,
    resolve: ({ id }, { first }, context) => newestRelated(context, history, id, first),
  });
}
