import { iteratorOf, type WebStream } from '../stream.ts';

/** Rows of any kind: an iterable, or a stream of the web or of Node. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row> | WebStream<Row>;

/** Returns rows as an iterable, without beginning to read them. */
export const iterable = <Row>(rows: Rows<Row>): AsyncIterable<Row> | Iterable<Row> =>
  'getReader' in rows ? { [Symbol.asyncIterator]: () => iteratorOf<Row>(rows)! } : rows;

/** Returns true for rows that can be read only once. Afterwards, a stream would look empty. */
export function isOnce(rows: object): boolean {
  if ('getReader' in rows || 'pipe' in rows) return true;
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = rows as Iterable<unknown> &
    AsyncIterable<unknown>;
  return (later ?? now)?.call(rows) === rows;
}

/** Returns true for the id of a row, as far as rows are told apart by it. The service checks the rest. */
export const isId = (id: unknown): id is string => typeof id === 'string' && id !== '';

/** Returns what a report calls a row: your id, or its position. */
export const nameOf = (id: unknown, position: number): string => (isId(id) ? id : `#${position}`);
