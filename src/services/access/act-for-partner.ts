import { errorFactory } from '../../api-error.ts';
import { operatorsService } from '../../db/entities/external-service.ts';
import { findExternalService } from '../../db/queries/operators/external-services.ts';
import type { ErrorType } from '../../errors.ts';
import { type Scope, scopes } from '../../rules/requests/scope.ts';
import type { ServiceContext } from '../service-context.ts';
import { authenticateApiTokenErrors } from './authenticate-api-token.ts';
import type { Supporter } from './authorize-operator.ts';
import { authorizePartnerErrors, type Partner } from './authorize-partner.ts';

const actForPartnerErrors = ['external_service_not_found'] as const;
const createError = errorFactory(actForPartnerErrors);

/**
 * Returns a partner context for an operator who acts for an external service, with all scopes.
 *
 * @throws ApiError `external_service_not_found`.
 */
export async function actForPartner<S extends Scope>(
  { database }: ServiceContext,
  supporter: Supporter,
  externalServiceId: string,
): Promise<Partner<S>> {
  const known = await findExternalService(database.query, externalServiceId);
  if (!known || externalServiceId === operatorsService.id) throw createError('external_service_not_found');
  const { actor } = supporter;
  return { externalServiceId, actor, scopes: scopes as readonly Scope[] } as Partner<S>;
}

/** Returns a partner context for the operators' own external service. It owns the blocks of courts. */
export function actForOperators({ actor }: Supporter): Partner<'court-bookingwrite'> {
  const { id: externalServiceId } = operatorsService;
  return {
    externalServiceId,
    actor,
    scopes: ['court-bookingwrite'] as readonly Scope[],
  } as Partner<'court-bookingwrite'>;
}

// Operators cannot get errors of tokens, and mutations do not list unexpected errors.
const ofTokens: readonly ErrorType[] = [
  ...authenticateApiTokenErrors,
  ...authorizePartnerErrors,
  'internal_server_error',
];

/** Returns true if an operator can get this error from a function that partners also use. */
export function isForOperators(type: ErrorType): boolean {
  return !ofTokens.includes(type) && type !== 'user_access_denied' && type !== 'user_not_managed';
}

/** Returns the errors of an operator who acts for a partner, given the documented `errors` of the operation. */
export function errorsWhenActing(errors: readonly ErrorType[]): readonly ErrorType[] {
  return [...actForPartnerErrors, ...errors.filter((type) => !ofTokens.includes(type))];
}
