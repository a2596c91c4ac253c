import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { Operator } from '../../db/entities/operator.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';

export const RevokeOperatorInput = z.strictObject({ operatorId: uuid() });

export const revokeOperatorErrors = ['operator_not_found', 'last_administrator'] as const;
const createError = errorFactory(revokeOperatorErrors);

/**
 * Revokes an operator's token and sessions. Nothing changes if the operator is already revoked.
 *
 * @throws ApiError `operator_not_found`, `last_administrator`.
 */
export function revokeOperator(
  context: ServiceContext,
  administrator: Administrator,
  { operatorId }: z.output<typeof RevokeOperatorInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    // Locks all administrators in the same order. If two revoke each other, one remains.
    const administrators = await em.find(
      Operator,
      { role: 'ADMIN', revokedAt: null },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const operator = await em.findOne(Operator, operatorId);
    if (!operator) throw createError('operator_not_found');
    if (operator.revokedAt != null) return operatorId;
    if (administrators.every(({ id }) => id === operatorId)) throw createError('last_administrator');
    operator.revokedAt = new Date(context.now()).toISOString();
    await recordChange(em, context, administrator, {
      action: 'revokeOperator',
      subjectId: operatorId,
      after: { revokedAt: operator.revokedAt },
    });
    return operatorId;
  });
}
