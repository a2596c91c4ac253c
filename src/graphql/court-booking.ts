import { type FilterQuery, raw } from '@mikro-orm/core';
import { CourtBooking } from '../db/court-booking.ts';
import { databaseFunctions } from '../db/functions.ts';
import { actForPartner, errorsWhenActing } from '../services/access/act-for-partner.ts';
import {
  CancelCourtBookingInput,
  cancelCourtBooking,
  cancelCourtBookingErrors,
} from '../services/bookings/cancel-court-booking.ts';
import {
  ReinstateCourtBookingInput,
  reinstateCourtBooking,
  reinstateCourtBookingErrors,
} from '../services/bookings/reinstate-court-booking.ts';
import {
  ResetCourtBookingVersionInput,
  resetCourtBookingVersion,
  resetCourtBookingVersionErrors,
} from '../services/bookings/reset-court-booking-version.ts';
import {
  UpsertCourtBookingInput,
  upsertCourtBooking,
  upsertCourtBookingErrors,
} from '../services/bookings/upsert-court-booking.ts';
import { externalId, uuid } from '../services/values/fields.ts';
import { parseInstant } from '../services/values/instant.ts';
import { builder } from './builder.ts';
import { checkId, checkText, listCost, newestFirst, refused } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import {
  auditEventsField,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  ParticipantType,
  UserType,
} from './types.ts';

const StatusType = builder.enumType('CourtBookingStatus', {
  description: 'ACTIVE takes part in the overlap check; CANCELLED was cancelled by an operator.',
  values: ['ACTIVE', 'CANCELLED'] as const,
});

CourtBookingType.implement({
  description: 'A court booking.',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalService: t.field({
      type: ExternalServiceType,
      resolve: ({ externalService }) => externalService.loadOrFail(),
    }),
    externalCourtBookingId: t.exposeString('externalCourtBookingId', {
      description: "The identifier in the partner's system.",
    }),
    court: t.field({ type: CourtType, resolve: ({ court }) => court.loadOrFail() }),
    startDate: t.expose('startDate', { type: 'DateTime' }),
    endDate: t.expose('endDate', { type: 'DateTime' }),
    externalUpdatedAt: t.expose('externalUpdatedAt', {
      type: 'DateTime',
      description: 'T of the version rule: an update must be newer.',
    }),
    status: t.field({ type: StatusType, resolve: ({ active }) => (active ? 'ACTIVE' : 'CANCELLED') }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    cancellationReason: t.exposeString('cancellationReason', { nullable: true }),
    participants: t.field({
      type: [ParticipantType],
      complexity: { field: 1, multiplier: 5 },
      resolve: async ({ participants }) =>
        (await participants.load()).getItems().sort((a, b) => a.position - b.position),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: auditEventsField(t, 'CourtBooking'),
  }),
});

ParticipantType.implement({
  description: 'A participant, as it was named: a user, or a guest by an address.',
  fields: (t) => ({
    user: t.field({ type: UserType, nullable: true, resolve: ({ user }) => user?.loadOrFail() ?? null }),
    email: t.exposeString('email', { nullable: true }),
  }),
});

const SlotInput = builder.inputType('SlotInput', {
  description: 'A time on a court.',
  fields: (t) => ({
    courtId: t.id({ required: true }),
    startDate: t.field({ type: 'DateTime', required: true }),
    endDate: t.field({ type: 'DateTime', required: true }),
  }),
});

const FilterInput = builder.inputType('CourtBookingFilter', {
  description: 'What all of the bookings have in common.',
  fields: (t) => ({
    courtId: t.id(),
    organizationId: t.id(),
    externalServiceId: t.id(),
    externalCourtBookingId: t.string(),
    participantUserId: t.id(),
    participantEmail: t.string({ description: 'The whole address, in any case; of guests and of users.' }),
    from: t.field({ type: 'DateTime', description: 'Ends after it.' }),
    until: t.field({ type: 'DateTime', description: 'Starts before it.' }),
    status: t.field({ type: StatusType }),
    conflictsWith: t.field({
      type: SlotInput,
      description: 'Active, on this court, and overlapping this time.',
    }),
  }),
});

function instantOf(value: string, what: string): string {
  const parsed = parseInstant(value);
  if ('fault' in parsed) throw refused(`${what}: ${parsed.fault}`);
  return parsed.instant;
}

function conditions(filter: typeof FilterInput.$inferInput): FilterQuery<CourtBooking>[] {
  const all: FilterQuery<CourtBooking>[] = [];
  const { from, until, status, conflictsWith, participantEmail, externalCourtBookingId } = filter;
  if (filter.courtId != null) all.push({ court: checkId(filter.courtId, 'courtId') });
  if (filter.organizationId != null)
    all.push({ court: { organization: checkId(filter.organizationId, 'organizationId') } });
  if (filter.externalServiceId != null) {
    all.push({ externalService: checkId(filter.externalServiceId, 'externalServiceId') });
  }
  if (externalCourtBookingId != null) {
    all.push({ externalCourtBookingId: checkText(externalCourtBookingId, 'externalCourtBookingId') });
  }
  if (filter.participantUserId != null) {
    all.push({ participants: { $some: { user: checkId(filter.participantUserId, 'participantUserId') } } });
  }
  if (participantEmail != null) {
    const email = checkText(participantEmail, 'participantEmail').toLowerCase();
    all.push({
      $or: [{ participants: { $some: { email } } }, { participants: { $some: { user: { email } } } }],
    });
  }
  if (from != null) all.push({ endDate: { $gt: instantOf(from, 'from') } });
  if (until != null) all.push({ startDate: { $lt: instantOf(until, 'until') } });
  if (status != null) all.push({ active: status === 'ACTIVE' });
  if (conflictsWith != null) all.push(conflict(conflictsWith));
  return all;
}

function conflict({ courtId, startDate, endDate }: typeof SlotInput.$inferInput): FilterQuery<CourtBooking> {
  const [start, end] = [instantOf(startDate, 'startDate'), instantOf(endDate, 'endDate')];
  if (start >= end) throw refused('conflictsWith: startDate must be before endDate.');
  const overlapping = `${databaseFunctions().schema}.court_bookings_overlapping(?, ?, ?)`;
  return { id: { $in: raw(`(select id from ${overlapping})`, [checkId(courtId, 'courtId'), start, end]) } };
}

builder.queryFields((t) => ({
  courtBooking: t.field({
    type: CourtBookingType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { em }) => em.findOne(CourtBooking, checkId(id)),
  }),
  courtBookings: t.connection({
    type: CourtBookingType,
    complexity: listCost,
    description: 'The newest created first.',
    args: { filter: t.arg({ type: FilterInput }) },
    resolve: (_root, args, context) =>
      newestFirst(context, CourtBooking, args, conditions(args.filter ?? {})),
  }),
}));

