import type { Database } from '../../db/connection/database.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import { type OverviewPeriod, type OverviewPeriodName, overviewPeriod } from './overview-period.ts';
import { type Attention, readAttention } from './read-attention.ts';
import { type BookingsByClub, readBookingsByClub } from './read-bookings-by-club.ts';
import { readTrafficOverview, type TrafficOverview } from './read-traffic-overview.ts';
import { withinBudget } from './within-budget.ts';

export interface Overview {
  period: OverviewPeriod;
  traffic: TrafficOverview;
  bookings: BookingsByClub;
  attention: Attention;
}

/**
 * Reads the operators' start page. It runs ten to fourteen statements one after the other, so that a page takes only
 * one of the operators' connections.
 *
 * @throws ApiError `service_unavailable`
 */
export async function readOverview(
  { database, now }: { database: Database; now: () => number },
  _operator: SignedIn,
  name: OverviewPeriodName,
): Promise<Overview> {
  const at = now();
  const period = overviewPeriod(name, at);
  return withinBudget(database, async (reader) => ({
    period,
    traffic: await readTrafficOverview(reader, period),
    bookings: await readBookingsByClub(reader, at),
    attention: await readAttention(reader, at),
  }));
}
