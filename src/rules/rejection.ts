import type { Canceller, CourtBookingStatus } from './court-booking-status.ts';
import { formatInstant } from './instant.ts';

/** A booking that occupies the place. */
export interface Conflict {
  /** Missing if the booking is not stored yet. For operators only. */
  id?: string;
  startDate: string;
  endDate: string;
  /** Missing if the booking belongs to another partner. */
  externalCourtBookingId?: string;
}

/** The error of a violated rule, and what it is about. Date-times are instants. */
export interface Rejection<Type extends string = string> {
  error: Type;
  /** Says more than the message of the error code. */
  message?: string;
  /** The user who has the address. For operators only. */
  ownerId?: string | undefined;
  /** The indexes of the invalid participants. */
  indexes?: number[];
  /** The stored version that the version rule compared with. */
  stored?: { externalUpdatedAt: string; status: CourtBookingStatus; cancelledBy?: Canceller[] };
  conflicts?: Conflict[] | null;
}

/**
 * Returns the details of an error in addition to its code: the conflict and what to do.
 *
 * @param now Unix milliseconds
 */
export function rejectionDetails(rejection: Rejection, now: number) {
  const { conflicts, ownerId, message = messageOf(rejection, now) } = rejection;
  const conflictingIds = conflicts
    ? conflicts.flatMap(({ id }) => id ?? [])
    : ownerId === undefined
      ? undefined
      : [ownerId];
  return {
    ...(message === undefined ? {} : { message }),
    fields: fieldsOf(rejection),
    ...(conflictingIds ? { conflictingIds } : {}),
  };
}

function fieldsOf({ stored, conflicts }: Rejection): Record<string, unknown> {
  if (stored) return { stored: { ...stored, externalUpdatedAt: formatInstant(stored.externalUpdatedAt) } };
  if (!conflicts) return {};
  return {
    // The internal id is left out. It may belong to another partner's booking.
    conflicts: conflicts.map(({ startDate, endDate, externalCourtBookingId }) => ({
      startDate: formatInstant(startDate),
      endDate: formatInstant(endDate),
      ...(externalCourtBookingId === undefined ? {} : { externalCourtBookingId }),
    })),
  };
}

function messageOf({ error, indexes = [], stored, conflicts }: Rejection, now: number): string | undefined {
  const at = stored && formatInstant(stored.externalUpdatedAt);
  switch (error) {
    case 'duplicate_entries_provided':
      return `${pathsOf(indexes)}: the same person as an earlier participant. Name each participant once, by "userId" or by "email".`;
    case 'user_access_denied':
      // Without participants, the message of the error code says it.
      if (indexes.length === 0) return undefined;
      return `${pathsOf(indexes)}: the external service neither manages the user with this "userId" nor was granted access to it. Create the user first, or ask an operator for access.`;
    case 'stale_write':
      return stored!.externalUpdatedAt > new Date(now).toISOString()
        ? `The stored version (externalUpdatedAt ${at}) lies in the future of this service's clock, so every update until then is older. Correct the clock that wrote it, and ask an operator to reset the version of this court booking.`
        : `A newer version of this court booking is stored (externalUpdatedAt ${at}); the older one was not written. Do not resend it.`;
    case 'version_conflict':
      return conflictMessage(stored!, at!);
    case 'court_booking_overlap':
      return conflicts?.length && conflicts.every((one) => one.externalCourtBookingId !== undefined)
        ? 'The bookings in "conflicts" are all your own. Move or cancel them first, or swap the bookings in one atomic batch.'
        : undefined;
    default:
      return undefined;
  }
}

function conflictMessage({ cancelledBy }: NonNullable<Rejection['stored']>, at: string): string {
  if (cancelledBy?.includes('OPERATOR'))
    return 'An operator has cancelled this court booking. Nothing is written to it until an operator reinstates it.';
  return cancelledBy
    ? `This court booking was cancelled under the same externalUpdatedAt (${at}). To book again, resend with the time of a newer update.`
    : `Other content is stored under the same externalUpdatedAt (${at}). Resend with the time of the newer update.`;
}

const pathsOf = (indexes: number[]) => indexes.map((index) => `participants[${index}]`).join(', ');
