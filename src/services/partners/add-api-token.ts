import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ApiToken, ExternalService } from '../../db/entities/external-service.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import { hashToken, newToken } from '../values/secret-formats.ts';

interface NewApiToken {
  id: string;
  externalServiceId: string;
  scopes: readonly Scope[];
  label: string;
  /** ISO 8601. undefined: never. */
  expiresAt?: string | undefined;
}

/** Adds an API token to the unit of work. Returns its secret. */
export function addApiToken(
  em: SqlEntityManager,
  token: NewApiToken,
  secret: string = newToken('partner'),
): string {
  em.create(ApiToken, {
    id: token.id,
    externalService: em.getReference(ExternalService, token.externalServiceId),
    label: token.label,
    scopes: [...token.scopes],
    secretHash: hashToken(secret),
    ...(token.expiresAt === undefined ? {} : { expiresAt: token.expiresAt }),
  });
  return secret;
}
