import { createRequestHandler, type RequestHandler } from '../http/request-handler.ts';
import { notFoundPage } from '../pages/not-found-page.ts';
import type { Outgoing } from '../services/webhooks/webhook-dependencies.ts';
import { createFrontDoor } from './front-door.ts';
import { Platform } from './platform.ts';
import { sandboxRoutes } from './routes.ts';
import { type Timings, usualTimings } from './run-state.ts';
import { Runs } from './runs.ts';
import type { SandboxDatabase } from './sandbox-database.ts';

export interface SandboxOptions {
  /** The ordinary service. */
  service: RequestHandler;
  /** Of an administrator. */
  operatorToken: string;
  database: SandboxDatabase;
  outgoing: Outgoing;
  newId: () => string;
  /** The name by which others reach the sandbox. Undefined: only by an IP address. */
  publicName?: string | undefined;
  version: string;
  timings?: Partial<Timings>;
  /** Receives what failed inside the sandbox. */
  onFault: (cause: unknown) => void;
}

/** Returns the service with the front door of the sandbox. `close` ends all runs. */
export function createSandbox(options: SandboxOptions): RequestHandler & { close(): Promise<void> } {
  const { service, operatorToken, database, outgoing, newId, publicName, version, onFault } = options;
  const platform = new Platform((...request) => service.fetch(...request), operatorToken);
  const timings = { ...usualTimings, ...options.timings };
  const runs = new Runs({ platform, database, outgoing, timings, version, onFault });
  const own = createRequestHandler({
    routes: sandboxRoutes(runs, database.privateKey),
    notFoundPage,
    rejectsUnread: () => false,
    monotonic: () => performance.now(),
    newId,
    onMiss: () => {},
    onResponse: ({ error }) => {
      if (error?.type === 'internal_server_error') onFault(error.cause);
    },
  });
  return { ...createFrontDoor({ service, own, runs, newId, publicName }), close: () => runs.close() };
}
