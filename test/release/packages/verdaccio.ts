import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../../harness/servers/postgresql.ts';
import { installed, npm } from './installed.ts';

export interface Registry {
  url: string;
  /** A `userconfig` file for npm that allows publishing. */
  userconfig: string;
  stop(): Promise<void>;
}

/** Starts a real npm registry on this machine, without an upstream. It has the SDK's dependencies. */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-registry-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `storage: ${join(folder, 'storage')}
auth: { htpasswd: { file: ${join(folder, 'htpasswd')}, max_users: 10 } }
packages: { '**': { access: $all, publish: $authenticated } }
log: { type: stdout, format: json, level: error }
`,
  );
  const child = spawn(
    process.execPath,
    [installed('verdaccio/bin/verdaccio'), '--config', config, '--listen', url],
    {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));

  for (let attempt = 0; ; attempt++) {
    const isUp = await fetch(`${url}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (attempt > 150) throw new Error(`The registry does not answer: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const answer = await fetch(`${url}/-/user/org.couchdb.user:releaser`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'releaser', password: crypto.randomUUID(), type: 'user' }),
  });
  const { token } = (await answer.json()) as { token: string };
  const userconfig = join(folder, 'npmrc');
  writeFileSync(userconfig, `${url.slice('http:'.length)}/:_authToken=${token}\n`);
  for (const dependency of inject('dependencies')) {
    await npm(folder, ['publish', dependency, '--ignore-scripts'], { registry: url, userconfig });
  }
  return {
    url,
    userconfig,
    stop: async () => {
      child.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
