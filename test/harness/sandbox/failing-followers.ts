import type { WrongClients } from './failing-client.ts';
import { type SandboxChange, SandboxClient, type SandboxRun, type Stored } from './sandbox-client.ts';

/** Each of these clients reads changes or receives webhooks in a wrong way. */
export const failingFollowers: WrongClients = {
  'stores the cursor before the page: restart applies-once': class extends SandboxClient {
    protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
      this.stored.cursor = nextCursor;
      await this.store();
      for (const change of items) this.apply(change);
    }
  },
  'stores cursors at once, and the data after the last page: restart applies-once': class extends SandboxClient {
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
  'stores changes before the cursor, and does not know them again: restart applies-once': class extends SandboxClient {
    protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
      for (const [n, { id }] of items.entries()) {
        this.stored.applied.push(id);
        if (n % 10 === 0) await this.store();
      }
      this.stored.cursor = nextCursor;
    }
  },
  'stores only its first cursor: restart resumes': class extends SandboxClient {
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
  'reads one page: long-feed reads-on': class extends SandboxClient {
    protected override async follow(): Promise<void> {
      const { body } = await this.readPage();
      await this.applyPage(body.items, body.nextCursor);
    }
  },
  'takes a short page for the last one, and reads from "latest" before: long-feed reads-on': class extends SandboxClient {
    protected override async follow(): Promise<void> {
      await this.call('GET', '/changes?cursor=latest');
      for (let count = this.pageSize; count === this.pageSize; ) {
        const { body } = await this.readPage();
        await this.applyPage(body.items, body.nextCursor);
        count = body.items.length;
      }
    }
  },
  'applies only its last page: long-feed reads-on': class extends SandboxClient {
    protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
      if (items.length < 30) await super.applyPage(items, nextCursor);
      this.stored.cursor = nextCursor;
    }
  },
  'verifies JSON that it has written itself: webhooks accepts-spaced': class extends SandboxClient {
    protected override verify(headers: Record<string, string>, text: string, now: number): boolean {
      return super.verify(headers, JSON.stringify(JSON.parse(text)), now);
    }
  },
  'checks only the last signature: webhooks accepts-rotated': class extends SandboxClient {
    protected override signaturesOf(header: string): string[] {
      return super.signaturesOf(header).slice(-1);
    }
  },
  'sends the cancellation of an operator back as its own: operator-cancels does-not-overwrite': class extends SandboxClient {
    protected override async follow(): Promise<void> {
      await super.follow();
      const externalUpdatedAt = new Date().toISOString();
      for (const externalCourtBookingId of this.stored.cancelled)
        await this.writeRow({
          action: 'cancel',
          externalCourtBookingId,
          externalUserId: '',
          externalUpdatedAt,
        });
    }
  },
  'verifies only webhooks that have a signature: webhooks rejects-forged': class extends SandboxClient {
    protected override verify(headers: Record<string, string>, text: string, now: number): boolean {
      return headers['webhook-signature'] === undefined || super.verify(headers, text, now);
    }
  },
};
