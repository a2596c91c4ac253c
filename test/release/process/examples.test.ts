import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/env.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { type DemoData, loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { banner } from '../../../src/telemetry/console/banner.ts';
import { examplesOf, sendExample } from '../../harness/assertions/page-examples.ts';
import { pages, read } from '../../harness/assertions/pages.ts';
import { paste, send } from '../../harness/clients/paste.ts';
import { printedCalls } from '../../harness/clients/printed-calls.ts';
import { blocks, readmeEnvironment, readmeOutputs } from '../../harness/clients/sdk-consumer.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

interface Demo extends DemoData {
  service: TestService;
  /** The simulated time of the start, in Unix milliseconds. */
  now: number;
  /** If true, lines are pasted into a shell, which takes longest. Otherwise they are sent directly. */
  isByShell: boolean;
}

/** Examples that a reader may run. The order within a source matters, the order of sources does not. */
interface Source {
  name: string;
  /** Where the days of its bookings stand. Undefined if they depend on the time of the start. */
  text?: string;
  /** Returns the deviations from the documented responses. */
  run(demo: Demo): Promise<string[]>;
}

/** A create that was sent before responds with 200 instead of 201. */
const isAs = (shown: number, status: number) => status === shown || (shown < 300 && status < 300);

const pageSource = (page: string): Source => ({
  name: page,
  text: read(page),
  run: async ({ service, externalServiceId, token, courtId, isByShell }) => {
    const values = {
      BASE_URL: service.address,
      EXTERNAL_SERVICE_ID: externalServiceId,
      TOKEN: token,
      COURT_ID: courtId,
      ORGANIZATION_ID: demoIds.organization,
      USER_ID: '',
    };
    const faults: string[] = [];
    for (const { line, answer } of examplesOf(page)) {
      const { status, body } = await sendExample(line, values, isByShell);
      const { id } = body as { id?: string };
      if (id !== undefined) values.USER_ID = id;
      const shown = Number(/^HTTP\/1.1 (\d+)/.exec(answer ?? 'HTTP/1.1 200')![1]);
      if (!isAs(shown, status)) faults.push(`${page}: ${status} ${JSON.stringify(body)} to ${line}`);
    }
    return faults;
  },
});

/** The reference shows each body next to its path, with example values. No endpoint exists with the example's id. */
const withoutEndpoint = documentedOperations().filter(({ path }) => !path.includes('{webhookEndpointId}'));
const referenceSources: Source[] = withoutEndpoint.flatMap((operation) =>
  Object.entries(operation.requestExamples ?? {}).map(([name, { value }]) => ({
    name: `${operation.operationId}, ${name}`,
    text: JSON.stringify(value),
    run: async ({ service, token }) => {
      const { shape } = operation.pathParameters;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) =>
        encodeURIComponent(String(shape[parameter]!.meta()?.example)),
      );
      const call = { method: operation.method, token, body: value };
      const { status, body } = await service.call(path, call, operation.operationId);
      const isDone = status < 300 && !body.summary?.refused;
      return isDone ? [] : [`the reference: ${status} ${JSON.stringify(body)} to ${path}, ${name}`];
    },
  })),
);

const printedSource: Source = {
  name: 'what the start prints',
  run: async ({ service, now, isByShell, ...demoData }) => {
    const env = readEnv({});
    const printed = banner({
      address: service.address,
      metricsAddress: service.address,
      env,
      demoData,
      operatorToken: undefined,
      readyMillis: 0,
      now,
    });
    const calls = printedCalls(printed);
    expect(calls).toHaveLength(4);
    expect(printed).toContain(`npx --yes ${service.address}/sdk.tgz doctor`);
    const faults: string[] = [];
    // The other lines call no documented operation.
    for (const { line } of calls.filter(({ operationId }) => operationId !== undefined)) {
      const { status, body } = await (isByShell ? paste : send)(line);
      if (status >= 300) faults.push(`printed: ${status} ${JSON.stringify(body)} to ${line}`);
    }
    return faults;
  },
};

