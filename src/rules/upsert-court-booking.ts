import type { Content, StoredBooking } from './court-booking.ts';
import { cancellersOf, isActive } from './court-booking-status.ts';
import type { Known } from './known.ts';
import { overlapError, toConflict } from './overlap.ts';
import { areSamePeople, judgeParticipants } from './participants.ts';
import type { Rejection } from './rejection.ts';
import { versionError, versionOf } from './stored-version.ts';

/** A request to create or update a booking. Each participant is named in exactly one way (`ambiguousParticipant`). */
export interface Upsert {
  externalCourtBookingId: string;
  content: Content;
}

/** The errors of an upsert that depend on the state, in the order of the checks. */
export const upsertErrors = [
  'duplicate_entries_provided',
  'invalid_time_range',
  'court_not_found',
  'organization_access_denied',
  'user_access_denied',
  'stale_write',
  'version_conflict',
  'court_booking_overlap',
] as const;
export type UpsertError = (typeof upsertErrors)[number];

/** `before` is the stored booking. */
export type UpsertVerdict =
  | { outcome: 'created' }
  | { outcome: 'updated' | 'replayed'; before: StoredBooking }
  | { outcome: 'refused'; rejection: Rejection<UpsertError> };

const refuse = (rejection: Rejection<UpsertError>): UpsertVerdict => ({ outcome: 'refused', rejection });

/** Judges an upsert (document, section 4.2). The first violated rule determines the error. */
export function judgeUpsert(known: Known, upsert: Upsert): UpsertVerdict {
  const verdict = judgeUpsertExceptPlace(known, upsert);
  if (verdict.outcome === 'refused' || verdict.outcome === 'replayed') return verdict;
  const own = verdict.outcome === 'updated' ? verdict.before.id : undefined;
  const conflicts = known
    .occupants(upsert.content)
    .filter(({ id }) => id !== own)
    .map((occupant) => toConflict(occupant, known.externalServiceId, upsert.content));
  return conflicts.length === 0 ? verdict : refuse(overlapError(conflicts));
}

/** Judges everything about an upsert except that its place is free. */
export function judgeUpsertExceptPlace(known: Known, upsert: Upsert): UpsertVerdict {
  const { courtId, startDate, endDate, participants } = upsert.content;
  const { repeated, notOpen } = judgeParticipants(known, participants);
  if (repeated.length > 0) return refuse({ error: 'duplicate_entries_provided', indexes: repeated });
  if (startDate >= endDate) return refuse({ error: 'invalid_time_range' });
  const court = known.court(courtId);
  // Not in the document: a deactivated court accepts no bookings.
  if (!court?.isActive) return refuse({ error: 'court_not_found' });
  if (!court.isGranted) return refuse({ error: 'organization_access_denied' });
  if (notOpen.length > 0) return refuse({ error: 'user_access_denied', indexes: notOpen });
  return judgeVersion(known, upsert);
}

/**
 * Not in the document: the version rule. It compares with the stored booking, or with a cancellation that came before its
 * booking.
 */
function judgeVersion(known: Known, { externalCourtBookingId, content }: Upsert): UpsertVerdict {
  const before = known.booking(externalCourtBookingId);
  const stored = before ?? known.tombstone(externalCourtBookingId);
  if (!stored) return { outcome: 'created' };
  // Until an operator reinstates the booking, whatever the version.
  if (before && cancellersOf(before).includes('OPERATOR'))
    return refuse(versionError('version_conflict', before));
  const { externalUpdatedAt } = content;
  if (externalUpdatedAt < versionOf(stored)) return refuse(versionError('stale_write', stored));
  if (externalUpdatedAt > versionOf(stored))
    return before ? { outcome: 'updated', before } : { outcome: 'created' };
  return before && isActive(before) && isSameContent(before.content, content)
    ? { outcome: 'replayed', before }
    : refuse(versionError('version_conflict', stored));
}

/** Returns true if two contents differ in nothing but their version and the order of participants. */
function isSameContent(stored: Content, sent: Content): boolean {
  const fields = (content: Content) => ({
    ...content,
    externalUpdatedAt: undefined,
    participants: undefined,
  });
  const [one, other] = [fields(stored), fields(sent)] as [Record<string, unknown>, Record<string, unknown>];
  return (
    Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]) &&
    areSamePeople(stored.participants, sent.participants)
  );
}

/** Returns the booking that an upsert writes. It becomes active, also if the partner had cancelled it. */
export function upserted(
  { externalCourtBookingId, content }: Upsert,
  before: StoredBooking | undefined,
  { externalServiceId, newId, at }: { externalServiceId: string; newId: () => string; at: string },
): StoredBooking {
  return {
    id: before?.id ?? newId(),
    externalServiceId,
    externalCourtBookingId,
    content,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}
