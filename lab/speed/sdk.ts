// The cost of an SDK call compared with bare `fetch`, in this process. A fake `fetch` that resolves at once isolates the SDK's own work.
// Over HTTP, the noise of the machine is larger than the difference.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packSdk } from '../../scripts/pack-sdk.ts';

const rounds = 15;
const folder = mkdtempSync(join(tmpdir(), 'courtbridge-bench-'));
const packed = packSdk(folder);
const load = (entry: string) => import(pathToFileURL(join(packed.folder, 'dist', entry)).href);
const { createPartnerClient } = (await load('index.js')) as typeof import('../../sdk/src/index.ts');
const { createTestPartnerApi } = (await load(
  'testing.js',
)) as typeof import('../../sdk/src/testing/index.ts');
const { clientOptions } = createTestPartnerApi();

const body = {
  email: 'ada@example.com',
  externalUserId: 'member-1815',
  firstName: 'Ada',
  lastName: 'Lovelace',
};
const answerBody = { id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01', firstName: 'Ada', lastName: 'Lovelace' };
const answer = JSON.stringify(answerBody);
const answerHeaders = {
  'content-type': 'application/json',
  'content-length': `${answer.length}`,
  'x-request-id': 'x',
};
type Fetch = typeof clientOptions.fetch;

/** The same call by `fetch`, by `fetch` with a timeout, which every call needs, and by the SDK. */
function contenders(baseUrl: string, fetch: Fetch) {
  const client = createPartnerClient({ ...clientOptions, baseUrl, fetch });
  const url = `${baseUrl}/api/v1/external-services/${clientOptions.externalServiceId}/users`;
  const headers = { Authorization: `Bearer ${clientOptions.token}`, 'Content-Type': 'application/json' };
  const bare = async (signal?: AbortSignal) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) };
    return (await fetch(url, init)).json();
  };
  return {
    fetch: () => bare(),
    'fetch with a timeout': async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 10_000);
      try {
        return await bare(controller.signal);
      } finally {
        clearTimeout(timer);
      }
    },
    SDK: () => client.createUser(body),
  };
}

type Figures = Record<keyof ReturnType<typeof contenders>, number>;

/** Returns the CPU of a call in microseconds, as the median of the rounds. The contenders take turns. */
async function measure(calls: ReturnType<typeof contenders>, times: number): Promise<Figures> {
  const names = Object.keys(calls) as (keyof Figures)[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const before = process.cpuUsage();
      for (let time = 0; time < times; time++) await calls[name]();
      const { user, system } = process.cpuUsage(before);
      // The first round is warm-up.
      if (round >= 0) taken[name]!.push((user + system) / times);
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  return Object.fromEntries(names.map((name) => [name, median(taken[name]!)])) as Figures;
}

// Responds from its own process, whose CPU does not count here.
const server = spawn(process.execPath, [
  '-e',
  `const headers = ${JSON.stringify(answerHeaders)};
  require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201, headers).end(${JSON.stringify(answer)}));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`,
]);
const port = await new Promise((resolve) => server.stdout.once('data', (chunk) => resolve(Number(chunk))));
const atOnce: Fetch = async (input, init) => {
  new Request(input, init);
  return new Response(answer, { status: 201, headers: answerHeaders });
};

try {
  const atPort = contenders(`http://127.0.0.1:${port}`, (input, init) => fetch(input, init));
  const rows = {
    'immediate response': await measure(contenders('https://partners.test', atOnce), 20_000),
    'over HTTP': await measure(atPort, 2_000),
  };
  process.stdout.write('| CPU per call, µs | fetch | fetch with a timeout | SDK |\n|---|---|---|---|\n');
  for (const [name, figures] of Object.entries(rows)) {
    process.stdout.write(
      `| ${name} | ${Object.values(figures)
        .map((value) => value.toFixed(0))
        .join(' | ')} |\n`,
    );
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
