import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../src/sandbox/scenarios.ts';
import { runs } from '../../harness/data/runs.ts';
import { failingClients } from '../../harness/sandbox/failing-clients.ts';
import { isTooBusy, playFailing } from '../../harness/sandbox/play-clients.ts';
import { type SandboxChange, SandboxClient, type SandboxRun } from '../../harness/sandbox/sandbox-client.ts';
import { type SandboxProcess, startSandbox, useSandbox } from '../../harness/sandbox/start-sandbox.ts';
import { cloneTemplate, emptyDatabase } from '../../harness/servers/test-database.ts';

const sandbox = useSandbox();

const verdictsOf = ({ scenarios }: SandboxRun): Record<string, string> =>
  Object.fromEntries(
    scenarios.flatMap(({ name, checks }: SandboxRun) =>
      checks.map((check: SandboxRun) => [`${name} ${check.name}`, check.verdict]),
    ),
  );

/** The checks of a run that are not passed. */
const missedIn = ({ scenarios }: SandboxRun): SandboxRun[] =>
  scenarios.flatMap(({ checks }: SandboxRun) =>
    checks.filter(({ verdict }: SandboxRun) => verdict !== 'passed'),
  );

const reportOf = async (page: string) => (await (await fetch(`${page}/report`)).json()).report;

