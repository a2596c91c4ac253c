import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from '../servers/listen-locally.ts';

export interface SandboxRow {
  action: 'upsert' | 'cancel';
  externalCourtBookingId: string;
  externalUserId: string;
  externalUpdatedAt: string;
  participants?: { userId?: string; email?: string }[];
  [field: string]: unknown;
}

export interface SandboxChange {
  id: string;
  sequence: number;
  type: string;
  data: { externalCourtBookingId?: string; status?: string; id?: string };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the OpenAPI document
  body: any;
}

export interface BookingError {
  type: string;
  conflicts?: { externalCourtBookingId?: string }[];
}

export interface Attempt {
  method: string;
  path: string;
  body: SandboxRow | object | undefined;
  attempt: number;
  /** Ends the request. */
  signal?: AbortSignal;
}

/** A run as `GET /sandbox/runs/{id}` returns it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests expect its fields
export type SandboxRun = any;

/** What a client has stored. It survives a kill. */
export interface Stored {
  cursor: string | undefined;
  applied: string[];
  rejected: string[];
  cancelled: string[];
  erased: string[];
  lastSequence: Record<string, number>;
}

/**
 * A client without the SDK that does everything right. Clients that must fail override one method. An instance is like a process: it can be
 * killed, and another one continues from what is stored.
 */
export class SandboxClient {
  runUrl = '';
  protected run: SandboxRun;
  protected stored: Stored = {
    cursor: undefined,
    applied: [],
    rejected: [],
    cancelled: [],
    erased: [],
    lastSequence: {},
  };
  protected secret = '';
  #isKilled = false;
  #receiver: Awaited<ReturnType<typeof listenLocally>> | undefined;

  /** Creates a run, does each step until the run has ended, and returns the run. It is killed as the sandbox says. */
  async workAt(sandbox: string, wanted: { scenario: string; seed?: number }): Promise<SandboxRun> {
    this.runUrl = `${sandbox}/sandbox/runs`;
    const webhookUrl = await this.startReceiver();
    const { page } = await this.steer('POST', '', { ...wanted, webhookUrl });
    this.runUrl = page;
    const isOver = new AbortController();
    try {
      return await this.#workAgain(isOver.signal);
    } catch (error) {
      // The client has crashed, which is judged.
      return { ...(await this.steer('DELETE', '')), crashed: String(error) };
    } finally {
      isOver.abort();
      this.stopReceiver();
    }
  }

