import { type Item, type Result, resultOf } from '../../../rules/court-booking-item.ts';
import type { Known } from '../../../rules/known.ts';
import { WorkingState } from '../../../rules/working-state.ts';
import { type Call, CallGroups, type GroupedCalls } from '../../groups/call-groups.ts';
import { type Author, dryRunOf, missingLock, writeCourtBookings } from './write-court-bookings.ts';

interface CourtBookingCall<One extends Item = Item> extends Call {
  newId: () => string;
  item: One;
  author: Author;
  isDryRun?: boolean | undefined;
}

interface Judged<One extends Item = Item> {
  result: Extract<Result, { action: One['action'] } | { outcome: 'refused' }>;
  known: Known;
}

/**
 * Carries out an upsert or a cancellation, together with others of the external service that arrive while others run.
 *
 * @throws ApiError `service_unavailable`
 */
export const writeInGroup = <One extends Item>(call: CourtBookingCall<One>) =>
  (call.isDryRun ? judgeAlone(call) : groups.write(call)) as Promise<unknown> as Promise<Judged<One>>;

/** A dry run needs no group, because it waits for no lock. */
async function judgeAlone({ item, author, ...call }: CourtBookingCall): Promise<Judged> {
  const { judged, known } = await writeCourtBookings(
    { ...call, items: [item], authors: [author] },
    (state, writing) => ({ judged: resultOf(state, item, writing), results: [] }),
    dryRunOf(call.externalServiceId),
  );
  return { result: judged as Judged['result'], known };
}

const bookingOf = ({ externalServiceId, item }: CourtBookingCall) =>
  `booking ${externalServiceId}/${item.externalCourtBookingId}`;
const courtOf = ({ item }: CourtBookingCall) =>
  item.action === 'upsert' ? `court ${item.content.courtId}` : undefined;

const kind: GroupedCalls<CourtBookingCall, Judged> = {
  // The court that a booking leaves is not known before it is loaded.
  resourcesOf: (call) => {
    const { item } = call;
    const court = courtOf(call);
    if (item.action === 'cancel' || court === undefined) return [bookingOf(call)];
    const users = item.content.participants.flatMap(({ userId }) => (userId ? `user ${userId}` : []));
    return [bookingOf(call), ...users, court];
  },
  ownResourcesOf: (call) => [bookingOf(call), courtOf(call)].filter((one) => one !== undefined),
  sharedResourceOf: courtOf,
  write: async (calls, locks, waitsFor) => {
    const [{ database, newId, externalServiceId }] = calls as [CourtBookingCall];
    const items = calls.map(({ item }) => item);
    const authors = calls.map(({ author }) => author);
    const { judged } = await writeCourtBookings(
      { database, newId, externalServiceId, items, authors },
      (known, writing, loaded) => {
        const state = new WorkingState(known);
        const done = new Map<CourtBookingCall, Judged>();
        const left: { call: CourtBookingCall; missing: string }[] = [];
        const results = calls.map((call) => {
          const id = call.item.externalCourtBookingId;
          const result = loaded.lockedIds.includes(id) ? resultOf(state, call.item, writing) : undefined;
          // A transaction that waits for every lock is repeated if one is missing.
          const missing = locks === 'all' ? undefined : missingLock(loaded, known, result);
          if (!result || missing) {
            left.push({ call, missing: (missing === 'court' ? courtOf(call) : missing) ?? bookingOf(call) });
            return undefined;
          }
          state.apply(id, result);
          done.set(call, { result: result as Judged['result'], known });
          return result;
        });
        return { results, judged: { done, left } };
      },
      waitsFor,
      locks === 'shared' ? 'court' : locks,
    );
    return judged;
  },
};

const groups = new CallGroups(kind);
