import { joined } from '../../db/joined.ts';
import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { authorizeAnybody } from '../access/authorize-operator.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { startSession } from './operator-session.ts';

/** By what somebody signs in. */
export type SignInMeans = 'TOKEN' | 'IDENTITY_PROVIDER';

/** Stands where an audit event is about no operator: a sign-in that was refused is nobody's. */
export const noOperator = '00000000-0000-0000-0000-000000000000';

/**
 * Starts a session of an operator, with the audit event of it; answers the session's secret.
 *
 * @param endsAt of the token that was shown
 */
export function startRecordedSession(
  context: ServiceContext,
  operator: AuthenticatedOperator,
  by: SignInMeans,
  endsAt?: string | null,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const database = joined(context.database, em);
    const secret = await startSession(database, context.newId, operator.id, endsAt);
    await recordChange(em, context, authorizeAnybody(operator), {
      action: 'signIn',
      subjectType: 'operator',
      subjectId: operator.id,
      after: { by },
    });
    return secret;
  });
}

interface Refused {
  count: number;
  firstAt: number;
  lastAt: number;
  /** Of the last: the log has it. */
  requestId: string;
}

/**
 * Counts sign-ins that were refused: an audit event a minute of each means, however many there are, with the request id of the last.
 * Nothing of what was sent is kept. After a crash the last minute is missing.
 */
export class RefusedSignIns {
  readonly #context: Omit<ServiceContext, 'requestId'>;
  #counted = new Map<SignInMeans, Refused>();

  constructor(context: Omit<ServiceContext, 'requestId'>) {
    this.#context = context;
  }

  record(by: SignInMeans, requestId: string): void {
    const at = this.#context.now();
    this.#add(by, { count: 1, firstAt: at, lastAt: at, requestId });
  }

  /** Writes what has come together. On failure it is kept for the next time. */
  async flush(): Promise<void> {
    const counted = this.#counted;
    this.#counted = new Map();
    for (const [by, { count, firstAt, lastAt, requestId }] of counted) {
      try {
        const context = { ...this.#context, requestId };
        const after = { by, count, firstAt: toText(firstAt), lastAt: toText(lastAt) };
        await context.database.transaction((em) =>
          recordChange(
            em,
            context,
            { actor: { type: 'configuration', id: noOperator } },
            { action: 'refuseSignIn', subjectType: 'operator', subjectId: noOperator, after },
          ),
        );
        counted.delete(by);
      } catch (error) {
        for (const [each, refused] of counted) this.#add(each, refused);
        throw error;
      }
    }
  }

  #add(by: SignInMeans, refused: Refused): void {
    const known = this.#counted.get(by);
    if (!known) {
      this.#counted.set(by, refused);
      return;
    }
    const last = known.lastAt > refused.lastAt ? known : refused;
    this.#counted.set(by, {
      count: known.count + refused.count,
      firstAt: Math.min(known.firstAt, refused.firstAt),
      lastAt: last.lastAt,
      requestId: last.requestId,
    });
  }
}

function toText(millis: number): string {
  return new Date(millis).toISOString();
}
