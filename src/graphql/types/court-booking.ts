import { idIn } from '../../db/queries/conditions.ts';
import { courtBookingList } from '../../db/queries/operators/court-booking-list.ts';
import { courtBookingOrders } from '../../db/queries/operators/orders.ts';
import { entityNameOf, relatedOf } from '../../db/queries/operators/select-rows.ts';
import { type MergedRow, relatedKey } from '../../db/queries/operators/selection.ts';
import { courtBookingTimeline, isPlace } from '../../db/queries/operators/timeline.ts';
import { sql } from '../../db/queries/sql.ts';
import { actForPartner, errorsWhenActing } from '../../services/access/act-for-partner.ts';
import { authorizeSupporter } from '../../services/access/authorize-operator.ts';
import {
  CancelCourtBookingInput,
  cancelCourtBookingAsOperator,
  cancelCourtBookingAsOperatorErrors,
} from '../../services/bookings/cancel-court-booking-as-operator.ts';
import {
  CancelCourtBookingsInput,
  type CourtBookingsCancellation,
  cancelCourtBookings,
  cancelCourtBookingsErrors,
} from '../../services/bookings/cancel-court-bookings.ts';
import { cancellers, cancellersOf } from '../../services/bookings/court-booking-status.ts';
import { maxCancellations } from '../../services/bookings/operator-cancellation.ts';
import {
  ReinstateCourtBookingInput,
  reinstateCourtBooking,
  reinstateCourtBookingErrors,
} from '../../services/bookings/reinstate-court-booking.ts';
import {
  ResetCancellationInput,
  resetCancellation,
  resetCancellationErrors,
} from '../../services/bookings/reset-cancellation.ts';
import {
  ResetCourtBookingVersionInput,
  resetCourtBookingVersion,
  resetCourtBookingVersionErrors,
} from '../../services/bookings/reset-court-booking-version.ts';
import { maxParticipants } from '../../services/bookings/stored-court-booking.ts';
import {
  UpsertCourtBookingInput,
  upsertCourtBooking,
  upsertCourtBookingErrors,
} from '../../services/bookings/upsert-court-booking.ts';
import { BlockCourtInput, blockCourt, blockCourtErrors } from '../../services/court-blocks/block-court.ts';
import {
  UnblockCourtInput,
  unblockCourt,
  unblockCourtErrors,
} from '../../services/court-blocks/unblock-court.ts';
import { externalId, uuid } from '../../services/values/fields.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { refused } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { all, history, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { valueType } from '../schema/row-type.ts';
import { mergedRowField, reads, selectionOf } from '../schema/selection-of.ts';
import { checkedFilter, FilterInput, StatusType } from './court-booking-filter.ts';
import {
  AuditEventType,
  ChangeObjectType,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  NodeType,
  ParticipantType,
  PartnerRequestType,
  participantInput,
  UserType,
  WebhookDeliveryType,
} from './types.ts';

const CancellerType = builder.enumType('Canceller', {
  description: 'Who can have cancelled a booking.',
  values: cancellers,
});

const timelineTypes = [PartnerRequestType, AuditEventType, ChangeObjectType, WebhookDeliveryType];

const TimelineThingType = builder.unionType('TimelineThing', {
  description: 'What is recorded of a court booking.',
  types: timelineTypes,
  resolveType: (row) => entityNameOf(row),
});

const TimelineEntryType = builder.objectRef<MergedRow>('TimelineEntry').implement({
  description: 'Something in the life of a court booking.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description:
        'When: a request was received, an audit event was written, a change was numbered. A delivery stands beside its change, whenever it was sent.',
      resolve: ({ place }) => place.slice(0, place.indexOf(' ')),
    }),
    [mergedRowField]: t.field({
      type: TimelineThingType,
      description: 'The request, audit event, change or delivery.',
      resolve: ({ row }) => row as never,
    }),
    cursor: t.string({
      description: 'To ask for what is older: after.',
      resolve: ({ place }) => place,
    }),
  }),
});

