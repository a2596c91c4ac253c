import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../harness/data/runs.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';
import { kitSide } from './kit-side.ts';
import { type Move, moves, type Upsert } from './moves.ts';
import { Play } from './play.ts';
import { playMoves } from './play-moves.ts';
import { serviceSide } from './service-side.ts';

const service = useTestService('postgresql');

/** One move for each outcome, since random moves may lack one. */
const everyOutcome: Move[] = [
  upsert({ id: 0, stamp: 2 }),
  upsert({ id: 0, stamp: 1 }),
  upsert({ id: 0, stamp: 2, from: 3 }),
  upsert({ id: 1, stamp: 0 }),
  { do: 'cancel', by: 'partner', id: 0, stamp: 3 },
  {
    do: 'user batch',
    atomic: true,
    items: [
      { externalId: 0, person: 0 },
      { externalId: 1, person: 1 },
    ],
  },
  {
    do: 'user batch',
    atomic: true,
    items: [
      { externalId: 0, person: 1 },
      { externalId: 1, person: 0 },
    ],
  },
  {
    do: 'user batch',
    atomic: true,
    items: [
      { externalId: 2, person: 1 },
      { externalId: 3, person: 0 },
    ],
  },
  { do: 'operator', action: 'closeCourt', id: 0, stamp: 0, person: 0, court: 0 },
];

/** In one batch, a participant is erased, and another participant gets that address. */
const addressOfErased: Move[] = [
  upsert({ people: [3, 2].map((person) => ({ person, byId: false })) }),
  { do: 'user batch', atomic: false, items: [{ externalId: 2, person: 3 }] },
  { do: 'user batch', atomic: false, items: [{ externalId: 0, person: 2 }] },
  {
    do: 'user batch',
    atomic: false,
    items: [
      { externalId: 2, person: undefined },
      { externalId: 0, person: 3 },
    ],
  },
];

function upsert(booking: Partial<Upsert>): Move {
  const one = { id: 0, court: 0, from: 0, hours: 1, stamp: 0, people: [] };
  return { do: 'upsert', by: 'partner', upsert: { ...one, ...booking } };
}

it('returns the same responses from the kit and the service for any sequence of moves, each after the same dry run', async () => {
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
  await fc.assert(sameOnBoth, { numRuns: runs(8), examples: [[everyOutcome], [addressOfErased]] });
  // The comparison proves something only if moves succeeded and failed.
  for (const outcome of [
    '200',
    '201',
    'done',
    '409 stale_write',
    '409 version_conflict',
    '409 court_booking_overlap',
    '409 batch_refused',
  ])
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(0);
});
