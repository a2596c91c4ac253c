import type { FailingClient } from './failing-client.ts';
import { type SandboxChange, SandboxClient, type SandboxRun, type Stored } from './sandbox-client.ts';

/** Each of these clients reads changes or receives webhooks in a wrong way. */
export const failingFollowers: FailingClient[] = [
  {
    fault: 'stores the cursor before the page',
    scenario: 'restart',
    check: 'applies-once',
    advice: /changes were not applied, such as .* had stored the cursor/,
    create: class extends SandboxClient {
      protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
        this.stored.cursor = nextCursor;
        await this.store();
        for (const change of items) this.apply(change);
      }
    },
  },
  {
    fault: 'stores cursors at once, and the data after the last page',
    scenario: 'restart',
    check: 'applies-once',
    create: class extends SandboxClient {
      #data: Stored | undefined;
      protected override async follow(): Promise<void> {
        this.#data = structuredClone(this.stored);
        await super.follow();
        this.#data = undefined;
      }
      protected override disk(): Stored {
        return { ...(this.#data ?? this.stored), cursor: this.stored.cursor };
      }
    },
  },
  {
    fault: 'stores changes before the cursor, and does not know them again',
    scenario: 'restart',
    check: 'applies-once',
    advice: /was applied twice/,
    create: class extends SandboxClient {
      protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
        for (const [n, { id }] of items.entries()) {
          this.stored.applied.push(id);
          if (n % 10 === 0) await this.store();
        }
        this.stored.cursor = nextCursor;
      }
    },
  },
  {
    fault: 'stores only its first cursor',
    scenario: 'restart',
    check: 'resumes',
    create: class extends SandboxClient {
      #first: string | undefined;
      protected override async begin(): Promise<void> {
        await super.begin();
        this.#first = this.stored.cursor;
      }
      override work(): Promise<SandboxRun> {
        this.#first = this.stored.cursor;
        return super.work();
      }
      protected override disk(): Stored {
        return { ...this.stored, cursor: this.#first };
      }
    },
  },
  {
    fault: 'reads one page',
    scenario: 'long-feed',
    check: 'reads-on',
    create: class extends SandboxClient {
      protected override async follow(): Promise<void> {
        const { body } = await this.readPage();
        await this.applyPage(body.items, body.nextCursor);
      }
    },
  },
  {
    fault: 'takes a short page for the last one, and reads from "latest" before',
    scenario: 'long-feed',
    check: 'reads-on',
    advice: /stopped after an empty page/,
    create: class extends SandboxClient {
      protected override async follow(): Promise<void> {
        await this.call('GET', '/changes?cursor=latest');
        for (let count = this.pageSize; count === this.pageSize; ) {
          const { body } = await this.readPage();
          await this.applyPage(body.items, body.nextCursor);
          count = body.items.length;
        }
      }
    },
  },
  {
    fault: 'applies only its last page',
    scenario: 'long-feed',
    check: 'reads-on',
    advice: /was read, and not applied/,
    create: class extends SandboxClient {
      protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
        if (items.length < 30) await super.applyPage(items, nextCursor);
        this.stored.cursor = nextCursor;
      }
    },
  },
  {
    fault: 'verifies JSON that it has written itself',
    scenario: 'webhooks',
    check: 'accepts-spaced',
    create: class extends SandboxClient {
      protected override verify(headers: Record<string, string>, text: string, now: number): boolean {
        return super.verify(headers, JSON.stringify(JSON.parse(text)), now);
      }
    },
  },
  {
    fault: 'verifies only webhooks that have a signature',
    scenario: 'webhooks',
    check: 'rejects-forged',
    create: class extends SandboxClient {
      protected override verify(headers: Record<string, string>, text: string, now: number): boolean {
        return headers['webhook-signature'] === undefined || super.verify(headers, text, now);
      }
    },
  },
];
