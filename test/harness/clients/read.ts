import type { CallAnswer, TestService } from '../servers/test-service.ts';

/** The service in the path and the token that authenticates. */
export interface Reader {
  externalServiceId: string;
  token: string | undefined;
}

/** Calls a read operation. */
export type Read = (service: TestService, reader: Reader, query?: string) => Promise<CallAnswer>;
