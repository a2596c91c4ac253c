import type { z } from 'zod';
import type { CourtBooking } from '../../db/entities/court-booking.ts';
import { idAmong } from '../../db/queries/conditions.ts';
import { courtBookingList } from '../../db/queries/operators/court-booking-list.ts';
import { courtBookingOrders } from '../../db/queries/operators/orders.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { entityNameOf, relatedOf } from '../../db/queries/operators/select-rows.ts';
import { type MergedRow, relatedKey } from '../../db/queries/operators/selection.ts';
import { courtBookingTimeline, isEntryCursor } from '../../db/queries/operators/timeline.ts';
import { type Canceller, cancellersOf } from '../../rules/court-booking-status.ts';
import { actForPartner, errorsWhenActing } from '../../services/access/act-for-partner.ts';
import { authorizeSupporter } from '../../services/access/authorize-operator.ts';
import {
  CancelCourtBookingInput,
  cancelCourtBookingAsOperator,
  cancelCourtBookingAsOperatorErrors,
} from '../../services/bookings/cancel-court-booking-as-operator.ts';
import * as cancelCourtBookings from '../../services/bookings/cancel-court-bookings.ts';
import * as moveCourtBooking from '../../services/bookings/move-court-booking.ts';
import {
  type CourtBookingsCancellation,
  maxCancellations,
} from '../../services/bookings/operator-cancellation.ts';
import { optionalFields } from '../../services/bookings/optional-fields.ts';
import { rejectReversed } from '../../services/bookings/past-bookings.ts';
import * as reinstateCourtBooking from '../../services/bookings/reinstate-court-booking.ts';
import * as reinstateCourtBookings from '../../services/bookings/reinstate-court-bookings.ts';
import * as resetCancellation from '../../services/bookings/reset-cancellation.ts';
import * as resetCourtBookingVersion from '../../services/bookings/reset-court-booking-version.ts';
import { maxParticipants } from '../../services/bookings/stored-court-booking.ts';
import {
  UpsertCourtBookingInput,
  upsertCourtBooking,
  upsertCourtBookingErrors,
} from '../../services/bookings/upsert-court-booking.ts';
import * as blockCourt from '../../services/court-blocks/block-court.ts';
import * as unblockCourt from '../../services/court-blocks/unblock-court.ts';
import * as closeCourtAndCancelBookings from '../../services/organizations/close-court-and-cancel-bookings.ts';
import { externalId, uuid } from '../../services/values/fields.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder, type Types } from '../schema/builder.ts';
import { badUserInput } from '../schema/checked.ts';
import {
  creation,
  currentStatus,
  externalBookingId,
  lastChange,
  maxRows,
  partnerVersion,
  timeOrNull,
} from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import type { GraphqlContext } from '../schema/context.ts';
import { defineMutation, defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { all, history, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { valueType } from '../schema/row-type.ts';
import { reads, selectionOf } from '../schema/selection-of.ts';
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

const CancellerType = enumType<Canceller>('Canceller', 'Who can cancel a booking.', {
  PARTNER: 'The partner that the booking belongs to.',
  OPERATOR: 'An operator. Only an operator can reinstate the booking.',
});

const timelineTypes = [PartnerRequestType, AuditEventType, ChangeObjectType, WebhookDeliveryType];

const TimelineResourceType = builder.unionType('TimelineResource', {
  description: 'A record about a court booking.',
  types: timelineTypes,
  resolveType: (row) => entityNameOf(row),
});

const resourceOfEntry = {
  type: TimelineResourceType,
  description: 'The request, audit event, change or delivery.',
  resolve: ({ row }: MergedRow) => row as never,
};

const TimelineEntryType = builder.objectRef<MergedRow>('TimelineEntry').implement({
  description: 'An entry in the timeline of a court booking.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description:
        'When the request was received, the audit event was written, or the change was sequenced. A delivery has the time of its change, whenever it was sent.',
      resolve: ({ position }) => position.slice(0, position.indexOf(' ')),
    }),
    resource: t.field(resourceOfEntry),
    thing: t.field({ ...resourceOfEntry, deprecationReason: 'Use resource.' }),
    cursor: t.string({
      description: 'The cursor of the entry. Pass it as after to get older entries.',
      resolve: ({ position }) => position,
    }),
  }),
});