defineMutation('upsertCourtBooking', {
  description: 'Creates or updates a booking for an external service, by the rules of the REST operation.',
  schema: () =>
    UpsertCourtBookingInput.extend({ externalServiceId: uuid(), externalCourtBookingId: externalId() }),
  input: {
    parts: { participants: { name: 'ParticipantInput', description: 'Exactly one of userId and email.' } },
  },
  success: CourtBookingType,
  errors: errorsWhenActing(upsertCourtBookingErrors),
  run: async (service, administrator, { externalServiceId, externalCourtBookingId, ...input }, { em }) => {
    const partner = await actForPartner<'court-bookingwrite'>(service, administrator, externalServiceId);
    const { booking } = await upsertCourtBooking(service, partner, externalCourtBookingId, input);
    return em.findOneOrFail(CourtBooking, booking.id);
  },
});

defineMutation('cancelCourtBooking', {
  description: "Cancels a booking: its slot is free, and the partner's updates answer version_conflict.",
  schema: () => CancelCourtBookingInput,
  success: CourtBookingType,
  errors: cancelCourtBookingErrors,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(CourtBooking, await cancelCourtBooking(service, administrator, input)),
});

defineMutation('reinstateCourtBooking', {
  description: 'Makes a cancelled booking active again, where its slot is still free.',
  schema: () => ReinstateCourtBookingInput,
  success: CourtBookingType,
  errors: reinstateCourtBookingErrors,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(CourtBooking, await reinstateCourtBooking(service, administrator, input)),
});

defineMutation('resetCourtBookingVersion', {
  description:
    'Sets the time that updates must be newer than: frees a booking that a far-future stamp has blocked.',
  schema: () => ResetCourtBookingVersionInput,
  success: CourtBookingType,
  errors: resetCourtBookingVersionErrors,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(CourtBooking, await resetCourtBookingVersion(service, administrator, input)),
});