// They wait most of the time, so they run concurrently.
describe('the sandbox', { concurrent: true }, () => {
  it.each(failingClients)('fails a client that $fault, by one check', async (client) => {
    const played = await playFailing(sandbox.address, client, 7);
    // A machine that is too busy to judge pauses shows nothing. It must not show full marks.
    expect(played, played.advice).toMatchObject({ isRight: true, isFullMarks: false });
  });

  it.each([
    ['stores the cursor before the page', true],
    ['stores the cursor with the page', false],
  ])(
    'never passes a killed client that %s, if it does not report its copy in each page',
    async (_what, isWrong) => {
      class SilentClient extends SandboxClient {
        protected override async applyPage(items: SandboxChange[], nextCursor: string): Promise<void> {
          if (isWrong) this.stored.cursor = nextCursor;
          await this.rest(3);
          for (const change of items) this.apply(change);
          this.stored.cursor = nextCursor;
        }
      }
      const run = await new SilentClient().workAt(sandbox.address, { scenario: 'restart' });
      const verdicts = verdictsOf(run);
      expect(isWrong ? ['failed', 'not seen'] : ['not seen']).toContain(verdicts['restart applies-once']);
      expect(verdicts).toMatchObject({ 'restart resumes': 'passed', 'restart is-stored': 'passed' });
    },
  );

  it('gives a right client full marks, and the same verdicts again with the same seed', async () => {
    const seeds = Array.from({ length: runs(2) }, (_, n) => n + 1);
    for (let from = 0; from < seeds.length; from += 8) {
      const some = seeds.slice(from, from + 8).flatMap((seed) => [seed, seed]);
      const all = await Promise.all(
        some.map((seed) => new SandboxClient().workAt(sandbox.address, { scenario: 'all', seed })),
      );
      for (const [n, run] of all.entries()) {
        const missed = missedIn(run);
        expect(
          missed.filter((check) => !isTooBusy(check)),
          `seed ${some[n]}`,
        ).toEqual([]);
        expect(run.scenarios).toHaveLength(scenarios.length);
        const { id, externalServiceId, externalServiceName } = run;
        expect(await reportOf(run.page)).toMatchObject({
          ...{ id, externalServiceId, externalServiceName },
          ...{ isPassed: missed.length === 0, notRun: [] },
        });
      }
    }
  });

  // Not next to others, which may cause errors of the sandbox.
  it('a client that does nothing passes no check, and its run goes through all scenarios', {
    concurrent: false,
  }, async () => {
    class IdleClient extends SandboxClient {
      protected override async begin(): Promise<void> {}
      protected override async doStep(): Promise<void> {}
    }
    const before = sandbox.errors();
    const run = await new IdleClient().workAt(sandbox.address, { scenario: 'all' });
    expect(Object.values(verdictsOf(run))).not.toContain('passed');
    expect(run.scenarios.map(({ grade }: SandboxRun) => grade)).not.toContain('waiting');
    // That a partner leaves rows out is no error of the sandbox.
    expect(sandbox.errors()).toEqual(before);
  });

  it.each([
    ['with DELETE', 'DELETE', '', 200],
    ['by the form of its page', 'POST', '/end', 303],
  ])(
    'a run is ended %s, and its addresses still reject what is wrong',
    async (_how, method, path, status) => {
      const create = { method: 'POST', body: '{"scenario":"privacy"}' };
      const { page } = await (await fetch(`${sandbox.address}/sandbox/runs`, create)).json();
      const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'step=1' };
      const ended = await fetch(page + path, { method, redirect: 'manual', ...(path === '' ? {} : form) });
      expect([ended.status, (await (await fetch(page)).json()).status]).toEqual([status, 'ended']);
      const late = async (method: string, path: string, body: string) =>
        (await fetch(page + path, { method, body })).status;
      expect([await late('POST', '/next', '{"step":1}'), await late('PUT', '/copy', '{}')]).toEqual([
        200, 204,
      ]);
      expect([await late('POST', '/next', '{'), await late('PUT', '/copy', '{"applied":1}')]).toEqual([
        400, 400,
      ]);
    },
  );

  it('rejects a body that does not arrive whole, and does not count it as an error of its own', {
    concurrent: false,
  }, async () => {
    const before = sandbox.errors();
    const { hostname, port } = new URL(sandbox.address);
    const socket = connect(Number(port), hostname);
    socket.write('POST /sandbox/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"scenario":');
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    expect(String(chunk)).toMatch(/^HTTP\/1.1 400 /);
    expect(sandbox.errors()).toEqual(before);
  });

  it.each([
    ['POST', 'broken JSON', '{', 400, []],
    ['POST', 'no scenario', '{}', 400, ['scenario']],
    ['POST', 'an unknown scenario', '{"scenario":"none"}', 400, ['scenario']],
    ['POST', 'an unknown field', '{"scenario":"privacy","size":1}', 400, ['size']],
    ['POST', 'a scenario twice', '{"scenario":"overload","scenario":"privacy"}', 400, ['scenario']],
    ['POST', 'a partner with a line break', '{"scenario":"privacy","partner":"a\\nb"}', 400, ['partner']],
    ['POST', 'a seed that is not whole', '{"scenario":"privacy","seed":1.5}', 400, ['seed']],
    ['POST', 'a seed of another type', '{"scenario":"privacy","seed":true}', 400, ['seed']],
    ['POST', 'a body of more than 1 MiB', `"${'a'.repeat(1_048_576)}"`, 413, undefined],
    ['next', 'a step that has not begun', '{"step":2}', 400, ['step']],
    ['next', 'a step of another type', '{"step":true}', 400, ['step']],
    ['copy', 'a list of numbers', '{"applied":[1]}', 400, ['applied', 0]],
  ])('%s rejects %s, and names the field', async (path, _what, body, status, field) => {
    const runs = `${sandbox.address}/sandbox/runs`;
    const create = { method: 'POST', body: '{"scenario":"privacy"}' };
    const url = path === 'POST' ? runs : `${(await (await fetch(runs, create)).json()).page}/${path}`;
    const response = await fetch(url, { method: path === 'copy' ? 'PUT' : 'POST', body });
    const { error } = await response.json();
    expect([response.status, error?.issues?.[0].path]).toEqual([status, field]);
  });

  it('only sends webhooks to public addresses by https if others reach it', async () => {
    const { url, drop } = await emptyDatabase();
    const hosted = await startSandbox(url, [], '0', { HOST: '0.0.0.0' });
    const { port } = new URL(hosted.address);
    for (const webhookUrl of [
      'http://169.254.169.254/latest/meta-data/',
      'https://169.254.169.254/',
      'http://127.0.0.1:8080/',
      'https://10.0.0.1/',
      'https://localhost/',
    ]) {
      const body = JSON.stringify({ scenario: 'webhooks', webhookUrl });
      const response = await fetch(`http://127.0.0.1:${port}/sandbox/runs`, { method: 'POST', body });
      const { error } = await response.json();
      expect([response.status, error?.issues[0].path], webhookUrl).toEqual([400, ['webhookUrl']]);
    }
    await hosted.stop();
    await drop();
  });

  it('is not reached by a name that others can point to it', async () => {
    const { hostname, port } = new URL(sandbox.address);
    const call = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { Host: name, Origin: `http://${name}` };
        const options = { host: hostname, port, method: 'POST', path: '/sandbox/runs', headers };
        request(options, ({ statusCode }) => resolve(statusCode!))
          .on('error', reject)
          .end('{"scenario":"privacy"}');
      });
    expect(await call(`evil.example:${port}`)).toBe(400);
    expect(await call(`localhost:${port}`)).toBe(201);
  });

  it('refuses a database that was not created as a sandbox, and does not change it', async () => {
    const service = await cloneTemplate();
    await expect(startSandbox(service.url)).rejects.toThrow('This database was not created as a sandbox');
    await service.drop();
  });

  it('opens its database again, with the same key and the reports of ended runs', async () => {
    const other = await emptyDatabase();
    const first = await startSandbox(other.url);
    const keyOf = async ({ address }: SandboxProcess) => (await fetch(`${address}/sandbox/key`)).json();
    const key = await keyOf(first);
    const run = await new SandboxClient().workAt(first.address, { scenario: 'stale-write', seed: 3 });
    expect(run.status).toBe('ended');
    await first.stop();
    const second = await startSandbox(other.url);
    expect(await keyOf(second)).toEqual(key);
    const report = await reportOf(`${second.address}/sandbox/runs/${run.id}`);
    expect(report).toMatchObject({ id: run.id, seed: 3, externalServiceName: run.externalServiceName });
    const door = await fetch(`${second.address}/sandbox/runs/${run.id}/door/api/v1/token`);
    expect([door.status, (await door.json()).error.message]).toEqual([
      404,
      expect.stringContaining('This run has ended'),
    ]);
    await second.stop();
    await other.drop();
  });
});
