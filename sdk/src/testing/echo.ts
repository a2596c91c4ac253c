import { copyFields } from '../../../src/rules/court-booking-fields.ts';
import { courtBookingFields } from '../court-booking-fields.generated.ts';
import type { CourtBookingResponse, UserResponse } from '../operations.generated.ts';
import type { TestCall } from './test-partner-api.ts';

type CallOf<Operation> = Extract<TestCall, { operation: Operation }>;

/** Returns the test API's response for a user, and the key that identifies the user. */
export function echoUser(body: CallOf<'createUser'>['body']): [key: string, answer: UserResponse] {
  const { email, externalUserId, firstName, lastName, birthday } = body;
  const key = `user ${email?.toLowerCase()} ${externalUserId}`;
  const midnight = birthday && { birthday: `${birthday.slice(0, 10)}T00:00:00.000Z` };
  return [key, { id: uuidOf(key), firstName, lastName, ...midnight }];
}

/** Returns the test API's response for a court booking, and the key that identifies the booking. */
export function echoCourtBooking(
  path: CallOf<'upsertCourtBooking'>['path'],
  body: CallOf<'upsertCourtBooking'>['body'],
): [key: string, answer: CourtBookingResponse] {
  const { courtId, externalUpdatedAt, participants } = body;
  const writtenAt = instantOf(externalUpdatedAt);
  const answer = {
    ...path,
    ...copyFields(courtBookingFields, body, instantOf),
    courtId: courtId?.toLowerCase(),
    participants: (Array.isArray(participants) ? participants : []).map(({ userId, email, erased }) => {
      if (erased) return { erased };
      return userId ? { userId: userId.toLowerCase() } : { email: `${email}`.toLowerCase() };
    }),
    createdAt: writtenAt,
    updatedAt: writtenAt,
  };
  return [`booking ${path.externalServiceId} ${path.externalCourtBookingId}`, answer];
}

/** Formats a time like the service: in UTC, with milliseconds, or with microseconds if it has any. */
function instantOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  const micros = fraction.slice(3, 6).padEnd(3, '0');
  return new Date(time).toISOString().replace('Z', micros === '000' ? 'Z' : `${micros}Z`);
}

/** Returns the same UUID for the same key. */
function uuidOf(key: string): string {
  let hash = 0n;
  for (const character of key) hash = (hash * 31n + BigInt(character.codePointAt(0)!)) & 0xffff_ffff_ffffn;
  return `00000000-0000-4000-8000-${hash.toString(16).padStart(12, '0')}`;
}
