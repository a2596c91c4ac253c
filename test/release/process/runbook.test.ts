import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiError } from '../../../src/api-error.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { unreadyReason, unreadyReasons } from '../../../src/db/connection/readiness.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import type { ServiceProcess } from '../../harness/servers/process.ts';
import { startPrimaryAndReplica } from '../../harness/servers/replica.ts';
import { cloneTemplate } from '../../harness/servers/test-database.ts';
import { forTest, processForTest } from '../../harness/servers/use-test-service.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const runbook = read('docs/runbook.md');
const rules = read('docs/metrics/alerts.yaml');

describe('docs/runbook.md', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

  it('has a section for each alert, and no section for an unknown one', () => {
    const sections = [...runbook.matchAll(/^### (Courtbridge\w+)$/gm)].map(([, name]) => name!);
    expect(sections.toSorted()).toEqual(alerts.toSorted());
  });

  it('is linked from each alert', () => {
    const links = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor!);
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it('has instructions for each reason of /readyz, and for no unknown one', () => {
    const table = /\| `reason` \|[\s\S]*?\n\n/.exec(runbook)![0];
    const rows = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, reason]) => reason!).slice(1);
    const other = unreadyReason({ cause: { code: '`CODE`' } } as unknown as ApiError);
    expect(rows.toSorted()).toEqual([...new Set(Object.values(unreadyReasons)), other].toSorted());
  });

  it('has GraphQL documents that the schema accepts', () => {
    const schema = buildSchema(read('src/graphql/schema/schema.graphql'));
    const documents = [...runbook.matchAll(/^query '(.+)'$/gm)].map(([, text]) =>
      text!.replaceAll('\\"', '"'),
    );
    expect(documents.length).toBeGreaterThan(2);
    for (const document of documents) expect(validate(schema, parse(document)), document).toEqual([]);
  });

  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  it.skipIf(!hasPsql)(`has commands that all run${hasPsql ? '' : ' (not run: needs psql)'}`, async () => {
    const servers = startPrimaryAndReplica([
      'shared_preload_libraries=pg_stat_statements',
      'pg_stat_statements.track=all',
      'pg_stat_statements.track_planning=on',
    ]);
    const { primary, replica } = await forTest(servers);
    const folder = scratchFolder();
    const WEBHOOK_SECRETS_KEY = Buffer.alloc(32, 'k').toString('base64');
    const OPERATOR_TOKEN = 'operator-of-the-runbook-0000000001';
    const addresses = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url };
    const keys = { OPERATOR_TOKEN, WEBHOOK_SECRETS_KEY };
    const service = processForTest({ ...addresses, ...keys, METRICS_PORT: '0' });
    const SERVICE = await service.ready;
    await expect.poll(() => service.stdout()).toContain('/metrics');
    const [, METRICS] = /Metrics\s+(\S+)\/metrics\n/.exec(service.stdout())!;
    const database = await openPostgresql({ url: primary.url, poolSize: 2 });
    const { externalServiceId, token } = await createFactories(database).tenant();
    await database.close();
    const statusOfPartner = async () =>
      (await fetch(`${SERVICE}/api/v1/token`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await statusOfPartner()).toBe(200);
    writeFileSync(join(folder, 'log'), service.stdout());

    const sections = new Map<string, string>();
    for (const section of runbook.split(/^(?=#{1,3} )/m))
      for (const [, block] of section.matchAll(/```sh\n([\s\S]*?)```/g)) {
        const title = /^#{1,3} (.*)$/m.exec(section)![1]!;
        sections.set(title, (sections.get(title) ?? '') + block);
      }
    // The first block sets variables. Only its function that queries GraphQL is needed.
    const query = /^query\(\).*$/m.exec(runbook)![0];
    sections.delete('Runbook');
    expect(sections.size).toBeGreaterThan(alerts.length);
    const outputs = new Map<string, string>();
    for (const [title, commands] of sections) {
      const script = `logs() { cat ${folder}/log; }
${query}
# 1 is grep's status if no line matches.
trap '[ $? -le 1 ] || echo "failed: $BASH_COMMAND" >&2' ERR
${commands.replace('\\"ID\\"', `\\"${externalServiceId}\\"`)}`;
      const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH!, SERVICE, METRICS: METRICS!, ...addresses, ...keys },
      });
      expect({ stderr, errors: stdout.includes('"errors"') }, title).toEqual({ stderr: '', errors: false });
      outputs.set(title, stdout);
    }
    expect(outputs.get('CourtbridgeAllProcessesGone')).toMatch(/^200\n.*start\.cjs main/s);
    expect(outputs.get('CourtbridgeDatabaseAway')).toMatch(/accepting connections.*active/s);
    expect(outputs.get('CourtbridgeNotReady')).toMatch(/"ready".*\bf +\| off.*Filesystem/s);
    expect(outputs.get('CourtbridgeConnectionsWaitedFor')).toMatch(/_connections.*pg_blocking_pids/s);
    expect(outputs.get('CourtbridgeReplicaAway')).toMatch(/accepting connections.*\d\d:\d\d:\d\d/s);
    expect(outputs.get('CourtbridgeSlow')).toMatch(/plans.*calls.*planning.*plan_cache_mode/s);
    expect(outputs.get('CourtbridgeWebhooksLate')).toMatch(/courtbridge_webhook_late_seconds.*"nodes":\[/s);
    expect(outputs.get('Turn off one partner')).toContain('"__typename"');
    await expect.poll(statusOfPartner, { timeout: 1_500 }).toBe(401);
  });
});