const futureVersion = {
  description:
    'True while the booking is dated in the future: externalUpdatedAt was more than one day ahead when it was written, and is still ahead. Until that time, updates are rejected as stale. See resetCourtBookingVersion.',
  extensions: reads({ columns: ['hadFutureVersion', 'externalUpdatedAt'] }),
  resolve: (
    { hadFutureVersion, externalUpdatedAt }: Row<CourtBooking>,
    _args: object,
    { now }: GraphqlContext,
  ) => hadFutureVersion && Date.parse(externalUpdatedAt) > now(),
};

CourtBookingType.implement({
  interfaces: [NodeType],
  description: 'A court booking.',
  fields: (t) => ({
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      description: 'The partner that it belongs to.',
    }),
    externalCourtBookingId: t.exposeString('externalCourtBookingId', {
      description: 'The id of the booking in the partner’s system.',
    }),
    court: one(t, CourtType, 'courtId', { description: 'The court that is booked.' }),
    startDate: t.expose('startDate', { type: 'DateTime', description: 'Start of the booking, inclusive.' }),
    endDate: t.expose('endDate', { type: 'DateTime', description: 'End of the booking, exclusive.' }),
    externalUpdatedAt: t.expose('externalUpdatedAt', {
      type: 'DateTime',
      description: 'The version of the booking. An update must have a newer one.',
    }),
    ...Object.fromEntries(
      Object.entries<z.ZodType>(optionalFields).map(([name, { description }]) => [
        name,
        t.exposeString(name as never, { nullable: true, description: description! }),
      ]),
    ),
    hasFutureVersion: t.boolean(futureVersion),
    stampAhead: t.boolean({ ...futureVersion, deprecationReason: 'Use hasFutureVersion.' }),
    status: t.field({
      type: StatusType,
      ...currentStatus,
      extensions: reads({ columns: ['active'] }),
      resolve: ({ active }) => (active ? 'ACTIVE' : 'CANCELLED'),
    }),
    cancelledAt: t.expose('cancelledAt', timeOrNull('When it was first cancelled; null while it is active.')),
    cancelledBy: t.field({
      type: [CancellerType],
      description: 'Who cancelled it: the partner, an operator, or both. Empty while it is active.',
      extensions: reads({ columns: ['cancelledAt', 'partnerCancelledAt', 'cancellationReason'] }),
      resolve: (booking) => cancellersOf(booking),
    }),
    partnerCancelledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When its partner cancelled it; null while it is active, or if only an operator cancelled it.',
      extensions: reads({ columns: ['active', 'partnerCancelledAt'] }),
      resolve: ({ active, partnerCancelledAt }) => (active ? null : partnerCancelledAt),
    }),
    cancellationReason: t.exposeString('cancellationReason', {
      nullable: true,
      description: 'The operator’s reason for the cancellation. The partner can read it.',
    }),
    blockReason: t.exposeString('blockReason', {
      nullable: true,
      description: 'Why operators blocked the court; null if this is a partner’s booking.',
    }),
    participants: all(
      t,
      ParticipantType,
      'courtBookingId',
      'position',
      maxParticipants,
      'The participants, in the order of the request.',
    ),
    createdAt: t.expose('createdAt', creation),
    updatedAt: t.expose('updatedAt', lastChange),
    history: history(t),
    timeline: t.field({
      type: [TimelineEntryType],
      description:
        'All records about the booking, newest first: partner requests, changes, entries of the changes feed, and their webhook deliveries. Each record is available for its retention time.',
      args: {
        first: t.arg.int({ description: 'Maximum number of entries, up to 100. Default: 20.' }),
        after: t.arg.string({ description: 'Only entries that are older than the entry with this cursor.' }),
      },
      complexity: listCost,
      extensions: reads({ relation: courtBookingTimeline }),
      resolve: (booking, { first, after }, _context, { fieldName }) => {
        if (after != null && !isEntryCursor(after))
          throw badUserInput('after must be the cursor of an entry.');
        return relatedOf(booking, relatedKey(fieldName, listSize(first), after ?? undefined)) as MergedRow[];
      },
    }),
  }),
});

ParticipantType.implement({
  description: 'A participant: a user, or a guest with an e-mail address.',
  fields: (t) => ({
    user: one(t, UserType, 'userId', { nullable: true, description: 'The user account.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'An e-mail address, stored in lower case.',
    }),
  }),
});

builder.queryFields((t) => ({
  courtBooking: byId(t, CourtBookingType),
  courtBookings: listOf(t, CourtBookingType, {
    orders: courtBookingOrders,
    sortedBy: { START_DATE: 'Start of the booking.' },
    description: 'Newest first, by time of creation.',
    filters: {
      filter: t.arg({ type: FilterInput, description: 'Only rows that match all of these conditions.' }),
    },
    list: (args) => courtBookingList(checkedFilter(args.filter ?? {})),
  }),
}));

