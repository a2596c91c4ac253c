import { CourtBooking } from '../db/court-booking.ts';
import { partnerRequestList } from '../db/reading/other-lists.ts';
import type { One } from '../db/reading/selection.ts';
import { builder } from './builder.ts';
import { checkedIds, checkedTexts } from './checked.ts';
import { newestFirst } from './connection.ts';
import { listCost } from './list-size.ts';
import { newest, one, related } from './related-fields.ts';
import { byId } from './row-queries.ts';
import { AuditEventType, CourtBookingType, ExternalServiceType, PartnerRequestType } from './types.ts';

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
