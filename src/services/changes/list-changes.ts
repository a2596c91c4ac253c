import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { isChangeOf } from '../../db/id-parts.ts';
import {
  type ChangePage,
  type ChangePosition,
  lowestId,
  type StoredChange,
  selectChangeAt,
  selectChanges,
  selectNewestChange,
} from '../../db/queries/partners/changes.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { type ChangeType, changeTypes, scopesOfChanges } from '../../rules/change-types.ts';
import { foreignCursor } from '../../rules/requests/messages.ts';
import { allows } from '../../rules/requests/scope.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import { rateLimitErrors } from '../limits/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Cursor, positionIn, toCursor } from '../values/cursor.ts';
import type { ChangeWatch } from './change-watch.ts';

export const listChangesErrors = [...partnerErrors, 'cursor_expired'] as const;
const createError = errorFactory([...listChangesErrors, ...rateLimitErrors]);

/** Maximum wait for a change, in seconds. */
export const maxWaitSeconds = 30;

/** Either scope suffices. Each shows only its own types. */
export const changeScopes = ['court-bookingread', 'userread'] as const;
type ChangeReader = Partner<(typeof changeScopes)[number]>;

export interface ListChangesInput {
  /**
   * The list that the cursor belongs to, and the id and sequence of the last row that was read. Without it, reading
   * starts at the oldest change.
   */
  cursor?: Cursor<readonly [list: string, id: string, sequence: string]> | 'latest' | undefined;
  limit: number;
  /** Seconds to wait if nothing is new. */
  wait: number;
}

export type ListedChange = StoredChange;

export interface ListedChanges {
  changes: ListedChange[];
  nextCursor: string;
  /** True if no earlier committed change was left to read. */
  caughtUp: boolean;
}

/** Waits for a change without a connection, and without counting against the time limit of the response. */
export type Wait = <T>(milliseconds: number, work: (hasLeft: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Returns a page of changes to the bookings, users, courts and grants of an external service, in the order of
 * `sequence`. Committed changes are sequenced first.
 *
 * Not in the document: if nothing is new, it waits for a change and returns the page with the first one.
 *
 * @throws ApiError `invalid_schema`: the cursor belongs to another external service; `cursor_expired`: changes after
 * the cursor were deleted, or the change at the cursor was lost by a restore; `rate_limit_exceeded`: too many requests
 * of the token already wait; `service_unavailable`.
 */
export async function listChanges(
  context: ServiceContext & { changeWatch: ChangeWatch },
  partner: ChangeReader,
  { cursor, limit, wait }: ListChangesInput,
  pause: Wait,
): Promise<ListedChanges> {
  const { changeWatch } = context;
  if (cursor === 'latest') return latest(context, partner);
  const position = positionIn(cursor, {});
  const begin = position && { id: position[1], sequence: Number(position[2]) };
  // Not `cursor_expired`: its remedy would discard the caller's own position.
  if (begin && begin.id !== lowestId && !isChangeOf(begin.id, partner.externalServiceId))
    throw createError('invalid_schema', { issues: [foreignCursor] });
  const types = shownTypes(partner);
  const read = async (after: ChangePosition | undefined) =>
    readPage(context.database, partner, types, after, limit);
  let isAllSequenced = await changeWatch.sequence();
  let page = await read(begin);
  if (wait === 0 || !isIdle(page)) return listed(page, isAllSequenced);

  const until = performance.now() + wait * 1_000;
  const slot = await changeWatch.enter(partner.actor.id, context.newId(), wait * 1_000);
  try {
    for (;;) {
      const left = Math.max(0, until - performance.now());
      const hasLeft = await pause(left, async (signal) => {
        await slot.until(partner.externalServiceId, page.newest, left, signal);
        return signal.aborted;
      });
      if (hasLeft) return listed(page, isAllSequenced);
      isAllSequenced = await changeWatch.sequence();
      const { end } = page;
      const what = `${end.id} ${limit} ${types ?? ''}`;
      page = await changeWatch.readWoken(partner.externalServiceId, what, () => read(end));
      if (!isIdle(page) || changeWatch.isDraining || performance.now() >= until)
        return listed(page, isAllSequenced);
    }
  } finally {
    await slot.leave();
  }
}

interface Page {
  changes: StoredChange[];
  end: ChangePosition;
  newest: number;
  isAtEnd: boolean;
}

/** Returns true if nothing is known to be new. */
const isIdle = ({ changes, isAtEnd }: Page) => changes.length === 0 && isAtEnd;

/** `isAllSequenced`: true if all earlier committed changes were sequenced when the page was read. */
function listed({ changes, end, isAtEnd }: Page, isAllSequenced: boolean): ListedChanges {
  return { changes, nextCursor: cursorOf(end), caughtUp: isAtEnd && isAllSequenced };
}

function cursorOf({ id, sequence }: ChangePosition): string {
  return toCursor(['change', id, String(sequence)]);
}

const nowhere: ChangePosition = { id: lowestId, sequence: 0 };

/** Returns an empty page and a cursor at the current end. */
async function latest(
  { database, changeWatch }: ServiceContext & { changeWatch: ChangeWatch },
  { externalServiceId }: ChangeReader,
): Promise<ListedChanges> {
  const caughtUp = await changeWatch.sequence();
  const [row] = await queryForPartner<{ newest: ChangePosition }>(
    database,
    externalServiceId,
    selectNewestChange(externalServiceId),
  );
  return { changes: [], nextCursor: cursorOf(row?.newest ?? nowhere), caughtUp };
}

/**
 * Returns the types that a reader may see, or undefined for all of them. Then there is no filter, and types that only
 * a newer version knows are also shown.
 */
function shownTypes({ scopes }: ChangeReader): ChangeType[] | undefined {
  const shown = changeTypes.filter((type) => allows(scopes, scopesOfChanges[type]));
  return shown.length === changeTypes.length ? undefined : shown;
}

async function readPage(
  database: Database,
  { externalServiceId }: ChangeReader,
  types: ChangeType[] | undefined,
  begin: ChangePosition | undefined,
  limit: number,
): Promise<Page> {
  const statement = selectChanges(externalServiceId, { after: begin?.id ?? lowestId, types, limit });
  const [row] = await queryForPartner<{ page: ChangePage }>(database, externalServiceId, statement);
  const { changes, first, last, newest } = row!.page;
  const newestSequence = newest?.sequence ?? 0;
  const hasGap = begin && (first === null ? newestSequence !== begin.sequence : first !== begin.sequence + 1);
  // A gap means that changes were deleted, or that a restore left it (db/advance-sequences.ts). It is a restore if
  // the change at the cursor still exists, because the oldest are deleted first.
  if (
    hasGap &&
    (await queryForPartner(database, externalServiceId, selectChangeAt(externalServiceId, begin))).length ===
      0
  )
    throw createError('cursor_expired');
  const end = last ?? newest ?? nowhere;
  return { changes, end, newest: newestSequence, isAtEnd: end.sequence === newestSequence };
}
