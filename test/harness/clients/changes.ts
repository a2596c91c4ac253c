import { expect } from 'vitest';
import type { CallAnswer, TestService } from '../servers/test-service.ts';

export interface ShownChange {
  sequence: number;
  id: string;
  type: string;
  timestamp: string;
  actor: string;
  requestId: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
  data: any;
}

export interface Reader {
  externalServiceId: string;
  token: string | undefined;
}

export function changesOf(service: Pick<TestService, 'call'>) {
  const page = (
    { externalServiceId, token }: Reader,
    query = '',
    signal?: AbortSignal,
  ): Promise<CallAnswer> =>
    service.call(
      `/api/v1/external-services/${externalServiceId}/changes?${query}`,
      { token, ...(signal ? { signal } : {}) },
      'listChanges',
    );
  return {
    page,
    latest: async (reader: Reader): Promise<string> => {
      const { status, body } = await page(reader, 'cursor=latest');
      expect([status, body.items]).toEqual([200, []]);
      return body.nextCursor;
    },
    /** All changes after a cursor, or all from the oldest, in pages of `limit`. */
    since: async (reader: Reader, cursor?: string, limit = 100) => {
      const items: ShownChange[] = [];
      let [next, caughtUp] = [cursor, false];
      while (!caughtUp) {
        const { status, body } = await page(reader, `limit=${limit}${next ? `&cursor=${next}` : ''}`);
        expect(status, JSON.stringify(body)).toBe(200);
        items.push(...body.items);
        [next, caughtUp] = [body.nextCursor, body.caughtUp];
      }
      return { items, cursor: next! };
    },
  };
}
