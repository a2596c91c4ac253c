import { cutIntoBatches } from '../cut-into-batches.ts';
import { components } from './components.ts';

/** Changes in the order in which they are sent, the batches, and the rejections of changes that fit into no batch. */
export interface Packed<Change, Refusal> {
  changes: Change[];
  batches: { atomic: boolean; size: number }[];
  refused: Refusal[];
}

export interface Packing<Change, Refusal> {
  /** For each change (by index), the changes that have to be made before it. Changes that wait for each other form a cycle. */
  waitsFor: readonly (readonly number[])[];
  toItem: (change: Change) => object;
  /** A limit of an atomic batch in addition to `batchLimits`. */
  isAllowed?: (cycle: Change[]) => boolean;
  /** The rejections of a cycle that does not fit into an atomic batch. */
  tooLarge: (cycle: Change[]) => Refusal[];
}

/** Orders changes, and packs them into as few batches as possible. A cycle goes into one atomic batch. */
export function packIntoBatches<Change, Refusal>(
  changes: readonly Change[],
  { waitsFor, toItem, isAllowed, tooLarge }: Packing<Change, Refusal>,
): Packed<Change, Refusal> {
  const packed: Packed<Change, Refusal> = { changes: [], batches: [], refused: [] };
  const add = (atomic: boolean, batch: Change[]) => {
    packed.batches.push({ atomic, size: batch.length });
    packed.changes.push(...batch);
  };
  const cut = (all: Change[]) => cutIntoBatches(all, toItem);
  for (const { plain, cycles } of roundsOf(waitsFor)) {
    for (const batch of cut(plain.map((index) => changes[index]!))) add(false, batch);
    for (const members of cycles) {
      const cycle = members.map((index) => changes[index]!);
      if (isAllowed?.(cycle) !== false && cut(cycle).length === 1) add(true, cycle);
      else packed.refused = packed.refused.concat(tooLarge(cycle));
    }
  }
  return packed;
}

interface Round {
  plain: number[];
  cycles: number[][];
}

/** A round has plain batches, followed by cycles. A change belongs to the first round in which all changes before it are done. */
function roundsOf(waitsFor: readonly (readonly number[])[]): Round[] {
  const rounds: Round[] = [];
  const roundOf: number[] = [];
  const isInCycle: boolean[] = [];
  for (const members of components(waitsFor)) {
    const isCycle = members.length > 1;
    let round = 0;
    for (const before of members.flatMap((member) => waitsFor[member]!)) {
      const isAfterCycle = isInCycle[before] && !isCycle;
      round = Math.max(round, (roundOf[before] ?? 0) + (isAfterCycle ? 1 : 0));
    }
    for (const member of members) {
      roundOf[member] = round;
      isInCycle[member] = isCycle;
    }
    rounds[round] ??= { plain: [], cycles: [] };
    if (isCycle) rounds[round]!.cycles.push(members);
    else rounds[round]!.plain.push(...members);
  }
  return rounds;
}
