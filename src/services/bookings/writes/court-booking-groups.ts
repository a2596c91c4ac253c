import type { Database } from '../../../db/connection/database.ts';
import { classifyFailure, databaseUnavailable } from '../../../db/connection/database-failure.ts';
import { type Item, type Result, resultOf } from '../../../rules/court-booking-item.ts';
import type { Known } from '../../../rules/known.ts';
import { WorkingState } from '../../../rules/working-state.ts';
import { type Author, type Locks, missingLock, writeCourtBookings } from './write-court-bookings.ts';

/** A single call. */
interface Call {
  database: Database;
  newId: () => string;
  externalServiceId: string;
  item: Item;
  author: Author;
}

interface Judged<One extends Item = Item> {
  result: Extract<Result, { action: One['action'] } | { outcome: 'refused' }>;
  known: Known;
}

interface Member extends Call {
  resolve: (judged: Judged) => void;
  reject: (error: unknown) => void;
  /** True if another group of this process may have held a lock that it needed. */
  wasLeft?: boolean;
}

/** Groups of an external service at the same time, and calls in a group. */
const atOnce = 2;
const most = 16;
/** A longer wait would miss the time limit. */
const waitMillis = 1_000;
/** A call that is alone in its group waits for locks itself. After this time it no longer delays the next group. */
const aloneMillis = 50;

/** The calls of an external service in this process. */
interface Line {
  running: Set<readonly Member[]>;
  waiting: Set<Member>;
  /** Calls for a court, a booking or a user that others have locked. They wait for it together, so that nobody else does. */
  locked: Map<string, Set<Member>>;
}

const lines = new WeakMap<Database, Map<string, Line>>();

/**
 * Carries out a single call. Calls of an external service that arrive meanwhile are locked, loaded, judged and written
 * together, each with its own result, author and records. Nothing waits when nothing is queued.
 *
 * A group waits for no lock. What others have locked is judged outside of the group, in a transaction that waits.
 *
 * @throws ApiError `service_unavailable`
 */
export async function writeInGroup<One extends Item>(call: Call & { item: One }): Promise<Judged<One>> {
  const { promise, resolve, reject } = Promise.withResolvers<Judged>();
  const member = { ...call, resolve, reject };
  const judged = promise as Promise<unknown> as Promise<Judged<One>>;
  if (call.database.isInTransaction) {
    void settle([member], 'all');
    return judged;
  }
  const leave = call.database.enter(call.externalServiceId);
  const line = lineOf(call);
  const timer = setTimeout(() => {
    if ([line.waiting, ...line.locked.values()].some((queue) => queue.delete(member)))
      reject(databaseUnavailable('the queue takes too long'));
  }, waitMillis);
  try {
    enter(line, member);
    return await judged;
  } finally {
    clearTimeout(timer);
    leave();
  }
}

function lineOf({ database, externalServiceId }: Call): Line {
  const ofDatabase = lines.get(database) ?? new Map<string, Line>();
  lines.set(database, ofDatabase);
  const line = ofDatabase.get(externalServiceId) ?? {
    running: new Set(),
    waiting: new Set(),
    locked: new Map(),
  };
  ofDatabase.set(externalServiceId, line);
  return line;
}

const idOf = ({ item }: Member) => item.externalCourtBookingId;
const bookingOf = (member: Member) => `booking ${member.externalServiceId}/${idOf(member)}`;
const courtOf = ({ item }: Member) =>
  item.action === 'upsert' ? `court ${item.content.courtId}` : undefined;

const usersOf = ({ item }: Member) =>
  item.action === 'upsert'
    ? item.content.participants.flatMap(({ userId }) => (userId === undefined ? [] : `user ${userId}`))
    : [];

function enter(line: Line, member: Member): void {
  const resources = [bookingOf(member), ...usersOf(member), courtOf(member) ?? ''];
  const locked = resources.map((resource) => line.locked.get(resource)).find((queue) => queue !== undefined);
  (locked ?? line.waiting).add(member);
  if (!locked) begin(line);
}

/** Starts groups of queued calls, in the order of arrival. */
function begin(line: Line): void {
  while (line.running.size < atOnce) {
    const running = [...line.running].flat();
    // Two groups would find each other's locks.
    const busy = new Set(running.flatMap((member) => [bookingOf(member), courtOf(member)]));
    busy.delete(undefined);
    const group = take(line.waiting, (member) => busy.has(bookingOf(member)) || busy.has(courtOf(member)));
    if (group.length === 0) return;
    line.running.add(group);
    const end = () => {
      line.running.delete(group);
      begin(line);
    };
    // A call that names users would keep a connection for itself while one of them is locked.
    if (group.length === 1 && usersOf(group[0]!).length === 0) runAlone(group, end);
    else void run(line, group).finally(end);
  }
}

