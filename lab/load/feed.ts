import { setTimeout as sleep } from 'node:timers/promises';
import { bookingBody, type Tenant } from '../../test/harness/data/factories.ts';
import { call } from './call.ts';
import { bookingPathOf, pathOf } from './request.ts';

/** A version of a booking that the service has acknowledged, in the order of its acknowledgements. */
export interface Version {
  id: string;
  externalUpdatedAt: string;
}

export interface Change {
  id: string;
  sequence: number;
  type: string;
  data: { externalCourtBookingId: string; externalUpdatedAt: string };
}

/** Writes bookings and new versions of them, and remembers what was acknowledged. */
export class Writers {
  readonly acknowledged: Version[] = [];
  readonly rejected: string[] = [];
  readonly #tenant: Tenant;
  #count = 0;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  /** Runs for a time, with clients that each write three versions of a booking one after the other. */
  async run(address: string, clients: number, millis: number): Promise<void> {
    const until = performance.now() + millis;
    const client = async () => {
      while (performance.now() < until) await this.#writeBooking(address);
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  async #writeBooking(address: string): Promise<void> {
    this.#count += 1;
    const slot = this.#count;
    const { courtIds, token } = this.#tenant;
    const path = bookingPathOf(this.#tenant, `booking-${slot}`);
    for (let version = 0; version < 3; version += 1) {
      const externalUpdatedAt = `2026-11-20T12:00:00.${version}00Z`;
      const body = bookingBody(courtIds[slot % courtIds.length]!, { externalUpdatedAt }, slot);
      const { status, body: answer } = await call(address, token, 'PUT', path, body);
      if (status === 200 || status === 201)
        this.acknowledged.push({ id: `booking-${slot}`, externalUpdatedAt });
      else this.rejected.push(`${status} ${JSON.stringify(answer)}`);
    }
  }
}

/** Reads the feed from a cursor, and asks another process for each page. */
export class Reader {
  readonly read: Change[] = [];
  readonly #tenant: Tenant;
  #cursor: string | undefined;
  #pages = 0;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  /** Reads a page. Returns true if nothing was left. @throws Error if the page is rejected */
  async page(addresses: string[], limit = 20): Promise<boolean> {
    const address = addresses[this.#pages++ % addresses.length]!;
    const cursor = this.#cursor ? `&cursor=${this.#cursor}` : '';
    const path = `${pathOf(this.#tenant)}/changes?limit=${limit}${cursor}`;
    const { status, body } = await call(address, this.#tenant.token, 'GET', path);
    if (status !== 200) throw new Error(`the reader cannot continue: ${status} ${JSON.stringify(body)}`);
    this.read.push(...body.items);
    this.#cursor = body.nextCursor;
    return body.caughtUp;
  }

  async untilCaughtUp(addresses: string[], limit?: number): Promise<void> {
    while (!(await this.page(addresses, limit)));
  }

  /** Reads until `writing` has ended and everything is read. */
  async follow(addresses: string[], writing: Promise<void>): Promise<void> {
    let isOver = false;
    writing.finally(() => {
      isOver = true;
    });
    while (!isOver) if (await this.page(addresses)) await sleep(20);
    await this.untilCaughtUp(addresses);
  }
}

/** Compares what a reader has read since the first change with what was acknowledged. */
export function faultsOfFeed(acknowledged: Version[], read: Change[]): string[] {
  const faults: string[] = [];
  const newest = new Map<string, string>();
  const seen = new Map<string, number>();
  const nameOf = (id: string, at: string) => `${id} at ${Date.parse(at)}`;
  for (const [index, { sequence, data }] of read.entries()) {
    const { externalCourtBookingId: id, externalUpdatedAt: at } = data;
    if (sequence !== index + 1) faults.push(`change ${index + 1} has the sequence ${sequence}`);
    const name = nameOf(id, at);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if ((newest.get(id) ?? '') > at) faults.push(`${name} came after a newer version`);
    newest.set(id, at);
  }
  for (const { id, externalUpdatedAt } of acknowledged) {
    const count = seen.get(nameOf(id, externalUpdatedAt)) ?? 0;
    if (count !== 1) faults.push(`${nameOf(id, externalUpdatedAt)} was read ${count} times`);
  }
  if (read.length !== acknowledged.length)
    faults.push(`${read.length} changes were read, ${acknowledged.length} acknowledged`);
  return faults;
}
