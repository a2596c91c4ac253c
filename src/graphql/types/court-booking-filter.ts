import type { CourtBookingFilter, TimeRange } from '../../db/queries/operators/court-booking-list.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedRange, checkedTexts, checkId, checkText } from '../schema/checked.ts';
import { externalBookingId, ids } from '../schema/common-fields.ts';
import { enumType } from '../schema/enum-type.ts';

export const StatusType = enumType(
  'CourtBookingStatus',
  'ACTIVE: the booking is included in the overlap check. CANCELLED: its partner, an operator, or both cancelled it.',
  { ACTIVE: 'The booking occupies its court.', CANCELLED: 'The booking no longer occupies its court.' },
);

const SlotInput = builder.inputType('SlotInput', {
  description: 'A court and a time range.',
  fields: (t) => ({
    courtId: t.id({ required: true, description: ids.courtId }),
    startDate: t.field({ type: 'DateTime', required: true, description: 'Start of the booking, inclusive.' }),
    endDate: t.field({ type: 'DateTime', required: true, description: 'End of the booking, exclusive.' }),
  }),
});

const ChangedByType = builder.enumType('ChangedBy', {
  description: 'Who changes bookings.',
  values: {
    PARTNER: { value: 'api_token', description: 'The partner that the booking belongs to.' },
    OPERATOR: { value: 'operator', description: 'An operator.' },
  } as const,
});

const ChangedInput = builder.inputType('ChangedInput', {
  description: 'A time range, and who made the change.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true, description: 'Only changes at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only changes before this time.' }),
    by: t.field({ type: ChangedByType, description: 'Only changes by a partner, or by an operator.' }),
  }),
});

const futureVersion =
  'True: only bookings that are dated in the future: externalUpdatedAt was more than one day ahead when it was written, and is still ahead. False: only others.';

export const FilterInput = builder.inputType('CourtBookingFilter', {
  description: 'Conditions that a booking must match.',
  fields: (t) => ({
    courtId: t.id({ description: ids.courtId }),
    organizationId: t.id({ description: ids.organizationId }),
    externalServiceId: t.id({ description: ids.externalServiceId }),
    externalCourtBookingId: t.string({ description: externalBookingId }),
    participantUserId: t.id({ description: ids.participantUserId }),
    participantEmail: t.string({
      description: 'The complete e-mail address of a guest or user, ignoring case.',
    }),
    personId: t.id({
      description:
        'Id of a user who is a participant, or a guest with the present e-mail address of the user.',
    }),
    from: t.field({ type: 'DateTime', description: 'Only bookings that end after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Only bookings that start before this time.' }),
    updatedFrom: t.field({
      type: 'DateTime',
      description:
        'Only bookings that were last changed at this time or later. By default the last changed is first.',
    }),
    updatedUntil: t.field({
      type: 'DateTime',
      description:
        'Only bookings that were last changed before this time. By default the last changed is first.',
    }),
    changed: t.field({
      type: ChangedInput,
      description:
        'Only bookings that were created, changed or cancelled in this time, also if they were changed again later.',
    }),
    cancelledFrom: t.field({
      type: 'DateTime',
      description:
        'Only bookings that were cancelled at this time or later. By default the last cancelled is first.',
    }),
    cancelledUntil: t.field({
      type: 'DateTime',
      description:
        'Only bookings that were cancelled before this time. By default the last cancelled is first.',
    }),
    status: t.field({ type: StatusType, description: 'Only bookings with this status.' }),
    hasFutureVersion: t.boolean({ description: futureVersion }),
    stampAhead: t.boolean({ description: futureVersion, deprecationReason: 'Use hasFutureVersion.' }),
    blocks: t.boolean({
      description: 'True: only blocks by operators. False: no blocks. If omitted, both.',
    }),
    conflictsWith: t.field({
      type: SlotInput,
      description: 'Only active bookings on this court that overlap this time.',
    }),
  }),
});

/** @throws GraphQLError `BAD_USER_INPUT`, which names the field. */
export function checkedFilter(filter: typeof FilterInput.$inferInput): CourtBookingFilter {
  const { participantEmail, status, hasFutureVersion, stampAhead, blocks, conflictsWith, changed } = filter;
  return {
    ...checkedIds(filter, [
      'courtId',
      'organizationId',
      'externalServiceId',
      'participantUserId',
      'personId',
    ]),
    ...checkedTexts(filter, ['externalCourtBookingId']),
    participantEmail:
      participantEmail == null ? undefined : checkText(participantEmail, 'participantEmail').toLowerCase(),
    ...checkedRange(filter, 'from', 'until'),
    updated: checkedTimes(filter, 'updatedFrom', 'updatedUntil'),
    changed: changed == null ? undefined : checkedChanged(changed),
    cancelled: checkedTimes(filter, 'cancelledFrom', 'cancelledUntil'),
    active: status == null ? undefined : status === 'ACTIVE',
    hasFutureVersion: hasFutureVersion ?? stampAhead ?? undefined,
    blocks: blocks ?? undefined,
    conflictsWith: conflictsWith == null ? undefined : checkedSlot(conflictsWith),
  };
}

function checkedTimes<Name extends string>(
  filter: { readonly [N in Name]?: string | null | undefined },
  from: Name,
  until: Name,
): TimeRange | undefined {
  const range = checkedRange(filter, from, until);
  return range[from] || range[until] ? { from: range[from], until: range[until] } : undefined;
}

const checkedChanged = ({ by, ...range }: typeof ChangedInput.$inferInput) => ({
  ...checkedRange(range, 'from', 'until'),
  by: by ?? undefined,
});

const checkedSlot = ({ courtId, ...range }: typeof SlotInput.$inferInput) => ({
  courtId: checkId(courtId, 'courtId'),
  ...checkedRange(range, 'startDate', 'endDate'),
});
