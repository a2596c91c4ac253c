import { type Instant, toInstant } from './instant.ts';
import { SyncError } from './sync-error.ts';
import type { Scope } from './sync-plan.ts';

/**
 * The bookings that a synchronization may change: your bookings on these courts that start at `from` or later, and before `to`.
 *
 * Only the start of a booking counts. So each booking belongs to exactly one week, even if it continues after midnight.
 */
export interface SyncScope {
  /** The ids of the courts. */
  courts: readonly string[];
  /** The start of the period, inclusive. */
  from: Date | string;
  /** The end of the period, exclusive. */
  to: Date | string;
}

/** @throws SyncError of type `invalid_options` if the scope has no court or no valid period */
export function toScope(given: SyncScope): Scope {
  const courts = [...new Set(given?.courts ?? [])].map((id) => id.toLowerCase()).sort();
  const [from, to] = [toInstant(given?.from), toInstant(given?.to)];
  if (courts.length === 0)
    throw invalid('scope.courts must name a court, because only named courts are changed.');
  if (!from || !to)
    throw invalid('scope.from and scope.to must be date-times with an offset (RFC 3339), or Dates.');
  if (from >= to) throw invalid('scope.from must be before scope.to.');
  return { courts, from, to };
}

export const isInScope = (scope: Scope, { courtId, startDate }: { courtId: string; startDate: Instant }) =>
  scope.courts.includes(courtId) && startDate >= scope.from && startDate < scope.to;

const invalid = (message: string) => new SyncError('invalid_options', message);
