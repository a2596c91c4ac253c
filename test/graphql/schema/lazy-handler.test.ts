import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadInParts } from '../../../src/graphql/schema/lazy-handler.ts';

it('loads parts in order, and lets other work run after each', async () => {
  const done: string[] = [];
  const part = (name: string) => async () => {
    done.push(name);
    // What waits for a turn of the event loop, such as a request of a partner.
    void turn().then(() => done.push('other work'));
  };
  await loadInParts([part('first'), part('second')]);
  expect(done).toEqual(['first', 'other work', 'second', 'other work']);
});
