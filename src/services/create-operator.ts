import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { Operator, operatorRoles } from '../db/operator.ts';
import { ApiError } from '../errors.ts';
import { hashToken, newToken } from './api-token.ts';
import type { Administrator } from './authorize-operator.ts';
import { text, uuid } from './fields.ts';
import { recordChange } from './record-change.ts';
import type { ServiceContext } from './service-context.ts';

export const CreateOperatorInput = z.strictObject({ name: text(1, 255), role: z.enum(operatorRoles) });
export const RevokeOperatorInput = z.strictObject({ operatorId: uuid() });

/** Creates an operator; the token's secret is shown once and kept nowhere. */
export function createOperator(
  context: ServiceContext,
  administrator: Administrator,
  { name, role }: z.output<typeof CreateOperatorInput>,
): Promise<{ id: string; secret: string }> {
  return context.database.transaction(async (em) => {
    const secret = newToken('operator');
    const { id } = em.create(Operator, { id: context.newId(), name, role, secretHash: hashToken(secret) });
    recordChange(em, context, administrator, {
      action: 'createOperator',
      subjectType: 'operator',
      subjectId: id,
      after: { name, role },
    });
    return { id, secret };
  });
}

/**
 * Ends an operator's token and sessions. Nothing changes when they have ended already.
 *
 * @throws ApiError `operator_not_found`, `last_administrator`.
 */
export function revokeOperator(
  context: ServiceContext,
  administrator: Administrator,
  { operatorId }: z.output<typeof RevokeOperatorInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    // All administrators, in one order: of two that revoke each other, one stays.
    const administrators = await em.find(
      Operator,
      { role: 'ADMIN', revokedAt: null },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const operator = await em.findOne(Operator, operatorId);
    if (!operator) throw new ApiError('operator_not_found');
    if (operator.revokedAt != null) return operatorId;
    if (administrators.every(({ id }) => id === operatorId)) throw new ApiError('last_administrator');
    operator.revokedAt = new Date().toISOString();
    recordChange(em, context, administrator, {
      action: 'revokeOperator',
      subjectType: 'operator',
      subjectId: operatorId,
      after: { revokedAt: operator.revokedAt },
    });
    return operatorId;
  });
}

/**
 * Makes sure that there is a first administrator: the one whose token is configured, or, when none is and `mayInvent`,
 * one with a new token, where there is no operator yet.
 *
 * @returns the new token, to be shown once; undefined when nothing had to be invented.
 */
export function ensureAdministrator(
  database: Database,
  newId: () => string,
  configuredToken: string | undefined,
  mayInvent: boolean,
): Promise<string | undefined> {
  return database.transaction(async (em) => {
    const add = (token: string) => {
      em.create(Operator, {
        id: newId(),
        name: 'first administrator',
        role: 'ADMIN',
        secretHash: hashToken(token),
      });
    };
    if (configuredToken !== undefined) {
      if (!(await em.findOne(Operator, { secretHash: hashToken(configuredToken) }))) add(configuredToken);
      return undefined;
    }
    if (!mayInvent || (await em.count(Operator)) > 0) return undefined;
    const token = newToken('operator');
    add(token);
    return token;
  });
}
