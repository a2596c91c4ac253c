import { documentedOperations } from '../documented-operations.generated.ts';
import { after, answerOf } from './answer.ts';
import { documentedErrors } from './documented-interface.generated.ts';
import type { Planning, PlanOptions } from './planning.ts';
import { ApiError, checkAmounts } from './platform/api-error.ts';
import type { Called } from './platform/find-operation.ts';
import type { TestRequest } from './test-platform.ts';

export interface Attempt extends TestRequest {
  request: Request;
  called: Called;
  /** The id that was sent, or a new one. */
  requestId: string;
}

/** Carries out an attempt. Returns a function that creates the response or throws a network failure. */
type Answer = (call: Attempt) => (() => Response) | Promise<() => Response>;

interface Plan {
  operation: string;
  left: number;
  delayMs: number;
  answer: Answer;
}

/**
 * Creates plans. For each operation, they are used in the order in which they are made.
 *
 * @param carryOut carries out an attempt; `fields` and `status` replace those of a success
 */
export function createPlans(
  carryOut: (call: Attempt, fields?: object, status?: number) => Promise<Response>,
): { planning: Planning; run(call: Attempt, signal: AbortSignal): Promise<Response>; forget(): void } {
  const plans: Plan[] = [];
  const plan = (operation: string, answer: Answer, { times = 1, delayMs = 0 }: PlanOptions = {}) => {
    checkAmounts({ times, delayMs });
    plans.push({ operation, left: times, delayMs, answer });
  };

  const planning: Planning = {
    succeed: (operation, body, options) => {
      const carriedOut: Answer = async (call) => {
        const response = await carryOut(call, body ?? {}, options?.status);
        return () => response;
      };
      plan(operation, carriedOut, options);
    },
    refuse: (operation, type, { message, issues, retryAfterSeconds = 1, ...options } = {}) => {
      checkAmounts({ retryAfterSeconds });
      const codes: readonly string[] = documentedOperations[operation]?.errors ?? [];
      if (!codes.includes(type)) {
        throw new TypeError(
          `${operation} does not return "${type}". Use answer() for responses that are not documented.`,
        );
      }
      const { status, fields }: { status: number; fields?: Record<string, unknown> } = documentedErrors[type];
      const headers: Record<string, string> = {};
      if (status === 429 || status === 503) headers['Retry-After'] = `${retryAfterSeconds}`;
      if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="partner-api"';
      const own = { ...fields, ...(issues && { issues }) };
      const error = new ApiError(type, { message: message || undefined, fields: own, headers });
      plan(operation, () => throwing(error), options);
    },
    answer: (operation, status, body, options) => {
      const given: Answer = (call) => () => answerOf(call.requestId, status, body, options?.headers);
      plan(operation, given, options);
    },
    failNetwork: (operation, options) => {
      const failed: Answer = async (call) => {
        if (options?.afterDelivery) await carryOut(call);
        return throwing(networkFailure());
      };
      plan(operation, failed, options);
    },
  };

  const run = async (call: Attempt, signal: AbortSignal): Promise<Response> => {
    const next = plans.find(({ operation, left }) => operation === call.operation && left > 0);
    if (!next) return carryOut(call);
    next.left--;
    // The attempt is carried out on arrival. Only its response is delayed.
    const answer = await next.answer(call);
    await after(next.delayMs, signal);
    return answer();
  };

  return {
    planning,
    run,
    forget: () => {
      plans.length = 0;
    },
  };
}

const throwing = (error: Error) => (): never => {
  throw error;
};

export const networkFailure = () =>
  new TypeError('fetch failed', { cause: new Error('planned by the test') });
