/** A page, as every list answers it. */
interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
  readonly caughtUp?: boolean;
}

/**
 * A list. Awaited it is one page; iterated (`for await`) it hands out each item of this page and all further ones. Nothing is
 * sent before.
 */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /**
   * Where to go on. While the items of a page are handed out it is that page's own cursor, so that who stops in the middle
   * meets a few of them again and misses none; after the last of them it is the page's `nextCursor`. Undefined: at the
   * beginning, and where a list is at its end.
   */
  readonly cursor: string | undefined;
  /** Hands out page by page. */
  readonly pages: () => AsyncIterableIterator<Page>;
}

/**
 * Makes a list.
 *
 * @param read reads the page at a cursor
 * @param isEndless whether it goes on where the service says that there is no more
 */
export function listingOf<Page extends PageOf<unknown>>(
  read: (cursor: string | undefined) => Promise<Page>,
  start: string | undefined,
  isEndless: boolean,
): Listing<Page, Page['items'][number]> {
  let cursor = start;
  let first: Promise<Page> | undefined;
  /** The first page where it was awaited, until it is iterated: iterated again, a list is read anew. */
  let unread: Promise<Page> | undefined;
  const firstPage = () => {
    first ??= unread = read(start);
    return first;
  };

  async function* pages(): AsyncGenerator<Page, undefined> {
    cursor = start;
    const begun = unread ?? read(start);
    unread = undefined;
    for (let page = await begun; ; page = await read(cursor)) {
      yield page;
      cursor = page.nextCursor;
      if (cursor === undefined || (page.caughtUp && !isEndless)) return;
    }
  }
  async function* items() {
    for await (const page of pages()) yield* page.items;
  }

  return {
    get cursor() {
      return cursor;
    },
    pages,
    [Symbol.asyncIterator]: items,
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, whose request waits until somebody asks for it
    then: (done, failed) => firstPage().then(done, failed),
    catch: (failed) => firstPage().catch(failed),
    finally: (done) => firstPage().finally(done),
    [Symbol.toStringTag]: 'Listing',
  };
}
