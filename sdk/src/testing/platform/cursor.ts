/** Encodes the position at the end of a page like the service: base64url of JSON. */
export function toCursor(position: readonly string[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The checks of the values in a cursor. */
export type PositionChecks = readonly ((value: string) => boolean)[];

/**
 * Returns the position in a cursor, or undefined if no such cursor was issued.
 *
 * @param orders the checks of the position in each order that the list has
 */
export function readCursor(text: string, orders: readonly PositionChecks[]): string[] | undefined {
  const position = decoded(text);
  const isRight =
    Array.isArray(position) &&
    orders.some(
      (checks) =>
        position.length === checks.length &&
        position.every((value, index) => typeof value === 'string' && checks[index]!(value)),
    ) &&
    toCursor(position) === text;
  return isRight ? (position as string[]) : undefined;
}

function decoded(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

/** Returns the first page of the remaining items, and the cursor of the next page. The last page has no cursor. */
export function pageOf<Item>(
  all: readonly Item[],
  limit: number,
  positionOf: (item: Item) => readonly string[],
): { items: Item[]; nextCursor?: string } {
  const items = all.slice(0, limit);
  return all.length > limit ? { items, nextCursor: toCursor(positionOf(items.at(-1)!)) } : { items };
}

/** Returns a page of items by name, then by id. The cursor begins with the name of the list. */
export function pageByName<Item extends { id: string; name: string }>(
  list: string,
  all: readonly Item[],
  limit: number,
  [, afterName = '', afterId = '']: readonly string[] = [],
): { items: Item[]; nextCursor?: string } {
  const rest = all
    .filter(({ id, name }) => name > afterName || (name === afterName && id > afterId))
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
  return pageOf(rest, limit, ({ id, name }) => [list, name, id]);
}

/** True if the range is reversed or empty. */
export const isNoRange = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from >= to;

/** Compares positions by their first value, then by the next. */
export function compare(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((value, n) => value !== b[n]);
  return index === -1 ? 0 : a[index]! < b[index]! ? -1 : 1;
}
