import { CourtBooking } from '../../db/entities/court-booking.ts';
import { partnerRequestList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import { relatedOf } from '../../db/queries/operators/select-rows.ts';
import { type Many, type One, relatedKey } from '../../db/queries/operators/selection.ts';
import {
  type PartnerOperation,
  partnerOperations,
} from '../../services/traffic/partner-operations.generated.ts';
import { noOperation } from '../../services/traffic/partner-request-record.ts';
import { recordedResponseOf } from '../../services/traffic/recorded-response.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import {
  badUserInput,
  checkedIds,
  checkedRange,
  checkedRequestIds,
  checkedTexts,
} from '../schema/checked.ts';
import { maxRows, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
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
  description: 'An operation of the partner interface. none: no operation matches the path and method.',
  values: Object.fromEntries(
    Object.entries({ ...partnerOperations, [noOperation]: 'No operation matches the path and method.' }).map(
      ([name, description]) => [name, { description }],
    ),
  ) as Record<PartnerOperation | typeof noOperation, object>,
});

/** @throws GraphQLError `BAD_USER_INPUT`: no row can match, and the value would not fit the column. */
export function checkStatus(status: number, what = 'status'): number {
  if (status < 100 || status > 599) throw badUserInput(`${what} must be an HTTP status, 100 to 599.`);
  return status;
}

const operationsOfBookings: readonly PartnerOperation[] = [
  'upsertCourtBooking',
  'cancelCourtBooking',
  'getCourtBooking',
  'batchCourtBookings',
];

const courtBooking: One = {
  kind: 'one',
  entity: CourtBooking,
  equal: { externalServiceId: 'externalServiceId', externalCourtBookingId: 'externalId' },
  when: { operation: operationsOfBookings },
};

/** At most ten are stored. */
const conflicts: Many = {
  kind: 'many',
  entity: CourtBooking,
  equal: {},
  among: { id: 'conflictingIds' },
  by: 'startDate',
  order: 'asc',
};

/** A batch and its rejected items. The batch comes last, because it has no index. */
const sameRequestId: Many = {
  kind: 'many',
  entity: PartnerRequestType.entity,
  equal: { requestId: 'requestId' },
  by: 'itemIndex',
  order: 'asc',
};

const IssueType = builder.objectRef<{ path: string; code: string | null }>('PartnerRequestIssue').implement({
  description: 'One error in a partner’s request.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'The path: the field, then its keys and indexes. For an unknown field, the path of its parent.',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'The code of the error, as the partner received it; null if an older version recorded it.',
    }),
  }),
});

