import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../rules/requests/scope.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import type { AuditAction } from './audit-actions.ts';

interface Change {
  action: AuditAction;
  subjectType: string;
  subjectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface ByConfiguration {
  /** `id`: the operator that the change is about. */
  readonly actor: { type: 'configuration'; id: string };
}

/**
 * Records a change by an operator, a partner or the service itself, in the transaction of the change. Never pass a
 * secret.
 */
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
  action: AuditAction;
  subjectType: string;
  changes: readonly {
    subjectId: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}

/** Records one mutation's changes to many objects, in one statement. */
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
