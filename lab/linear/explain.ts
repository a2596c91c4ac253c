import { type Action, nothing, type State, step } from './model.ts';

/** An action of one client on one booking, with its response. */
export type Operation = Action & {
  /** Milliseconds of the request and of its response. Infinity without a response: it may take effect at any time, or never. */
  from: number;
  until: number;
  /** The response: a status, an error type, or the shown booking. `unknown` without a definite response. */
  outcome: string;
};

/**
 * Searches for an order of all operations on one booking that explains every response: each operation takes effect at one moment
 * between its request and its response (linearizability, the algorithm of Wing and Gong with memory of Lowe). Returns undefined if
 * there is one, and otherwise the first operation that no order explains.
 */
export function unexplained(history: readonly Operation[]): Operation | undefined {
  const operations = history.toSorted((a, b) => a.from - b.from);
  const tried = new Set<string>();
  let furthest = 0;

  /** `first` is the first operation without a place in the order. `later` are those after it that have one. */
  const continues = (first: number, later: readonly number[], state: State): boolean => {
    if (first >= operations.length) return true;
    furthest = Math.max(furthest, first);
    const key = JSON.stringify([first, later, state]);
    if (tried.has(key)) return false;
    tried.add(key);
    return nextOnes(operations, first, later).some((index) =>
      effectsOf(operations[index]!, state).some((next) => {
        const ordered = [...later, index].sort((a, b) => a - b);
        let from = first;
        while (ordered[0] === from) {
          ordered.shift();
          from += 1;
        }
        return continues(from, ordered, next);
      }),
    );
  };
  return continues(0, [], nothing) ? undefined : operations[furthest];
}

/** The operations that may be next: those whose request was sent before every other open one had its response. */
function nextOnes(operations: readonly Operation[], first: number, later: readonly number[]): number[] {
  const next: number[] = [];
  let earliest = Infinity;
  for (let index = first; index < operations.length; index += 1) {
    if (later.includes(index)) continue;
    const { from, until } = operations[index]!;
    if (from > earliest) break;
    earliest = Math.min(earliest, until);
    next.push(index);
  }
  return next;
}

/** The possible states after an operation. None if its response contradicts the state. */
function effectsOf(operation: Operation, state: State): State[] {
  const { outcome, next, takesPlace } = step(state, operation);
  if (operation.outcome === 'unknown') return [next, state];
  if (operation.outcome === outcome) return [next];
  return operation.outcome === 'court_booking_overlap' && takesPlace ? [state] : [];
}

/** One line for a report. */
export const described = ({ from, until, outcome, ...action }: Operation): string =>
  `${Object.values(action).join(' ')} returned ${outcome} after ${(until - from).toFixed(0)} ms`;
