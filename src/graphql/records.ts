import { AuditEvent } from '../db/audit-event.ts';
import { CourtBooking } from '../db/court-booking.ts';
import { ApiToken, ExternalService } from '../db/external-service.ts';
import { Operator } from '../db/operator.ts';
import { Court, Organization } from '../db/organization.ts';
import { PartnerRequest } from '../db/partner-request.ts';
import { bookingOfExternalId } from '../db/reading/booking-of-external-id.ts';
import { auditEventList, partnerRequestList } from '../db/reading/other-lists.ts';
import type { Reader } from '../db/reading/reader.ts';
import { RelatedRows } from '../db/reading/related-rows.ts';
import { User } from '../db/user.ts';
import { builder } from './builder.ts';
import { checkedIds, checkedTexts, checkId } from './checked.ts';
import { listCost, newestFirst, newestRelated } from './connection.ts';
import {
  ApiTokenType,
  AuditEventType,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  OperatorType,
  OrganizationType,
  PartnerRequestType,
  UserType,
} from './types.ts';

/** Rows do not say themselves what they are. */
const typeName = Symbol('type name');

const typeOf = (row: object) => (row as { [typeName]: string })[typeName];

async function typed(reader: Reader, entity: (typeof subjects)[keyof typeof subjects], id: string) {
  const row = await reader.byId(entity as typeof Operator, id);
  return row && ({ ...row, [typeName]: entity.name } as never);
}

const ActorType = builder.unionType('Actor', {
  description: 'Who changed something: a partner by an API token, or an operator.',
  types: [ApiTokenType, OperatorType],
  resolveType: typeOf,
});

/** The things that audit events are about, by `subjectType`. */
const subjects = {
  organization: Organization,
  court: Court,
  external_service: ExternalService,
  api_token: ApiToken,
  user: User,
  court_booking: CourtBooking,
  operator: Operator,
};

const SubjectType = builder.unionType('Subject', {
  description: 'What was changed.',
  types: [
    OrganizationType,
    CourtType,
    ExternalServiceType,
    ApiTokenType,
    UserType,
    CourtBookingType,
    OperatorType,
  ],
  resolveType: typeOf,
});

AuditEventType.implement({
  description: 'A change: written in the transaction that made it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actor: t.field({
      type: ActorType,
      nullable: true,
      description: 'null: the service itself, by its configuration (OPERATOR_TOKEN).',
      resolve: ({ actorType, actorId }, _args, { reader }) => {
        if (actorType === 'configuration') return null;
        return typed(reader, actorType === 'operator' ? Operator : ApiToken, actorId);
      },
    }),
    requestId: t.exposeString('requestId', { description: 'Our own id of the request.' }),
    action: t.exposeString('action', { description: 'The mutation or operation.' }),
    subject: t.field({
      type: SubjectType,
      nullable: true,
      description: 'What was changed, as it is now.',
      resolve: ({ subjectType, subjectId }, _args, { reader }) =>
        typed(reader, subjects[subjectType as keyof typeof subjects], subjectId),
    }),
    subjectType: t.exposeString('subjectType'),
    subjectId: t.exposeID('subjectId'),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
});

const ofPartnerRequest = {
  auditEvents: new RelatedRows(AuditEvent, 'request_id', { parentType: 'text', newest: 'at' }),
};

PartnerRequestType.implement({
  description: 'What a partner sent and how it was answered; no token, no body. Kept for a set time.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    externalService: t.field({
      type: ExternalServiceType,
      nullable: true,
      description: 'Of the token; null where no token has passed.',
      resolve: ({ externalServiceId }, _args, { reader }) =>
        externalServiceId === null ? null : reader.referred(ExternalService, externalServiceId),
    }),
    operation: t.exposeString('operation'),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The external court booking id, or the external user id.',
    }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    errorType: t.exposeString('errorType', { nullable: true }),
    issuePaths: t.exposeStringList('issuePaths', {
      description: 'Where the faults of an invalid_schema were.',
    }),
    milliseconds: t.exposeFloat('milliseconds'),
    requestId: t.exposeString('requestId', {
      description: 'Our own id of the request: audit events and the log have it.',
    }),
    callerRequestId: t.exposeString('callerRequestId', {
      nullable: true,
      description: 'The X-Request-Id that the caller sent. Two callers may have sent the same.',
    }),
    requestCount: t.exposeInt('requestCount', {
      description:
        'How many requests this row stands for. Refusals by the rate limit, and floods, are counted: one row a second of each service, operation and error, with time and request id of the first.',
    }),
    courtBooking: t.field({
      type: CourtBookingType,
      nullable: true,
      description: 'The booking that it was about, where there is one.',
      resolve: ({ operation, externalServiceId, externalId }, _args, { reader }) =>
        operation === 'upsertCourtBooking' && externalServiceId && externalId
          ? bookingOfExternalId(reader, { externalServiceId, externalCourtBookingId: externalId })
          : null,
    }),
    auditEvents: t.field({
      type: [AuditEventType],
      description: 'What it has changed.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ requestId }, { first }, context) =>
        newestRelated(context, ofPartnerRequest.auditEvents, requestId, first),
    }),
  }),
});

builder.queryFields((t) => ({
  auditEvent: t.field({
    type: AuditEventType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(AuditEvent, checkId(id)),
  }),
  auditEvents: t.connection({
    type: AuditEventType,
    complexity: listCost,
    description: 'Newest first.',
    args: {
      subjectId: t.arg.id({ description: 'The id of what was changed.' }),
      actorId: t.arg.id({ description: 'The id of the API token or of the operator.' }),
      requestId: t.arg.string({ description: 'Our own id of the request; not one that the caller sent.' }),
      action: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      newestFirst(
        context,
        auditEventList({
          ...checkedIds(args, ['subjectId', 'actorId']),
          ...checkedTexts(args, ['requestId', 'action']),
        }),
        args,
      ),
  }),
  partnerRequest: t.field({
    type: PartnerRequestType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(PartnerRequest, checkId(id)),
  }),
  partnerRequests: t.connection({
    type: PartnerRequestType,
    complexity: listCost,
    description: 'What the partners sent lately; newest first. Appears a second or so after the answer.',
    args: {
      externalServiceId: t.arg.id(),
      requestId: t.arg.string({
        description: 'X-Request-Id of the answer: ours, or the one the caller sent.',
      }),
      externalId: t.arg.string({ description: 'The external court booking id, or the external user id.' }),
      errorType: t.arg.string(),
      operation: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      newestFirst(
        context,
        partnerRequestList({
          // An empty one has always meant any.
          ...(args.externalServiceId ? checkedIds(args, ['externalServiceId']) : {}),
          ...checkedTexts(args, ['requestId', 'externalId', 'errorType', 'operation']),
        }),
        args,
      ),
  }),
}));
