import type { FailingClient } from './failing-client.ts';
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
export const failingClients: FailingClient[] = [
  {
    fault: 'repeats with a new version',
    scenario: 'lost-response',
    check: 'keeps-version',
    create: class extends SandboxClient {
      protected override revise(attempt: Attempt): Attempt {
        if (attempt.attempt === 1 || !isBooking(attempt)) return attempt;
        return { ...attempt, body: { ...body(attempt), externalUpdatedAt: newerVersion() } };
      }
    },
  },
  {
    fault: 'repeats under a new id',
    scenario: 'lost-response',
    check: 'keeps-id',
    create: class extends SandboxClient {
      protected override revise(attempt: Attempt): Attempt {
        return attempt.attempt === 1 ? attempt : { ...attempt, path: `${attempt.path}-${attempt.attempt}` };
      }
    },
  },
  {
    fault: 'never repeats',
    scenario: 'lost-response',
    check: 'repeats',
    create: class extends SandboxClient {
      protected override maxAttempts = 1;
      protected override call(method: string, path: string, sent?: object): Promise<Answer> {
        return super.call(method, path, sent).catch(() => ({ status: 0, body: {} }));
      }
    },
  },
  {
    fault: 'takes any 2xx for success',
    scenario: 'broken-response',
    check: 'repeats',
    create: class extends SandboxClient {
      protected override read(text: string): Answer['body'] {
        try {
          return super.read(text);
        } catch {
          return {};
        }
      }
    },
  },
  {
    fault: 'sends a second request while the first is open',
    scenario: 'slow-response',
    check: 'not-in-parallel',
    create: class extends SandboxClient {
      protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
        const first = super.attempt(attempt);
        const impatient = new Promise<undefined>((resolve) => setTimeout(resolve, 2_000, undefined));
        return Promise.race([first, impatient]);
      }
    },
  },
  {
    fault: 'ignores Retry-After',
    scenario: 'overload',
    check: 'waits',
    create: class extends SandboxClient {
      protected override pause(attempt: number): number {
        return super.pause(attempt, 0);
      }
    },
  },
  {
    fault: 'waits the same time after each attempt',
    scenario: 'overload',
    check: 'backs-off',
    create: class extends SandboxClient {
      protected override pause(_attempt: number, retryAfterSeconds: number): number {
        return super.pause(1, retryAfterSeconds);
      }
    },
  },
  {
    fault: 'waits without a random part',
    scenario: 'overload',
    check: 'is-random',
    create: class extends SandboxClient {
      protected override pause(attempt: number, retryAfterSeconds: number): number {
        return 1_000 * retryAfterSeconds + 200 * 2 ** (attempt - 1);
      }
    },
  },
  {
    fault: 'repeats after 409',
    scenario: 'final-errors',
    check: 'is-final',
    create: class extends SandboxClient {
      protected override isRepeatedAnyway({ status }: Answer, attempt: number): boolean {
        return status === 409 && attempt < 3;
      }
    },
  },
  {
    fault: 'gives old content a new version after stale_write',
    scenario: 'stale-write',
    check: 'keeps-newer',
    create: class extends SandboxClient {
      protected override async writeRow(row: SandboxRow): Promise<Answer> {
        const answer = await super.writeRow(row);
        if (answer.body?.error?.type !== 'stale_write') return answer;
        return super.writeRow({ ...row, externalUpdatedAt: newerVersion() });
      }
    },
  },
  {
    fault: 'two writers without an order',
    scenario: 'reordering',
    check: 'is-stored',
    create: class extends SandboxClient {
      protected override async write(rows: SandboxRow[]): Promise<void> {
        for (const row of rows.toReversed())
          await this.writeRow({ ...row, externalUpdatedAt: newerVersion() });
      }
    },
  },
  {
    fault: 'parks bookings in the year 2000',
    scenario: 'own-overlap',
    check: 'never-parks',
    create: class extends SandboxClient {
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
  },
  {
    fault: 'gives bookings that exchange places new ids',
    scenario: 'own-overlap',
    check: 'is-stored',
    create: class extends SandboxClient {
      protected override async exchangePlaces(rows: SandboxRow[]): Promise<void> {
        const before = (row: SandboxRow) => new Date(Date.parse(row.externalUpdatedAt) - 1).toISOString();
        for (const row of rows)
          await this.writeRow({ ...row, action: 'cancel', externalUpdatedAt: before(row) });
        for (const row of rows)
          await this.writeRow({ ...row, externalCourtBookingId: `${row.externalCourtBookingId}-new` });
      }
    },
  },
  {
    fault: 'gives up an exchange of places',
    scenario: 'own-overlap',
    check: 'is-stored',
    create: class extends SandboxClient {
      protected override async exchangePlaces(): Promise<void> {}
    },
  },
  {
    fault: 'overwrites the cancellation of an operator',
    scenario: 'operator-cancels',
    check: 'does-not-overwrite',
    create: class extends SandboxClient {
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
  },
  {
    fault: 'never reads the changes',
    scenario: 'operator-cancels',
    check: 'notices',
    create: class extends SandboxClient {
      protected override async follow(): Promise<void> {}
    },
  },
  {
    fault: 'stops at an unknown type of change',
    scenario: 'changed-world',
    check: 'ignores-unknown',
    create: class extends SandboxClient {
      protected override apply(change: SandboxChange): void {
        if (change.type === 'court_booking.weather_warned') throw new Error('Unknown type of change.');
        super.apply(change);
      }
    },
  },
  {
    fault: 'misses changes after an expired cursor',
    scenario: 'changed-world',
    check: 'begins-anew',
    advice: /did not list its bookings/,
    create: class extends SandboxClient {
      protected override async list(): Promise<void> {}
    },
  },
  {
    fault: 'keeps the former token',
    scenario: 'changed-world',
    check: 'replaces-token',
    create: class extends SandboxClient {
      protected override async begin(): Promise<void> {
        this.token = this.run.token;
        await super.begin();
      }
      protected override async doStep(step: { action: string; rows?: SandboxRow[] }): Promise<void> {
        if (step.action !== 'replace-token') await super.doStep(step);
      }
    },
  },
  {
    fault: 'forgets its cursor at a restart',
    scenario: 'restart',
    check: 'resumes',
    create: class extends SandboxClient {
      protected override disk(): Stored {
        return { ...this.stored, cursor: undefined };
      }
    },
  },
  {
    fault: 'applies each change twice',
    scenario: 'restart',
    check: 'applies-once',
    create: class extends SandboxClient {
      protected override apply(change: SandboxChange): void {
        super.apply(change);
        this.stored.applied.push(change.id);
      }
    },
  },
  {
    fault: 'accepts forged webhooks',
    scenario: 'webhooks',
    check: 'rejects-forged',
    create: class extends SandboxClient {
      protected override verify(headers: Record<string, string>, _text: string, now: number): boolean {
        return this.isRecent(Number(headers['webhook-timestamp']), now);
      }
    },
  },
  {
    fault: 'accepts old webhooks',
    scenario: 'webhooks',
    check: 'rejects-old',
    create: class extends SandboxClient {
      protected override isRecent(): boolean {
        return true;
      }
    },
  },
  {
    fault: 'applies duplicates again',
    scenario: 'webhooks',
    check: 'applies-duplicates-once',
    create: class extends SandboxClient {
      protected override apply(change: SandboxChange): void {
        if (this.stored.applied.includes(change.id)) this.stored.applied.push(change.id);
        else super.apply(change);
      }
    },
  },
  {
    fault: 'applies webhooks in the order of arrival',
    scenario: 'webhooks',
    check: 'orders-by-sequence',
    create: class extends SandboxClient {
      protected override apply(change: SandboxChange): void {
        this.stored.lastSequence = {};
        super.apply(change);
      }
    },
  },
  {
    fault: 'checks only the first signature, with the former secret',
    scenario: 'webhooks',
    check: 'accepts-rotated',
    create: class extends SandboxClient {
      protected override signaturesOf(header: string): string[] {
        return super.signaturesOf(header).slice(0, 1);
      }
    },
  },
  {
    fault: 'drops rejected members silently',
    scenario: 'import',
    check: 'reports-once',
    create: class extends SandboxClient {
      protected override reject(): void {}
    },
  },
  {
    fault: 'stops an import halfway',
    scenario: 'import',
    check: 'is-imported',
    create: class extends SandboxClient {
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
  },
  {
    fault: 'sends members one by one, without waiting for the limit',
    scenario: 'import',
    check: 'is-paced',
    create: class extends SandboxClient {
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
  },
  {
    fault: 'ignores that a user was erased',
    scenario: 'privacy',
    check: 'forgets',
    create: class extends SandboxClient {
      protected override forget(): void {}
    },
  },
  ...failingWriters,
  ...failingFollowers,
];
