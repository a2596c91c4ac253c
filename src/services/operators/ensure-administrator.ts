import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { queryIn } from '../../db/connection/query.ts';
import { Operator } from '../../db/entities/operator.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { type ByConfiguration, recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

interface Wanted {
  /** `OPERATOR_TOKEN`. */
  configuredToken: string | undefined;
  /** True if a token may be generated when none is configured and no operator exists. */
  mayInvent: boolean;
}

export interface Ensured {
  /** The generated token, which is to be shown once, or undefined if none was generated. */
  inventedToken: string | undefined;
  /** True if the operator of the configured token was revoked. Nobody can sign in with it. */
  isConfiguredTokenRevoked: boolean;
}

/**
 * Ensures that a first administrator exists, with the configured or a generated token.
 *
 * A different configured token creates another administrator, and revokes the previous one with its sessions. Each
 * change is an audit event of the service itself. If several processes start at once, one of them makes the change.
 */
export function ensureAdministrator(
  context: ServiceContext,
  { configuredToken, mayInvent }: Wanted,
): Promise<Ensured> {
  return context.database.transaction(async (em) => {
    // Serializes processes that start at the same time.
    await lockName(queryIn(em), 'courtbridge/administrator');
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
  // A revocation is final. Nor are other administrators revoked here. If a process restarted with the old token while
  // others have the new one, the platform would have no administrator left.
  if (known?.revokedAt != null) return { isConfiguredTokenRevoked: true };
  const current = known ?? (await add(context, em, token, true));
  if (current.role === 'ADMIN') current.configured = true;
  const former = await em.find(Operator, { configured: true, revokedAt: null, id: { $ne: current.id } });
  for (const operator of former) {
    operator.revokedAt = new Date(context.now()).toISOString();
    await recordChange(em, context, byConfiguration(operator), {
      action: 'revokeOperator',
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
    subjectId: operator.id,
    after: { name, role },
  });
  return operator;
}

/** No operator made the change, so its actor is the operator that it is about. */
function byConfiguration({ id }: Operator): ByConfiguration {
  return { actor: { type: 'configuration', id } };
}
