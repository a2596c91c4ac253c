import { scopesOfChanges } from '../../../../src/rules/change-types.ts';
import { foreignCursor, maxWaiting, tooManyWait } from '../../../../src/rules/requests/messages.ts';
import { allows } from '../../../../src/rules/requests/scope.ts';
import { withDeadline } from '../../deadline.ts';
import { nowhere } from './announce.ts';
import { ApiError, shapeError } from './api-error.ts';
import { type Cursor, positionIn, toCursor } from './cursor.ts';
import type { Change, ExternalService, Token, World } from './world.ts';

/** The most changes that are scanned for one page, including those that the token may not see. */
const maxLookedThrough = 1_000;

interface Query {
  cursor?: Cursor | 'latest';
  limit: number;
  /** Seconds. */
  wait: number;
}

interface Page {
  shown: Change[];
  end: { id: string; sequence: number };
  isAtEnd: boolean;
}

/**
 * Returns a page of changes. If the page is empty, it waits for a change.
 *
 * @throws ApiError `cursor_expired`; `rate_limit_exceeded` if five requests of the token already wait
 */
export async function listChanges(
  world: World,
  token: Token,
  { cursor, limit, wait }: Query,
  signal: AbortSignal,
) {
  const { externalService } = token;
  if (cursor === 'latest') return listed({ shown: [], end: externalService.newest, isAtEnd: true });
  const position = positionIn(cursor, {});
  const begin = position && { id: position[1]!, sequence: Number(position[2]) };
  if (begin && begin.id !== nowhere.id && !isChangeOf(begin.id, externalService.id))
    throw shapeError([foreignCursor]);
  let page = readPage(token, begin, limit);
  if (isIdle(page))
    await waitForChange(world, token, wait, signal, () => {
      page = readPage(token, page.end, limit);
      return !isIdle(page);
    });
  return listed(page);
}

/**
 * Waits until `hasChanged`, for at most this many seconds.
 *
 * @throws ApiError `rate_limit_exceeded` if five requests of the token already wait
 */
export async function waitForChange(
  world: World,
  token: Token,
  seconds: number,
  signal: AbortSignal,
  hasChanged: () => boolean,
): Promise<void> {
  if (seconds === 0) return;
  if (token.waiting >= maxWaiting)
    throw new ApiError('rate_limit_exceeded', {
      message: tooManyWait,
      headers: { 'Retry-After': String(seconds) },
    });
  token.waiting += 1;
  try {
    const until = world.clock.now() + seconds * 1_000;
    for (let isOver = false; !isOver; ) {
      const hasHappened = await somethingHappens(world, until - world.clock.now(), signal);
      isOver = hasChanged() || !hasHappened || world.clock.now() >= until;
    }
  } finally {
    token.waiting -= 1;
  }
}

/** The id of a change contains the end of its external service's id. */
function isChangeOf(id: string, externalServiceId: string): boolean {
  const digits = id.replaceAll('-', '');
  return digits.slice(13, 16) + digits.slice(17, 22) === externalServiceId.slice(-8);
}

const isIdle = ({ shown, isAtEnd }: Page) => shown.length === 0 && isAtEnd;

/** Resolves with true at a change or when the clock is moved, and with false when the time is over or the caller disconnects. */
async function somethingHappens(world: World, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  let wake = () => {};
  const happening = () =>
    new Promise<true>((resolve) => {
      wake = () => resolve(true);
      world.waiting.add(wake);
    });
  const hasHappened = await withDeadline(milliseconds, signal, happening);
  world.waiting.delete(wake);
  return hasHappened ?? false;
}

function readPage(token: Token, begin: Page['end'] | undefined, limit: number): Page {
  const { externalService, scopes } = token;
  const { newest } = externalService;
  const behind = externalService.changes.filter(({ id }) => id > (begin?.id ?? nowhere.id));
  // Sequence numbers have no gaps. A gap after the cursor means that changes were dropped.
  const [first] = behind;
  if (begin && (first ? first.sequence !== begin.sequence + 1 : newest.sequence !== begin.sequence))
    throw new ApiError('cursor_expired');
  const looked = behind.slice(0, maxLookedThrough);
  const shown = looked.filter(({ type }) => allows(scopes, scopesOfChanges[type])).slice(0, limit);
  const last = shown.length === limit ? shown.at(-1) : looked.at(-1);
  const end = last ?? begin ?? newest;
  return { shown, end, isAtEnd: end.sequence === newest.sequence };
}

function listed({ shown, end, isAtEnd }: Page) {
  return {
    items: shown.map(toChange),
    nextCursor: toCursor(['change', end.id, String(end.sequence)]),
    caughtUp: isAtEnd,
  };
}

export const toChange = ({ subjectId: _subjectId, at: _at, ...change }: Change) => change;

const keptMillis = 30 * 86_400_000;

/** Drops changes that are older than 30 days, or all, with their deliveries. */
export function dropChanges(world: World, service: ExternalService, all?: boolean): void {
  const oldest = world.clock.now() - keptMillis;
  service.changes = service.changes.filter(({ at }) => !all && at >= oldest);
  for (const endpoint of service.endpoints)
    endpoint.deliveries = endpoint.deliveries.filter(({ change }) => service.changes.includes(change));
}
