import DataLoader from 'dataloader';
import { AuditEvent } from '../db/audit-event.ts';
import { CourtBooking } from '../db/court-booking.ts';
import { ApiToken, ExternalService } from '../db/external-service.ts';
import { Operator } from '../db/operator.ts';
import { Court, Organization } from '../db/organization.ts';
import { PartnerRequest } from '../db/partner-request.ts';
import { User } from '../db/user.ts';
import { builder } from './builder.ts';
import { checkId, checkText, listCost, newestFirst, newestNeighbours } from './connection.ts';
import type { GraphqlContext } from './context.ts';
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
  resolveType: (value) => (value instanceof Operator ? 'Operator' : 'ApiToken'),
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
  resolveType: (value) => {
    const [type] = Object.values(subjects).filter((entity) => (value as object) instanceof entity);
    return type!.name;
  },
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
      // References of the unit of work are loaded together.
      resolve: ({ actorType, actorId }, _args, { em }) => {
        if (actorType === 'configuration') return null;
        return actorType === 'operator'
          ? em.getReference(Operator, actorId, { wrapped: true }).load()
          : em.getReference(ApiToken, actorId, { wrapped: true }).load();
      },
    }),
    requestId: t.exposeString('requestId', { description: 'Our own id of the request.' }),
    action: t.exposeString('action', { description: 'The mutation or operation.' }),
    subject: t.field({
      type: SubjectType,
      nullable: true,
      description: 'What was changed, as it is now.',
      resolve: ({ subjectType, subjectId }, _args, { em }) => {
        const entity = subjects[subjectType as keyof typeof subjects];
        return (em.getReference(entity as typeof Operator, subjectId, { wrapped: true }).load() ??
          null) as never;
      },
    }),
    subjectType: t.exposeString('subjectType'),
    subjectId: t.exposeID('subjectId'),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
});

PartnerRequestType.implement({
  description: 'What a partner sent and how it was answered; no token, no body. Kept for a set time.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    externalService: t.field({
      type: ExternalServiceType,
      nullable: true,
      description: 'Of the token; null where no token has passed.',
      resolve: ({ externalService }) => externalService?.loadOrFail() ?? null,
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
      resolve: ({ operation, externalService, externalId }, _args, context) =>
        operation === 'upsertCourtBooking' && externalService && externalId
          ? bookingOf(context, externalService.id, externalId)
          : null,
    }),
    auditEvents: t.field({
      type: [AuditEventType],
      description: 'What it has changed.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ requestId }, { first }, context) =>
        newestNeighbours(context, requestId, {
          field: 'PartnerRequest.auditEvents',
          entity: AuditEvent,
          from: 'audit_events',
          parent: 'request_id',
          parentType: 'text',
          newest: 'at',
          limit: first,
        }),
    }),
  }),
});

/** The booking of an external id; those of a page of requests are looked for together. */
async function bookingOf(
  context: GraphqlContext,
  externalService: string,
  externalCourtBookingId: string,
): Promise<CourtBooking | null> {
  const field = 'PartnerRequest.courtBooking';
  let loader = context.loaders.get(field);
  if (!loader) {
    loader = new DataLoader(async (keys) => {
      const pairs = keys.map((key) => JSON.parse(key) as [string, string]);
      const found = await context.em.find(CourtBooking, {
        $or: pairs.map(([service, id]) => ({ externalService: service, externalCourtBookingId: id })),
      });
      const byKey = new Map(
        found.map((booking) => [
          JSON.stringify([booking.externalService.id, booking.externalCourtBookingId]),
          booking,
        ]),
      );
      return keys.map((key) => [byKey.get(key) ?? null]);
    });
    context.loaders.set(field, loader);
  }
  const [booking] = await loader.load(JSON.stringify([externalService, externalCourtBookingId]));
  return booking as CourtBooking | null;
}

/** What an answer carried: our id, or the caller's. */
function eitherRequestId(requestId: string) {
  return { $or: [{ requestId }, { callerRequestId: requestId }] };
}

builder.queryFields((t) => ({
  auditEvent: t.field({
    type: AuditEventType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { em }) => em.findOne(AuditEvent, checkId(id)),
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
      newestFirst(context, AuditEvent, args, [
        ...(args.subjectId == null ? [] : [{ subjectId: checkId(args.subjectId, 'subjectId') }]),
        ...(args.actorId == null ? [] : [{ actorId: checkId(args.actorId, 'actorId') }]),
        ...(args.requestId == null ? [] : [{ requestId: checkText(args.requestId, 'requestId') }]),
        ...(args.action == null ? [] : [{ action: checkText(args.action, 'action') }]),
      ]),
  }),
  partnerRequest: t.field({
    type: PartnerRequestType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { em }) => em.findOne(PartnerRequest, checkId(id)),
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
      newestFirst(context, PartnerRequest, args, [
        ...(args.externalServiceId
          ? [{ externalService: checkId(args.externalServiceId, 'externalServiceId') }]
          : []),
        ...(args.requestId == null ? [] : [eitherRequestId(checkText(args.requestId, 'requestId'))]),
        ...(args.externalId == null ? [] : [{ externalId: checkText(args.externalId, 'externalId') }]),
        ...(args.errorType == null ? [] : [{ errorType: checkText(args.errorType, 'errorType') }]),
        ...(args.operation == null ? [] : [{ operation: checkText(args.operation, 'operation') }]),
      ]),
  }),
}));
