import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../test/harness/data/factories.ts';
import { HttpClient } from './http-client.ts';
import { pathOf, requestWith } from './request.ts';

export interface ReadChange {
  sequence: number;
  id: string;
  type: string;
}

/** A partner that reads the changes feed with long polls, and keeps its cursor through every fault. */
export class FeedReader {
  readonly read: ReadChange[] = [];
  readonly unexpected: string[] = [];
  readonly #http: HttpClient;
  readonly #running: Promise<void>;
  #isOver = false;
  #isCaughtUp = false;

  constructor(port: number, tenant: Tenant) {
    this.#http = new HttpClient(port, 15_000);
    this.#running = this.#follow(tenant);
  }

  /** Stops when everything has been read. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    this.#http.close();
  }

  async #follow(tenant: Tenant): Promise<void> {
    for (let cursor: string | undefined; !(this.#isOver && this.#isCaughtUp); ) {
      const query = `limit=100&wait=${this.#isOver ? 0 : 5}${cursor ? `&cursor=${cursor}` : ''}`;
      const path = `${pathOf(tenant)}/changes?${query}`;
      const outcome = await this.#http.send(requestWith(tenant.token, 'GET', path));
      if (outcome.status === 200) {
        const page = JSON.parse((outcome as { text: string }).text);
        this.read.push(...page.items.map(({ sequence, id, type }: ReadChange) => ({ sequence, id, type })));
        cursor = page.nextCursor;
        this.#isCaughtUp = page.caughtUp;
      } else {
        if (![0, 429, 502, 503, 504].includes(outcome.status)) {
          this.unexpected.push(`changes: ${JSON.stringify(outcome).slice(0, 500)}`);
          return;
        }
        await sleep(500);
      }
    }
  }
}
