import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGuard } from '../../../src/db/connection/guard.ts';

it('bulk work gets one connection with pauses of three times its duration while single calls arrive', async () => {
  const externalServiceId = 'service';
  const bulk = (guard: ReturnType<typeof createGuard>, works: (() => Promise<void>)[]) =>
    Promise.all(
      works.map((work, n) => guard.run({ resource: `batch ${n}`, externalServiceId, isBulk: true }, work)),
    );
  const beside = createGuard(10);
  await beside.run({ resource: 'court', externalServiceId }, async () => {});
  let [endedAt, begunAt] = [0, 0];
  const first = async () => {
    await sleep(30);
    endedAt = performance.now();
  };
  const second = async () => {
    begunAt = performance.now();
  };
  await bulk(beside, [first, second]);
  expect(begunAt - endedAt).toBeGreaterThan(80);

  let [underWay, most] = [0, 0];
  const counted = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(5);
    underWay -= 1;
  };
  await bulk(createGuard(10), [counted, counted, counted, counted]);
  expect(most).toBeGreaterThan(1);
});