/** The TypeScript blocks of the SDK's README and guides. This Node runs them on the sources of the SDK. */
const sdkFolder = scratchFolder();
const sdkBlocks = blocks.filter(({ file }) => file.endsWith('.ts') && !file.endsWith('-test.ts'));
const sdkSource: Source = {
  name: 'sdk/README.md',
  text: sdkBlocks.map(({ text }) => text).join('\n'),
  run: async ({ service, externalServiceId, token, courtId }) => {
    const sdk = pathToFileURL(join(import.meta.dirname, '../../../sdk/src'));
    for (const { file, text } of sdkBlocks) {
      const runnable = text
        .replaceAll(/'\.\/([\w-]+)\.js'/g, "'./$1.ts'")
        .replaceAll(/'@courtbridge\/sdk(\/\w+)?'/g, `'${sdk}$1/index.ts'`);
      writeFileSync(join(sdkFolder, file), runnable);
    }
    writeFileSync(
      join(sdkFolder, 'all.ts'),
      sdkBlocks.map(({ file }) => `await import('./${file}');`).join('\n'),
    );
    const tenant = { externalServiceId, token, organizationId: '', tokenId: '' };
    const env = readmeEnvironment(service.address, { ...tenant, courtIds: [courtId, courtId] });
    const { stdout } = await promisify(execFile)(process.execPath, [join(sdkFolder, 'all.ts')], { env });
    const shown = sdkBlocks.map(({ file }) => readmeOutputs[file]!('')).join('');
    return stdout === shown ? [] : [`sdk/README.md: ${stdout}`];
  },
};

const sources: Source[] = [
  printedSource,
  ...pages.filter((page) => examplesOf(page).length > 0).map(pageSource),
  ...referenceSources,
  sdkSource,
];

/** The days of the examples. Demo bookings, and printed calls for the next day, could conflict with the examples on these days. */
const days = [
  ...new Set(
    sources.flatMap(({ text = '' }) =>
      [...text.matchAll(/startDate\\?"?: ?(?:new Date\()?\\?["'](\d{4}-\d{2}-\d{2})T/g)].map(
        ([, day]) => day!,
      ),
    ),
  ),
].sort();

describe('examples of the documentation on one demo database', () => {
  it('have several sources and days', () => {
    expect(sources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['README.md', 'sdk/README.md', 'what the start prints', 'createUser, full']),
    );
    expect(days).toEqual(expect.arrayContaining(['2026-12-01', '2026-12-02', '2027-05-01']));
  });

  const run = async (inOrder: Source[], day: string, isByShell = false) => {
    const service = await startTestService('postgresql');
    try {
      const now = Date.parse(`${day}T12:00:00Z`) - 24 * 60 * 60 * 1_000;
      const demoData = (await loadDemoData(service.database, newId, () => now))!;
      // Issued now, because the demo's own token was issued at the simulated time.
      const { secret } = await service.factories.token(demoData.externalServiceId);
      const faults: string[] = [];
      for (const source of inOrder)
        faults.push(...(await source.run({ ...demoData, token: secret, service, now, isByShell })));
      return faults;
    } finally {
      await service.stop();
    }
  };

  const of = (day: string) => sources.filter(({ text = day }) => text.includes(day));
  it.each(days)('of %s conflict neither with each other nor with a demo of that day', async (day) => {
    expect(await run(of(day), day)).toEqual([]);
  });

  // The two orders cover each pair of sources both ways. The day of the demo does not matter for that.
  it('do not conflict with each other, whatever their days', async () => {
    expect(await run(sources, days[0]!)).toEqual([]);
  });

  it('do not conflict in reverse order, when pasted into a shell', async () => {
    expect(await run(sources.toReversed(), days[0]!, true)).toEqual([]);
  });
});
