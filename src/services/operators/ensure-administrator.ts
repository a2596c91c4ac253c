import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Operator } from '../../db/entities/operator.ts';
import { type ByConfiguration, recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

interface Wanted {
  /** `OPERATOR_TOKEN`. */
  configuredToken: string | undefined;
  /** Whether a token may be made where none is configured and there is no operator yet. */
  mayInvent: boolean;
}

export interface Ensured {
  /** The token that was made, to be shown once; undefined when nothing had to be invented. */
  inventedToken: string | undefined;
  /** The operator of the configured token was revoked, and stays so: nobody can sign in with it. */
  isConfiguredTokenRevoked: boolean;
}

/**
 * Makes sure that there is a first administrator: the one whose token is configured, or an invented one.
 *
 * Another configured token is another administrator, and ends the one before with its sessions. Each change is an audit
 * event of the service itself; of processes that start at once, one makes it.
 */
export function ensureAdministrator(
  context: ServiceContext,
  { configuredToken, mayInvent }: Wanted,
): Promise<Ensured> {
  return context.database.transaction(async (em) => {
    // Processes that start at once take turns.
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/administrator', 0))");
    if (configuredToken !== undefined) {
      return { inventedToken: undefined, ...(await configure(context, em, configuredToken)) };
    }
    const inventedToken = mayInvent && (await em.count(Operator)) === 0 ? newToken('operator') : undefined;
    if (inventedToken !== undefined) await add(context, em, inventedToken, false);
    return { inventedToken, isConfiguredTokenRevoked: false };
  });
}

async function configure(context: ServiceContext, em: SqlEntityManager, token: string) {
  const known = await em.findOne(Operator, { secretHash: hashToken(token) });
  // Whoever revoked it meant it. Nor is anybody else ended for it: a process that starts once more with the token of
  // before, beside others that have the new one, would leave the platform without an administrator.
  if (known?.revokedAt != null) return { isConfiguredTokenRevoked: true };
  const current = known ?? (await add(context, em, token, true));
  if (current.role === 'ADMIN') current.configured = true;
  const former = await em.find(Operator, { configured: true, revokedAt: null, id: { $ne: current.id } });
  for (const operator of former) {
    operator.revokedAt = new Date(context.now()).toISOString();
    await recordChange(em, context, byConfiguration(operator), {
      action: 'revokeOperator',
      subjectType: 'operator',
      subjectId: operator.id,
      after: { revokedAt: operator.revokedAt },
    });
  }
  return { isConfiguredTokenRevoked: false };
}

async function add(
  context: ServiceContext,
  em: SqlEntityManager,
  token: string,
  configured: boolean,
): Promise<Operator> {
  const [name, role] = ['first administrator', 'ADMIN'] as const;
  const secretHash = hashToken(token);
  const operator = em.create(Operator, { id: context.newId(), name, role, secretHash, configured });
  await recordChange(em, context, byConfiguration(operator), {
    action: 'createOperator',
    subjectType: 'operator',
    subjectId: operator.id,
    after: { name, role },
  });
  return operator;
}

/** Nobody did it: it stands with the operator whom it is about. */
function byConfiguration({ id }: Operator): ByConfiguration {
  return { actor: { type: 'configuration', id } };
}
