import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { EventCounter, timesOf } from '../traffic/event-counter.ts';
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
    const database = inTransaction(context.database, em);
    const secret = await startSession(database, context.newId, operator.id, endsAt);
    await recordChange(em, context, authorizeAnyOperator(operator), {
      action: 'signIn',
      subjectType: 'operator',
      subjectId: operator.id,
      after: { by },
    });
    return secret;
  });
}

/** Counts sign-ins that were refused: an audit event a minute of each means. Nothing of what was sent is kept. */
export class RefusedSignIns {
  readonly #context: Omit<ServiceContext, 'requestId'>;
  readonly #refused: EventCounter<SignInMeans>;

  constructor(context: Omit<ServiceContext, 'requestId'>) {
    this.#context = context;
    this.#refused = new EventCounter(context.now);
  }

  record(by: SignInMeans, requestId: string): void {
    this.#refused.add(by, requestId);
  }

  /** Writes what has come together. */
  flush(): Promise<void> {
    return this.#refused.flush((refused) => {
      const context = { ...this.#context, requestId: refused.requestId };
      return context.database.transaction((em) =>
        recordChange(
          em,
          context,
          { actor: { type: 'configuration', id: noOperator } },
          {
            action: 'refuseSignIn',
            subjectType: 'operator',
            subjectId: noOperator,
            after: { by: refused.thing, ...timesOf(refused) },
          },
        ),
      );
    });
  }
}
