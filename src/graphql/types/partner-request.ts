import { CourtBooking } from '../../db/entities/court-booking.ts';
import { partnerRequestList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import type { Many, One } from '../../db/queries/operators/selection.ts';
import {
  noOperation,
  type PartnerOperation,
  partnerOperations,
} from '../../services/traffic/partner-operations.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts, checkInstant, refused } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { orderType } from '../schema/order.ts';
import { newest, one, related } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { reads } from '../schema/selection-of.ts';
import {
  ApiTokenType,
  AuditEventType,
  CourtBookingType,
  CourtType,
  ErrorTypeType,
  ExternalServiceType,
  NodeType,
  PartnerRequestType,
} from './types.ts';

export const OperationType = builder.enumType('PartnerOperation', {
  description: 'An operation of the partner interface; none: no operation has that path and method.',
  values: Object.fromEntries([...partnerOperations, noOperation].map((name) => [name, {}])) as Record<
    PartnerOperation | typeof noOperation,
    object
  >,
});

/** @throws GraphQLError `BAD_USER_INPUT`: it would be found nowhere, and the column could not even hold it. */
function checkStatus(status: number): number {
  if (status < 100 || status > 599) throw refused('status must be an HTTP status, 100 to 599.');
  return status;
}

const operationsOfBookings: readonly PartnerOperation[] = [
  'upsertCourtBooking',
  'cancelCourtBooking',
  'getCourtBooking',
];

const courtBooking: One = {
  kind: 'one',
  entity: CourtBooking,
  equal: { externalServiceId: 'externalServiceId', externalCourtBookingId: 'externalId' },
  when: { operation: operationsOfBookings },
};

/** At most ten are kept. */
const conflicts: Many = {
  kind: 'many',
  entity: CourtBooking,
  equal: {},
  among: { id: 'conflictingIds' },
  by: 'startDate',
  order: 'asc',
};

const IssueType = builder.objectRef<{ path: string; code: string | null }>('PartnerRequestIssue').implement({
  description: 'One fault of what a partner sent.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Where it was: the field, then its keys and indexes. Of an unknown field, what it stood in.',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Which fault, as the partner was told; null where an older version has recorded it.',
    }),
  }),
});

PartnerRequestType.implement({
  interfaces: [NodeType],
  description:
    'What a partner sent and how it was answered; no token, no body, nothing of a person. Kept for a set time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The requestId.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was answered.' }),
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      nullable: true,
      description: 'Of the token; null where no token has passed.',
    }),
    apiToken: one(t, ApiTokenType, 'apiTokenId', {
      nullable: true,
      description: 'The token; null where none has passed. What it may not do is refused all the same.',
    }),
    pathExternalService: one(t, ExternalServiceType, 'pathExternalServiceId', {
      nullable: true,
      description:
        'That of the path, where it is not that of the token: whom a request without a valid token was for, or to whom a token of somebody else was sent. Null where there is no such service.',
    }),
    operation: t.exposeString('operation', {
      description: 'The operation; none where no operation answers.',
    }),
    target: t.exposeString('target', {
      nullable: true,
      description:
        'Of a route_not_found or method_not_allowed: method and path. What is no word of an operation’s path is a star.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The external court booking id, or the external user id.',
    }),
    externalUpdatedAt: t.expose('externalUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The stamp that was sent, where the request was well-formed.',
    }),
    court: one(t, CourtType, 'courtId', {
      nullable: true,
      description: 'The court that was named, where there is one.',
    }),
    startDate: t.expose('startDate', {
      type: 'DateTime',
      nullable: true,
      description: 'The start that was sent.',
    }),
    endDate: t.expose('endDate', { type: 'DateTime', nullable: true, description: 'The end that was sent.' }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    errorType: t.exposeString('errorType', {
      nullable: true,
      description: 'Why it was refused: an ErrorType. Null where it was not.',
    }),
    issues: t.field({
      type: [IssueType],
      description: 'Of an invalid_schema or batch_refused: where the faults were, and which.',
      extensions: reads({ columns: ['issuePaths', 'issueCodes'] }),
      resolve: ({ issuePaths, issueCodes }) =>
        issuePaths.map((path, index) => ({ path, code: issueCodes?.[index] ?? null })),
    }),
    issuePaths: t.exposeStringList('issuePaths', {
      description: 'The paths of the issues.',
    }),
    conflicts: related(t, CourtBookingType, conflicts, {
      description:
        'Of a court_booking_overlap: the bookings that were in the way, as they are now; ten at most.',
      complexity: { field: 1, multiplier: 10 },
    }),
    milliseconds: t.exposeFloat('milliseconds', { description: 'How long the answer took.' }),
    requestId: t.exposeString('requestId', {
      description: 'Our own id of the request: audit events and the log have it.',
    }),
    callerRequestId: t.exposeString('callerRequestId', {
      nullable: true,
      description: 'The X-Request-Id that the caller sent. Two callers may have sent the same.',
    }),
    requestCount: t.exposeInt('requestCount', {
      description:
        'How many requests this row stands for. Refusals by the rate limit, and floods, are counted: one row a second of each token, operation and error, with time and request id of the first.',
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
  partnerRequest: byId(t, PartnerRequestType),
  partnerRequests: t.connection(
    {
      type: PartnerRequestType,
      complexity: listCost,
      description: 'What the partners sent lately; newest first. Appears a second or so after the answer.',
      args: {
        orderBy: t.arg({ type: orderType(PartnerRequestType, recordOrders) }),
        externalServiceId: t.arg.id({ description: 'The external service whose token has passed.' }),
        pathExternalServiceId: t.arg.id({
          description:
            'The external service of the path, where it is not that of the token: who sends to it without a valid one?',
        }),
        token: t.arg.id({ description: 'The id of an API token.' }),
        requestId: t.arg.string({
          description: 'X-Request-Id of the answer: ours, or the one the caller sent.',
        }),
        externalId: t.arg.string({ description: 'The external court booking id, or the external user id.' }),
        from: t.arg({ type: 'DateTime', description: 'Answered then or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Answered before.' }),
        failed: t.arg.boolean({ description: 'True: a status of 400 or more; false: those that passed.' }),
        status: t.arg.int({ description: 'The HTTP status.' }),
        errorType: t.arg({ type: ErrorTypeType, description: 'Why it was refused.' }),
        operation: t.arg({ type: OperationType, description: 'Which operation.' }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(
          partnerRequestList({
            // An empty one has always meant any.
            ...(args.externalServiceId ? checkedIds(args, ['externalServiceId']) : {}),
            ...checkedIds(args, ['pathExternalServiceId']),
            apiTokenId: checkedIds(args, ['token']).token,
            ...checkedTexts(args, ['requestId', 'externalId']),
            from: args.from == null ? undefined : checkInstant(args.from, 'from'),
            to: args.to == null ? undefined : checkInstant(args.to, 'to'),
            failed: args.failed ?? undefined,
            status: args.status == null ? undefined : checkStatus(args.status),
            errorType: args.errorType ?? undefined,
            operation: args.operation ?? undefined,
          }),
          args,
          context,
          info,
        ),
    },
    ...named(PartnerRequestType),
  ),
}));
