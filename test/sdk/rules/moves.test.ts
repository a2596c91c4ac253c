import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../harness/runs.ts';
import { startTestService, type TestService } from '../../harness/test-service.ts';
import { kitSide } from './kit-side.ts';
import { moves } from './moves.ts';
import { Play } from './play.ts';
import { playMoves } from './play-moves.ts';
import { serviceSide } from './service-side.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('postgresql');
});
afterAll(() => service.stop());

it('whatever is done, by whom and in which order: the kit answers as the service does', async () => {
  let made = 0;
  const outcomes = new Map<string, number>();
  const sameOnBoth = fc.asyncProperty(moves, async (all) => {
    made += 1;
    const real = new Play(await serviceSide(service, `moves-${made}`));
    await playMoves(real, all);
    const kit = new Play(await kitSide(real.scene));
    await playMoves(kit, all);
    expect(kit.entries).toEqual(real.entries);
    for (const { outcome } of real.entries) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  await fc.assert(sameOnBoth, { numRuns: runs(20) });
  // It would prove nothing where nothing was done, or refused.
  for (const outcome of [
    '200',
    '201',
    'done',
    '409 stale_write',
    '409 version_conflict',
    '409 court_booking_overlap',
  ])
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(0);
});
