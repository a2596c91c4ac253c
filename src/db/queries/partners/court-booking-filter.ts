import { sql } from 'kysely';
import type { Sql } from '../statement.ts';

/** Conditions on the bookings of an external service. Instants in ISO 8601, the e-mail address in lower case. */
export interface PartnerCourtBookingFilter {
  externalServiceId: string;
  courtId?: string | undefined;
  /** Ends after this time. */
  from?: string | undefined;
  /** Starts before this time. */
  to?: string | undefined;
  /** Last updated at this time or later. */
  updatedFrom?: string | undefined;
  /** Last updated before this time. */
  updatedTo?: string | undefined;
  /** Default: both active and cancelled. */
  active?: boolean | undefined;
  participantUserId?: string | undefined;
  participantEmail?: string | undefined;
}

/** Only active or only cancelled bookings, which have separate indexes. */
export type StatusFilter = PartnerCourtBookingFilter & { active: boolean };

/** The range in which a page is searched. */
export interface PageBounds {
  ofService: Sql;
  /** The condition on the service and the position of the page. */
  within: Sql;
  limit: number;
}

/** Newest update first. Each index ends with these columns. */
export const newestUpdateFirst = sql.raw('order by t.updated_at desc, t.id desc');

/** Half-open: a booking that ends when the range begins does not overlap. */
export function overlapsRange({ from, to }: StatusFilter): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`t.end_date > ${from}`]),
    ...(to === undefined ? [] : [sql`t.start_date < ${to}`]),
  ];
}

/** A literal, because a bound value could not use the partial indexes. */
export function isActive(active: boolean): Sql {
  return active ? sql`t.active` : sql`not t.active`;
}
