import { setTimeout as delay } from 'node:timers/promises';
import { type ClientProcess, startClient } from './client-process.ts';
import type { Run, SandboxClient } from './sandbox-run.ts';
import { colored, print } from './terminal.ts';

/** Starts the client, and kills it and starts it again each time that the sandbox says so. */
export function superviseClient(api: SandboxClient, command: string[], run: () => Run, signal: AbortSignal) {
  let client: ClientProcess | undefined;
  let isKilling = false;
  let kills = 0;
  const over = new AbortController();
  const start = () => {
    const { baseUrl, token, webhook } = run();
    const own = { BASE_URL: baseUrl, TOKEN: token, COURTBRIDGE_RUN: api.addressOf(run()) };
    client = startClient(command, { ...own, ...(webhook ? { WEBHOOK_SECRET: webhook.secret } : {}) });
  };
  const supervise = async () => {
    const either = AbortSignal.any([signal, over.signal]);
    for (let order = api.waitForKill(run(), either); ; ) {
      const next = await order.catch(() => 'lost' as const);
      if (next === 'ended' || either.aborted) return;
      if (next === 'lost') await delay(1_000, undefined, { signal: either }).catch(() => {});
      isKilling = next === 'kill';
      if (isKilling) {
        await client!.kill();
        kills += 1;
        print(colored('dim', `  Your client was killed, and is started again (${kills})`));
      }
      // The next kill is awaited before the client can read a page.
      order = api.waitForKill(run(), either);
      if (isKilling) start();
      isKilling = false;
    }
  };
  start();
  // The terminal signals only its own group of processes.
  process.once('SIGHUP', () => process.emit('SIGTERM'));
  void supervise();
  return {
    start,
    /** How the client ended; undefined while it runs, or is started again. */
    ended: () => (isKilling ? undefined : client!.ended()),
    stop: () => {
      over.abort();
      client!.stop();
    },
  };
}
