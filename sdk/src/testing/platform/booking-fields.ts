import { courtBookingFields } from '../../court-booking-fields.generated.ts';
import type { UpsertCourtBookingRequest } from '../../operation.ts';

type Sent = Omit<UpsertCourtBookingRequest, 'participants'>;

/** The fields of an upsert without its participants. Date-times are instants. */
export type BookingFields = { [Field in keyof Sent]: Date extends Sent[Field] ? string : Sent[Field] };

const names = Object.keys(courtBookingFields) as (keyof BookingFields)[];

/** Returns a copy of the fields, with another notation of date-times. Fields without a value are left out. */
export function copyFields(fields: BookingFields, notation = (instant: string) => instant): BookingFields {
  const copied = names.map((name) => {
    const value = fields[name];
    return [name, courtBookingFields[name] === 'date-time' && value !== undefined ? notation(value) : value];
  });
  return Object.fromEntries(copied.filter(([, value]) => value !== undefined));
}
