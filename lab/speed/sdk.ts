// The cost of an SDK call compared with bare `fetch`, in this process. A fake `fetch` that resolves at once isolates the SDK's own work.
// It is not measured over HTTP, where the noise of the machine is larger than the difference.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packSdk } from '../../scripts/pack-sdk.ts';
import { table } from '../report.ts';

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
function contenders(fetch: Fetch) {
  const baseUrl = 'https://partners.test';
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

const atOnce: Fetch = async (input, init) => {
  new Request(input, init);
  return new Response(answer, { status: 201, headers: answerHeaders });
};

const figures = await measure(contenders(atOnce), 20_000);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  table(
    ['CPU per call', ...Object.keys(figures)],
    [['µs', ...Object.values(figures).map((value) => value.toFixed(0))]],
  ),
);
