import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackedSdk } from '../data/packed-sdk.ts';
import { namedBlock } from '../guides/guide-blocks.ts';
import { freePort } from '../servers/postgresql.ts';
import type { SandboxRun } from './sandbox-client.ts';

export const sandboxGuide = 'docs/partners/sandbox.md';
export const clientGuide = 'docs/partners/sandbox-client.md';
export const clientLanguages = ['ts', 'python', 'php'] as const;
export type ClientLanguage = (typeof clientLanguages)[number];

const clientOf = (language: ClientLanguage) => namedBlock(clientGuide, 'sandbox-client', language);
const callOf = (language: ClientLanguage) =>
  namedBlock('docs/partners/limits-and-retries.md', 'call-repeating', language);
const verifyOf = (language: ClientLanguage) => namedBlock('docs/partners/webhooks.md', 'verify', language);

/** The files of each client, as printed in the guides, and the commands that start it and its receiver. */
export const printedClients: Record<
  ClientLanguage,
  { files: () => Record<string, string>; command: string[]; receiver?: (port: string) => string[] }
> = {
  ts: {
    files: () => ({ 'package.json': '{ "type": "module" }', 'client.ts': clientOf('ts') }),
    command: [process.execPath, 'client.ts'],
  },
  python: {
    files: () => ({
      'call.py': callOf('python'),
      'verify.py': verifyOf('python'),
      'client.py': clientOf('python'),
    }),
    command: ['python3', 'client.py'],
  },
  php: {
    files: () => ({
      'call.php': callOf('php'),
      'verify.php': verifyOf('php'),
      'client.php': clientOf('php'),
    }),
    command: ['php', 'client.php'],
    receiver: (port) => ['php', '-S', `127.0.0.1:${port}`, 'client.php'],
  },
};

/** Creates a folder with a client. */
export async function folderOfClient(language: ClientLanguage): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-sandbox-'));
  for (const [file, text] of Object.entries(printedClients[language].files()))
    writeFileSync(join(folder, file), text);
  if (language === 'ts') await installPackedSdk(folder);
  return folder;
}

export interface FinishedClient {
  run: SandboxRun;
  code: number | null;
  output: string;
  /** The number of times that the client was killed and started again. */
  kills: number;
}

/** Runs a client through all scenarios, and kills it and starts it again as the sandbox says. */
export async function runPrintedClient(language: ClientLanguage, sandbox: string): Promise<FinishedClient> {
  const { command, receiver } = printedClients[language];
  const folder = await folderOfClient(language);
  const port = String(await freePort());
  const { page } = await sandboxCall('POST', `${sandbox}/sandbox/runs`, {
    scenario: 'all',
    webhookUrl: `http://127.0.0.1:${port}/`,
  });
  let output = '';
  let kills = 0;
  const start = ([program, ...args]: string[]): ChildProcess => {
    const child = spawn(program!, args, { cwd: folder, env: { ...process.env, COURTBRIDGE_RUN: page } });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    return child;
  };
  const receiving = receiver && start(receiver(port));
  const isOver = new AbortController();
  let client = start(command);
  let ending = once(client, 'close');
  const supervise = async () => {
    for (;;) {
      const { status } = await fetch(`${page}/kill`, { signal: isOver.signal });
      if (status === 404) return;
      if (status !== 200) continue;
      kills += 1;
      client.kill('SIGKILL');
      await once(client, 'exit');
      client = start(command);
      ending = once(client, 'close');
    }
  };
  const supervising = supervise().catch(() => {});
  try {
    let code: number | null = null;
    for (let last: unknown; last !== client; ) {
      last = client;
      [code] = await ending;
      // The next one is started after the killed one has ended.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { run: await sandboxCall('DELETE', page), code, output, kills };
  } finally {
    isOver.abort();
    await supervising;
    receiving?.kill('SIGKILL');
    client.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sandboxCall(method: string, url: string, body?: object): Promise<SandboxRun> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${await response.text()}`);
  return response.json();
}
