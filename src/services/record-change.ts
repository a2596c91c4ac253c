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

/** The service itself, by how it is configured. */
export interface ByConfiguration {
  /** `id`: of the operator that it is about. */
  readonly actor: { type: 'configuration'; id: string };
}

/** Records an operator's change, or one of the service itself, in the unit of work of the change. Never a secret. */
export function recordChange(
  em: SqlEntityManager,
  { newId, now, requestId }: ServiceContext,
  by: Administrator | ByConfiguration,
  { action, subjectType, subjectId, before, after }: Change,
): void {
  em.create(AuditEvent, {
    id: newId(),
    at: new Date(now()).toISOString(),
    actorType: by.actor.type,
    actorId: by.actor.id,
    requestId,
    action,
    subjectType,
    subjectId,
    before: before ?? null,
    after: after ?? null,
  });
}
