import { generateKeyPairSync } from 'node:crypto';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import type { Timings } from '../../../src/sandbox/run-state.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { startTestService } from './test-service.ts';

export interface TestSandbox {
  /** Such as `http://127.0.0.1:41234`. */
  address: string;
  stop(): Promise<void>;
}

/** Starts the sandbox in this process, with short times. Ended runs are kept in memory. */
export async function startTestSandbox(timings: Partial<Timings> = {}): Promise<TestSandbox> {
  const service = await startTestService('postgresql');
  const ended = new Map<string, unknown>();
  const faults: unknown[] = [];
  const sandbox = createSandbox({
    service: service.app,
    operatorToken: (await service.factories.operator('ADMIN')).secret,
    database: {
      privateKey: generateKeyPairSync('ed25519').privateKey.export({
        format: 'pem',
        type: 'pkcs8',
      }) as string,
      store: async (id, run) => {
        ended.set(id, run);
      },
      find: async (id) => ended.get(id),
    },
    outgoing: guardedOutgoing({ allowPrivate: true }),
    newId,
    version: '0.1.0',
    timings: { silence: 500, quiet: 300, hold: 500, ...timings },
    onFault: (cause) => faults.push(cause),
  });
  const server = createHttpServer(sandbox, { graceMillis: 0, trustedProxies: 0 });
  const address = await server.listen(0, '127.0.0.1');
  return {
    address,
    stop: async () => {
      await sandbox.close();
      await server.drain();
      await service.stop();
      if (faults.length > 0) throw new AggregateError(faults, 'The sandbox itself failed.');
    },
  };
}
