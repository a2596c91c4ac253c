/** The documented limits of a batch. `bytes` leaves room for the JSON around the items. */
export const batchLimits = { items: 200, bytes: 512 * 1024 - 64 };

/** Cuts a list into pieces that fit into a batch each, in order. */
export function cutIntoBatches<Element>(
  all: readonly Element[],
  toItem: (element: Element) => object,
): Element[][] {
  const encoder = new TextEncoder();
  const batches: Element[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of all) {
    const size = encoder.encode(JSON.stringify(toItem(element))).length + 1;
    bytes += size;
    if (bytes > batchLimits.bytes || batches.at(-1)!.length === batchLimits.items) {
      batches.push([]);
      bytes = size;
    }
    batches.at(-1)!.push(element);
  }
  return batches;
}
