import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Attempt, type SandboxChange, SandboxClient, type Stored } from './sandbox-client.ts';

// A partner's client as a process, which `courtbridge sandbox` starts. It is configured by its environment only. Its arguments are a file
// for what it stores, and what it does wrong.
const [file, fault] = process.argv.slice(2);

class ClientProcess extends SandboxClient {
  constructor() {
    super();
    if (file && existsSync(file)) this.stored = JSON.parse(readFileSync(file, 'utf8'));
  }

  protected override async begin(): Promise<void> {
    await super.begin();
    this.#save(this.stored);
  }

  protected override async doStep(step: { action: string }): Promise<void> {
    if (fault === 'ends') process.exit(3);
    await super.doStep(step);
    this.#save(this.stored);
  }

  protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
    await this.store();
    for (const change of items) this.apply(change);
    this.stored.cursor = nextCursor;
    this.#save(this.stored);
  }

  protected override revise(attempt: Attempt): Attempt {
    if (fault !== 'new versions' || attempt.attempt === 1 || !attempt.body) return attempt;
    return { ...attempt, body: { ...attempt.body, externalUpdatedAt: new Date().toISOString() } };
  }

  /** Replaces the file as a whole, so that a kill never leaves half of it. */
  #save(stored: Stored): void {
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(stored));
    renameSync(`${file}.new`, file);
  }
}

const { BASE_URL, TOKEN, COURTBRIDGE_RUN, WEBHOOK_SECRET } = process.env;
process.stdout.write(`client ${BASE_URL} ${TOKEN} ${WEBHOOK_SECRET}\n`);
const client = new ClientProcess();
client.runUrl = COURTBRIDGE_RUN!;
await client.work();
