import type { SandboxClient } from './sandbox-client.ts';

/** A client that does one thing wrong. */
export interface FailingClient {
  /** The fault of the client. */
  fault: string;
  scenario: string;
  /** The only check that must fail. */
  check: string;
  /** A part of the advice. */
  advice?: RegExp;
  create: new () => SandboxClient;
}
