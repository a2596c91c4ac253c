import { type Instant, toInstant } from './instant.ts';
import { SyncError } from './sync-error.ts';
import type { Scope } from './sync-plan.ts';

/**
 * What a synchronization may touch: your bookings on these courts that start from `from` on and before `to`.
 *
 * By where it starts each booking belongs to one week, also one that goes on over midnight.
 */
export interface SyncScope {
  /** Ids of courts. */
  courts: readonly string[];
  /** Bookings that start then or later. */
  from: Date | string;
  /** Bookings that start before it. */
  to: Date | string;
}

/** @throws SyncError of type `invalid_options` where it names no court, or no time. */
export function toScope(given: SyncScope): Scope {
  const courts = [...new Set(given?.courts ?? [])].map((id) => id.toLowerCase()).sort();
  const [from, to] = [toInstant(given?.from), toInstant(given?.to)];
  if (courts.length === 0)
    throw invalid('scope.courts must name a court: nothing is touched that is not named.');
  if (!from || !to)
    throw invalid('scope.from and scope.to must be date-times with an offset (RFC 3339), or Dates.');
  if (from >= to) throw invalid('scope.from must be before scope.to.');
  return { courts, from, to };
}

/** Whether a booking belongs to the scope. */
export const isInScope = (scope: Scope, { courtId, startDate }: { courtId: string; startDate: Instant }) =>
  scope.courts.includes(courtId) && startDate >= scope.from && startDate < scope.to;

const invalid = (message: string) => new SyncError('invalid_options', message);
