import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { Scope } from '../access/scope.ts';
import type { ServiceContext } from '../service-context.ts';
import type { AuditAction } from './audit-actions.ts';

interface Change {
  /** The mutation or operation. */
  action: AuditAction;
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

/** Records a change, in the transaction of the change: of an operator, a partner, or the service itself. Never a secret. */
export async function recordChange(
  em: SqlEntityManager,
  context: ServiceContext,
  { actor }: SignedIn | Partner<Scope> | ByConfiguration,
  { before, after, ...change }: Change,
): Promise<void> {
  await context.database.callIn(em, 'record_audit_event', {
    id: context.newId(),
    at: new Date(context.now()).toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    requestId: context.requestId,
    ...change,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}

interface Changes {
  /** The mutation. */
  action: AuditAction;
  subjectType: string;
  changes: readonly {
    subjectId: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}

/** The same of many things that one mutation has changed, by one statement. */
export async function recordChanges(
  em: SqlEntityManager,
  { database, newId, now, requestId }: ServiceContext,
  { actor }: SignedIn,
  { action, subjectType, changes }: Changes,
): Promise<void> {
  await database.callIn(em, 'record_audit_events', {
    ids: changes.map(() => newId()),
    at: new Date(now()).toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    requestId,
    action,
    subjectType,
    subjectIds: changes.map(({ subjectId }) => subjectId),
    befores: changes.map(({ before }) => JSON.stringify(before)),
    afters: changes.map(({ after }) => JSON.stringify(after)),
  });
}
