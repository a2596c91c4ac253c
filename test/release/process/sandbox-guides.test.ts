import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios } from '../../../src/sandbox/scenarios.ts';
import { read, rowsOf } from '../../harness/assertions/pages.ts';
import { faultsOfProgram } from '../../harness/assertions/typescript.ts';
import { hasShell } from '../../harness/clients/paste.ts';
import { namedBlock } from '../../harness/guides/guide-blocks.ts';
import { missingFor } from '../../harness/guides/run-program.ts';
import {
  type ClientLanguage,
  clientGuide,
  clientLanguages,
  type FinishedClient,
  folderOfClient,
  printedClients,
  runPrintedClient,
  sandboxGuide,
} from '../../harness/sandbox/printed-clients.ts';
import type { SandboxRun } from '../../harness/sandbox/sandbox-client.ts';
import { useSandbox } from '../../harness/sandbox/start-sandbox.ts';
import { freePort } from '../../harness/servers/postgresql.ts';

const bash = (commands: string, cwd: string) =>
  promisify(execFile)('bash', ['-e', '-c', commands], { cwd }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );

/** The checks of a run that are not passed. */
const faultsIn = (run: SandboxRun) =>
  run.scenarios.flatMap(({ name, checks }: SandboxRun) =>
    checks.flatMap((check: SandboxRun) =>
      check.verdict === 'passed' ? [] : [`${name} ${check.name}: ${check.verdict}. ${check.explanation}`],
    ),
  );

/** The SDK's own files instead of the package. */
const ofSources = (text: string) =>
  text.replaceAll(/'@courtbridge\/sdk(\/\w+)?'/g, (_all, entry = '') =>
    JSON.stringify(fileURLToPath(new URL(`../../../sdk/src${entry}/index.ts`, import.meta.url))),
  );

const sandbox = useSandbox();
const running = new Map<ClientLanguage, Promise<FinishedClient>>();
beforeAll(async () => {
  // They wait most of the time, so they run concurrently.
  for (const language of clientLanguages) {
    if (missingFor(language).isMissing) continue;
    const finished = runPrintedClient(language, sandbox.address);
    finished.catch(() => {});
    running.set(language, finished);
  }
});
afterAll(() => Promise.allSettled(running.values()));

describe.each(clientLanguages)('the client of the guide in %s', (language) => {
  const { isMissing, note } = missingFor(language);

  it.skipIf(isMissing)(
    `passes every scenario, although it is killed and started again${note}`,
    { timeout: 600_000 },
    async () => {
      const { run, code, output, kills } = await running.get(language)!;
      expect(faultsIn(run), output).toEqual([]);
      expect(run.scenarios.map(({ name }: SandboxRun) => name)).toEqual(scenarios.map(({ name }) => name));
      for (const { title } of scenarios) expect(output).toContain(`passed ${title}\n`);
      expect(code).toBe(0);
      expect(kills).toBeGreaterThanOrEqual(5);
    },
  );

  it('has at most 145 lines', () => {
    const { files } = printedClients[language];
    const [[, text]] = Object.entries(files()).filter(([file]) => file.startsWith('client.')) as [
      [string, string],
    ];
    expect(text.split('\n').length).toBeLessThanOrEqual(145);
  });
});

describe('the sandbox guide', () => {
  it('has TypeScript that compiles strictly', () => {
    expect(faultsOfProgram(ofSources(namedBlock(clientGuide, 'sandbox-client', 'ts')))).toEqual([]);
    expect(faultsOfProgram(namedBlock(sandboxGuide, 'verify-report', 'ts'))).toEqual([]);
  });

  it('lists the scenarios of the sandbox, and what happens in each', () => {
    const rows = rowsOf(read(sandboxGuide)).map(({ heading, text }) => [heading, ...text.split(' | ')]);
    const cellsOf = (table: string) => rows.flatMap(([heading, first]) => (heading === table ? [first] : []));
    expect(cellsOf('Scenarios')).toEqual(scenarios.map(({ name }) => `| \`${name}\``));
    const descriptions = rows.flatMap(([heading, , what]) => (heading === 'Scenarios' ? [what] : []));
    expect(descriptions).toEqual(scenarios.map(({ description }) => description));
  });

  const needed = missingFor('python');
  const isMissing = needed.isMissing || !hasShell;
  const local = async (block: string) =>
    namedBlock(sandboxGuide, block, 'sh')
      .replaceAll('http://127.0.0.1:4000', sandbox.address)
      .replace('8080', String(await freePort()));

  it.skipIf(!hasShell)('shows a part of the response to its first command', async () => {
    const { stdout } = await bash(await local('start-run'), '/');
    const [, shown] = /```json\n([\s\S]*?)```/.exec(read(sandboxGuide))!;
    const run = JSON.parse(stdout);
    const { webhook, step, ...fields } = JSON.parse(shown!);
    expect(Object.keys(run)).toEqual(expect.arrayContaining(Object.keys(fields)));
    expect(Object.keys(run.webhook)).toEqual(Object.keys(webhook));
    expect(Object.keys(run.step)).toEqual(expect.arrayContaining(Object.keys(step)));
    expect(run.step.text).toContain(step.text.replace(' …', ''));
  });

  it.skipIf(isMissing)(
    `has commands for CI that fail unless everything is passed, and a report that cannot be changed${needed.note}`,
    async () => {
      const folder = await folderOfClient('python');
      const ci = (await local('ci')).replace('npm run sandbox &\n', '');
      const { run } = await running.get('python')!;
      const [, judging] = ci.split(/^done\n/m);
      expect(await bash(`export COURTBRIDGE_RUN=${run.page}\n${judging}`, folder)).toMatchObject({ code: 0 });

      const env = { ...process.env, SANDBOX_URL: sandbox.address };
      writeFileSync(join(folder, 'verify.ts'), namedBlock(sandboxGuide, 'verify-report', 'ts'));
      const verify = async () =>
        (await promisify(execFile)(process.execPath, ['verify.ts'], { cwd: folder, env })).stdout;
      expect(await verify()).toBe(`genuine, for ${run.externalServiceName}, ended ${run.endedAt}: passed\n`);
      const report = readFileSync(join(folder, 'report.json'), 'utf8');
      writeFileSync(join(folder, 'report.json'), report.replace('"seed":', '"seed":1'));
      expect(await verify()).toBe('forged\n');

      // One scenario is not everything.
      expect(await bash(ci.replace('"all"', '"lost-response"'), folder)).toMatchObject({ code: 1 });
      expect(await verify()).toMatch(
        /^genuine, for Tennis Software \S{36}, ended \S+Z: not passed, not run: slow-response, broken-response, /,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  );
});
