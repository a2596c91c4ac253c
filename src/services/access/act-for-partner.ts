import { operatorsService } from '../../db/entities/external-service.ts';
import { type ErrorType, refusals } from '../../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { authenticateApiTokenErrors } from './authenticate-api-token.ts';
import type { Supporter } from './authorize-operator.ts';
import { authorizePartnerErrors, type Partner } from './authorize-partner.ts';
import { type Scope, scopes } from './scope.ts';

const actForPartnerErrors = ['external_service_not_found'] as const;
const refuse = refusals(actForPartnerErrors);

/**
 * An operator acts for an external service, within any scope.
 *
 * @throws ApiError `external_service_not_found`.
 */
export async function actForPartner<S extends Scope>(
  { database }: ServiceContext,
  supporter: Supporter,
  externalServiceId: string,
): Promise<Partner<S>> {
  const known = await database.query('select from external_services where id = $1', [externalServiceId]);
  if (known.length === 0 || externalServiceId === operatorsService.id)
    throw refuse('external_service_not_found');
  const { actor } = supporter;
  return { externalServiceId, actor, scopes: scopes as readonly Scope[] } as Partner<S>;
}

/** An operator acts for the external service of operators: a court is blocked, which is no partner's doing. */
export function actForOperators({ actor }: Supporter): Partner<'court-bookingwrite'> {
  const { id: externalServiceId } = operatorsService;
  return {
    externalServiceId,
    actor,
    scopes: ['court-bookingwrite'] as readonly Scope[],
  } as Partner<'court-bookingwrite'>;
}

// What a token is refused for does not happen to an operator, and what is unexpected is no answer of a mutation.
const ofTokens: readonly ErrorType[] = [
  ...authenticateApiTokenErrors,
  ...authorizePartnerErrors,
  'internal_server_error',
];

/** Whether an operator may be answered this by a verb that partners have, too. */
export function isForOperators(type: ErrorType): boolean {
  return !ofTokens.includes(type) && type !== 'user_access_denied' && type !== 'user_not_managed';
}

/** What an operator may be answered who does for a partner what is documented to answer `errors`. */
export function errorsWhenActing(errors: readonly ErrorType[]): readonly ErrorType[] {
  return [...actForPartnerErrors, ...errors.filter((type) => !ofTokens.includes(type))];
}
