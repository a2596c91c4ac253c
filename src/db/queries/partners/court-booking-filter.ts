import { raw, type Sql, sql } from '../sql.ts';

/** Which of an external service's own bookings; instants in ISO 8601, the address in lower case. */
export interface PartnerCourtBookingFilter {
  externalServiceId: string;
  courtId?: string | undefined;
  /** Ends after it. */
  from?: string | undefined;
  /** Starts before it. */
  to?: string | undefined;
  /** Last updated then, or later. */
  updatedFrom?: string | undefined;
  /** Last updated before. */
  updatedTo?: string | undefined;
  /** Both, unless it is given. */
  active?: boolean | undefined;
  participantUserId?: string | undefined;
  participantEmail?: string | undefined;
}

/** Of active ones, or of cancelled ones: they stand in indexes of their own. */
export type StatusFilter = PartnerCourtBookingFilter & { active: boolean };

/** Where a part of a list is looked for. */
export interface PageBounds {
  ofService: Sql;
  /** Of the service, and where the page may be. */
  within: Sql;
  limit: number;
}

/** Newest update first. Each index ends so. */
export const newestUpdateFirst = raw('order by t.updated_at desc, t.id desc');

/** Half-open: what ends as the range begins does not touch it. */
export function overlapsRange({ from, to }: StatusFilter): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`t.end_date > ${from}`]),
    ...(to === undefined ? [] : [sql`t.start_date < ${to}`]),
  ];
}

/** Written out: a bound value could not be served by an index of the active ones only. */
export function isActive(active: boolean): Sql {
  return active ? sql`t.active` : sql`not t.active`;
}
