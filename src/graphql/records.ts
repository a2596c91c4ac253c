import { AuditEvent } from '../db/audit-event.ts';
import { ApiToken } from '../db/external-service.ts';
import { Operator } from '../db/operator.ts';
import { PartnerRequest } from '../db/partner-request.ts';
import { builder } from './builder.ts';
import { checkId, checkText, listCost, newestFirst } from './connection.ts';
import {
  ApiTokenType,
  AuditEventType,
  ExternalServiceType,
  OperatorType,
  PartnerRequestType,
} from './types.ts';

const ActorType = builder.unionType('Actor', {
  description: 'Who changed something: a partner by an API token, or an operator.',
  types: [ApiTokenType, OperatorType],
  resolveType: (value) => (value instanceof Operator ? 'Operator' : 'ApiToken'),
});

AuditEventType.implement({
  description: 'A change: written in the transaction that made it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actor: t.field({
      type: ActorType,
      nullable: true,
      // References of the unit of work are loaded together.
      resolve: ({ actorType, actorId }, _args, { em }) =>
        actorType === 'operator'
          ? em.getReference(Operator, actorId, { wrapped: true }).load()
          : em.getReference(ApiToken, actorId, { wrapped: true }).load(),
    }),
    requestId: t.exposeString('requestId'),
    action: t.exposeString('action', { description: 'The mutation or operation.' }),
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
    requestId: t.exposeString('requestId'),
  }),
});

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
      requestId: t.arg.string(),
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
      requestId: t.arg.string({ description: 'X-Request-Id of the answer.' }),
      externalId: t.arg.string({ description: 'The external court booking id, or the external user id.' }),
      errorType: t.arg.string(),
      operation: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      newestFirst(context, PartnerRequest, args, [
        ...(args.externalServiceId
          ? [{ externalService: checkId(args.externalServiceId, 'externalServiceId') }]
          : []),
        ...(args.requestId == null ? [] : [{ requestId: checkText(args.requestId, 'requestId') }]),
        ...(args.externalId == null ? [] : [{ externalId: checkText(args.externalId, 'externalId') }]),
        ...(args.errorType == null ? [] : [{ errorType: checkText(args.errorType, 'errorType') }]),
        ...(args.operation == null ? [] : [{ operation: checkText(args.operation, 'operation') }]),
      ]),
  }),
}));