CourtBookingType.implement({
  interfaces: [NodeType],
  description: 'A court booking.',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalService: one(t, ExternalServiceType, 'externalServiceId'),
    externalCourtBookingId: t.exposeString('externalCourtBookingId', {
      description: "The identifier in the partner's system.",
    }),
    court: one(t, CourtType, 'courtId'),
    startDate: t.expose('startDate', { type: 'DateTime' }),
    endDate: t.expose('endDate', { type: 'DateTime' }),
    externalUpdatedAt: t.expose('externalUpdatedAt', {
      type: 'DateTime',
      description: 'T of the version rule: an update must be newer.',
    }),
    stampAhead: t.exposeBoolean('stampAhead', {
      description:
        'Whether the stamp lay over a day in the future when it was written: updates until then are stale; see resetCourtBookingVersion.',
    }),
    status: t.field({
      type: StatusType,
      extensions: reads({ columns: ['active'] }),
      resolve: ({ active }) => (active ? 'ACTIVE' : 'CANCELLED'),
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when, whoever was first; null while it is active.',
    }),
    cancelledBy: t.field({
      type: [CancellerType],
      description: 'Both can have cancelled it; nobody while it is active.',
      extensions: reads({ columns: ['active', 'partnerCancelledAt', 'cancellationReason'] }),
      resolve: (booking) => cancellersOf(booking),
    }),
    partnerCancelledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When its partner has cancelled it; null while it is active, and where only an operator has.',
      extensions: reads({ columns: ['active', 'partnerCancelledAt'] }),
      resolve: ({ active, partnerCancelledAt }) => (active ? null : partnerCancelledAt),
    }),
    cancellationReason: t.exposeString('cancellationReason', {
      nullable: true,
      description: 'What an operator wrote; the partner reads it.',
    }),
    blockReason: t.exposeString('blockReason', {
      nullable: true,
      description: 'Of a block: why operators have blocked the court. Null of a booking of a partner.',
    }),
    participants: all(t, ParticipantType, 'courtBookingId', 'position', maxParticipants),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: history(t),
    timeline: t.field({
      type: [TimelineEntryType],
      description:
        'All that is recorded of it in one order, newest first: what its partner sent about it, what was changed, what the changes feed told of it, and what was sent of that to webhook endpoints. As long as each is kept.',
      args: {
        first: t.arg.int({ description: 'How many: 20 unless you say, 100 at most.' }),
        after: t.arg.string({ description: 'The cursor of an entry: those that are older.' }),
      },
      complexity: listCost,
      extensions: reads({ relation: courtBookingTimeline }),
      resolve: (booking, { first, after }, _context, { fieldName }) => {
        if (after != null && !isPlace(after)) throw refused('after must be the cursor of an entry.');
        return relatedOf(booking, relatedKey(fieldName, listSize(first), after ?? undefined)) as MergedRow[];
      },
    }),
  }),
});

