import { isObject } from '../from-outside.ts';
import type { ParticipantRequest, UpsertCourtBookingRequest } from '../operations.generated.ts';
import { faultOfId, normalized } from './booking-fields.ts';
import type { Instant } from './instant.ts';
import { isId, nameOf } from './rows.ts';
import { isInScope } from './scope.ts';
import type { Scope, SyncRefusal, WantedBooking } from './sync-plan.ts';

/** A booking of your system: your id, and the body of an upsert. */
export interface SourceBooking extends UpsertCourtBookingRequest {
  /** Your id of the booking. */
  externalCourtBookingId: string;
}

export interface SourceContents {
  /** The bookings in the scope that can be sent. */
  wanted: Map<string, WantedBooking>;
  /** Every id in the source, so that none of them counts as missing. */
  named: Set<string>;
  /** The bookings outside the scope, with the version of each. */
  outside: Map<string, Instant>;
  refused: SyncRefusal[];
}

export async function readSource(
  source: AsyncIterable<SourceBooking> | Iterable<SourceBooking>,
  scope: Scope,
  onRead: (count: number) => void = () => {},
): Promise<SourceContents> {
  const contents: SourceContents = { wanted: new Map(), named: new Set(), outside: new Map(), refused: [] };
  let count = 0;
  for await (const given of source) {
    takeUp(given, count, scope, contents);
    count += 1;
    if (count % 1_000 === 0) onRead(count);
  }
  onRead(count);
  return contents;
}

function takeUp(
  given: SourceBooking,
  index: number,
  scope: Scope,
  { wanted, named, outside, refused }: SourceContents,
): void {
  const id = given?.externalCourtBookingId;
  const refuse = (type: string, message: string) =>
    refused.push({ externalCourtBookingId: nameOf(id, index), type, message, by: 'plan' });
  if (!isId(id)) {
    refuse('invalid_booking', faultOfId);
    return;
  }
  if (named.has(id)) {
    // It is not known which of them is right.
    wanted.delete(id);
    outside.delete(id);
    const message = 'The source has this id more than once, so none was sent. Give each booking its own id.';
    if (!refused.some((one) => one.externalCourtBookingId === id && one.type === 'duplicate_id')) {
      refuse('duplicate_id', message);
    }
    return;
  }
  named.add(id);
  const booking = toWanted(given);
  if (typeof booking === 'string') refuse('invalid_booking', booking);
  else if (isInScope(scope, booking)) wanted.set(id, booking);
  else {
    outside.set(id, booking.externalUpdatedAt);
    refuse(
      'out_of_scope',
      'It is not on a court of the scope, or starts outside of it, so it was not changed.',
    );
  }
}

/** Normalizes a booking, or returns why it cannot be read. The service checks everything else. */
export function toWanted(given: SourceBooking): WantedBooking | string {
  const { externalCourtBookingId, participants = [] } = given;
  const fields = normalized(given);
  if (typeof fields === 'string') return fields;
  if (!Array.isArray(participants) || !participants.every(isObject)) {
    return 'participants must be a list of { userId }, { email } or { erased: true }.';
  }
  // Copies, because a source may reuse its row.
  const people = participants.map((one) => ({ ...one })) as ParticipantRequest[];
  return { externalCourtBookingId, ...fields, participants: people };
}
