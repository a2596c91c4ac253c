import { setTimeout as sleep } from 'node:timers/promises';
import { type Tenant, userBody } from '../../test/harness/data/factories.ts';
import { HttpClient, type Outcome } from './http-client.ts';
import type { AcknowledgedBooking, Ledger } from './ledger.ts';
import { bookingPathOf, pathOf, requestWith } from './request.ts';

const hour = 60 * 60 * 1_000;
const firstStart = Date.UTC(2027, 0, 1);
const firstVersion = Date.UTC(2026, 0, 1);
/** Limits the load, because all nodes share the cores of one machine. */
const pauseMillis = 25;

/**
 * Clients that each have a court of their own, and send the same request again until it is acknowledged, as the guide for partners says.
 * They create users, and create, move and cancel bookings, alone and in batches.
 */
export class Clients {
  readonly #http: HttpClient;
  readonly #tenant: Tenant;
  readonly #path: string;
  readonly #ledger: Ledger;
  readonly #running: Promise<void>[];
  #isOver = false;

  /** `prefix` begins the ids of everything they create. */
  constructor(port: number, tenant: Tenant, ledger: Ledger, prefix: string) {
    this.#http = new HttpClient(port, 10_000);
    this.#tenant = tenant;
    this.#path = pathOf(tenant);
    this.#ledger = ledger;
    this.#running = tenant.courtIds.map((courtId, index) => this.#work(courtId, `${prefix}-${index}`));
  }

  /** Stops after the acknowledgement of the requests under way. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#http.close();
  }

  async #work(courtId: string, name: string): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      const id = `${name}-${round}`;
      if (round % 4 === 0) await this.#createUser(id);
      if (round % 10 === 0) await this.#createBatch(courtId, id, round);
      await this.#put(courtId, id, 10 * round, 0);
      await this.#put(courtId, id, 10 * round + 1, 1);
      await this.#read(id);
      if (round % 3 === 0) await this.#cancel(id, 2);
    }
  }

  async #createUser(externalUserId: string): Promise<void> {
    const email = `${externalUserId}@example.com`;
    const body = userBody({ email, externalUserId });
    if (!(await this.#sendUntilAcknowledged('POST', `${this.#path}/users`, body))) return;
    this.#ledger.users.set(externalUserId, email);
    this.#ledger.acknowledge('createUser');
  }

  async #put(courtId: string, id: string, slot: number, version: number): Promise<void> {
    const body = bookingAt(courtId, slot, version);
    if (!(await this.#sendUntilAcknowledged('PUT', bookingPathOf(this.#tenant, id), body))) return;
    const { startDate, externalUpdatedAt } = body;
    this.#keep(id, { courtId, startDate, externalUpdatedAt, isCancelled: false });
    this.#ledger.acknowledge('upsertCourtBooking');
  }

  /** Reads a booking after its write was acknowledged. An older version comes from a server that was replaced. */
  async #read(id: string): Promise<void> {
    for (;;) {
      const outcome = await this.#http.send(
        requestWith(this.#tenant.token, 'GET', bookingPathOf(this.#tenant, id)),
      );
      if (outcome.status === 200 || outcome.status === 404) {
        const read = outcome.status === 200 ? JSON.parse(outcome.text) : {};
        const written = this.#ledger.bookings.get(id)?.externalUpdatedAt;
        if (Date.parse(read.externalUpdatedAt) !== Date.parse(written!))
          this.#ledger.staleReads.push(`${id}: ${read.externalUpdatedAt} was read, ${written} was written`);
        return;
      }
      await sleep(500);
    }
  }

  async #cancel(id: string, version: number): Promise<void> {
    const externalUpdatedAt = versionOf(version);
    const path = `${bookingPathOf(this.#tenant, id)}?externalUpdatedAt=${externalUpdatedAt}`;
    if (!(await this.#sendUntilAcknowledged('DELETE', path))) return;
    this.#keep(id, { ...this.#ledger.bookings.get(id)!, externalUpdatedAt, isCancelled: true });
    this.#ledger.acknowledge('cancelCourtBooking');
  }

  async #createBatch(courtId: string, id: string, round: number): Promise<void> {
    const items = [2, 3, 4, 5, 6].map((slot) => ({
      action: 'upsert',
      externalCourtBookingId: `${id}-${slot}`,
      ...bookingAt(courtId, 10 * round + slot, 0),
    }));
    const body = { atomic: round % 20 === 0, items };
    if (!(await this.#sendUntilAcknowledged('POST', `${this.#path}/court-bookings/batch`, body))) return;
    for (const { externalCourtBookingId, startDate, externalUpdatedAt } of items)
      this.#keep(externalCourtBookingId, { courtId, startDate, externalUpdatedAt, isCancelled: false });
    this.#ledger.acknowledge('upsertCourtBooking', items.length);
  }

  #keep(id: string, booking: AcknowledgedBooking): void {
    this.#ledger.bookings.set(id, booking);
  }

  /** Returns false if the response is unexpected, and records it. */
  async #sendUntilAcknowledged(method: string, path: string, body?: object): Promise<boolean> {
    const request = requestWith(this.#tenant.token, method, path, body);
    for (;;) {
      const outcome = await this.#http.send(request);
      const statuses = statusesOf(outcome);
      if (statuses.every(isDone)) {
        await sleep(pauseMillis);
        return true;
      }
      if (!statuses.every(isRepeatable)) {
        this.#ledger.unexpected.push(`${method} ${path}: ${JSON.stringify(outcome).slice(0, 500)}`);
        return false;
      }
      // The service says "Retry-After: 1". HAProxy says nothing.
      await sleep(500 + Math.random() * 500);
    }
  }
}

/** The statuses of a response: of each item of a batch, or of the request. */
function statusesOf(outcome: Outcome): number[] {
  if ('error' in outcome || outcome.status !== 200) return [outcome.status];
  const { results } = JSON.parse(outcome.text) as { results?: { status: number }[] };
  return results?.map(({ status }) => status) ?? [outcome.status];
}

const isDone = (status: number) => status === 200 || status === 201;

const isRepeatable = (status: number) => isDone(status) || [0, 429, 502, 503, 504].includes(status);

const versionOf = (version: number) => new Date(firstVersion + version * 1_000).toISOString();

function bookingAt(courtId: string, slot: number, version: number) {
  return {
    courtId,
    startDate: new Date(firstStart + slot * hour).toISOString(),
    endDate: new Date(firstStart + (slot + 1) * hour).toISOString(),
    externalUpdatedAt: versionOf(version),
    participants: [{ email: 'guest@example.com' }],
  };
}
