import { courtBookingFields } from '../court-booking-fields.generated.ts';
import type { UpsertCourtBookingRequest } from '../operations.generated.ts';
import { type Instant, toInstant } from './instant.ts';

type Sent = Omit<UpsertCourtBookingRequest, 'participants'>;

/** The fields of a booking that are compared by value, with its times as instants and its ids in lower case. */
export type BookingFields = { [Field in keyof Sent]: Date extends Sent[Field] ? Instant : Sent[Field] };

export const faultOfId = 'externalCourtBookingId must be a text of 1 to 255 characters.';

export const faultOfTime = (name: string) =>
  `${name} must be a date-time with an offset (RFC 3339), such as 2026-05-01T10:00:00Z, or a Date.`;

/** Normalizes the fields of a booking, or returns why one of them cannot be read. Fields without a value are left out. */
export function normalized(booking: Partial<Record<keyof Sent, unknown>>): BookingFields | string {
  const fields: Record<string, unknown> = {};
  for (const [name, format] of Object.entries(courtBookingFields)) {
    const value = booking[name as keyof Sent];
    if (format === 'uuid') {
      if (typeof value !== 'string') return `${name} must be a text, the id of a court.`;
      fields[name] = value.toLowerCase();
    } else if (format === 'date-time') {
      fields[name] = toInstant(value as string);
      if (!fields[name]) return faultOfTime(name);
    } else if (value !== undefined) fields[name] = value;
  }
  return fields as BookingFields;
}
