import { describe, expect, it } from 'vitest';
import { misspelledVariables } from '../../../src/telemetry/console/misspelled-variables.ts';
import { runScript } from '../../harness/servers/process.ts';
import { cloneTemplate, copyOfDataDir } from '../../harness/servers/test-database.ts';
import {
  forTest,
  processForTest,
  useOwnPostgresql,
  useProcess,
} from '../../harness/servers/use-test-service.ts';

interface Line {
  level: string;
  msg: string;
  operation?: string;
  status?: number;
}
const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('the log in production', () => {
  const server = useOwnPostgresql();
  const service = useProcess(() => ({
    NODE_ENV: 'production',
    DATABASE_URL: server.url,
    WEBHOOK_SECRET_KEY: 'x',
    HOSTNAME: 'pod-1',
  }));
  const lines = () => linesOf(service.process.stdout());
  const probe = async (path: string, times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) statuses.push((await fetch(service.address + path)).status);
    return statuses;
  };
  const probesOf = (path: string) => lines().filter(({ operation }) => operation === path);

  it('has a JSON object in each line of standard output, including migrations and the start', async () => {
    await expect.poll(() => lines().map(({ msg }) => msg)).toContain('ready');
    expect(lines().filter(({ msg }) => msg === 'migrating').length).toBeGreaterThan(5);
  });

  it('has levels as words', () => {
    for (const { level } of lines()) expect(level).toMatch(/^(info|warn|error)$/);
  });

  it('warns of an unknown variable that resembles a known one, and of no other', async () => {
    const warnings = () => lines().filter(({ level }) => level === 'warn');
    expect(warnings()).toMatchObject([{ variable: 'WEBHOOK_SECRET_KEY', meant: 'WEBHOOK_SECRETS_KEY' }]);
  });

  it('has a line for a probe only when its status changes, and no stack for a 503', async () => {
    expect(await probe('/healthz', 5)).toEqual(Array(5).fill(200));
    expect(await probe('/readyz', 5)).toEqual(Array(5).fill(200));
    await server.kill();
    await expect.poll(() => probe('/readyz', 1)).toEqual([503]);
    await probe('/readyz', 3);
    expect(
      (await fetch(`${service.address}/api/v1/token`, { headers: { Authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(503);
    await server.restart();
    await expect.poll(() => probe('/readyz', 1)).toEqual([200]);
    await probe('/readyz', 3);
    await expect.poll(() => probesOf('/readyz').map(({ status }) => status)).toEqual([200, 503, 200]);
    expect(probesOf('/healthz').map(({ status }) => status)).toEqual([200]);
    const unavailable = lines().filter(({ status }) => status === 503);
    expect(unavailable).toHaveLength(2);
    for (const line of unavailable) expect(JSON.stringify(line)).not.toContain('"stack"');
  });

  it('is switched to another level and back by SIGUSR2', async () => {
    const requests = () => lines().filter(({ msg }) => msg === 'request').length;
    const switched = () => lines().filter(({ msg }) => msg === 'log level changed').length;
    service.process.child.kill('SIGUSR2');
    await expect.poll(switched).toBe(1);
    const before = requests();
    await fetch(`${service.address}/nowhere`);
    service.process.child.kill('SIGUSR2');
    await expect.poll(switched).toBe(2);
    expect(requests()).toBe(before);
    await fetch(`${service.address}/nowhere`);
    await expect.poll(requests).toBe(before + 1);
  });
});

/** Well-formed, so that the database is queried for it. */
const token = `cbp_${'0'.repeat(43)}2CZclj`;

describe('a first start in production with the embedded database', () => {
  it('prints the new operator token to standard error, and never to the log', async () => {
    const DATA_DIR = await copyOfDataDir();
    const service = processForTest({ NODE_ENV: 'production', DATABASE_URL: 'embedded', DATA_DIR });
    await service.ready;
    await expect.poll(service.stderr).toMatch(/cbo_\w+/);
    linesOf(service.stdout());
    expect(service.stdout()).not.toMatch(/cb[op]_\w+/);
  });
});

describe('db:migrate in production', () => {
  it('has a JSON object in each line of standard output', async () => {
    const { url } = await forTest(cloneTemplate());
    const { code, stdout } = await runScript('db-migrate', { NODE_ENV: 'production', DATABASE_URL: url });
    expect(code).toBe(0);
    expect(linesOf(stdout).map(({ msg }) => msg)).toContain('The database is ready for this version.');
  });
});

describe('misspelled variables', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['database_url', 'DATABASE_URL'],
  ])('%s resembles %s', (variable, meant) => {
    expect(misspelledVariables({ [variable]: 'x' })).toEqual([{ variable, meant }]);
  });

  it.each([
    'PATH',
    'HOSTNAME',
    'HOME',
    'PORTS',
    'LANG',
    'NODE_ENV',
    'NODE_OPTIONS',
    'LOGNAME',
    'PGPASSWORD',
    'OTEL_SERVICE_NAME',
    'SHELL',
    'DATABASE_URL',
  ])('%s resembles none', (variable) => {
    expect(misspelledVariables({ [variable]: 'x' })).toEqual([]);
  });
});
