import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { AuditEvent } from '../db/audit-event.ts';
import type { Administrator } from './authorize-operator.ts';
import type { ServiceContext } from './service-context.ts';

interface Change {
  /** The mutation. */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Records an operator's change, in the unit of work of the change itself. Never a secret. */
export function recordChange(
  em: SqlEntityManager,
  { newId, now, requestId }: ServiceContext,
  administrator: Administrator,
  { action, subjectType, subjectId, before, after }: Change,
): void {
  em.create(AuditEvent, {
    id: newId(),
    at: new Date(now()).toISOString(),
    actorType: administrator.actor.type,
    actorId: administrator.actor.id,
    requestId,
    action,
    subjectType,
    subjectId,
    before: before ?? null,
    after: after ?? null,
  });
}