  /** Works, and continues as another instance after each kill. */
  async #workAgain(signal: AbortSignal): Promise<SandboxRun> {
    let client: SandboxClient = this;
    return new Promise((resolve, reject) => {
      const start = () => client.work().then(resolve, reject);
      const supervise = async () => {
        while (!signal.aborted) {
          // If the response is lost, asks again as the command line does. Otherwise the client would not be killed any more.
          const response = await fetch(`${this.runUrl}/kill`, { signal }).catch(() => undefined);
          if (response && !response.ok) return;
          if (!response) await sleep(100);
          if (response?.status !== 200) continue;
          const next: SandboxClient = client.kill();
          client = next;
          setTimeout(start, 10);
        }
      };
      start();
      supervise();
    });
  }

  /** Ends this instance wherever it waits, and returns another one with what it has stored. */
  protected kill(): SandboxClient {
    this.#isKilled = true;
    const next: SandboxClient = new (this.constructor as new () => SandboxClient)();
    next.runUrl = this.runUrl;
    next.stored = structuredClone(this.disk());
    return next;
  }

  /** A killed instance never continues. */
  protected async unlessKilled<Value>(waiting: Promise<Value>): Promise<Value> {
    const [value] = await Promise.allSettled([waiting]);
    if (this.#isKilled) return new Promise(() => {});
    if (value.status === 'rejected') throw value.reason;
    return value.value;
  }

  protected rest(milliseconds: number): Promise<void> {
    return this.unlessKilled(sleep(milliseconds));
  }

  /** Returns what was stored last. A client that stores everything at once has it all. */
  protected disk(): Stored {
    return this.stored;
  }

  /** Does each step until the run has ended, and returns the run. */
  async work(): Promise<SandboxRun> {
    this.run = await this.steer('GET', '');
    this.secret = this.run.webhook?.secret ?? '';
    if (this.stored.cursor === undefined) await this.begin();
    while (this.run.status === 'running') {
      const { step } = this.run;
      await this.doStep(step);
      await this.report(this.stored);
      this.run = await this.steer('POST', '/next', { step: step.number });
    }
    return this.run;
  }

  protected async report({ cancelled, applied, rejected }: Stored): Promise<void> {
    await this.steer('PUT', '/copy', { cancelled, applied, rejected });
  }

  /** Calls the sandbox itself. */
  protected async steer(method: string, path: string, body?: object): Promise<SandboxRun> {
    const options = { method, headers: { 'Content-Type': 'application/json' } };
    const send = () =>
      fetch(this.runUrl + path, { ...options, ...(body ? { body: JSON.stringify(body) } : {}) });
    // The server may close an idle connection at that moment.
    const response = await this.unlessKilled(send().catch(send));
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }

  protected async begin(): Promise<void> {
    const { body } = await this.call('GET', '/changes?cursor=latest');
    this.stored.cursor = body.nextCursor;
  }

  protected async doStep({ action, rows }: { action: string; rows?: SandboxRow[] }): Promise<void> {
    if (action === 'write') await this.write(rows!);
    else if (action === 'import') await this.importMembers(rows!);
    else if (action === 'follow' || action === 'restart') await this.follow();
    else if (action === 'replace-token') this.token = this.run.token;
  }

  protected token = '';

  /** Sends different bookings in parallel, and the rows of one booking in order. */
  protected async write(rows: SandboxRow[]): Promise<void> {
    const overlapping: SandboxRow[] = [];
    const queues = [...Map.groupBy(rows, ({ externalCourtBookingId }) => externalCourtBookingId).values()];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let queue = queues.shift(); queue; queue = queues.shift())
          for (const row of queue) {
            const { status, body } = await this.writeRow(this.withoutErased(row));
            if (status >= 400 && this.isBlocked(body.error, rows)) overlapping.push(row);
            else if (status >= 400) this.reject(row.externalCourtBookingId, body.error.type);
          }
      }),
    );
    if (overlapping.length > 0) await this.exchangePlaces(overlapping);
  }

  /** Returns true if only bookings of the same rows are in the way. */
  protected isBlocked({ type, conflicts = [] }: BookingError, rows: SandboxRow[]): boolean {
    const isOwn = ({ externalCourtBookingId }: { externalCourtBookingId?: string }) =>
      rows.some((row) => row.externalCourtBookingId === externalCourtBookingId);
    return type === 'court_booking_overlap' && conflicts.every(isOwn);
  }

  /** Bookings that exchange places are written all at once. */
  protected async exchangePlaces(rows: SandboxRow[]): Promise<void> {
    const { status } = await this.call('POST', '/court-bookings/batch', { atomic: true, items: rows });
    if (status !== 200) for (const row of rows) this.reject(row.externalCourtBookingId);
  }

  protected writeRow(row: SandboxRow): Promise<Answer> {
    const { action, externalCourtBookingId: id, ...body } = row;
    const path = `/court-bookings/by-external-id/${encodeURIComponent(id)}`;
    if (action !== 'cancel') return this.call('PUT', path, body);
    return this.call('DELETE', `${path}?externalUpdatedAt=${encodeURIComponent(row.externalUpdatedAt)}`);
  }

  protected withoutErased(row: SandboxRow): SandboxRow {
    const { erased } = this.stored;
    const isKnown = ({ userId = '', email = '' }) => !erased.includes(userId) && !erased.includes(email);
    return row.participants ? { ...row, participants: row.participants.filter(isKnown) } : row;
  }

  protected reject(id: string, _error?: string): void {
    if (!this.stored.rejected.includes(id)) this.stored.rejected.push(id);
  }

  /** Sends the members in batches of 200. Items that a busy service rejected are sent again. */
  protected async importMembers(rows: SandboxRow[]): Promise<void> {
    const queue = [...rows];
    let size = 200;
    while (queue.length > 0) {
      const items = queue.splice(0, size);
      const { status, body } = await this.call('POST', '/users/batch', { items });
      if (status === 503 && size > 1) {
        // A busy machine does not finish so many in time.
        size = Math.ceil(size / 4);
        queue.unshift(...items);
        continue;
      }
      for (const [n, { outcome, retryable }] of body.results.entries())
        if (retryable) queue.push(items[n]!);
        else if (outcome === 'refused') this.reject(items[n]!.externalUserId);
    }
  }

  protected pageSize = 100;

  protected async follow(): Promise<void> {
    for (;;) {
      const { status, body } = await this.readPage();
      if (status === 410) {
        await this.begin();
        await this.list();
        continue;
      }
      await this.applyPage(body.items, body.nextCursor);
      if (body.caughtUp) return;
    }
  }

  /** Finds what changed before the new cursor. */
  protected async list(): Promise<void> {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = `status=ANY&limit=100${cursor && `&cursor=${cursor}`}`;
      const { body } = await this.call('GET', `/court-bookings?${query}`);
      for (const { externalCourtBookingId: id, status } of body.items) this.mark(id, status === 'CANCELLED');
      cursor = body.nextCursor;
    }
  }

  protected readPage(): Promise<Answer> {
    return this.call('GET', `/changes?limit=${this.pageSize}&cursor=${this.stored.cursor}`);
  }

  /** Stores a page together with its cursor, like a transaction. */
  protected async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
    await this.store();
    for (const change of items) this.apply(change);
    this.stored.cursor = nextCursor;
  }

  /** Waits like a database does, before a part of a page is stored. The client is killed meanwhile. */
  protected async store(): Promise<void> {
    await this.report(this.disk());
    await this.rest(3);
  }

  /** Applies a change of the feed or of a webhook: each once, and no older one after a newer one. */
  protected apply(change: SandboxChange): void {
    const { applied, lastSequence } = this.stored;
    if (applied.includes(change.id)) return;
    applied.push(change.id);
    const { id, externalCourtBookingId: bookingId } = change.data;
    if (change.type === 'user.erased') this.forget(id!);
    if (bookingId === undefined || change.sequence <= (lastSequence[bookingId] ?? 0)) return;
    lastSequence[bookingId] = change.sequence;
    if (change.type.startsWith('court_booking.'))
      this.mark(bookingId, change.type === 'court_booking.cancelled');
  }

  protected mark(bookingId: string, isCancelled: boolean): void {
    const others = this.stored.cancelled.filter((id) => id !== bookingId);
    this.stored.cancelled = isCancelled ? [...others, bookingId] : others;
  }

  protected forget(userId: string): void {
    const user = this.run.users.find(({ id }: { id: string }) => id === userId);
    this.stored.erased.push(userId, ...(user ? [user.email] : []));
  }

  protected timeoutMillis = 35_000;
  /** A busy machine responds with 503 several times in a row. */
  protected maxAttempts = 8;

  protected async call(method: string, path: string, body?: object): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.attempt(this.revise({ method, path, body, attempt }));
      const isUnclear = answer === undefined || answer.status === 429 || answer.status >= 500;
      if (answer && !isUnclear && !this.isRepeatedAnyway(answer, attempt)) return answer;
      if (attempt === this.maxAttempts) {
        if (answer) return answer;
        throw new Error(`No response to ${method} ${path}.`);
      }
      await this.rest(this.pause(attempt, answer?.body?.retryAfter ?? 0));
    }
  }

  /** Returns the request of an attempt. */
  protected revise(attempt: Attempt): Attempt {
    return attempt;
  }

  protected isRepeatedAnyway(_answer: Answer, _attempt: number): boolean {
    return false;
  }

  /** Milliseconds until the next attempt. */
  protected pause(attempt: number, retryAfterSeconds: number): number {
    return 1_000 * retryAfterSeconds + (0.5 + Math.random() / 2) * 250 * 2 ** (attempt - 1);
  }

  /** Returns undefined if there was no usable response. */
  protected async attempt({ method, path, body, signal }: Attempt): Promise<Answer | undefined> {
    try {
      const response = await this.unlessKilled(
        fetch(this.addressOf(path), {
          method,
          headers: {
            Authorization: `Bearer ${this.token || this.run.token}`,
            'Content-Type': 'application/json',
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.any([AbortSignal.timeout(this.timeoutMillis), ...(signal ? [signal] : [])]),
        }),
      );
      const parsed = this.read(await this.unlessKilled(response.text()));
      const retryAfter = Number(response.headers.get('retry-after') ?? 0);
      return { status: response.status, body: response.ok ? parsed : { ...parsed, retryAfter } };
    } catch {
      return undefined;
    }
  }

  /** @throws SyntaxError if the body is no JSON */
  protected read(text: string): Answer['body'] {
    return JSON.parse(text);
  }

  protected addressOf(path: string): string {
    return `${this.run.baseUrl}/api/v1/external-services/${this.run.externalServiceId}${path}`;
  }

  /** Starts a receiver of webhooks, and returns its address. To be called before the run is created. */
  async startReceiver(): Promise<string> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const isGenuine = this.verify(headers, text, Math.floor(Date.now() / 1_000));
      if (isGenuine) this.apply({ id: headers['webhook-id'], ...JSON.parse(text) });
      response.writeHead(isGenuine ? 204 : 400).end();
    });
    this.#receiver = await listenLocally(server);
    return `${this.#receiver.address}/`;
  }

  stopReceiver(): void {
    void this.#receiver?.close();
  }

  /** Standard Webhooks 1.0: the signature over id, time and body, at most five minutes old. */
  protected verify(headers: Record<string, string>, text: string, now: number): boolean {
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures = '',
    } = headers;
    if (!this.isRecent(Number(timestamp), now)) return false;
    const key = Buffer.from(this.secret.replace('whsec_', ''), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
    return this.signaturesOf(signatures).some((signature) => {
      const given = Buffer.from(signature.replace('v1,', ''), 'base64');
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }

  protected isRecent(timestamp: number, now: number): boolean {
    return Math.abs(now - timestamp) <= 300;
  }

  protected signaturesOf(header: string): string[] {
    return header.split(' ');
  }
}
