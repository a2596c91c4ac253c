import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { Operator, operatorRoles } from '../../db/entities/operator.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, instant } from '../values/fields.ts';
import { requireFuture } from '../values/require-future.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

export const CreateOperatorInput = z.strictObject({
  name: displayName(),
  role: z.enum(operatorRoles),
  expiresAt: instant().optional(),
});

export const createOperatorErrors = ['invalid_schema'] as const;
const createError = errorFactory(createOperatorErrors);

/**
 * Creates an operator. The token's secret is returned once and never stored.
 *
 * @throws ApiError `invalid_schema` (the token would already have expired).
 */
export function createOperator(
  context: ServiceContext,
  administrator: Administrator,
  input: z.output<typeof CreateOperatorInput>,
): Promise<{ id: string; secret: string }> {
  const { name, role, expiresAt } = input;
  requireFuture(context, ['expiresAt'], expiresAt, createError);
  return context.database.transaction(async (em) => {
    const secret = newToken('operator');
    const { id } = em.create(Operator, {
      id: context.newId(),
      name,
      role,
      secretHash: hashToken(secret),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    await recordChange(em, context, administrator, { action: 'createOperator', subjectId: id, after: input });
    return { id, secret };
  });
}
