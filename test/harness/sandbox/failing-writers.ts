import type { FailingClient } from './failing-client.ts';
import { BatchingClient } from './right-clients.ts';
import { type Answer, type Attempt, SandboxClient, type SandboxRow } from './sandbox-client.ts';

const hour = 3_600_000;
const moved = (instant: unknown) => new Date(Date.parse(String(instant)) - 2 * hour).toISOString();

/** Each of these clients sends one thing wrong. */
export const failingWriters: FailingClient[] = [
  {
    fault: 'reads local times as UTC',
    scenario: 'lost-response',
    check: 'is-stored',
    advice: /^In the database, lost-response-\d starts two hours earlier, ends two hours earlier; /,
    create: class extends SandboxClient {
      protected override writeRow(row: SandboxRow): Promise<Answer> {
        return super.writeRow({ ...row, startDate: moved(row.startDate), endDate: moved(row.endDate) });
      }
    },
  },
  {
    fault: 'waits for Retry-After after 429 only',
    scenario: 'overload',
    check: 'waits',
    advice: /^Sent again after 0\.\d s, although Retry-After said 2 s\.$/,
    create: class extends SandboxClient {
      protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
        const answer = await super.attempt(attempt);
        if (answer?.status === 503) answer.body.retryAfter = 0;
        return answer;
      }
    },
  },
  {
    fault: 'drops retryable items',
    scenario: 'retryable-items',
    check: 'repeats',
    advice: /"retryable": true/,
    create: class extends BatchingClient {
      protected override async call(method: string, path: string, body?: object): Promise<Answer> {
        const answer = await super.call(method, path, body);
        for (const result of answer.body.results ?? []) delete result.retryable;
        return answer;
      }
    },
  },
  {
    fault: 'sends the whole batch again if an item was rejected',
    scenario: 'retryable-items',
    check: 'is-final',
    create: class extends BatchingClient {
      protected override isRepeated(_error: string, attempt: number): boolean {
        return attempt === 1;
      }
    },
  },
  {
    fault: 'sends retryable items as new versions',
    scenario: 'retryable-items',
    check: 'keeps-version',
    create: class extends BatchingClient {
      protected override call(method: string, path: string, body?: object): Promise<Answer> {
        const { items = [] } = (body ?? {}) as { items?: SandboxRow[] };
        const isAgain = items.length < 9;
        const newer = items.map((item) => ({ ...item, externalUpdatedAt: new Date().toISOString() }));
        return super.call(method, path, path.endsWith('/batch') && isAgain ? { items: newer } : body);
      }
    },
  },
  {
    fault: 'swallows every rejection',
    scenario: 'final-errors',
    check: 'reports-rejections',
    advice: /^5 of 5 rejected rows are not in "rejected" of the copy/,
    create: class extends SandboxClient {
      protected override reject(): void {}
    },
  },
  {
    fault: 'stops at the first rejection',
    scenario: 'final-errors',
    check: 'is-stored',
    advice: /^In the database, final-errors-1 does not exist: no request named it; /,
    create: class extends SandboxClient {
      protected override async write(rows: SandboxRow[]): Promise<void> {
        for (const row of rows) {
          const { status, body } = await this.writeRow(row);
          if (status < 400) continue;
          this.reject(row.externalCourtBookingId, body.error.type);
          return;
        }
      }
    },
  },
  {
    fault: 'sends rejected rows again as new versions',
    scenario: 'final-errors',
    check: 'is-final',
    create: class extends SandboxClient {
      protected override async writeRow(row: SandboxRow): Promise<Answer> {
        const answer = await super.writeRow(row);
        if (answer.status < 400) return answer;
        return super.writeRow({ ...row, externalUpdatedAt: new Date().toISOString() });
      }
    },
  },
  {
    fault: 'sends rejected members again',
    scenario: 'import',
    check: 'is-final',
    create: class extends SandboxClient {
      protected override async importMembers(rows: SandboxRow[]): Promise<void> {
        await super.importMembers(rows);
        const { rejected } = this.stored;
        await super.importMembers(rows.filter(({ externalUserId: id }) => rejected.includes(id)));
      }
    },
  },
  {
    fault: 'rounds versions to milliseconds',
    scenario: 'precise-versions',
    check: 'keeps-precision',
    create: class extends SandboxClient {
      protected override writeRow(row: SandboxRow): Promise<Answer> {
        return super.writeRow({ ...row, externalUpdatedAt: new Date(row.externalUpdatedAt).toISOString() });
      }
    },
  },
  {
    fault: 'never sends cancellations',
    scenario: 'cancellations',
    check: 'is-stored',
    advice: /cancellations-\d is not cancelled: /,
    create: class extends SandboxClient {
      protected override async writeRow(row: SandboxRow): Promise<Answer> {
        return row.action === 'cancel' ? { status: 200, body: {} } : super.writeRow(row);
      }
    },
  },
  {
    fault: 'repeats a cancellation with the current time',
    scenario: 'cancellations',
    check: 'keeps-version',
    create: class extends SandboxClient {
      protected override revise(attempt: Attempt): Attempt {
        if (attempt.method !== 'DELETE' || attempt.attempt === 1) return attempt;
        const now = encodeURIComponent(new Date().toISOString());
        return { ...attempt, path: attempt.path.replace(/=.*/, `=${now}`) };
      }
    },
  },
  {
    fault: 'sends no cancellation again',
    scenario: 'cancellations',
    check: 'repeats',
    create: class extends SandboxClient {
      protected override async call(method: string, path: string, body?: object): Promise<Answer> {
        if (method !== 'DELETE') return super.call(method, path, body);
        const answer = await this.attempt({ method, path, body, attempt: 1 });
        return answer?.status === 503
          ? super.call(method, path, body)
          : (answer ?? { status: 200, body: {} });
      }
    },
  },
];
