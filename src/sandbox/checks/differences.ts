import type { Evidence, Row } from '../scenario.ts';
import type { StoredBooking } from '../tenant.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns a duration in words, in the largest unit that leaves nothing over, such as "two hours". */
function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, size]) => milliseconds % size === 0) ?? units.at(-1)!;
  const count = Math.round(milliseconds / size);
  return `${words[count] ?? count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns how a time differs, such as "starts two hours earlier", or undefined if it does not. */
function shift(verb: string, wanted: unknown, found: string): string | undefined {
  const milliseconds = Date.parse(found) - Date.parse(String(wanted));
  if (milliseconds === 0) return undefined;
  return `${verb} ${duration(Math.abs(milliseconds))} ${milliseconds < 0 ? 'earlier' : 'later'}`;
}

const namesOf = (participants: unknown): string[] =>
  (Array.isArray(participants) ? participants : []).map(({ userId, email }) => userId ?? email).sort();

/** Returns what is wrong with a stored booking, such as "lost-response-3 starts two hours earlier", or undefined. */
export function differenceOf(
  row: Row,
  booking: StoredBooking | undefined,
  evidence: Pick<Evidence, 'exchanges' | 'tenant'>,
): string | undefined {
  const id = row.externalCourtBookingId!;
  if (!booking) return row.action === 'cancel' ? undefined : `${id} does not exist${lastOf(id, evidence)}`;
  if (row.action === 'cancel')
    return booking.status === 'CANCELLED' ? undefined : `${id} is not cancelled${lastOf(id, evidence)}`;
  if (booking.status === 'CANCELLED') return `${id} is cancelled${cancellationOf(id, evidence)}`;
  const courtOf = (courtId: unknown) =>
    evidence.tenant.courts.find((court) => court.id === courtId)?.name ?? 'another court';
  const [wanted, found] = [namesOf(row.participants), namesOf(booking.participants)];
  const differences = [
    row.courtId !== booking.courtId && `is on ${courtOf(booking.courtId)} instead of ${courtOf(row.courtId)}`,
    shift('starts', row.startDate, booking.startDate),
    shift('ends', row.endDate, booking.endDate),
    String(wanted) !== String(found) &&
      (wanted.length === found.length
        ? 'has other participants'
        : `has ${words[found.length] ?? found.length} participants instead of ${words[wanted.length]}`),
  ].filter(Boolean);
  return differences.length > 0 ? `${id} ${differences.join(', ')}` : undefined;
}

/** Says which request cancelled a booking, or that another one did. */
function cancellationOf(id: string, { exchanges }: Pick<Evidence, 'exchanges'>): string {
  const cancelling = exchanges.findLast(({ writes }) =>
    writes.some((write) => write.id === id && write.action === 'cancel'),
  );
  return cancelling
    ? `: request ${cancelling.number} cancelled it`
    : ', although the client did not cancel it';
}

/** Says how the last request for a booking ended. */
function lastOf(id: string, { exchanges }: Pick<Evidence, 'exchanges'>): string {
  const last = exchanges.findLast(({ writes }) => writes.some((write) => write.id === id));
  if (!last) return ': no request named it';
  const { answer, status, writes, number } = last;
  const error = answer?.results[writes.findIndex((write) => write.id === id)]?.error ?? answer?.error;
  return `: the response to request ${number} was ${error ?? status}`;
}
