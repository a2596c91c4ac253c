import type { WrongClients } from './failing-client.ts';
import { BatchingClient } from './right-clients.ts';
import {
  type Answer,
  type Attempt,
  SandboxClient,
  type SandboxRow,
  type SandboxRun,
} from './sandbox-client.ts';

const hour = 3_600_000;
const moved = (instant: unknown) => new Date(Date.parse(String(instant)) - 2 * hour).toISOString();

/** Each of these clients sends one thing wrong. */
export const failingWriters: WrongClients = {
  'reads local times as UTC: lost-response is-stored': class extends SandboxClient {
    protected override writeRow(row: SandboxRow): Promise<Answer> {
      return super.writeRow({ ...row, startDate: moved(row.startDate), endDate: moved(row.endDate) });
    }
  },
  'waits for Retry-After after 429 only: overload waits': class extends SandboxClient {
    protected override async attempt(attempt: Attempt): Promise<Answer | undefined> {
      const answer = await super.attempt(attempt);
      if (answer?.status === 503) answer.body.retryAfter = 0;
      return answer;
    }
  },
  'drops retryable items: retryable-items repeats': class extends BatchingClient {
    protected override async call(method: string, path: string, body?: object): Promise<Answer> {
      const answer = await super.call(method, path, body);
      for (const result of answer.body.results ?? []) delete result.retryable;
      return answer;
    }
  },
  'sends the whole batch again if an item was rejected: retryable-items is-final': class extends BatchingClient {
    protected override isRepeated(_error: string, attempt: number): boolean {
      return attempt === 1;
    }
  },
  'sends retryable items as new versions: retryable-items keeps-version': class extends BatchingClient {
    protected override call(method: string, path: string, body?: object): Promise<Answer> {
      const { items = [] } = (body ?? {}) as { items?: SandboxRow[] };
      const isAgain = items.length < 9;
      const newer = items.map((item) => ({ ...item, externalUpdatedAt: new Date().toISOString() }));
      return super.call(method, path, path.endsWith('/batch') && isAgain ? { items: newer } : body);
    }
  },
  'swallows every rejection: final-errors reports-rejections': class extends SandboxClient {
    protected override reject(): void {}
  },
  'stops at the first rejection: final-errors is-stored': class extends SandboxClient {
    protected override async write(rows: SandboxRow[]): Promise<void> {
      for (const row of rows) {
        const { status, body } = await this.writeRow(row);
        if (status < 400) continue;
        this.reject(row.externalCourtBookingId, body.error.type);
        return;
      }
    }
  },
  'sends rejected rows again as new versions: final-errors is-final': class extends SandboxClient {
    protected override async writeRow(row: SandboxRow): Promise<Answer> {
      const answer = await super.writeRow(row);
      if (answer.status < 400) return answer;
      return super.writeRow({ ...row, externalUpdatedAt: new Date().toISOString() });
    }
  },
  'sends rejected members again: import is-final': class extends SandboxClient {
    protected override async importMembers(rows: SandboxRow[]): Promise<void> {
      await super.importMembers(rows);
      const { rejected } = this.stored;
      await super.importMembers(rows.filter(({ externalUserId: id }) => rejected.includes(id)));
    }
  },
  'rounds versions to milliseconds: precise-versions keeps-precision': class extends SandboxClient {
    protected override writeRow(row: SandboxRow): Promise<Answer> {
      return super.writeRow({ ...row, externalUpdatedAt: new Date(row.externalUpdatedAt).toISOString() });
    }
  },
  'rounds versions of cancellations to milliseconds: precise-versions keeps-precision': class extends SandboxClient {
    protected override writeRow(row: SandboxRow): Promise<Answer> {
      const externalUpdatedAt = new Date(row.externalUpdatedAt).toISOString();
      return super.writeRow(row.action === 'cancel' ? { ...row, externalUpdatedAt } : row);
    }
  },
  'sends a batch again without its rejected items: retryable-items sends-once': class extends BatchingClient {
    protected override async write(rows: SandboxRow[]): Promise<void> {
      const { body } = await this.call('POST', '/court-bookings/batch', { items: rows });
      const isFinal = (n: number) => body.results[n].error && !body.results[n].retryable;
      for (const row of rows.filter((_, n) => isFinal(n))) this.reject(row.externalCourtBookingId);
      if (body.results.some(({ error }: SandboxRun) => error))
        await super.write(rows.filter((_, n) => !isFinal(n)));
    }
  },
  'drops bookings of an erased person: privacy sends-all': class extends SandboxClient {
    protected override write(rows: SandboxRow[]): Promise<void> {
      const isWhole = (row: SandboxRow) =>
        this.withoutErased(row).participants?.length === row.participants?.length;
      return super.write(rows.filter(isWhole));
    }
  },
  'never sends cancellations: cancellations is-stored': class extends SandboxClient {
    protected override async writeRow(row: SandboxRow): Promise<Answer> {
      return row.action === 'cancel' ? { status: 200, body: {} } : super.writeRow(row);
    }
  },
  'repeats a cancellation with the current time: cancellations keeps-version': class extends SandboxClient {
    protected override revise(attempt: Attempt): Attempt {
      if (attempt.method !== 'DELETE' || attempt.attempt === 1) return attempt;
      const now = encodeURIComponent(new Date().toISOString());
      return { ...attempt, path: attempt.path.replace(/=.*/, `=${now}`) };
    }
  },
  'sends no cancellation again: cancellations repeats': class extends SandboxClient {
    protected override async call(method: string, path: string, body?: object): Promise<Answer> {
      if (method !== 'DELETE') return super.call(method, path, body);
      const answer = await this.attempt({ method, path, body, attempt: 1 });
      return answer?.status === 503 ? super.call(method, path, body) : (answer ?? { status: 200, body: {} });
    }
  },
};
