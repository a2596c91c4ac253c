import type { Database } from '../../db/connection/database.ts';
import { classifyFailure, databaseUnavailable } from '../../db/connection/database-failure.ts';
import type { WaitsFor } from '../../db/connection/guard.ts';

/** A single call of an external service. */
export interface Call {
  database: Database;
  externalServiceId: string;
}

/** What a group waits for: every lock, only the resource that all its calls share, or nothing. */
export type GroupLocks = 'all' | 'shared' | 'none';

/** What differs between kinds of calls. Resources are names. */
export interface GroupedCalls<One extends Call, Result> {
  /** What a call needs and others may have locked. */
  resourcesOf(call: One): readonly string[];
  /** Those of them that two groups at the same time must not have in common. They would find each other's locks. */
  ownResourcesOf(call: One): readonly string[];
  /** The one for which a group may wait, if all its calls need it. */
  sharedResourceOf(call: One): string | undefined;
  /** Judges and writes calls together. */
  write(calls: readonly One[], locks: GroupLocks, waitsFor: WaitsFor): Promise<Written<One, Result>>;
}

export interface Written<One, Result> {
  done: ReadonlyMap<One, Result>;
  left: readonly Left<One>[];
}

/** A call that was left out. */
interface Left<One> {
  call: One;
  /** What others have locked. Without it, the call must be written alone. */
  missing?: string | undefined;
}

interface Member<One extends Call, Result> {
  call: One;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** True if another group of this process may have held a lock that it needed. */
  wasLeft?: boolean;
  /** True after the longest time in a queue. */
  isLate?: boolean;
}

/**
 * Groups of an external service at the same time. With 16 callers on different courts, a booking takes 0.66 to 0.78 of the
 * CPU that it takes in two smaller groups (2026-11-29). A distant database could work on others meanwhile, so it gets more:
 * with 5 ms there and back and 64 callers, seven groups make 2,060 bookings per second, and two make 1,260 (2026-11-27).
 */
const groupsAtOnce = (database: Database) => Math.min(1 + Math.floor(database.roundTripMillis()), 8);
/** Calls in a group. */
const most = 32;
/** A longer wait would miss the time limit. */
const waitMillis = 1_000;
/** A group that waits for its shared resource longer than this delays no other group. */
const patienceMillis = 10;
/** While other groups take longer than this, one more begins: they may wait for a locked row or a lost connection. */
const slowMillis = 100;

/** The calls of an external service in this process. */
interface Line<One extends Call, Result> {
  running: Set<readonly Member<One, Result>[]>;
  /** Those of them that take long. */
  slow: Set<readonly Member<One, Result>[]>;
  waiting: Set<Member<One, Result>>;
  /** Calls for a resource that others have locked. They wait for it together, so that nobody else does. */
  locked: Map<string, Set<Member<One, Result>>>;
}

/**
 * Carries out single calls. Calls of an external service that arrive while others run are locked, loaded, judged and
 * written together, each with its own result, author and records. Nothing waits when nothing is queued.
 *
 * A group waits for no lock, except that of a resource that all its calls share. What others have locked is judged outside
 * of the group, in a transaction that waits.
 */
export class CallGroups<One extends Call, Result> {
  readonly #kind: GroupedCalls<One, Result>;
  readonly #lines = new WeakMap<Database, Map<string, Line<One, Result>>>();

  constructor(kind: GroupedCalls<One, Result>) {
    this.#kind = kind;
  }

  /** @throws ApiError `service_unavailable` */
  async write(call: One): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const member: Member<One, Result> = { call, resolve, reject };
    if (call.database.isInTransaction) {
      void this.#settle([member], 'all');
      return promise;
    }
    const leave = call.database.enter(call.externalServiceId);
    const line = this.#lineOf(call);
    const timer = setTimeout(() => {
      member.isLate = true;
      if ([line.waiting, ...line.locked.values()].some((queue) => queue.delete(member))) reject(tooLate());
    }, waitMillis);
    try {
      this.#enter(line, member);
      return await promise;
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  #lineOf({ database, externalServiceId }: One): Line<One, Result> {
    const ofDatabase = this.#lines.get(database) ?? new Map<string, Line<One, Result>>();
    this.#lines.set(database, ofDatabase);
    const line = ofDatabase.get(externalServiceId) ?? {
      running: new Set(),
      slow: new Set(),
      waiting: new Set(),
      locked: new Map(),
    };
    ofDatabase.set(externalServiceId, line);
    return line;
  }

