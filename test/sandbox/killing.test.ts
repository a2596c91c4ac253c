import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/sandbox/exchange.ts';
import { Killing, leastKills, withSmallPages } from '../../src/sandbox/killing.ts';
import { change, evidenceOf, page } from '../harness/sandbox/evidence.ts';

/** A step in which a supervisor kills the client, and pages of two changes each. */
function startStep() {
  const killing = new Killing(() => 0.5);
  killing.begin();
  const pages = evidenceOf(
    Array.from({ length: 20 }, (_, n) =>
      page(
        `${n}`,
        `${n + 1}`,
        { isCaughtUp: false, changes: [change(`a${n}`), change(`b${n}`)] },
        { at: 1 + n },
      ),
    ),
  ).exchanges;
  /** Asks as a supervisor does, which has killed the client before. */
  const ask = () => killing.wait(60_000);
  return { killing, pages, ask };
}

/** Whether the client has its response. */
async function hasResponse(report: Promise<void>): Promise<boolean> {
  const waiting = Symbol('waiting');
  return (await Promise.race([report, sleep(20, waiting)])) !== waiting;
}

describe('a kill', () => {
  it('comes when the client reports a part of a page, and the response waits until it was killed', async () => {
    const { killing, pages, ask } = startStep();
    const order = ask();
    await killing.afterPage(pages[0]!);
    const report = killing.afterReport(['a0']);
    expect(await order).toBe(true);
    expect([await hasResponse(report), pages[0]!.isKilledInside]).toEqual([false, undefined]);
    ask();
    await report;
    expect(pages[0]!.isKilledInside).toBe(true);
    killing.close();
  });

  it('waits for a supervisor that asks late', async () => {
    const { killing, pages } = startStep();
    expect(await killing.wait(1)).toBe(false);
    await killing.afterPage(pages[0]!);
    const report = killing.afterReport([]);
    expect(await hasResponse(report)).toBe(false);
    expect(await killing.wait(60_000)).toBe(true);
    killing.close();
  });

  it.each([
    ['all changes of the page', ['a0', 'b0']],
    ['a copy without the list of changes', undefined],
  ])('does not come when the client reports %s', async (_what, applied) => {
    const { killing, pages, ask } = startStep();
    ask();
    await killing.afterPage(pages[0]!);
    expect(await hasResponse(killing.afterReport(applied))).toBe(true);
    expect(pages[0]!.killedAt).toBeUndefined();
    killing.close();
  });

  it('is not certain if the client has continued before it was killed', async () => {
    const { killing, pages, ask } = startStep();
    const order = ask();
    await killing.afterPage(pages[0]!);
    const report = killing.afterReport([]);
    expect(await order).toBe(true);
    await killing.afterPage(pages[1]!);
    await report;
    ask();
    expect(pages[0]!.isKilledInside).toBeUndefined();
    killing.close();
  });

  it('does not come because of a page that the killed client had asked for', async () => {
    const { killing, pages, ask } = startStep();
    const order = ask();
    await killing.afterPage(pages[0]!);
    const report = killing.afterReport([]);
    expect(await order).toBe(true);
    const at = Date.now() - 1;
    ask();
    await report;
    for (const asked of pages.slice(1, 3)) await killing.afterPage({ ...asked, at });
    expect(await hasResponse(killing.afterReport([]))).toBe(true);
    killing.close();
  });

  it('lets the client get on: the next page is spared, until there are enough kills', async () => {
    const { killing, pages, ask } = startStep();
    let order = ask();
    const kills: Exchange[] = [];
    for (const one of pages) {
      one.at = Date.now() + 1;
      await killing.afterPage(one);
      const report = killing.afterReport([]);
      if (await hasResponse(report)) continue;
      expect(await order).toBe(true);
      order = ask();
      await report;
      kills.push(one);
    }
    expect(kills.map(({ number }) => number)).toEqual(
      Array.from({ length: leastKills }, (_, n) => 1 + 2 * n),
    );
    expect(kills.every(({ isKilledInside }) => isKilledInside)).toBe(true);
    killing.close();
  });

  it('holds no report of a run without a supervisor', async () => {
    const { killing, pages } = startStep();
    await killing.afterPage(pages[0]!);
    expect(await hasResponse(killing.afterReport([]))).toBe(true);
  });

  it('comes some time after a page to a client that reports nothing', async () => {
    const { killing, pages, ask } = startStep();
    const order = ask();
    await killing.afterPage(pages[0]!);
    await killing.afterPage(pages[1]!);
    expect(await order).toBe(true);
    expect(pages[1]).toMatchObject({ killedAt: expect.any(Number) });
    expect(pages[1]!.isKilledInside).toBeUndefined();
    killing.close();
  });
});

it.each([
  ['/changes', '/changes?limit=20'],
  ['/changes?cursor=a', '/changes?cursor=a&limit=20'],
  ['/changes?limit=100&cursor=a', '/changes?limit=20&cursor=a'],
  ['/changes?limit=5', '/changes?limit=5'],
  ['/changes?limit=101', '/changes?limit=101'],
  ['/changes?limit=50&limit=60', '/changes?limit=50&limit=60'],
  ['/changes?cursor=%ZZ&limit=', '/changes?cursor=%ZZ&limit='],
])('a page of %s has at most 20 changes, unless the service rejects the request', (target, called) => {
  expect(withSmallPages(target)).toBe(called);
});
