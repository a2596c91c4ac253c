import type { ApiErrorDetails } from '../../api-error.ts';
import type { ErrorType } from '../../errors.ts';
import type { FunctionError } from '../function-results.ts';
import { formatInstant } from '../values/instant.ts';

/**
 * Returns the details of a booking error in addition to its code: the conflict and what to do.
 *
 * @param now Unix milliseconds
 */
export function rejectionDetails<Type extends ErrorType>(
  rejection: FunctionError<Type>,
  now: number,
): ApiErrorDetails {
  const message = messageOf(rejection, now);
  return {
    ...(message === undefined ? {} : { message }),
    fields: fieldsOf(rejection),
    ...(rejection.conflicts ? { conflictingIds: rejection.conflicts.flatMap(({ id }) => id ?? []) } : {}),
  };
}

function fieldsOf({ stored, conflicts }: FunctionError<ErrorType>): Record<string, unknown> {
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

function messageOf(
  { error, indexes = [], stored, conflicts }: FunctionError<ErrorType>,
  now: number,
): string | undefined {
  const at = stored && formatInstant(stored.externalUpdatedAt);
  switch (error) {
    case 'duplicate_entries_provided':
      return `${pathsOf(indexes)}: the same person as an earlier participant. Name each participant once, by "userId" or by "email".`;
    case 'user_access_denied':
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

function conflictMessage(
  { cancelledBy }: NonNullable<FunctionError<ErrorType>['stored']>,
  at: string,
): string {
  if (cancelledBy?.includes('OPERATOR'))
    return 'An operator has cancelled this court booking. Nothing is written to it until an operator reinstates it.';
  return cancelledBy
    ? `This court booking was cancelled under the same externalUpdatedAt (${at}). To book again, resend with the time of a newer update.`
    : `Other content is stored under the same externalUpdatedAt (${at}). Resend with the time of the newer update.`;
}

const pathsOf = (indexes: number[]) => indexes.map((index) => `participants[${index}]`).join(', ');
