import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Attempt, SandboxClient } from './sandbox-client.ts';

// A partner's client as a process, which `courtbridge sandbox` starts. It is configured by its environment only. Its arguments are a file
// for what it stores, and what it does wrong.
const [file, fault] = process.argv.slice(2);

class ClientProcess extends SandboxClient {
  protected override async begin(): Promise<void> {
    if (!file || !existsSync(file)) return super.begin();
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    this.cursor = stored.cursor;
    this.applied = stored.applied;
  }

  protected override async doStep(step: { action: string }): Promise<void> {
    if (fault === 'ends') process.exit(3);
    // The supervisor starts it again.
    if (step.action === 'restart' && file && !existsSync(`${file}.restarted`)) {
      writeFileSync(`${file}.restarted`, '');
      process.exit(0);
    }
    await super.doStep(step);
    if (file) writeFileSync(file, JSON.stringify({ cursor: this.cursor, applied: this.applied }));
  }

  protected override revise(attempt: Attempt): Attempt {
    if (fault !== 'new versions' || attempt.attempt === 1 || !attempt.body) return attempt;
    return { ...attempt, body: { ...attempt.body, externalUpdatedAt: new Date().toISOString() } };
  }
}

const { BASE_URL, TOKEN, COURTBRIDGE_RUN, WEBHOOK_SECRET } = process.env;
process.stdout.write(`client ${BASE_URL} ${TOKEN} ${WEBHOOK_SECRET}\n`);
const client = new ClientProcess();
client.runUrl = COURTBRIDGE_RUN!;
await client.work();