  #enter(line: Line<One, Result>, member: Member<One, Result>): void {
    const resource = this.#kind.resourcesOf(member.call).find((one) => line.locked.has(one));
    add(member, resource === undefined ? line.waiting : line.locked.get(resource)!);
    if (resource === undefined) this.#begin(line);
  }

  /** Starts groups of queued calls, in the order of arrival. */
  #begin(line: Line<One, Result>): void {
    for (;;) {
      const [next] = line.waiting;
      if (!next) return;
      if (line.running.size >= groupsAtOnce(next.call.database) + Math.min(line.slow.size, 1)) return;
      const busy = new Set([...line.running].flat().flatMap(({ call }) => this.#kind.ownResourcesOf(call)));
      const group = take(line.waiting, ({ call }) =>
        this.#kind.ownResourcesOf(call).some((one) => busy.has(one)),
      );
      if (group.length === 0) return;
      line.running.add(group);
      void this.#run(line, group);
    }
  }

  async #run(line: Line<One, Result>, group: readonly Member<One, Result>[]): Promise<void> {
    const end = () => {
      line.running.delete(group);
      line.slow.delete(group);
      this.#begin(line);
    };
    const [shared, ...others] = new Set(group.map(({ call }) => this.#kind.sharedResourceOf(call)));
    const isShared = shared !== undefined && others.length === 0;
    let queue: Set<Member<One, Result>> | undefined;
    const givesWay = () => {
      queue = this.#queueFor(line, shared!);
      end();
    };
    const isSlow = () => {
      line.slow.add(group);
      this.#begin(line);
    };
    const timer = isShared ? setTimeout(givesWay, patienceMillis) : setTimeout(isSlow, slowMillis);
    const { left = [], error } = await this.#settle(group, isShared ? 'shared' : 'none');
    clearTimeout(timer);
    for (const [member, missing] of left) {
      if (missing === undefined) void this.#settle([member], 'all');
      else if (!member.wasLeft && line.running.size > 1) {
        member.wasLeft = true;
        this.#enter(line, member);
      } else this.#waitFor(line, member, missing);
    }
    if (!queue) end();
    else {
      if (error) rejectAll(queue, error);
      await this.#drain(line, shared!, queue, 'shared');
    }
  }

  /** Returns a new queue for a resource. From now on, calls for it wait together. */
  #queueFor(line: Line<One, Result>, resource: string): Set<Member<One, Result>> {
    const queue = new Set(
      [...line.waiting].filter(({ call }) => this.#kind.resourcesOf(call).includes(resource)),
    );
    for (const member of queue) line.waiting.delete(member);
    line.locked.set(resource, queue);
    return queue;
  }

  #waitFor(line: Line<One, Result>, member: Member<One, Result>, resource: string): void {
    const queue = line.locked.get(resource);
    if (queue) add(member, queue);
    else {
      const begun = this.#queueFor(line, resource);
      add(member, begun);
      void this.#drain(line, resource, begun, this.#isShared(member, resource) ? 'shared' : 'all');
    }
  }

  #isShared({ call }: Member<One, Result>, resource: string | undefined): boolean {
    return resource === this.#kind.sharedResourceOf(call);
  }

  /** Judges the calls for what others have locked, in groups that wait for it. */
  async #drain(
    line: Line<One, Result>,
    resource: string,
    queue: Set<Member<One, Result>>,
    locks: GroupLocks,
  ): Promise<void> {
    while (queue.size > 0) {
      const { left = [], error } = await this.#settle(take(queue), locks);
      for (const [member, missing] of left)
        if (missing === undefined || this.#isShared(member, missing)) void this.#settle([member], 'all');
        else this.#waitFor(line, member, missing);
      // The others would also wait in vain.
      if (error) rejectAll(queue, error);
    }
    line.locked.delete(resource);
  }

  /**
   * Judges and writes the members together, and resolves each one. Returns those that were left out. A failure of the whole
   * group fails nobody: each member is then judged alone. Only if all waited for a lock in vain, its error is returned.
   */
  async #settle(
    group: readonly Member<One, Result>[],
    locks: GroupLocks,
  ): Promise<{ left?: (readonly [Member<One, Result>, missing: string | undefined])[]; error?: unknown }> {
    try {
      const calls = group.map(({ call }) => call);
      const { done, left } = await this.#kind.write(calls, locks, this.#waitsFor(calls[0]!, locks));
      for (const { call, resolve } of group) if (done.has(call)) resolve(done.get(call)!);
      const byCall = new Map(group.map((member) => [member.call, member]));
      return { left: left.map(({ call, missing }) => [byCall.get(call)!, missing] as const) };
    } catch (error) {
      const isInVain = locks !== 'none' && classifyFailure(error) === 'unavailable';
      if (isInVain || group.length === 1) for (const member of group) member.reject(error);
      else await Promise.all(group.map((member) => this.#settle([member], 'all')));
      return isInVain ? { error } : {};
    }
  }

  #waitsFor(first: One, locks: GroupLocks): WaitsFor {
    const { database, externalServiceId } = first;
    // Together, calls that wait for any lock leave connections to those that do not, also for the same resource.
    const resource = {
      all: `locked by others ${externalServiceId}`,
      shared: this.#kind.sharedResourceOf(first)!,
      none: this.#kind.ownResourcesOf(first)[0]!,
    }[locks];
    return {
      resource,
      externalServiceId,
      isCounted: !database.isInTransaction,
      isForSeveral: locks === 'all',
    };
  }
}

const tooLate = () => databaseUnavailable('the queue takes too long');

function add<One extends Call, Result>(member: Member<One, Result>, queue: Set<Member<One, Result>>): void {
  if (member.isLate) member.reject(tooLate());
  else queue.add(member);
}

/** Takes the first calls that do not depend on running ones. */
function take<One>(queue: Set<One>, isBusy: (member: One) => boolean = () => false): One[] {
  const group: One[] = [];
  for (const member of queue) {
    if (group.length === most) break;
    if (isBusy(member)) continue;
    queue.delete(member);
    group.push(member);
  }
  return group;
}

function rejectAll<One extends Call, Result>(queue: Set<Member<One, Result>>, error: unknown): void {
  for (const member of queue) member.reject(error);
  queue.clear();
}
