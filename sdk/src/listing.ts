interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
  readonly caughtUp?: boolean;
}

/**
 * A list. Await it to get one page, or iterate it with `for await` to get every item of this page and all further pages. No
 * request is sent before that.
 */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /**
   * The cursor to continue from. While the items of a page are iterated, it is the cursor of that page. If you stop in the middle
   * of a page and continue later, you get some items again but miss none. After the last item it is the page's `nextCursor`.
   * Undefined at the beginning, and at the end of a list.
   */
  readonly cursor: string | undefined;
  /** Iterates page by page. */
  readonly pages: () => AsyncIterableIterator<Page>;
}

/**
 * Creates a list.
 *
 * @param read reads the page at a cursor
 * @param isEndless whether to continue after the service reports `caughtUp`
 */
export function listingOf<Page extends PageOf<unknown>>(
  read: (cursor: string | undefined) => Promise<Page>,
  start: string | undefined,
  isEndless: boolean,
): Listing<Page, Page['items'][number]> {
  let cursor = start;
  let first: Promise<Page> | undefined;
  /** The first page, if it was awaited and not iterated yet. A second iteration reads the list again. */
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
