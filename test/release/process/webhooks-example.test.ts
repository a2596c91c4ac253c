import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../harness/clients/operator-calls.ts';
import { compileConsumer, createConsumer } from '../../harness/clients/sdk-consumer.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { installPackedSdk } from '../../harness/data/packed-sdk.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const example = fileURLToPath(new URL('../../../sdk/examples/webhook-receiver', import.meta.url));

describe('webhook receiver example', () => {
  let folder: string;
  const service = useTestService('postgresql', { now: () => Date.now() + ahead });
  let tenant: Tenant;
  let operator: Awaited<ReturnType<typeof operatorOf>>;
  let ahead = 0;
  const running = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = createConsumer([]);
    await installPackedSdk(folder);
    cpSync(example, join(folder, 'src'), { recursive: true });
    tenant = await service.factories.tenant();
    operator = await operatorOf(service);
  });
  afterAll(async () => {
    for (const child of running) await end(child);
    rmSync(folder, { recursive: true, force: true });
  });

  const end = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    running.delete(child);
  };
  const start = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['src/receiver.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    running.add(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => lines.push(...String(chunk).trimEnd().split('\n')));
    await expect.poll(() => lines).toContain(`Listening on port ${env.PORT}`);
    return { child, lines };
  };

  it('compiles strictly', () => {
    expect(compileConsumer(folder, { skipDefaultLibCheck: true, noEmit: true })).toBe('');
  });

  it('keeps the newest state of each booking in its file, although it was killed', async () => {
    const PORT = String(await freePort());
    const types = ['COURT_BOOKING_CREATED', 'COURT_BOOKING_UPDATED', 'COURT_BOOKING_CANCELLED'];
    const url = `http://127.0.0.1:${PORT}/courtbridge`;
    const { id, secret } = await operator.createWebhookEndpoint(tenant.externalServiceId, url, types);
    const env = { PORT, WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=,${secret}` };
    const first = await start(env);
    expect(await operator.testWebhookEndpoint(id)).toMatchObject({ status: 204 });
    for (const [slot, externalId] of ['booking-1', 'booking-2'].entries()) {
      const body = bookingBody(tenant.courtIds[0], {}, slot);
      await service.upsertCourtBooking(tenant.externalServiceId, externalId, { token: tenant.token, body });
    }
    await expect
      .poll(() => first.lines.toSorted())
      .toEqual([
        `Listening on port ${PORT}`,
        'booking-1 is ACTIVE',
        'booking-2 is ACTIVE',
        'webhook_endpoint.tested',
      ]);
    await end(first.child);

    await operator.cancelCourtBooking(await bookingIdIn(service, 'booking-1'), 'The court is flooded.');
    const failed = async () => {
      const sql = 'select failures from webhook_endpoints where id = $1 and failures > 0';
      return (await service.database.query(sql, [id])).length;
    };
    await expect.poll(failed).toBe(1);
    const second = await start(env);
    ahead += 6_000;
    await expect
      .poll(() => second.lines)
      .toContain('booking-1 is CANCELLED by OPERATOR: The court is flooded.');

    // The file is written after the line is printed.
    const readKept = () => JSON.parse(readFileSync(join(folder, 'bookings.json'), 'utf8'));
    await expect
      .poll(() => readKept().bookings)
      .toMatchObject({
        'booking-1': { status: 'CANCELLED', cancelledBy: ['OPERATOR'] },
        'booking-2': { status: 'ACTIVE' },
      });
    const kept = readKept();
    expect(Object.keys(kept.sequences).sort()).toEqual([
      'court_booking:booking-1',
      'court_booking:booking-2',
    ]);
    expect((await fetch(`http://127.0.0.1:${PORT}/elsewhere`, { method: 'POST' })).status).toBe(404);
  });
});
