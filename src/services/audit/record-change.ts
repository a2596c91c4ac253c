import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../rules/requests/scope.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import type { AuditAction } from './audit-actions.ts';
import { changedFields } from './changed-fields.ts';

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

/** Changes the given fields of a row that differ, and records that. Returns the new values, or undefined if none differs. */
export async function changeRow<Row extends { id: string }>(
  em: SqlEntityManager,
  context: ServiceContext,
  by: SignedIn | Partner<Scope>,
  row: Row,
  given: Record<string, unknown>,
  change: Pick<Change, 'action' | 'subjectType'>,
): Promise<Record<string, unknown> | undefined> {
  const changed = changedFields(row, given);
  if (!changed) return undefined;
  Object.assign(row, changed.after);
  await recordChange(em, context, by, { ...change, subjectId: row.id, ...changed });
  return changed.after;
}