const changesPast =
  'True: the booking is changed although it is over. Otherwise that is rejected with court_booking_over.';

defineMutation('upsertCourtBooking', {
  authorize: authorizeSupporter,
  description: 'Creates or updates a booking for an external service. The rules of the REST operation apply.',
  schema: () =>
    UpsertCourtBookingInput.extend({
      externalServiceId: uuid(),
      externalCourtBookingId: externalId().describe(externalBookingId),
    }),
  input: {
    fields: { externalUpdatedAt: partnerVersion },
    parts: { participants: participantInput },
  },
  success: CourtBookingType,
  errors: errorsWhenActing(upsertCourtBookingErrors),
  run: async (service, supporter, { externalServiceId, externalCourtBookingId, ...input }) => {
    rejectReversed(input.startDate, input.endDate);
    const partner = await actForPartner<'court-bookingwrite'>(service, supporter, externalServiceId);
    const { booking } = await upsertCourtBooking(service, partner, externalCourtBookingId, input);
    return booking.id;
  },
});

defineVerb('moveCourtBooking', moveCourtBooking, {
  authorize: authorizeSupporter,
  description:
    'Moves an active booking to another time or court, and keeps everything else. The rules of upsertCourtBooking apply. The booking gets a newer externalUpdatedAt, so older updates of the partner are stale.',
  input: {
    fields: {
      startDate: 'The new start.',
      courtId: 'Id of a court. If omitted, the booking stays on its court.',
      endDate: 'The new end. If omitted, the booking keeps its duration.',
      changesPast,
    },
  },
  success: CourtBookingType,
});

defineMutation('cancelCourtBooking', {
  authorize: authorizeSupporter,
  description: 'Cancels a booking. Its time becomes free, and the partner’s updates return version_conflict.',
  schema: () => CancelCourtBookingInput,
  input: { fields: { reason: 'The reason. The partner can read it.', changesPast } },
  success: CourtBookingType,
  errors: cancelCourtBookingAsOperatorErrors,
  run: cancelCourtBookingAsOperator,
});

/** The bookings with the ids in a field of the value, in their order. */
const bookingsAmong = <Value>(t: FieldsOf<Value>, description: string, key: keyof Value) =>
  t.field({
    type: [CourtBookingType],
    description: `${description} Earliest first. The argument first limits them. Default: 20.`,
    args: { first: t.arg.int(maxRows) },
    complexity: listCost,
    resolve: async (value, { first }, { reader }, info) => {
      const shown = (value as Record<typeof key, string[]>)[key].slice(0, listSize(first));
      if (shown.length === 0) return [];
      const list = { entity: CourtBookingType.entity, conditions: [idAmong(shown)] };
      const page = { order: 'desc', limit: shown.length } as const;
      const rows = await reader.page(list, page, selectionOf(info));
      return rows.toSorted((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id));
    },
  });

type FieldsOf<Value> = PothosSchemaTypes.ObjectFieldBuilder<Types, Value>;

/** The fields of a change of many bookings that begins with a dry run. */
const ofMany = <
  Value extends { done: boolean; ids: string[]; hasMore: boolean; confirmToken: string | null },
>(
  t: FieldsOf<Value>,
  hasMore: string,
) => ({
  done: t.boolean({
    description: 'False for a dry run, which changes nothing.',
    resolve: ({ done }) => done,
  }),
  count: t.int({ description: 'Number of bookings.', resolve: ({ ids }) => ids.length }),
  hasMore: t.boolean({ description: hasMore, resolve: (value) => value.hasMore }),
  confirmToken: t.string({
    nullable: true,
    description:
      'Returned by a dry run. Send it with the same input within ten minutes to change exactly these bookings.',
    resolve: ({ confirmToken }) => confirmToken,
  }),
});

const CancellationType = valueType<CourtBookingsCancellation>('CourtBookingsCancellation');
CancellationType.implement({
  description: 'The bookings that were cancelled, or would be.',
  fields: (t) => ({
    ...ofMany(
      t,
      `True if the range has more than ${maxCancellations} bookings. Call again after these are cancelled.`,
    ),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description:
        'The request that cancelled them, by which reinstateCourtBookings finds them. Null for a dry run.',
    }),
    courtBookings: bookingsAmong(t, 'The bookings.', 'ids'),
  }),
});

