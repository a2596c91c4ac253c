import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../rules/requests/scope.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import { type AuditAction, subjectTypes } from './audit-actions.ts';
import { changedFields } from './changed-fields.ts';

interface Change {
  action: AuditAction;
  /** Default: that of the action. */
  subjectType?: (typeof subjectTypes)[AuditAction];
  subjectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface ByConfiguration {
  /** `id`: the operator that the change is about. */
  readonly actor: { type: 'configuration'; id: string };
}

/** Whoever has an API token, or GitHub's secret scanning, which found it. `id`: of the token. */
export interface ByFinder {
  readonly actor: { type: 'api_token' | 'secret_scanning'; id: string };
}

/**
 * Records a change by an operator, a partner or the service itself, in the transaction of the change. Never pass a
 * secret.
 */
export async function recordChange(
  em: SqlEntityManager,
  context: ServiceContext,
  { actor }: SignedIn | Partner<Scope> | ByConfiguration | ByFinder,
  { action, subjectType = subjectTypes[action], subjectId, before, after }: Change,
): Promise<void> {
  await context.database.callIn(em, 'record_audit_event', {
    id: context.newId(),
    at: new Date(context.now()).toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    requestId: context.requestId,
    action,
    subjectType,
    subjectId,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}

/** Changes the given fields of a row that differ, and records that. Returns the new values, or undefined if none differs. */
export async function changeRow<Row extends { id: string }>(
  em: SqlEntityManager,
  context: ServiceContext,
  by: SignedIn | Partner<Scope>,
  row: Row,
  given: Record<string, unknown>,
  action: AuditAction,
): Promise<Record<string, unknown> | undefined> {
  const changed = changedFields(row, given);
  if (!changed) return undefined;
  Object.assign(row, changed.after);
  await recordChange(em, context, by, { action, subjectId: row.id, ...changed });
  return changed.after;
}
