import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import type { SourceUser, UserSyncReport } from '../../../sdk/src/sync/index.ts';
import { createFactories, type Tenant } from '../../harness/data/factories.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const program = fileURLToPath(new URL('../../harness/clients/user-sync-process.ts', import.meta.url));

describe('10,000 members', () => {
  let test: TestDatabase;
  let tenant: Tenant;
  let service: ServiceProcess;
  let address: string;
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-members-'));
  const start = (port = '0') =>
    startProcess({
      DATABASE_URL: test.url,
      PORT: port,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    });
  const restart = async () => {
    service.child.kill('SIGKILL');
    await service.exited;
    service = start(new URL(address).port);
    await service.ready;
  };
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tenant = await createFactories(test.database).tenant();
    service = start();
    address = await service.ready;
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.exited;
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const member = (index: number, name = index): SourceUser => ({
    externalUserId: `m${index}`,
    email: `member-${name}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1985-12-10',
  });
  /** Every twentieth row is bad: without a name, with a malformed address or birthday. */
  const isBad = (index: number) => index % 20 === 19;
  const badly = (row: SourceUser, index: number): SourceUser =>
    [
      { ...row, firstName: '' },
      { ...row, email: 'nobody' },
      { ...row, birthday: '31.12.1999' },
    ][index % 3]!;
  const rows = (members: SourceUser[]) =>
    members.map((row, index) => (isBad(index) ? badly(row, index) : row));
  const all = Array.from({ length: 10_000 }, (_, index) => member(index));

  /** Runs the program. `watch` is called for each batch and may kill the program. Returns the report, or undefined if it was killed. */
  const run = async (
    source: SourceUser[],
    watch: (done: number, kill: () => void) => void,
    maxErase?: number,
  ) => {
    const members = join(folder, 'members.json');
    writeFileSync(members, JSON.stringify(source));
    // An hour ahead, so that no user counts as changed during the reading.
    const now = Date.now() + 3_600_000;
    const options = JSON.stringify({ address, token: tenant.token, members, maxErase, now });
    const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'pipe', 'inherit'] });
    let last: (UserSyncReport & { phase?: string; done: number }) | undefined;
    for await (const line of createInterface(child.stdout)) {
      last = JSON.parse(line);
      if (last?.phase === 'apply') watch(last.done, () => child.kill('SIGKILL'));
    }
    return last && 'summary' in last ? (last as UserSyncReport) : undefined;
  };
  const client = () => createPartnerClient({ baseUrl: address, token: tenant.token });
  const stored = async () => {
    const found: Record<string, string> = {};
    for await (const { externalUserId, email } of client().listUsers({ limit: 100 }))
      found[externalUserId!] = email!;
    return found;
  };
  const addresses = (source: SourceUser[]) =>
    Object.fromEntries(
      source
        .filter((_row, index) => !isBad(index))
        .map(({ externalUserId, email }) => [externalUserId, email]),
    );
  const changes = async () => {
    const counts: Record<string, number> = {};
    for await (const { type } of client().listChanges({ limit: 100 })) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  };

  it('equal the source without duplicates, despite five kills of the program and the service', async () => {
    // Both are killed during a batch, because the program reports progress before the next response arrives.
    let restarting: Promise<void> | undefined;
    for (const at of [1_000, 2_400])
      expect(await run(rows(all), (done, end) => done >= at && end())).toBeUndefined();
    const report = await run(rows(all), (done) => {
      if (done >= 1_000) restarting ??= restart();
    });
    await restarting;
    expect(report?.summary.refused).toBe(500);
    expect(report?.refused.map(({ position }) => position)).toEqual(
      all.map((_row, index) => index).filter(isBad),
    );
    expect(await stored()).toEqual(addresses(all));
    expect(await changes()).toEqual({ 'user.created': 9_500 });

    // Pairs exchange their addresses, others get new ones, and the last 100 leave.
    const next = all
      .map((_row, index) => {
        if (index < 100) return member(index, isBad(index) || isBad(index ^ 1) ? index : index ^ 1);
        return member(index, index < 2_000 ? index + 20_000 : index);
      })
      .slice(0, 9_900);
    restarting = undefined;
    expect(
      await run(
        rows(next),
        (done, end) => {
          if (done >= 200) restarting ??= restart();
          if (done >= 1_500) end();
        },
        100,
      ),
    ).toBeUndefined();
    await restarting;
    expect(await run(rows(next), () => {}, 100)).toMatchObject({ summary: { refused: 495 } });
    expect(await stored()).toEqual(addresses(next));
    const exchanged = next.slice(0, 100).filter((row, index) => row.email !== all[index]!.email).length;
    expect(exchanged).toBe(90);
    expect(await changes()).toEqual({
      'user.created': 9_500,
      'user.updated': exchanged + 1_900 - 95,
      'user.erased': 95,
    });

    expect(await run(rows(next), () => {}, 100)).toMatchObject({
      summary: { created: 0, updated: 0, erased: 0, unchanged: 9_405, refused: 495 },
    });
  }, 240_000);
});
