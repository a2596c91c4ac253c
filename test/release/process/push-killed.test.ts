import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking } from '../../../sdk/src/sync/index.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const program = fileURLToPath(new URL('../../harness/clients/push-process.ts', import.meta.url));

describe('live writes by push', () => {
  let test: TestDatabase;
  let tenant: Tenant;
  let service: ServiceProcess;
  let address: string;
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-push-'));
  const file = join(folder, 'bookings.json');
  const start = (port = '0') =>
    startProcess({
      DATABASE_URL: test.url,
      PORT: port,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    });
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tenant = await createFactories(test.database).tenant(3);
    service = start();
    address = await service.ready;
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.exited;
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const restart = async () => {
    service.child.kill('SIGKILL');
    await service.exited;
    service = start(new URL(address).port);
    await service.ready;
  };

  it('equal the source after one nightly run, despite 8 kills of the client and 3 of the service', async () => {
    const scope = { courts: tenant.courtIds, from: '2027-01-04T00:00:00Z', to: '2027-01-05T00:00:00Z' };
    writeFileSync(file, '[]');
    let pushed = 0;
    let restarts = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const options = JSON.stringify({ address, token: tenant.token, scope, file, seed });
      const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'pipe', 'inherit'] });
      let restarting: Promise<void> | undefined;
      for await (const line of createInterface(child.stdout)) {
        const { step, changed } = JSON.parse(line);
        pushed += changed;
        if (step === 20 && seed % 3 === 0) restarting = restart();
        if (step === 20 && seed === 8) restarting = restart();
        // Kills the client during a push, not between two pushes.
        if (step >= 40) setTimeout(() => child.kill('SIGKILL'), seed % 4);
      }
      if (restarting) restarts += 1;
      await restarting;
    }
    expect([restarts, pushed > 300]).toEqual([3, true]);

    const source: SourceBooking[] = JSON.parse(readFileSync(file, 'utf8'));
    expect(source.length).toBeGreaterThan(5);
    // The margin within which a mirror cancels nothing.
    await sleep(1_100);
    const client = createPartnerClient({ baseUrl: address, token: tenant.token });
    const nightly = createBookingSync({ client, source, scope, mode: 'mirror', maxCancellations: 99 });
    expect(await nightly.sync()).toMatchObject({ ok: true, refused: [] });
    expect(await nightly.plan()).toMatchObject({
      changes: [],
      refused: [],
      summary: { unchanged: source.length },
    });
  }, 240_000);
});