/** Takes the first calls that do not depend on running ones. */
function take(queue: Set<Member>, isBusy: (member: Member) => boolean = () => false): Member[] {
  const group: Member[] = [];
  for (const member of queue) {
    if (group.length === most) break;
    if (isBusy(member)) continue;
    queue.delete(member);
    group.push(member);
  }
  return group;
}

function runAlone(group: readonly Member[], end: () => void): void {
  const timer = setTimeout(end, aloneMillis);
  void settle(group, 'all').finally(() => {
    clearTimeout(timer);
    end();
  });
}

async function run(line: Line, group: readonly Member[]): Promise<void> {
  const { left = [] } = await settle(group, 'none');
  for (const { member, missing } of left) {
    // The court that a booking leaves is not known before it is loaded.
    if (!member.wasLeft && line.running.size > 1) {
      member.wasLeft = true;
      line.waiting.add(member);
    } else if (missing === 'court') waitFor(line, courtOf(member)!, member, 'court');
    else waitFor(line, missing ?? bookingOf(member), member, 'all');
  }
}

/** Judges the calls for what others have locked, in groups that wait for it. */
function waitFor(line: Line, resource: string, member: Member, locks: Locks): void {
  const queue = line.locked.get(resource);
  if (queue) {
    queue.add(member);
    return;
  }
  const waiting = new Set([member]);
  line.locked.set(resource, waiting);
  void (async () => {
    while (waiting.size > 0) {
      // Calls that wait for users leave connections to those that do not, also for the same court.
      const users = resource.startsWith('user ') ? `users ${member.externalServiceId}` : undefined;
      const { left = [], error } = await settle(take(waiting), locks, users);
      for (const { member: one, missing } of left)
        if (missing === undefined || missing === 'court') void settle([one], 'all');
        else waitFor(line, missing, one, 'all');
      // The others would also wait in vain.
      if (error) for (const one of waiting) if (waiting.delete(one)) one.reject(error);
    }
    line.locked.delete(resource);
  })();
}

/** A member that was left out, because others hold a lock that it needs. Not known: that of its booking. */
interface Left {
  member: Member;
  missing: ReturnType<typeof missingLock>;
}

/**
 * Judges and writes the members together, and resolves each one. Returns those that were left out. A failure of the whole
 * group fails nobody: each member is then judged alone. Only if all waited for a lock in vain, its error is returned.
 */
async function settle(
  group: readonly Member[],
  locks: Locks,
  resource?: string,
): Promise<{ left?: Left[]; error?: unknown }> {
  try {
    const { judged, left } = await writeGroup(group, locks, resource);
    for (const [member, one] of judged) member.resolve(one);
    return { left };
  } catch (error) {
    const isInVain = locks !== 'none' && classifyFailure(error) === 'unavailable';
    if (isInVain || group.length === 1) for (const member of group) member.reject(error);
    else await Promise.all(group.map((member) => settle([member], 'all')));
    return isInVain ? { error } : {};
  }
}

async function writeGroup(group: readonly Member[], locks: Locks, waitedFor: string | undefined) {
  const [first] = group as [Member];
  const { database, newId, externalServiceId } = first;
  const items = group.map(({ item }) => item);
  const resource = waitedFor ?? (locks === 'none' ? undefined : courtOf(first)) ?? bookingOf(first);
  const writes = { database, newId, externalServiceId, items, authors: group.map(({ author }) => author) };
  const { judged } = await writeCourtBookings(
    writes,
    (known, writing, loaded) => {
      const state = new WorkingState(known);
      const judgedOnes = new Map<Member, Judged>();
      const left: Left[] = [];
      const results = group.map((member) => {
        const result = loaded.lockedIds.includes(idOf(member))
          ? resultOf(state, member.item, writing)
          : undefined;
        // A transaction that waits for every lock is repeated if one is missing.
        const missing = locks === 'all' ? undefined : missingLock(loaded, known, result);
        if (!result || missing) {
          left.push({ member, missing });
          return undefined;
        }
        state.apply(idOf(member), result);
        judgedOnes.set(member, { result: result as Judged['result'], known });
        return result;
      });
      return { results, judged: { judged: judgedOnes, left } };
    },
    { resource, externalServiceId, isCounted: !database.isInTransaction },
    locks,
  );
  return judged;
}
