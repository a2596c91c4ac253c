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
  /** True after the longest time in a queue. */
  isLate?: boolean;
}

/**
 * Groups of an external service at the same time. While they are on their way, the database could work on others, so a
 * distant database gets more. With 5 ms to the database and back, and 4, 16 and 64 callers, this makes 290, 650 and 2,060
 * bookings per second out of 202, 580 and 1,260 with two groups (2026-11-27).
 */
const groupsAtOnce = (database: Database) => Math.min(2 + Math.floor(database.roundTripMillis()), 8);
/** Calls in a group. */
const most = 16;
/** A longer wait would miss the time limit. */
const waitMillis = 1_000;
/** A group that waits for its court longer than this delays no other group. */
const patienceMillis = 50;

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
 * A group waits for no lock, except that of a court that all its calls book. What others have locked is judged outside
 * of the group, in a transaction that waits.
 *
 * @throws ApiError `service_unavailable`
 */
export async function writeInGroup<One extends Item>(call: Call & { item: One }): Promise<Judged<One>> {
  const { promise, resolve, reject } = Promise.withResolvers<Judged>();
  const member: Member = { ...call, resolve, reject };
  const judged = promise as Promise<unknown> as Promise<Judged<One>>;
  if (call.database.isInTransaction) {
    void settle([member], 'all');
    return judged;
  }
  const leave = call.database.enter(call.externalServiceId);
  const line = lineOf(call);
  const timer = setTimeout(() => {
    member.isLate = true;
    if ([line.waiting, ...line.locked.values()].some((queue) => queue.delete(member))) reject(tooLate());
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

const tooLate = () => databaseUnavailable('the queue takes too long');

const idOf = ({ item }: Member) => item.externalCourtBookingId;
const bookingOf = (member: Member) => `booking ${member.externalServiceId}/${idOf(member)}`;
const courtOf = ({ item }: Member) =>
  item.action === 'upsert' ? `court ${item.content.courtId}` : undefined;

/** What others may have locked. The court that a booking leaves is not known before it is loaded. */
function resourcesOf(member: Member): string[] {
  const { item } = member;
  const court = courtOf(member);
  if (item.action === 'cancel' || court === undefined) return [bookingOf(member)];
  const users = item.content.participants.flatMap(({ userId }) => (userId ? `user ${userId}` : []));
  return [bookingOf(member), ...users, court];
}

function enter(line: Line, member: Member): void {
  const resource = resourcesOf(member).find((one) => line.locked.has(one));
  add(member, resource === undefined ? line.waiting : line.locked.get(resource)!);
  if (resource === undefined) begin(line);
}

function add(member: Member, queue: Set<Member>): void {
  if (member.isLate) member.reject(tooLate());
  else queue.add(member);
}

/** Starts groups of queued calls, in the order of arrival. */
function begin(line: Line): void {
  for (;;) {
    const [next] = line.waiting;
    if (!next || line.running.size >= groupsAtOnce(next.database)) return;
    const running = [...line.running].flat();
    // Two groups would find each other's locks.
    const busy = new Set(running.flatMap((member) => [bookingOf(member), courtOf(member)]));
    busy.delete(undefined);
    const group = take(line.waiting, (member) => busy.has(bookingOf(member)) || busy.has(courtOf(member)));
    if (group.length === 0) return;
    line.running.add(group);
    void run(line, group);
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

async function run(line: Line, group: readonly Member[]): Promise<void> {
  const end = () => {
    line.running.delete(group);
    begin(line);
  };
  const [court, ...others] = new Set(group.map(courtOf));
  const isForOneCourt = court !== undefined && others.length === 0;
  let queue: Set<Member> | undefined;
  const timer = setTimeout(() => {
    if (!isForOneCourt) return;
    queue = queueFor(line, court);
    end();
  }, patienceMillis);
  const { left = [], error } = await settle(group, isForOneCourt ? 'court' : 'none');
  clearTimeout(timer);
  for (const one of left) {
    if (!one.member.wasLeft && line.running.size > 1) {
      one.member.wasLeft = true;
      enter(line, one.member);
    } else waitFor(line, one);
  }
  if (!queue) end();
  else {
    if (error) rejectAll(queue, error);
    await drain(line, court!, queue, 'court');
  }
}

/** Returns a new queue for a resource. From now on, calls for it wait together. */
function queueFor(line: Line, resource: string): Set<Member> {
  const queue = new Set([...line.waiting].filter((member) => resourcesOf(member).includes(resource)));
  for (const member of queue) line.waiting.delete(member);
  line.locked.set(resource, queue);
  return queue;
}

function waitFor(line: Line, { member, missing }: Left): void {
  const isCourt = missing === 'court';
  const resource = isCourt ? courtOf(member)! : (missing ?? bookingOf(member));
  const queue = line.locked.get(resource);
  if (queue) add(member, queue);
  else {
    const begun = queueFor(line, resource);
    add(member, begun);
    void drain(line, resource, begun, isCourt ? 'court' : 'all');
  }
}

/** Judges the calls for what others have locked, in groups that wait for it. */
async function drain(line: Line, resource: string, queue: Set<Member>, locks: Locks): Promise<void> {
  while (queue.size > 0) {
    const group = take(queue);
    const { left = [], error } = await settle(group, locks);
    for (const one of left)
      if (one.missing === 'court') void settle([one.member], 'all');
      else waitFor(line, one);
    // The others would also wait in vain.
    if (error) rejectAll(queue, error);
  }
  line.locked.delete(resource);
}

function rejectAll(queue: Set<Member>, error: unknown): void {
  for (const member of queue) member.reject(error);
  queue.clear();
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
async function settle(group: readonly Member[], locks: Locks): Promise<{ left?: Left[]; error?: unknown }> {
  try {
    const { judged, left } = await writeGroup(group, locks);
    for (const [member, one] of judged) member.resolve(one);
    return { left };
  } catch (error) {
    const isInVain = locks !== 'none' && classifyFailure(error) === 'unavailable';
    if (isInVain || group.length === 1) for (const member of group) member.reject(error);
    else await Promise.all(group.map((member) => settle([member], 'all')));
    return isInVain ? { error } : {};
  }
}

async function writeGroup(group: readonly Member[], locks: Locks) {
  const [first] = group as [Member];
  const { database, newId, externalServiceId } = first;
  const items = group.map(({ item }) => item);
  // Together, calls that wait for any lock leave connections to those that do not, also for the same court.
  const resource = {
    all: `locked by others ${externalServiceId}`,
    court: courtOf(first)!,
    none: bookingOf(first),
  }[locks];
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
    { resource, externalServiceId, isCounted: !database.isInTransaction, isForSeveral: locks === 'all' },
    locks,
  );
  return judged;
}
