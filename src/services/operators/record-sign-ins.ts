import { inTransaction } from '../../db/connection/in-transaction.ts';
import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { EventCounter, timesOf } from '../traffic/event-counter.ts';
import { startSession } from './operator-session.ts';

export type SignInMeans = 'TOKEN' | 'IDENTITY_PROVIDER';

/** The subject of audit events without an operator, such as a rejected sign-in. */
export const noOperator = '00000000-0000-0000-0000-000000000000';

/**
 * Starts a session of an operator and records it as an audit event. Returns the session's secret.
 *
 * @param endsAt the expiry of the token
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
      subjectId: operator.id,
      after: { by },
    });
    return secret;
  });
}

/** Counts rejected sign-ins: one audit event per minute for each way to sign in. Nothing of what was sent is stored. */
export class RejectedSignIns {
  readonly #context: Omit<ServiceContext, 'requestId'>;
  readonly #rejected: EventCounter<SignInMeans>;

  constructor(context: Omit<ServiceContext, 'requestId'>) {
    this.#context = context;
    this.#rejected = new EventCounter(context.now);
  }

  record(by: SignInMeans, requestId: string): void {
    this.#rejected.add(by, requestId);
  }

  flush(): Promise<void> {
    return this.#rejected.flush((rejected) => {
      const context = { ...this.#context, requestId: rejected.requestId };
      return context.database.transaction((em) =>
        recordChange(
          em,
          context,
          { actor: { type: 'configuration', id: noOperator } },
          {
            action: 'refuseSignIn',
            subjectId: noOperator,
            after: { by: rejected.resource, ...timesOf(rejected) },
          },
        ),
      );
    });
  }
}