PartnerRequestType.implement({
  interfaces: [NodeType],
  description:
    'A partner’s request, or a rejected item of a batch, and its response. Tokens, bodies and personal data are not recorded. Kept for a configured time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The requestId, except for an item of a batch.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the response.' }),
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      nullable: true,
      description: 'The external service of the token; null if there was no valid token.',
    }),
    apiToken: one(t, ApiTokenType, 'apiTokenId', {
      nullable: true,
      description:
        'The token; null if there was no valid token. A valid token can still lack the permission for the request.',
    }),
    pathExternalService: one(t, ExternalServiceType, 'pathExternalServiceId', {
      nullable: true,
      description:
        'The external service in the path, if it differs from that of the token or there was no valid token. Null if it does not exist.',
    }),
    operation: t.exposeString('operation', {
      description: 'The operation; none if no operation matched.',
    }),
    target: t.exposeString('target', {
      nullable: true,
      description:
        'For route_not_found and method_not_allowed: method and path. Parts of the path that occur in no operation are replaced by a star.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The external court booking id, or the external user id.',
    }),
    externalUpdatedAt: t.expose(
      'externalUpdatedAt',
      timeOrNull('The externalUpdatedAt that was sent, if the request was well-formed.'),
    ),
    court: one(t, CourtType, 'courtId', {
      nullable: true,
      description: 'The court in the request, if it exists.',
    }),
    startDate: t.expose('startDate', timeOrNull('The startDate that was sent.')),
    endDate: t.expose('endDate', timeOrNull('The endDate that was sent.')),
    status: t.exposeInt('status', { description: 'The HTTP status of the response.' }),
    errorType: t.exposeString('errorType', {
      nullable: true,
      description: 'The error type; null if the request succeeded.',
    }),
    issues: t.field({
      type: [IssueType],
      description: 'For invalid_schema and batch_refused: the errors and their paths.',
      extensions: reads({ columns: ['issuePaths', 'issueCodes'] }),
      resolve: ({ issuePaths, issueCodes }) =>
        issuePaths.map((path, index) => ({ path, code: issueCodes?.[index] ?? null })),
    }),
    issuePaths: t.exposeStringList('issuePaths', {
      description: 'The paths of the issues.',
    }),
    response: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The body of the response, without the messages of its issues; null if the request succeeded.',
      extensions: reads({ columns: ['errorType', 'response', 'issuePaths', 'issueCodes', 'itemIndex'] }),
      resolve: (request) => recordedResponseOf(request) ?? null,
    }),
    conflicts: related(t, CourtBookingType, conflicts, {
      description: 'For court_booking_overlap: the conflicting bookings in their current state, ten at most.',
      complexity: { field: 1, multiplier: 10 },
    }),
    milliseconds: t.exposeFloat('milliseconds', { description: 'Response time in milliseconds.' }),
    requestId: t.exposeString('requestId', {
      description: 'The request id that the service assigned. Audit events and the log also contain it.',
    }),
    callerRequestId: t.exposeString('callerRequestId', {
      nullable: true,
      description: 'The X-Request-Id that the caller sent. It may not be unique.',
    }),
    itemCount: t.exposeInt('itemCount', {
      nullable: true,
      description: 'For a batch: the number of its items.',
    }),
    rejectedItemCount: t.exposeInt('rejectedItemCount', {
      nullable: true,
      description:
        'For a batch: the number of its rejected items. Each has a record of its own, with the same requestId.',
    }),
    rejectedItems: t.field({
      type: [PartnerRequestType],
      description:
        'For a batch: its rejected items, in their order. The argument first limits them. Default: 20.',
      args: { first: t.arg.int(maxRows) },
      complexity: listCost,
      extensions: reads({ columns: ['itemIndex'], relation: sameRequestId, relatedColumns: ['itemIndex'] }),
      resolve: (request, { first }, _context, { fieldName }) => {
        if (request.itemIndex !== null) return [];
        const rows = relatedOf(request, relatedKey(fieldName, listSize(first))) as (typeof request)[];
        return rows.filter(({ itemIndex }) => itemIndex !== null);
      },
    }),
    itemIndex: t.exposeInt('itemIndex', {
      nullable: true,
      description:
        'For a rejected item of a batch: its index, from 0. Status and error are those of the item.',
    }),
    dryRun: t.boolean({
      description: 'True if the partner asked that nothing is written.',
      extensions: reads({ columns: ['dryRun'] }),
      resolve: ({ dryRun }) => dryRun ?? false,
    }),
    requestCount: t.exposeInt('requestCount', {
      description:
        'Number of requests that this row represents. Requests rejected by the rate limit, and floods, are aggregated: one row per second, token, operation and error. It has the time and request id of the first request.',
    }),
    courtBooking: related(t, CourtBookingType, courtBooking, {
      nullable: true,
      description: 'The booking that the request concerns, if it exists.',
    }),
    auditEvents: newest(t, AuditEventType, 'requestId', {
      of: 'requestId',
      by: 'at',
      description: 'The audit events of the request’s changes.',
    }),
  }),
});

builder.queryFields((t) => ({
  partnerRequest: byId(t, PartnerRequestType),
  partnerRequests: listOf(t, PartnerRequestType, {
    orders: recordOrders,
    description:
      'Recent requests of partners, and rejected items of their batches, newest first. A request appears about one second after its response.',
    filters: {
      externalServiceId: t.arg.id({
        description: 'Only requests with a valid token of this external service.',
      }),
      pathExternalServiceId: t.arg.id({
        description: 'Only requests with this external service in the path and without a valid token of it.',
      }),
      token: t.arg.id({ description: 'The id of an API token.' }),
      requestId: t.arg.string({
        description:
          'X-Request-Id of the response: the one that the service assigned, or the one that the caller sent.',
      }),
      externalId: t.arg.string({ description: 'The external court booking id, or the external user id.' }),
      from: t.arg({
        type: 'DateTime',
        description: 'Only requests that received their response at this time or later.',
      }),
      to: t.arg({
        type: 'DateTime',
        description: 'Only requests that received their response before this time.',
      }),
      failed: t.arg.boolean({
        description: 'True: only status 400 or higher. False: only successful requests.',
      }),
      status: t.arg.int({ description: 'The HTTP status of the response.' }),
      errorType: t.arg({ type: ErrorTypeType, description: 'Only this error type.' }),
      operation: t.arg({ type: OperationType, description: 'Only this operation.' }),
    },
    list: (args) =>
      partnerRequestList({
        // An empty id has always meant any.
        ...(args.externalServiceId ? checkedIds(args, ['externalServiceId']) : {}),
        ...checkedIds(args, ['pathExternalServiceId']),
        apiTokenId: checkedIds(args, ['token']).token,
        ...checkedRequestIds(args, ['requestId']),
        ...checkedTexts(args, ['externalId']),
        ...checkedRange(args, 'from', 'to'),
        failed: args.failed ?? undefined,
        status: args.status == null ? undefined : checkStatus(args.status),
        errorType: args.errorType ?? undefined,
        operation: args.operation ?? undefined,
      }),
  }),
}));
