import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { Operator } from '../../db/entities/operator.ts';
import { limitSessions } from '../../db/queries/operators/sign-in.ts';
import { authorizeOperatorErrors, type SignedIn } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, uuid } from '../values/fields.ts';
import { requireFuture } from '../values/require-future.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';
import { whyDenied, whyNot } from './why-no-rotation.ts';

/**
 * `expiresAt`: null means that the new token does not expire. If it is omitted, the new token expires when the old one
 * would have.
 */
export const RotateOperatorTokenInput = z.strictObject({
  operatorId: uuid(),
  overlapMinutes: z.int().min(0, 'Must be 0 or more.').max(43_200, 'Must be at most 43,200 (30 days).'),
  expiresAt: instant().nullable().optional(),
});

export const rotateOperatorTokenErrors = [
  'invalid_schema',
  ...authorizeOperatorErrors,
  'operator_not_found',
  'operator_token_not_rotatable',
] as const;
const createError = errorFactory(rotateOperatorTokenErrors);

/**
 * Issues a new token to an operator. Its secret is returned once. The old token stays valid for `overlapMinutes`, or
 * until its own expiry. Sessions end with it. Every operator may replace their own token, but not from a session, which
 * would become a token that outlasts it. Only administrators may replace those of others or set the expiry.
 *
 * @throws ApiError `operator_permission_denied`, `invalid_schema` (the new token would already have expired),
 * `operator_not_found`, `operator_token_not_rotatable`.
 */
export async function rotateOperatorToken(
  context: ServiceContext,
  operator: SignedIn,
  { operatorId, overlapMinutes, expiresAt: given }: z.output<typeof RotateOperatorTokenInput>,
): Promise<{ id: string; secret: string }> {
  const denial = whyDenied(operator, operatorId, given);
  if (denial !== undefined) throw createError('operator_permission_denied', { message: denial });
  requireFuture(context, ['expiresAt'], given, createError);
  return context.database.transaction(async (em) => {
    const row = await em.findOne(Operator, operatorId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw createError('operator_not_found');
    const fault = whyNot(row);
    if (fault !== undefined) throw createError('operator_token_not_rotatable', { message: fault });

    const before = row.expiresAt ?? null;
    const expiresAt = given === undefined ? before : given;
    requireFuture(context, ['expiresAt'], expiresAt, createError);
    const overlapEnd = new Date(context.now() + overlapMinutes * 60_000).toISOString();
    const endsSooner = before !== null && Date.parse(before) < Date.parse(overlapEnd);
    const formerTokenUntil = endsSooner ? before : overlapEnd;
    const secret = newToken('operator');
    em.assign(row, {
      formerSecretHash: row.secretHash!,
      formerSecretUntil: formerTokenUntil,
      secretHash: hashToken(secret),
      expiresAt,
    });
    await em.flush();
    // Sessions end with the old token, because anyone who had the token may have started them.
    await limitSessions(queryIn(em), operatorId, formerTokenUntil);
    await recordChange(em, context, operator, {
      action: 'rotateOperatorToken',
      subjectId: operatorId,
      before: { expiresAt: before },
      after: { expiresAt, formerTokenUntil },
    });
    return { id: operatorId, secret };
  });
}
