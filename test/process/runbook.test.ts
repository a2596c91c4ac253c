import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { freePort } from '../harness/postgresql.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { cloneTemplate } from '../harness/test-database.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const runbook = read('docs/runbook.md');
const rules = read('docs/metrics/alerts.yaml');

describe('docs/runbook.md', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

  it('has a section for each alert, and no section for an unknown one', () => {
    const sections = [...runbook.matchAll(/^### (Courtbridge\w+)$/gm)].map(([, name]) => name!);
    expect(sections.toSorted()).toEqual(alerts.toSorted());
  });

  it('is what each alert links to', () => {
    const links = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor!);
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it('has GraphQL documents that the schema accepts', () => {
    const schema = buildSchema(read('src/graphql/schema.graphql'));
    const documents = [...runbook.matchAll(/^query '(.+)'$/gm)].map(([, text]) =>
      text!.replaceAll('\\"', '"'),
    );
    expect(documents.length).toBeGreaterThan(2);
    for (const document of documents) expect(validate(schema, parse(document)), document).toEqual([]);
  });

  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  it.skipIf(!hasPsql)(`has commands that all run${hasPsql ? '' : ' (not run: needs psql)'}`, async () => {
    const { url, drop } = await cloneTemplate();
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-runbook-'));
    const WEBHOOK_SECRETS_KEY = Buffer.alloc(32, 'k').toString('base64');
    const OPERATOR_TOKEN = 'operator-of-the-runbook-0000000001';
    const service = startProcess({
      DATABASE_URL: url,
      METRICS_PORT: '0',
      OPERATOR_TOKEN,
      WEBHOOK_SECRETS_KEY,
    });
    try {
      const SERVICE = await service.ready;
      await expect.poll(() => service.stdout()).toContain('/metrics');
      const [, METRICS] = /Metrics\s+(\S+)\/metrics\n/.exec(service.stdout())!;
      writeFileSync(join(folder, 'log'), service.stdout());
      const blocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);
      // The first block is the variables; of those only the function that asks GraphQL is taken.
      const [first, ...others] = blocks;
      const query = /^query\(\).*$/m.exec(first!)![0];
      expect(others.length).toBeGreaterThan(alerts.length);
      const PATH = process.env.PATH!;
      for (const block of others) {
        const script = `logs() { cat ${folder}/log; }\n${query}\n${block.replace('ID\\"', '00000000-0000-4000-8000-000000000001\\"')}`;
        const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
          encoding: 'utf8',
          env: {
            PATH,
            SERVICE,
            METRICS: METRICS!,
            DATABASE_URL: url,
            DATABASE_REPLICA_URL: url,
            OPERATOR_TOKEN,
            WEBHOOK_SECRETS_KEY,
          },
        });
        expect({ stderr, errors: stdout.includes('"errors"') }, block).toEqual({ stderr: '', errors: false });
      }
      const metrics = await (await fetch(`${METRICS}/metrics`)).text();
      const named = [...runbook.matchAll(/\b(?:courtbridge|nodejs)_[a-z_]*[a-z]\b/g)].map(([name]) => name);
      expect(named.length).toBeGreaterThan(10);
      // Counted once a minute: metrics.test.ts.
      for (const name of named.filter((name) => !name.includes('unreadable')))
        expect(metrics).toContain(name);
    } finally {
      service.child.kill('SIGKILL');
      await service.exited;
      rmSync(folder, { recursive: true });
      await drop();
    }
  });
});

const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
if (!isInstalled) process.stderr.write('HAProxy is not installed: deploy/haproxy.cfg is not tested.\n');

describe.skipIf(!isInstalled)(`deploy/haproxy.cfg${isInstalled ? '' : ' (not run: needs haproxy)'}`, () => {
  it('loses no request while one process after the other is restarted', async () => {
    const { url, drop } = await cloneTemplate();
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-haproxy-'));
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
      const service = startProcess({ DATABASE_URL: url, PORT: String(port), TRUSTED_PROXIES: '1' });
      await service.ready;
      return service;
    };
    let services = [await start(one), await start(two)];
    const servedBy = (service: ServiceProcess) =>
      service
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"request"') && !line.includes('/readyz')).length;
    const balancer = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
    const address = `http://127.0.0.1:${front}`;
    const statuses = new Map<string, number>();
    let isDone = false;
    const call = async () => {
      while (!isDone) {
        const status = await fetch(`${address}/api/v1/openapi.json`).then(
          ({ status, body }) => body!.cancel().then(() => String(status)),
          (error) => String(error.cause ?? error),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    try {
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
        // Until the balancer sends requests to it again.
        await expect.poll(() => servedBy(services[index]!)).toBeGreaterThan(5);
      }
      isDone = true;
      await calling;
      expect([...statuses.keys()]).toEqual(['200']);
      expect(statuses.get('200')).toBeGreaterThan(100);
    } finally {
      isDone = true;
      balancer.kill('SIGKILL');
      for (const { child, exited } of services) {
        child.kill('SIGKILL');
        await exited;
      }
      services = [];
      rmSync(folder, { recursive: true });
      await drop();
    }
  });
});
