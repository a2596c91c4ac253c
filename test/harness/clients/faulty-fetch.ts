import fc from 'fast-check';
import type { Fetch } from '../../../sdk/src/index.ts';

/** What happens to a request of a run. */
export interface Fate<Step> {
  /** Whether the service carries it out. `late`: when it is delivered, after others. */
  arrives: 'now' | 'late' | 'never';
  /** What the client sees. `lost`: a failed network, so it sends again. `killed`: the process has ended, and sends nothing more. */
  response: 'received' | 'lost' | 'killed';
  /** What happens before the request. */
  meanwhile: Step | null;
}

/** The fates of the first requests of a run. All further ones are received. */
export const fates = <Step>(meanwhile: fc.Arbitrary<Step>): fc.Arbitrary<Fate<Step>[]> =>
  fc.array(
    fc.record({
      arrives: fc.constantFrom('now', 'now', 'late', 'never'),
      response: fc.oneof(
        { weight: 4, arbitrary: fc.constant('received') },
        fc.constantFrom('lost', 'killed'),
      ),
      meanwhile: fc.option(meanwhile, { freq: 1 }),
    }) as fc.Arbitrary<Fate<Step>>,
    { maxLength: 4, size: 'max' },
  );

/** A `fetch` whose requests have these fates. Those that arrive late are added to `underWay`. */
export function faultyFetch<Step>(
  send: Fetch,
  ofRequests: readonly Fate<Step>[],
  underWay: (() => Promise<unknown>)[],
  carryOut: (step: Step) => Promise<unknown>,
): Fetch {
  const left = [...ofRequests];
  let isKilled = false;
  return async (url, init) => {
    // The client does not try again after a programming error.
    if (isKilled) throw new ReferenceError('killed');
    const fate = left.shift();
    if (!fate) return send(url, init);
    if (fate.meanwhile) await carryOut(fate.meanwhile);
    const request = () => send(url, { ...init, signal: new AbortController().signal });
    if (fate.arrives === 'late') underWay.push(request);
    const response = fate.arrives === 'now' ? await request() : undefined;
    if (response && fate.response === 'received') return response;
    isKilled = fate.response === 'killed';
    throw isKilled ? new ReferenceError('killed') : new TypeError('fetch failed');
  };
}

/** Waits for a run that may be killed. */
export async function untilKilled(run: Promise<unknown>): Promise<void> {
  await run.catch((error) => {
    if (error.type !== 'interrupted') throw error;
  });
}
