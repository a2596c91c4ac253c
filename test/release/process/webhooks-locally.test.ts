import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { read } from '../../harness/assertions/pages.ts';
import { hasShell } from '../../harness/clients/paste.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { namedBlock } from '../../harness/guides/guide-blocks.ts';
import { type ProgramLanguage, programLanguages } from '../../harness/guides/programs.ts';
import { missingFor } from '../../harness/guides/run-program.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { copyOfDataDir } from '../../harness/servers/test-database.ts';
import { use, useProcess } from '../../harness/servers/use-test-service.ts';

const guide = 'docs/partners/webhooks.md';
const blocksOf = (language: ProgramLanguage) =>
  ['verify', 'receiver'].map((name) => namedBlock(guide, name, language));

/** The receivers of the guide, with the commands that start them. */
const receivers: Record<ProgramLanguage, { file: string; run: (port: string) => string[] }> = {
  ts: {
    file: 'receiver.ts',
    run: () => [process.execPath, 'receiver.ts'],
  },
  python: {
    file: 'receiver.py',
    run: () => ['python3', 'receiver.py'],
  },
  php: {
    file: 'receiver.php',
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
};

describe('webhooks on a local machine, as described in the guide', () => {
  const folder = scratchFolder();
  const data = use(
    async () => ({ DATA_DIR: await copyOfDataDir() }),
    () => {},
  );
  const service = useProcess(() => ({ ...data, WEBHOOK_ALLOW_PRIVATE: '1' }));
  let receiver: ChildProcess | undefined;
  afterEach(async () => {
    if (!receiver) return;
    receiver.kill('SIGKILL');
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
    receiver = undefined;
  });

  const startReceiver = async (language: ProgramLanguage, port: string, secret: string) => {
    const { file, run } = receivers[language];
    writeFileSync(join(folder, file), blocksOf(language).join('\n').replaceAll('8080', port));
    const [command, ...args] = run(port) as [string, ...string[]];
    receiver = spawn(command, args, { cwd: folder, env: { ...process.env, WEBHOOK_SECRET: secret } });
    let output = '';
    for (const stream of [receiver.stdout!, receiver.stderr!])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    return () => output;
  };
  const forge = (port: string) =>
    fetch(`http://127.0.0.1:${port}/courtbridge`, {
      method: 'POST',
      headers: {
        'webhook-id': 'forged',
        'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}`,
        'webhook-signature': 'v1,AAAA',
      },
      body: '{"type":"court_booking.forged"}',
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing || !hasShell)(
      `the receiver prints a genuine webhook and rejects a forged one${note}`,
      async () => {
        const port = String(await freePort());
        expect(read(guide)).toContain('WEBHOOK_ALLOW_PRIVATE=1 npm start\n');
        const stdout = service.process.stdout();
        const [, externalServiceId] = /external-services\/([\w-]+)/.exec(stdout)!;
        const [, operatorToken] = /shown this once[^\n]*\n\n\s+(\S+)/.exec(stdout)!;
        const [, token] = /Bearer (cbp_\w+)/.exec(stdout)!;
        const [, line] = /```sh endpoint\n([\s\S]*?)```/.exec(read(guide))!;
        const { stdout: created } = await promisify(execFile)('bash', ['-c', line!.replace('8080', port)], {
          env: {
            ...process.env,
            BASE_URL: service.address,
            OPERATOR_TOKEN: operatorToken,
            EXTERNAL_SERVICE_ID: externalServiceId,
          },
        });
        const { secret } = JSON.parse(created).data.createWebhookEndpoint;
        const output = await startReceiver(language, port, secret);
        await expect.poll(() => forge(port)).toBe(400);

        const partner = `${service.address}/api/v1/external-services/${externalServiceId}`;
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
        const courts = await (await fetch(`${partner}/courts`, { headers })).json();
        const { status } = await fetch(`${partner}/court-bookings/by-external-id/${language}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify(bookingBody(courts.items[0].id, {}, programLanguages.indexOf(language))),
        });
        expect(status).toBe(201);
        await expect.poll(output).toMatch(/^court_booking\.created$/m);
        expect(output()).not.toContain('forged');
      },
    );
  });
});