const ReinstatementType = valueType<reinstateCourtBookings.CourtBookingsReinstatement>(
  'CourtBookingsReinstatement',
);
ReinstatementType.implement({
  description: 'The bookings that are active again, or would be, and those that stay cancelled.',
  fields: (t) => ({
    ...ofMany(t, `True if more than ${maxCancellations} bookings match. Call again for the others.`),
    courtBookings: bookingsAmong(t, 'Active again.', 'ids'),
    timeTaken: bookingsAmong(
      t,
      'These stay cancelled, because other bookings occupy their time.',
      'takenIds',
    ),
    courtClosed: bookingsAmong(t, 'These stay cancelled, because their court is closed.', 'closedIds'),
    cancelledByPartner: bookingsAmong(
      t,
      'These stay cancelled by their partner, who can make them active again.',
      'partnerIds',
    ),
  }),
});

defineVerb('cancelCourtBookings', cancelCourtBookings, {
  authorize: authorizeSupporter,
  description: `Cancels all active bookings of a court, or of all courts of an organization, that overlap a time range. Blocks are not cancelled. At most ${maxCancellations} per call. Without confirmToken it is a dry run, which returns the bookings and a confirmation token.`,
  input: {
    fields: {
      from: 'Only bookings that end after this time.',
      to: 'Only bookings that start before this time.',
      reason: 'The reason. The partners can read it.',
      changesPast,
      confirmToken:
        'The token that the dry run returned for the same input. If a booking was added, removed or moved since then, nothing is cancelled.',
    },
  },
  success: CancellationType,
});

defineVerb('closeCourtAndCancelBookings', closeCourtAndCancelBookings, {
  description: `Closes a court for good: deactivates it, and cancels its bookings that have not ended. At most ${maxCancellations} per call. Without confirmToken it is a dry run, as for cancelCourtBookings.`,
  input: {
    fields: {
      reason: 'The reason. The partners can read it.',
      confirmToken: 'The token that the dry run returned for the same input.',
    },
  },
  success: CancellationType,
});

defineVerb('blockCourt', blockCourt, {
  authorize: authorizeSupporter,
  description:
    'Blocks a court for a time range, for example for maintenance. Partners see the block as a booking of another partner. Fails if an active booking overlaps. Returns the block, which is a court booking of the operators’ own external service.',
  input: {
    fields: {
      startDate: 'Start of the block, inclusive.',
      endDate: 'End of the block, exclusive.',
      reason: 'The reason. Only operators can read it.',
    },
  },
  success: CourtBookingType,
});

defineVerb('unblockCourt', unblockCourt, {
  authorize: authorizeSupporter,
  description: 'Cancels a block. Its time becomes free immediately. Returns the cancelled block.',
  input: { fields: { courtBookingId: 'Id of the block.', changesPast } },
  success: CourtBookingType,
});

defineVerb('reinstateCourtBooking', reinstateCourtBooking, {
  authorize: authorizeSupporter,
  description:
    'Undoes an operator’s cancellation. The booking becomes active again if its time is still free. If the partner also cancelled it, it stays cancelled; see cancelledBy.',
  input: { fields: { changesPast } },
  success: CourtBookingType,
});

defineVerb('reinstateCourtBookings', reinstateCourtBookings, {
  authorize: authorizeSupporter,
  description: `Undoes operators’ cancellations of many bookings: those of one request, or of a time. Each booking is treated as by reinstateCourtBooking. Blocks are left out. At most ${maxCancellations} per call. Without confirmToken it is a dry run, which returns the bookings and a confirmation token.`,
  input: {
    fields: {
      requestId: 'Only what this request cancelled. It is in the result and in the history of each booking.',
      userId: 'Only bookings in which this user participates.',
      cancelledFrom: 'Only bookings that were cancelled at this time or later. Needed without requestId.',
      cancelledUntil: 'Only bookings that were cancelled before this time.',
      changesPast,
      confirmToken: 'The token that the dry run returned for the same input.',
    },
  },
  success: ReinstatementType,
});

defineVerb('resetCancellation', resetCancellation, {
  authorize: authorizeSupporter,
  description:
    'Deletes the record of a cancellation that arrived before its booking. Use it when a cancellation dated far in the future blocks an id. Returns the external service.',
  input: { fields: { externalCourtBookingId: externalBookingId } },
  success: ExternalServiceType,
});

defineVerb('resetCourtBookingVersion', resetCourtBookingVersion, {
  authorize: authorizeSupporter,
  description:
    'Sets externalUpdatedAt, which updates must be newer than. Use it when an externalUpdatedAt far in the future blocks a booking.',
  input: {
    fields: {
      externalUpdatedAt: 'The version: when the booking was last changed in the partner’s system.',
      changesPast,
    },
  },
  success: CourtBookingType,
});
