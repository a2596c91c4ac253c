import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  restarts: number;
}

/** Runs a client through all scenarios. At the step `restart` it is killed and started again, before it has read that step. */
export async function runPrintedClient(language: ClientLanguage, sandbox: string): Promise<FinishedClient> {
  const { command, receiver } = printedClients[language];
  const folder = await folderOfClient(language);
  const port = String(await freePort());
  const { page } = await sandboxCall('POST', `${sandbox}/sandbox/runs`, {
    scenario: 'all',
    webhookUrl: `http://127.0.0.1:${port}/`,
  });
  const { pathname } = new URL(page);
  let output = '';
  let restarts = 0;
  const start = ([program, ...args]: string[], origin: string): ChildProcess => {
    const env = { ...process.env, COURTBRIDGE_RUN: origin + pathname };
    const child = spawn(program!, args, { cwd: folder, env });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    return child;
  };
  const steering = await startSteering(sandbox, async () => {
    const killed = client;
    killed.kill('SIGKILL');
    await once(killed, 'close');
    restarts += 1;
    client = start(command, steering.origin);
  });
  const receiving = receiver && start(receiver(port), sandbox);
  let client = start(command, steering.origin);
  try {
    let code: number | null;
    for (let last: ChildProcess; ; ) {
      last = client;
      [code] = await once(last, 'close');
      // The next one is started after the killed one has ended.
      await steering.idle();
      if (last === client) break;
    }
    return { run: await sandboxCall('DELETE', page), code, output, restarts };
  } finally {
    receiving?.kill('SIGKILL');
    client.kill('SIGKILL');
    steering.close();
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

/** Passes the calls of a client to the sandbox. The response with the step `restart` is lost once. */
async function startSteering(sandbox: string, restart: () => Promise<void>) {
  let restarting: Promise<void> | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passed = await fetch(sandbox + request.url, {
      method: request.method!,
      headers: { 'Content-Type': 'application/json' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await passed.text();
    if (!restarting && text !== '' && JSON.parse(text).step?.action === 'restart') {
      restarting = restart();
      response.destroy();
    } else response.writeHead(passed.status, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idle: async () => restarting,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
