import { reasonOf } from '../from-outside.ts';
import type { SyncProgress } from './booking-sync.ts';
import { endRun, untilAborted } from './failure.ts';
import { isOnce, iterable, type Rows } from './rows.ts';
import { SyncError } from './sync-error.ts';

/**
 * Returns a function that reads the source once.
 *
 * @throws SyncError `source_failed`, `aborted`, `invalid_options` (the source can be read only once, and was read)
 */
export function sourceReader<Row, Contents>(
  source: Rows<Row> | (() => Rows<Row> | Promise<Rows<Row>>),
  read: (rows: ReturnType<typeof iterable<Row>>, onRead: (count: number) => void) => Promise<Contents>,
  onProgress: (progress: SyncProgress) => void,
): (signal: AbortSignal | undefined) => Promise<Contents> {
  const begin = beginner(source);
  return async (signal) => {
    try {
      const readAll = async () =>
        read(await begin(), (done) => {
          signal?.throwIfAborted();
          onProgress({ phase: 'source', done, total: undefined });
        });
      return await untilAborted(readAll, signal);
    } catch (cause) {
      if (cause instanceof SyncError) throw cause;
      if (signal?.aborted) endRun({ type: 'aborted' });
      throw new SyncError('source_failed', `The source failed (${reasonOf(cause)}). Nothing was written.`, {
        cause,
      });
    }
  };
}

/** Returns a function that starts to read the source. It throws if that was read, and can be read only once. */
function beginner<Row>(source: Rows<Row> | (() => Rows<Row> | Promise<Rows<Row>>)) {
  const read = new WeakSet<object>();
  return async () => {
    const rows = typeof source === 'function' ? await source() : source;
    if (isOnce(rows)) {
      if (read.has(rows)) {
        throw new SyncError(
          'invalid_options',
          'The source can be read only once. Pass a function that returns a new one.',
        );
      }
      read.add(rows);
    }
    return iterable(rows);
  };
}