ParticipantType.implement({
  description: 'A participant, as it was named: a user, or a guest by an address.',
  fields: (t) => ({
    user: one(t, UserType, 'userId', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
  }),
});

builder.queryFields((t) => ({
  courtBooking: byId(t, CourtBookingType),
  courtBookings: t.connection(
    {
      type: CourtBookingType,
      complexity: listCost,
      description: 'The newest created first.',
      args: {
        orderBy: t.arg({ type: orderType(CourtBookingType, courtBookingOrders) }),
        filter: t.arg({ type: FilterInput }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(courtBookingList(checkedFilter(args.filter ?? {})), args, context, info),
    },
    ...named(CourtBookingType),
  ),
}));

defineMutation('upsertCourtBooking', {
  authorize: authorizeSupporter,
  description: 'Creates or updates a booking for an external service, by the rules of the REST operation.',
  schema: () =>
    UpsertCourtBookingInput.extend({ externalServiceId: uuid(), externalCourtBookingId: externalId() }),
  input: {
    parts: { participants: participantInput },
  },
  success: CourtBookingType,
  errors: errorsWhenActing(upsertCourtBookingErrors),
  run: async (service, supporter, { externalServiceId, externalCourtBookingId, ...input }) => {
    const partner = await actForPartner<'court-bookingwrite'>(service, supporter, externalServiceId);
    const { booking } = await upsertCourtBooking(service, partner, externalCourtBookingId, input);
    return booking.id;
  },
});

defineMutation('cancelCourtBooking', {
  authorize: authorizeSupporter,
  description: "Cancels a booking: its slot is free, and the partner's updates answer version_conflict.",
  schema: () => CancelCourtBookingInput,
  input: { fields: { reason: 'Why; the partner reads it.' } },
  success: CourtBookingType,
  errors: cancelCourtBookingAsOperatorErrors,
  run: cancelCourtBookingAsOperator,
});

const CancellationType = valueType<CourtBookingsCancellation>('CourtBookingsCancellation');
CancellationType.implement({
  description: 'What was cancelled, or would be.',
  fields: (t) => ({
    done: t.exposeBoolean('done', { description: 'false: a dry run, and nothing was changed.' }),
    count: t.int({ description: 'How many bookings.', resolve: ({ ids }) => ids.length }),
    hasMore: t.exposeBoolean('hasMore', {
      description: `The range has more than ${maxCancellations}: call again when these are cancelled.`,
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The bookings, the earliest first: 20, or as many as the argument first says.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: async ({ ids }, { first }, { reader }, info) => {
        const shown = ids.slice(0, listSize(first));
        const list = {
          entity: CourtBookingType.entity,
          conditions: [idIn(sql`select unnest(${shown}::uuid[])`)],
        };
        const page = { order: 'desc', limit: shown.length } as const;
        const rows = await reader.page(list, page, selectionOf(info));
        return rows.toSorted((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id));
      },
    }),
    confirmToken: t.exposeString('confirmToken', {
      nullable: true,
      description:
        'Of a dry run: sent with the same input within ten minutes, it cancels these very bookings.',
    }),
  }),
});

defineMutation('cancelCourtBookings', {
  authorize: authorizeSupporter,
  description: `Cancels all active bookings of a court, or of all courts of an organization, that touch a time, for one reason; blocks stay; ${maxCancellations} at most. Without confirmToken it is a dry run: it shows them, and answers a token that confirms.`,
  schema: () => CancelCourtBookingsInput,
  input: {
    fields: {
      from: 'Of bookings that end after it.',
      to: 'Of bookings that start before it.',
      reason: 'Why; the partners read it.',
      confirmToken:
        'What the dry run of the very same input has answered. Where a booking has come, gone or moved since, nothing is cancelled.',
    },
  },
  success: CancellationType,
  errors: cancelCourtBookingsErrors,
  run: async (...args) => ({ value: await cancelCourtBookings(...args) }),
});

defineMutation('blockCourt', {
  authorize: authorizeSupporter,
  description:
    'Blocks a court for a time, for maintenance or the like: partners see it as booked by somebody else. Refused where an active booking is in the way. Answers the block, which is a court booking of the operators’ own external service.',
  schema: () => BlockCourtInput,
  input: {
    fields: {
      startDate: 'The first instant that is blocked.',
      endDate: 'The first instant that is no longer blocked.',
      reason: 'Why; for operators only.',
    },
  },
  success: CourtBookingType,
  errors: blockCourtErrors,
  run: blockCourt,
});

defineMutation('unblockCourt', {
  authorize: authorizeSupporter,
  description: 'Lifts a block: its time is free at once. Answers the block, which is cancelled.',
  schema: () => UnblockCourtInput,
  input: { fields: { courtBookingId: 'Of the block.' } },
  success: CourtBookingType,
  errors: unblockCourtErrors,
  run: unblockCourt,
});

defineMutation('reinstateCourtBooking', {
  authorize: authorizeSupporter,
  description:
    'Takes an operator’s cancellation back: the booking is active again, where its slot is still free. Where the partner has cancelled it, too, it stays cancelled: see cancelledBy.',
  schema: () => ReinstateCourtBookingInput,
  success: CourtBookingType,
  errors: reinstateCourtBookingErrors,
  run: reinstateCourtBooking,
});

defineMutation('resetCancellation', {
  authorize: authorizeSupporter,
  description:
    'Forgets a cancellation that came before its booking: frees an id that a far-future stamp has blocked. Answers the external service.',
  schema: () => ResetCancellationInput,
  success: ExternalServiceType,
  errors: resetCancellationErrors,
  run: resetCancellation,
});

defineMutation('resetCourtBookingVersion', {
  authorize: authorizeSupporter,
  description:
    'Sets the time that updates must be newer than: frees a booking that a far-future stamp has blocked.',
  schema: () => ResetCourtBookingVersionInput,
  success: CourtBookingType,
  errors: resetCourtBookingVersionErrors,
  run: resetCourtBookingVersion,
});
