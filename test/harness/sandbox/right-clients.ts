import {
  type Answer,
  type Attempt,
  type BookingError,
  type SandboxChange,
  SandboxClient,
  type SandboxRow,
  type Stored,
} from './sandbox-client.ts';

/** Sends all rows of a step in one batch, and then what is to be repeated. */
export class BatchingClient extends SandboxClient {
  protected override async write(rows: SandboxRow[]): Promise<void> {
    let items = rows.map((row) => this.withoutErased(row));
    const blocked: SandboxRow[] = [];
    for (let attempt = 1; items.length > 0; attempt += 1) {
      const { status, body } = await this.call('POST', '/court-bookings/batch', { items });
      if (status !== 200) throw new Error(`The batch was rejected: ${body.error.type}.`);
      const again: SandboxRow[] = [];
      for (const [n, { error, retryable }] of body.results.entries()) {
        const item = items[n]!;
        if (!error) continue;
        if (retryable || this.isRepeated(error.type, attempt)) again.push(item);
        else if (this.isBlocked(error, rows)) blocked.push(item);
        else this.reject(item.externalCourtBookingId, error.type);
      }
      items = again;
    }
    if (blocked.length > 0) await this.exchangePlaces(blocked);
  }

  protected isRepeated(_error: string, _attempt: number): boolean {
    return false;
  }
}

/** Sends only the newest version of each booking, one after the other, and knows what it sent before. */
class OutboxClient extends SandboxClient {
  readonly #sent = new Map<string, string>();
  #blocked: SandboxRow[] = [];

  protected override async write(rows: SandboxRow[]): Promise<void> {
    const newest = new Map<string, SandboxRow>();
    for (const row of rows) {
      const { externalCourtBookingId: id, externalUpdatedAt: version } = row;
      if (version < (this.#sent.get(id) ?? '')) continue;
      this.#sent.set(id, version);
      newest.set(id, row);
    }
    for (const row of newest.values()) await super.write([row]);
    const blocked = this.#blocked;
    this.#blocked = [];
    if (blocked.length > 0) await super.exchangePlaces(blocked);
  }

  protected override isBlocked({ type, conflicts = [] }: BookingError): boolean {
    const isOwn = conflicts.every(({ externalCourtBookingId: id = '' }) => this.#sent.has(id));
    return type === 'court_booking_overlap' && isOwn;
  }

  protected override async exchangePlaces(rows: SandboxRow[]): Promise<void> {
    this.#blocked.push(...rows);
  }
}

/** Before it sends a booking again, it reads whether the first request was carried out. */
class ReadingClient extends SandboxClient {
  protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
    const { path, body, method } = attempt;
    if (attempt.attempt > 1 && method === 'PUT') {
      const found = await super.attempt({ ...attempt, method: 'GET', body: undefined });
      const { externalUpdatedAt } = body as SandboxRow;
      if (found?.status === 200 && found.body.externalUpdatedAt >= externalUpdatedAt) return found;
    }
    return super.attempt({ ...attempt, path });
  }
}

/** A right client with other pauses. */
const pausing = (pause: (attempt: number) => number) =>
  class extends SandboxClient {
    protected override pause(attempt: number, retryAfterSeconds: number): number {
      return 1_000 * retryAfterSeconds + pause(attempt);
    }
  };

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Each pause depends on the one before. */
class DecorrelatedClient extends SandboxClient {
  protected override async call(method: string, path: string, body?: object): Promise<Answer> {
    let last = 150;
    for (;;) {
      const answer = await this.attempt({ method, path, body, attempt: 1 });
      if (answer && answer.status !== 429 && answer.status < 500) return answer;
      last = Math.min(10_000, between(150, 3 * last));
      await this.rest(1_000 * (answer?.body?.retryAfter ?? 0) + last);
    }
  }
}

/** After a rejection, none of its calls goes on before the pause is over. */
class ConsiderateClient extends SandboxClient {
  #until = 0;

  protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
    while (Date.now() < this.#until) await this.rest(this.#until - Date.now());
    return super.attempt(attempt);
  }

  protected override pause(attempt: number, retryAfterSeconds: number): number {
    const pause = super.pause(attempt, retryAfterSeconds);
    this.#until = Math.max(this.#until, Date.now() + pause);
    return pause;
  }
}

/** Cancels bookings that exchange places, and then makes them again. */
class CancellingClient extends SandboxClient {
  protected override async exchangePlaces(rows: SandboxRow[]): Promise<void> {
    for (const row of rows) {
      const before = new Date(Date.parse(row.externalUpdatedAt) - 1).toISOString();
      await this.writeRow({ ...row, action: 'cancel', externalUpdatedAt: before });
    }
    for (const row of rows) await this.writeRow(row);
  }
}

/** Shows staff what it knows to be wrong, without sending it. */
class ValidatingClient extends SandboxClient {
  protected override async write(rows: SandboxRow[]): Promise<void> {
    const isWrong = ({ startDate, endDate, participants = [] }: SandboxRow) =>
      String(startDate) >= String(endDate) && startDate !== undefined
        ? true
        : new Set(participants.map(({ userId, email }) => userId ?? email)).size < participants.length;
    for (const row of rows) if (isWrong(row)) this.reject(row.externalCourtBookingId);
    await super.write(rows.filter((row) => !isWrong(row)));
  }
}

/** Stores each change at once and the cursor only in the end. It knows each change by its id. */
class LateCursorClient extends SandboxClient {
  protected override pageSize = 30;
  #cursor: string | undefined;

  protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
    for (const [n, change] of items.entries()) {
      this.apply(change);
      if (n % 10 === 9) await this.store();
    }
    this.#cursor = nextCursor;
  }

  protected override readPage(): Promise<Answer> {
    return this.call('GET', `/changes?limit=${this.pageSize}&cursor=${this.#cursor ?? this.stored.cursor}`);
  }

  protected override async follow(): Promise<void> {
    await super.follow();
    this.stored.cursor = this.#cursor;
    this.#cursor = undefined;
  }

  protected override async begin(): Promise<void> {
    await super.begin();
    this.#cursor = this.stored.cursor;
  }
}

/** Keeps its data in memory, and stores data and cursor as a whole after each page. */
class SnapshotClient extends SandboxClient {
  #disk: Stored | undefined;

  protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
    this.#disk ??= structuredClone(this.stored);
    for (const change of items) this.apply(change);
    this.stored.cursor = nextCursor;
    await this.store();
    this.#disk = structuredClone(this.stored);
  }

  protected override disk(): Stored {
    return this.#disk ?? this.stored;
  }
}

/** Sends members one by one, forty a second. */
class PacedClient extends SandboxClient {
  protected override async importMembers(rows: SandboxRow[]): Promise<void> {
    const sent: Promise<void>[] = [];
    for (const [n, { action: _, ...fields }] of rows.entries()) {
      sent.push(
        this.call('POST', '/users', fields).then(({ status }) => {
          if (status >= 400) this.reject(rows[n]!.externalUserId);
        }),
      );
      await this.rest(25);
    }
    await Promise.all(sent);
  }
}

/** Tries each row before it is written, and writes only what would be accepted. */
class TryingClient extends SandboxClient {
  protected override async call(method: string, path: string, body?: object): Promise<Answer> {
    if (!path.includes('court-bookings/by-external-id')) return super.call(method, path, body);
    const tried = await super.call(method, `${path}${path.includes('?') ? '&' : '?'}dryRun=true`, body);
    return tried.status < 400 ? super.call(method, path, body) : tried;
  }
}

/** Clients of different designs, which do everything right. */
export const rightClients: Record<string, new () => SandboxClient> = {
  'sends alone, in parallel': SandboxClient,
  'sends each step as one batch': BatchingClient,
  'sends only the newest version, one by one': OutboxClient,
  'reads before it repeats': ReadingClient,
  'waits with full jitter': pausing((attempt) => between(0, 250 * 2 ** (attempt - 1))),
  'waits with decorrelated jitter': DecorrelatedClient,
  'waits half as long again, plus or minus a half': pausing(
    (attempt) => between(150, 450) * 1.5 ** (attempt - 1),
  ),
  'waits with all calls after a rejection': ConsiderateClient,
  'cancels before it exchanges places': CancellingClient,
  'checks rows itself': ValidatingClient,
  'stores the cursor last': LateCursorClient,
  'stores data and cursor as a whole': SnapshotClient,
  'sends members one by one, within the limit': PacedClient,
  'tries each row before it is written': TryingClient,
};
