import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Administrator } from '../access/authorize-operator.ts';
import { actorArguments } from '../function-answers.ts';
import type { ServiceContext } from '../service-context.ts';

interface Change {
  /** The mutation. */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The service itself, by how it is configured. */
export interface ByConfiguration {
  /** `id`: of the operator that it is about. */
  readonly actor: { type: 'configuration'; id: string };
}

/** Records an operator's change, or one of the service itself, in the transaction of the change. Never a secret. */
export async function recordChange(
  em: SqlEntityManager,
  { database, newId, now, requestId }: ServiceContext,
  { actor }: Administrator | ByConfiguration,
  { before, after, ...change }: Change,
): Promise<void> {
  const { auditEventId, ...by } = actorArguments(actor, requestId, newId);
  await database.callIn(em, 'record_audit_event', {
    id: auditEventId,
    at: new Date(now()).toISOString(),
    ...by,
    ...change,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}
