import { randomUUID } from 'node:crypto';
import { userBody } from '../data/factories.ts';
import type { CallAnswer, TestService } from '../servers/test-service.ts';

export interface Caller {
  externalServiceId: string;
  token: string | undefined;
}

interface Resent extends CallAnswer {
  /** A write can be committed after its 503. Then this is the response of a repetition. */
  isResent: boolean;
}

/** Sends again after a 503, as clients do. A busy machine may not respond within the time limit. */
export async function resent(send: () => Promise<CallAnswer>, isResent = false): Promise<Resent> {
  const answer = await send();
  return answer.status === 503 ? resent(send, true) : { ...answer, isResent };
}

export const isCreated = ({ status, isResent }: Resent) => status === 201 || (isResent && status === 200);

export function userCalls(service: TestService) {
  const users = ({ externalServiceId }: Caller) => `/api/v1/external-services/${externalServiceId}/users`;
  return {
    get: (caller: Caller, userId: string): Promise<CallAnswer> =>
      service.call(`${users(caller)}/${userId}`, { token: caller.token }, 'getUser'),
    getByExternalId: (caller: Caller, externalUserId: string): Promise<CallAnswer> =>
      service.call(
        `${users(caller)}/by-external-id/${encodeURIComponent(externalUserId)}`,
        { token: caller.token },
        'getUserByExternalId',
      ),
    list: (caller: Caller, query: Record<string, string | number> = {}): Promise<CallAnswer> =>
      service.call(
        `${users(caller)}?${new URLSearchParams(query as Record<string, string>)}`,
        { token: caller.token },
        'listUsers',
      ),
    upsert: (caller: Caller, externalUserId: string, body: unknown): Promise<CallAnswer> =>
      service.call(
        `${users(caller)}/by-external-id/${encodeURIComponent(externalUserId)}`,
        { method: 'PUT', token: caller.token, body },
        'upsertUser',
      ),
    batch: (
      caller: Caller,
      items: unknown,
      { atomic, headers = {} }: { atomic?: boolean; headers?: Record<string, string> } = {},
    ): Promise<CallAnswer> =>
      service.call(
        `${users(caller)}/batch`,
        {
          method: 'POST',
          token: caller.token,
          headers,
          body: atomic === undefined ? { items } : { atomic, items },
        },
        'batchUsers',
      ),
    update: (caller: Caller, userId: string, body: unknown): Promise<CallAnswer> =>
      service.call(
        `${users(caller)}/${userId}`,
        { method: 'PATCH', token: caller.token, body },
        'updateUser',
      ),
    erase: (caller: Caller, userId: string): Promise<CallAnswer> =>
      service.call(`${users(caller)}/${userId}`, { method: 'DELETE', token: caller.token }, 'eraseUser'),
    /** Creates a user of this service. Returns the sent body and the id. */
    make: async (caller: Caller, overrides: Record<string, unknown> = {}) => {
      const body = userBody(overrides) as {
        email: string;
        externalUserId: string;
        firstName: string;
        lastName: string;
        birthday: string;
      };
      const answer = await service.createUser(caller.externalServiceId, { token: caller.token, body });
      return { ...body, id: answer.body.id as string };
    },
    nobody: randomUUID(),
  };
}

export type UserCalls = ReturnType<typeof userCalls>;
