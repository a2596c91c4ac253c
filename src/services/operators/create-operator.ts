import { z } from 'zod';
import { Operator, operatorRoles } from '../../db/operator.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../records/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName } from '../values/fields.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

export const CreateOperatorInput = z.strictObject({ name: displayName(), role: z.enum(operatorRoles) });

/** Nothing but what every mutation may answer. */
export const createOperatorErrors = [] as const;

/** Creates an operator; the token's secret is shown once and kept nowhere. */
export function createOperator(
  context: ServiceContext,
  administrator: Administrator,
  { name, role }: z.output<typeof CreateOperatorInput>,
): Promise<{ id: string; secret: string }> {
  return context.database.transaction(async (em) => {
    const secret = newToken('operator');
    const { id } = em.create(Operator, { id: context.newId(), name, role, secretHash: hashToken(secret) });
    await recordChange(em, context, administrator, {
      action: 'createOperator',
      subjectType: 'operator',
      subjectId: id,
      after: { name, role },
    });
    return { id, secret };
  });
}
