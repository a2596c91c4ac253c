import { describe, expect, it } from 'vitest';
import { Bulkhead } from '../../../src/db/connection/bulkhead.ts';

describe('bulkhead', () => {
  const open = () => {
    const ends: (() => void)[] = [];
    let most = 0;
    const work = () =>
      new Promise<string>((resolve) => {
        most = Math.max(
          most,
          ends.push(() => resolve('done')),
        );
      });
    return { work, most: () => most, end: () => ends.shift()!(), underWay: () => ends.length };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const typeOf = (error: { type?: string }) => error.type;

  it('limits the concurrent work of each key separately', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 2, inLine: 10, waitMillis: 60_000 });
    const { work, underWay, end } = open();
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'b'].map((key) => bulkhead.run(key, work));
    await turn();
    expect(underWay()).toBe(4);
    for (let i = 0; i < 7; i += 1) {
      end();
      await turn();
    }
    expect(await Promise.all(all)).toEqual(Array(7).fill('done'));
  });

  it('applies a changed limit to running and queued work', async () => {
    let atOnce = 3;
    const bulkhead = new Bulkhead({ atOnce: () => atOnce, inLine: 10, waitMillis: 60_000 });
    const { work, underWay, end } = open();
    const all = Array.from({ length: 9 }, () => bulkhead.run('a', work));
    const underWayAfterOne = async () => {
      end();
      await turn();
      return underWay();
    };
    await turn();
    atOnce = 1;
    expect([await underWayAfterOne(), await underWayAfterOne(), await underWayAfterOne()]).toEqual([2, 1, 1]);
    atOnce = 3;
    all.push(bulkhead.run('a', work));
    expect([underWay(), await underWayAfterOne()]).toEqual([1, 3]);
    for (let left = 6; left > 0; left -= 1) await underWayAfterOne();
    expect(await Promise.all(all)).toEqual(Array(10).fill('done'));
  });

  it('starts queued work in the order of arrival', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 1, inLine: 10, waitMillis: 60_000 });
    const order: number[] = [];
    const all = Array.from({ length: 6 }, (_, n) =>
      bulkhead.run('key', async () => {
        order.push(n);
        await turn();
      }),
    );
    await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('rejects work beyond the queue limit at once, and rejected work holds no place', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 1, inLine: 2, waitMillis: 60_000 });
    const { work, underWay, end } = open();
    const [first, second, third] = ['a', 'a', 'a'].map((key) => bulkhead.run(key, work));
    expect(await bulkhead.run('a', work).catch(typeOf)).toBe('service_unavailable');
    for (const promise of [first, second, third]) {
      await turn();
      end();
      expect(await promise).toBe('done');
    }
    expect(underWay()).toBe(0);
    const again = bulkhead.run('a', work);
    await turn();
    end();
    expect(await again).toBe('done');
  });

  it('rejects queued work after its time limit and never starts it', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 1, inLine: 10, waitMillis: 20 });
    const { work, underWay, end } = open();
    const holder = bulkhead.run('key', work);
    let wasDone = false;
    const late = bulkhead.run('key', async () => {
      wasDone = true;
    });
    expect(await late.catch(typeOf)).toBe('service_unavailable');
    expect(underWay()).toBe(1);
    end();
    await holder;
    expect(wasDone).toBe(false);
  });

  it('refuseWaiting rejects all queued work of one key and of no other', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 1, inLine: 10, waitMillis: 60_000 });
    const { work, end } = open();
    const holders = [bulkhead.run('a', work), bulkhead.run('b', work)];
    const waiting = ['a', 'a', 'b'].map((key) => bulkhead.run(key, work).catch(typeOf));
    bulkhead.rejectWaiting('a');
    expect(await Promise.all(waiting.slice(0, 2))).toEqual(['service_unavailable', 'service_unavailable']);
    for (let i = 0; i < 3; i += 1) {
      end();
      await turn();
    }
    expect(await waiting[2]).toBe('done');
    await Promise.all(holders);
  });

  it('failed work releases its place', async () => {
    const bulkhead = new Bulkhead({ atOnce: () => 1, inLine: 10, waitMillis: 60_000 });
    const failing = bulkhead.run('key', () => Promise.reject(new Error('broken')));
    const next = bulkhead.run('key', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
