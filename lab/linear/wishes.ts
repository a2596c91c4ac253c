import type { Action } from './model.ts';

type Write = Extract<Action, { kind: 'upsert' | 'cancel' }>;

interface Item {
  key: string;
  action: Write;
}

/** A request: an action on one booking, or a batch of writes. */
export type Wish = (Action & { key: string }) | { kind: 'batch'; isAtomic: boolean; items: Item[] };

/** The actions of a request, each with its booking. */
export const actionsOf = (wish: Wish): { key: string; action: Action }[] => {
  if (wish.kind === 'batch') return wish.items;
  const { key, ...action } = wish;
  return [{ key, action: action as Action }];
};

/** Bookings that compete for the places of one day. */
const together = 12;
const courts = 4;
/** Requests until the next booking begins and the oldest of the twelve is left alone. */
const perBooking = 50;

/**
 * Returns a function that makes the next request. Twelve bookings at a time are created, moved, repeated, cancelled, reinstated and
 * read. Their versions are nearly in order, and often equal or older. Their places overlap.
 */
export function wishes(random: () => number): (n: number) => Wish {
  const below = (limit: number) => Math.floor(random() * limit);
  const sent = new Map<string, Write[]>();

  const indexOf = (n: number) => Math.floor(n / perBooking) + below(together);
  const write = (index: number, n: number, isCancellation: boolean): Item => {
    const key = `booking-${index}`;
    const earlier = sent.get(key) ?? [];
    // The same request again.
    if (earlier.length > 0 && random() < 0.2) return { key, action: earlier[below(earlier.length)]! };
    const at = n + below(60) - 30;
    const day = Math.floor(index / together) * 24 * 60;
    const place = `${below(courts)} ${day + 30 * below(8)}`;
    const action: Write = isCancellation ? { kind: 'cancel', at } : { kind: 'upsert', at, place };
    sent.set(key, [...earlier, action].slice(-8));
    return { key, action };
  };

  return (n) => {
    const dice = random();
    const index = indexOf(n);
    const key = `booking-${index}`;
    if (dice < 0.18) return { kind: 'get', key };
    if (dice < 0.22) return { kind: 'cancel as operator', key, reason: `reason ${below(2)}` };
    if (dice < 0.28) return { kind: 'reinstate', key };
    if (dice < 0.38) {
      const indexes = new Set(Array.from({ length: 4 }, () => indexOf(n)));
      return {
        kind: 'batch',
        isAtomic: random() < 0.5,
        items: [...indexes].map((each) => write(each, n, random() < 0.2)),
      };
    }
    const { action } = write(index, n, dice < 0.5);
    return { ...action, key };
  };
}
