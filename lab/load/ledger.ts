/** A booking as the last acknowledged write of it left it. */
export interface AcknowledgedBooking {
  courtId: string;
  startDate: string;
  externalUpdatedAt: string;
  isCancelled: boolean;
}

export type Action = 'createUser' | 'upsertCourtBooking' | 'cancelCourtBooking';

/** Everything that the service has acknowledged. */
export class Ledger {
  readonly bookings = new Map<string, AcknowledgedBooking>();
  /** E-mail addresses by external user id. */
  readonly users = new Map<string, string>();
  readonly counts: Record<Action, number> = { createUser: 0, upsertCourtBooking: 0, cancelCourtBooking: 0 };
  /** Responses that are neither a success nor a documented reason to send the same request again. */
  readonly unexpected: string[] = [];
  /** Reads that returned an older version than the same client has written before. */
  readonly staleReads: string[] = [];
  /** When each acknowledgement arrived, in Unix milliseconds, in order. */
  readonly #times: number[] = [];

  acknowledge(action: Action, count = 1): void {
    this.counts[action] += count;
    this.#times.push(Date.now());
  }

  get writes(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** The longest time without an acknowledgement between two points in time, in milliseconds. */
  longestPause(from: number, to: number): number {
    const inside = this.#times.filter((time) => time >= from && time <= to);
    const points = [from, ...inside, to];
    return Math.max(...points.slice(1).map((point, index) => point - points[index]!));
  }
}