const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
if (!isInstalled) process.stderr.write('HAProxy is not installed: deploy/haproxy.cfg is not tested.\n');

describe.skipIf(!isInstalled)(`deploy/haproxy.cfg${isInstalled ? '' : ' (not run: needs haproxy)'}`, () => {
  it('loses no request while the processes restart one after the other', async () => {
    const { url } = await forTest(cloneTemplate());
    const folder = scratchFolder();
    const [front, one, two] = [await freePort(), await freePort(), await freePort()];
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      read('deploy/haproxy.cfg')
        .replace(':8080', `:${front}`)
        .replace(':4001', `:${one}`)
        .replace(':4002', `:${two}`),
    );
    const start = async (port: number) => {
      // On a busy machine, the balancer needs longer than the usual second for its two checks.
      const env = { PORT: String(port), TRUSTED_PROXIES: '1', DRAIN_GRACE_MS: '5000' };
      const service = processForTest({ DATABASE_URL: url, ...env });
      await service.ready;
      return service;
    };
    const services = [await start(one), await start(two)];
    const servedBy = (service: ServiceProcess) =>
      service
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"request"') && !line.includes('/readyz')).length;
    const balancer = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
    onTestFinished(() => void balancer.kill('SIGKILL'));
    const address = `http://127.0.0.1:${front}`;
    const statuses = new Map<string, number>();
    let isDone = false;
    onTestFinished(() => {
      isDone = true;
    });
    const call = async () => {
      while (!isDone) {
        const status = await fetch(`${address}/api/v1/openapi.json`).then(
          ({ status, body }) => body!.cancel().then(() => String(status)),
          (error) => String(error.cause ?? error),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await expect
      .poll(() =>
        fetch(`${address}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const calling = Promise.all(Array.from({ length: 4 }, call));
    for (const [index, port] of [one, two].entries()) {
      services[index]!.child.kill('SIGTERM');
      expect(await services[index]!.exited).toBe(0);
      services[index] = await start(port);
      // Waits until the balancer sends requests to this process again.
      await expect.poll(() => servedBy(services[index]!)).toBeGreaterThan(5);
    }
    isDone = true;
    await calling;
    expect([...statuses.keys()]).toEqual(['200']);
    expect(statuses.get('200')).toBeGreaterThan(100);
  });
});

describe.skipIf(!isInstalled)(
  `deploy/patroni/haproxy.cfg${isInstalled ? '' : ' (not run: needs haproxy)'}`,
  () => {
    it('is valid', () => {
      const file = fileURLToPath(new URL('../../../deploy/patroni/haproxy.cfg', import.meta.url));
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    });
  },
);
