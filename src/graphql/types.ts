import { AuditEvent } from '../db/audit-event.ts';
import type { CourtBooking, CourtBookingParticipant } from '../db/court-booking.ts';
import type { ApiToken, ExternalService } from '../db/external-service.ts';
import type { Operator } from '../db/operator.ts';
import type { Court, Organization } from '../db/organization.ts';
import type { PartnerRequest } from '../db/partner-request.ts';
import { genders, mainSportTypes, playingHands, type User } from '../db/user.ts';
import { builder } from './builder.ts';
import { listCost, newestNeighbours } from './connection.ts';

// The names of the types, so that each can name the others; what they have stands in the file of its noun.
export const OrganizationType = builder.objectRef<Organization>('Organization');
export const CourtType = builder.objectRef<Court>('Court');
export const ExternalServiceType = builder.objectRef<ExternalService>('ExternalService');
export const ApiTokenType = builder.objectRef<ApiToken>('ApiToken');
export const UserType = builder.objectRef<User>('User');
export const CourtBookingType = builder.objectRef<CourtBooking>('CourtBooking');
export const ParticipantType = builder.objectRef<CourtBookingParticipant>('Participant');
export const OperatorType = builder.objectRef<Operator>('Operator');
export const AuditEventType = builder.objectRef<AuditEvent>('AuditEvent');
export const PartnerRequestType = builder.objectRef<PartnerRequest>('PartnerRequest');

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

/** What was changed of a thing, by whom: newest first. */
export function auditEventsField<Parent extends { id: string }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
  type: string,
) {
  return t.field({
    type: [AuditEventType],
    description: 'What was changed, by whom, under which request; newest first.',
    args: { first: t.arg.int() },
    complexity: listCost,
    resolve: ({ id }, { first }, context) =>
      newestNeighbours(context, id, {
        field: `${type}.history`,
        entity: AuditEvent,
        from: 'audit_events',
        parent: 'subject_id',
        // Made under the lock, unlike the id.
        newest: 'at',
        limit: first,
      }),
  });
}
