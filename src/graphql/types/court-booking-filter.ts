import type { CourtBookingFilter } from '../../db/queries/operators/court-booking-list.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts, checkId, checkInstant, checkText, refused } from '../schema/checked.ts';

export const StatusType = builder.enumType('CourtBookingStatus', {
  description:
    'ACTIVE takes part in the overlap check; CANCELLED was cancelled by its partner, by an operator, or by both.',
  values: ['ACTIVE', 'CANCELLED'] as const,
});

const SlotInput = builder.inputType('SlotInput', {
  description: 'A time on a court.',
  fields: (t) => ({
    courtId: t.id({ required: true }),
    startDate: t.field({ type: 'DateTime', required: true }),
    endDate: t.field({ type: 'DateTime', required: true }),
  }),
});

export const FilterInput = builder.inputType('CourtBookingFilter', {
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
    stampAhead: t.boolean({ description: 'Written with a stamp over a day in the future.' }),
    blocks: t.boolean({
      description: 'true: only what operators have blocked; false: none of it. Left out: both.',
    }),
    conflictsWith: t.field({
      type: SlotInput,
      description: 'Active, on this court, and overlapping this time.',
    }),
  }),
});

/** @throws GraphQLError `BAD_USER_INPUT` that names the field. */
export function checkedFilter(filter: typeof FilterInput.$inferInput): CourtBookingFilter {
  const { participantEmail, from, until, status, stampAhead, blocks, conflictsWith } = filter;
  return {
    ...checkedIds(filter, ['courtId', 'organizationId', 'externalServiceId', 'participantUserId']),
    ...checkedTexts(filter, ['externalCourtBookingId']),
    participantEmail:
      participantEmail == null ? undefined : checkText(participantEmail, 'participantEmail').toLowerCase(),
    from: from == null ? undefined : checkInstant(from, 'from'),
    until: until == null ? undefined : checkInstant(until, 'until'),
    active: status == null ? undefined : status === 'ACTIVE',
    stampAhead: stampAhead ?? undefined,
    blocks: blocks ?? undefined,
    conflictsWith: conflictsWith == null ? undefined : checkedSlot(conflictsWith),
  };
}

function checkedSlot(slot: typeof SlotInput.$inferInput) {
  const startDate = checkInstant(slot.startDate, 'startDate');
  const endDate = checkInstant(slot.endDate, 'endDate');
  if (startDate >= endDate) throw refused('conflictsWith: startDate must be before endDate.');
  return { courtId: checkId(slot.courtId, 'courtId'), startDate, endDate };
}
