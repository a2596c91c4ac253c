/** The number of concurrent calls. The client paces them. */
const concurrency = 8;

/** Processes several items at the same time. After a failure, no further item is started. */
export async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker);
  await Promise.all(workers).finally(() => left.splice(0));
}
