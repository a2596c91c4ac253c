import type { Database } from '../../../src/db/connection/database.ts';

/** The first column of all rows. */
export async function columnIn<Value = string>(
  { database }: { database: Database },
  text: string,
  ...values: unknown[]
): Promise<Value[]> {
  const rows = await database.query<Record<string, Value>>(text, values);
  return rows.map((row) => Object.values(row)[0]!);
}

/** The first column of the first row. */
export async function valueIn<Value = string>(
  on: { database: Database },
  text: string,
  ...values: unknown[]
): Promise<Value> {
  const [value] = await columnIn<Value>(on, text, ...values);
  return value!;
}

/** The number of deadlocks in a database that is open. */
export const deadlocksIn = (on: { database: Database }): Promise<number> =>
  valueIn(on, 'select deadlocks::int from pg_stat_database where datname = current_database()');

/** The id of the newest booking with an external id, by default of any external service. */
export const bookingIdIn = (
  on: { database: Database },
  externalId: string,
  externalServiceId: string | null = null,
): Promise<string> => {
  const ofService = 'external_service_id = coalesce($2, external_service_id)';
  const text = `select id from court_bookings where external_court_booking_id = $1 and ${ofService} order by id desc`;
  return valueIn(on, text, externalId, externalServiceId);
};
