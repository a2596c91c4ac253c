import { CourtBooking } from '../db/court-booking.ts';
import { ApiToken, ExternalService } from '../db/external-service.ts';
import { Operator } from '../db/operator.ts';
import { Court, Organization } from '../db/organization.ts';
import { auditEventList, partnerRequestList } from '../db/reading/other-lists.ts';
import { entityNameOf } from '../db/reading/select-rows.ts';
import type { One, OneOf } from '../db/reading/selection.ts';
import { User } from '../db/user.ts';
import { builder } from './builder.ts';
import { checkedIds, checkedTexts } from './checked.ts';
import { newestFirst } from './connection.ts';
import { listCost } from './list-size.ts';
import { newest, one, related } from './related-fields.ts';
import { byId } from './row-queries.ts';
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

const ActorType = builder.unionType('Actor', {
  description: 'Who changed something: a partner by an API token, or an operator.',
  types: [ApiTokenType, OperatorType],
  resolveType: (row) => entityNameOf(row),
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

const subject: OneOf = {
  kind: 'oneOf',
  ones: Object.entries(subjects).map(([subjectType, entity]) => ({
    kind: 'one',
    entity,
    equal: { id: 'subjectId' },
    when: { subjectType },
  })),
};

const actor: OneOf = {
  kind: 'oneOf',
  ones: Object.entries({ api_token: ApiToken, operator: Operator }).map(([actorType, entity]) => ({
    kind: 'one',
    entity,
    equal: { id: 'actorId' },
    when: { actorType },
  })),
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
  resolveType: (row) => entityNameOf(row),
});

AuditEventType.implement({
  description: 'A change: written in the transaction that made it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actor: related(t, ActorType, actor, {
      nullable: true,
      description: 'null: the service itself, by its configuration (OPERATOR_TOKEN).',
    }),
    requestId: t.exposeString('requestId', { description: 'Our own id of the request.' }),
    action: t.exposeString('action', { description: 'The mutation or operation.' }),
    subject: related(t, SubjectType, subject, {
      nullable: true,
      description: 'What was changed, as it is now.',
    }),
    subjectType: t.exposeString('subjectType'),
    subjectId: t.exposeID('subjectId'),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
});

const courtBooking: One = {
  kind: 'one',
  entity: CourtBooking,
  equal: { externalServiceId: 'externalServiceId', externalCourtBookingId: 'externalId' },
  when: { operation: 'upsertCourtBooking' },
};

PartnerRequestType.implement({
  description: 'What a partner sent and how it was answered; no token, no body. Kept for a set time.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      nullable: true,
      description: 'Of the token; null where no token has passed.',
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
    courtBooking: related(t, CourtBookingType, courtBooking, {
      nullable: true,
      description: 'The booking that it was about, where there is one.',
    }),
    auditEvents: newest(t, AuditEventType, 'requestId', {
      of: 'requestId',
      by: 'at',
      description: 'What it has changed.',
    }),
  }),
});

builder.queryFields((t) => ({
  auditEvent: byId(t, AuditEventType),
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
    resolve: (_root, args, context, info) =>
      newestFirst(
        auditEventList({
          ...checkedIds(args, ['subjectId', 'actorId']),
          ...checkedTexts(args, ['requestId', 'action']),
        }),
        args,
        context,
        info,
      ),
  }),
  partnerRequest: byId(t, PartnerRequestType),
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
    resolve: (_root, args, context, info) =>
      newestFirst(
        partnerRequestList({
          // An empty one has always meant any.
          ...(args.externalServiceId ? checkedIds(args, ['externalServiceId']) : {}),
          ...checkedTexts(args, ['requestId', 'externalId', 'errorType', 'operation']),
        }),
        args,
        context,
        info,
      ),
  }),
}));
