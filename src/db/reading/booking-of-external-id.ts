import { CourtBooking } from '../court-booking.ts';
import type { Reader } from './reader.ts';
import type { Row } from './row.ts';
import { sql } from './sql.ts';

interface Key {
  externalServiceId: string;
  externalCourtBookingId: string;
}

const question = {};
const keyOf = ({ externalServiceId, externalCourtBookingId }: Key) =>
  `${externalServiceId} ${externalCourtBookingId}`;

/** The booking that a partner knows by this id; those of a page of requests are looked for together. */
export function bookingOfExternalId(reader: Reader, key: Key): Promise<Row<CourtBooking> | null> {
  return reader.together(
    question,
    key,
    async (keys: readonly Key[]) => {
      const { name, columns } = reader.table(CourtBooking);
      const services = keys.map(({ externalServiceId }) => externalServiceId);
      const ids = keys.map(({ externalCourtBookingId }) => externalCourtBookingId);
      const found = await reader.rows<Row<CourtBooking>>(
        sql`select ${columns} from unnest(${services}::uuid[], ${ids}::text[]) as k (service, id)
            join ${name} t on t.external_service_id = k.service and t.external_court_booking_id = k.id`,
      );
      const byKey = new Map(found.map((row) => [keyOf(row), row]));
      return keys.map((wanted) => byKey.get(keyOf(wanted)) ?? null);
    },
    keyOf,
  );
}
