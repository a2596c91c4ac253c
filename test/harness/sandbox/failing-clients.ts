import { toFailingClients } from './failing-client.ts';
import { failingFollowers } from './failing-followers.ts';
import { failingWriters } from './failing-writers.ts';
import {
  type Answer,
  type Attempt,
  type SandboxChange,
  SandboxClient,
  type SandboxRow,
  type Stored,
} from './sandbox-client.ts';

const body = (attempt: Attempt) => attempt.body as SandboxRow;
const isBooking = ({ path }: Attempt) => path.includes('/by-external-id/');
const newerVersion = () => new Date().toISOString();

/** Each client does one thing wrong. */
export const failingClients = toFailingClients({
  'repeats with a new version: lost-response keeps-version': class extends SandboxClient {
    protected override revise(attempt: Attempt): Attempt {
      if (attempt.attempt === 1 || !isBooking(attempt)) return attempt;
      return { ...attempt, body: { ...body(attempt), externalUpdatedAt: newerVersion() } };
    }
  },
  'repeats under a new id: lost-response keeps-id': class extends SandboxClient {
    protected override revise(attempt: Attempt): Attempt {
      return attempt.attempt === 1 ? attempt : { ...attempt, path: `${attempt.path}-${attempt.attempt}` };
    }
  },
  'never repeats: lost-response repeats': class extends SandboxClient {
    protected override maxAttempts = 1;
    protected override call(method: string, path: string, sent?: object): Promise<Answer> {
      return super.call(method, path, sent).catch(() => ({ status: 0, body: {} }));
    }
  },
  'takes any 2xx for success: broken-response repeats': class extends SandboxClient {
    protected override read(text: string): Answer['body'] {
      try {
        return super.read(text);
      } catch {
        return {};
      }
    }
  },
  'sends a second request while the first is open: slow-response not-in-parallel': class extends SandboxClient {
    protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
      const first = super.attempt(attempt);
      const impatient = new Promise<undefined>((resolve) => setTimeout(resolve, 2_000, undefined));
      return Promise.race([first, impatient]);
    }
  },
  'ignores Retry-After: overload waits': class extends SandboxClient {
    protected override pause(attempt: number): number {
      return super.pause(attempt, 0);
    }
  },
  'waits the same time after each attempt: overload backs-off': class extends SandboxClient {
    protected override pause(_attempt: number, retryAfterSeconds: number): number {
      return super.pause(1, retryAfterSeconds);
    }
  },
  'waits without a random part: overload is-random': class extends SandboxClient {
    protected override pause(attempt: number, retryAfterSeconds: number): number {
      return 1_000 * retryAfterSeconds + 200 * 2 ** (attempt - 1);
    }
  },
  'repeats after 409: final-errors is-final': class extends SandboxClient {
    protected override isRepeatedAnyway({ status }: Answer, attempt: number): boolean {
      return status === 409 && attempt < 3;
    }
  },
  'gives old content a new version after stale_write: stale-write keeps-newer': class extends SandboxClient {
    protected override async writeRow(row: SandboxRow): Promise<Answer> {
      const answer = await super.writeRow(row);
      if (answer.body?.error?.type !== 'stale_write') return answer;
      return super.writeRow({ ...row, externalUpdatedAt: newerVersion() });
    }
  },
  'two writers without an order: reordering is-stored': class extends SandboxClient {
    protected override async write(rows: SandboxRow[]): Promise<void> {
      for (const row of rows.toReversed()) await this.writeRow({ ...row, externalUpdatedAt: newerVersion() });
    }
  },
  'parks bookings in the year 2000: own-overlap never-parks': class extends SandboxClient {
    protected override async exchangePlaces(rows: SandboxRow[]): Promise<void> {
      for (const [n, row] of rows.entries()) {
        const externalUpdatedAt = new Date(Date.parse(row.externalUpdatedAt) - 1).toISOString();
        const hour = `2000-01-01T${String(10 + n)}`;
        const parked = { startDate: `${hour}:00:00Z`, endDate: `${hour}:59:00Z`, externalUpdatedAt };
        await this.writeRow({ ...row, ...parked });
      }
      for (const row of rows) await this.writeRow(row);
    }
  },
  'gives bookings that exchange places new ids: own-overlap is-stored': class extends SandboxClient {
    protected override async exchangePlaces(rows: SandboxRow[]): Promise<void> {
      const before = (row: SandboxRow) => new Date(Date.parse(row.externalUpdatedAt) - 1).toISOString();
      for (const row of rows)
        await this.writeRow({ ...row, action: 'cancel', externalUpdatedAt: before(row) });
      for (const row of rows)
        await this.writeRow({ ...row, externalCourtBookingId: `${row.externalCourtBookingId}-new` });
    }
  },
  'gives up an exchange of places: own-overlap is-stored': class extends SandboxClient {
    protected override async exchangePlaces(): Promise<void> {}
  },
  'overwrites the cancellation of an operator: operator-cancels does-not-overwrite': class extends SandboxClient {
    #rows: SandboxRow[] = [];
    protected override write(rows: SandboxRow[]): Promise<void> {
      this.#rows = rows;
      return super.write(rows);
    }
    protected override async follow(): Promise<void> {
      await super.follow();
      for (const row of this.#rows)
        if (this.stored.cancelled.includes(row.externalCourtBookingId))
          await this.writeRow({ ...row, externalUpdatedAt: newerVersion() });
    }
  },
  'never reads the changes: operator-cancels notices': class extends SandboxClient {
    protected override async follow(): Promise<void> {}
  },
  'stops at an unknown type of change: changed-world ignores-unknown': class extends SandboxClient {
    protected override apply(change: SandboxChange): void {
      if (change.type === 'court_booking.weather_warned') throw new Error('Unknown type of change.');
      super.apply(change);
    }
  },
  'misses changes after an expired cursor: changed-world begins-anew': class extends SandboxClient {
    protected override async list(): Promise<void> {}
  },
  'keeps the former token: changed-world replaces-token': class extends SandboxClient {
    protected override async begin(): Promise<void> {
      this.token = this.run.token;
      await super.begin();
    }
    protected override async doStep(step: { action: string; rows?: SandboxRow[] }): Promise<void> {
      if (step.action !== 'replace-token') await super.doStep(step);
    }
  },
  'forgets its cursor at a restart: restart resumes': class extends SandboxClient {
    protected override disk(): Stored {
      return { ...this.stored, cursor: undefined };
    }
  },
  'applies each change twice: restart applies-once': class extends SandboxClient {
    protected override apply(change: SandboxChange): void {
      super.apply(change);
      this.stored.applied.push(change.id);
    }
  },
  'accepts forged webhooks: webhooks rejects-forged': class extends SandboxClient {
    protected override verify(headers: Record<string, string>, _text: string, now: number): boolean {
      return this.isRecent(Number(headers['webhook-timestamp']), now);
    }
  },
  'accepts old webhooks: webhooks rejects-old': class extends SandboxClient {
    protected override isRecent(): boolean {
      return true;
    }
  },
  'applies duplicates again: webhooks applies-duplicates-once': class extends SandboxClient {
    protected override apply(change: SandboxChange): void {
      if (this.stored.applied.includes(change.id)) this.stored.applied.push(change.id);
      else super.apply(change);
    }
  },
  'applies webhooks in the order of arrival: webhooks orders-by-sequence': class extends SandboxClient {
    protected override apply(change: SandboxChange): void {
      this.stored.lastSequence = {};
      super.apply(change);
    }
  },
  'checks only the first signature, with the former secret: webhooks accepts-rotated': class extends SandboxClient {
    protected override signaturesOf(header: string): string[] {
      return super.signaturesOf(header).slice(0, 1);
    }
  },
  'drops rejected members silently: import reports-rejections': class extends SandboxClient {
    protected override reject(): void {}
  },
  'stops an import halfway: import is-imported': class extends SandboxClient {
    protected override async importMembers(rows: SandboxRow[]): Promise<void> {
      await super.importMembers(rows.slice(0, rows.length / 2));
      // All wrong rows of the rest are reported, so that only the import itself fails.
      const valid = /^import-\d+@[\w.-]+$/;
      for (const row of rows.slice(rows.length / 2)) {
        const isRight = valid.test(String(row.email)) && row.firstName !== '' && row.birthday === undefined;
        if (!isRight) this.reject(row.externalUserId);
      }
    }
  },
  'sends members one by one, without waiting for the limit: import is-paced': class extends SandboxClient {
    protected override maxAttempts = 50;
    protected override async importMembers(rows: SandboxRow[]): Promise<void> {
      const queue = [...rows];
      const work = async () => {
        for (let row = queue.shift(); row; row = queue.shift()) {
          const { action: _, ...fields } = row;
          const { status } = await this.call('POST', '/users', fields);
          if (status >= 400) this.reject(row.externalUserId);
        }
      };
      await Promise.all(Array.from({ length: 40 }, work));
    }
  },
  'ignores that a user was erased: privacy forgets': class extends SandboxClient {
    protected override forget(): void {}
  },
  ...failingWriters,
  ...failingFollowers,
});
