import type { Env } from '../env.ts';
import type { IdentityProviderSettings } from '../sign-in/identity-provider.ts';

/**
 * Returns the configured identity provider, or undefined if none is configured. env.ts has already validated the
 * variables.
 */
export function identityProviderOf(env: Env): IdentityProviderSettings | undefined {
  if (env.OIDC_ISSUER === undefined) return undefined;
  return {
    issuer: new URL(env.OIDC_ISSUER),
    clientId: env.OIDC_CLIENT_ID!,
    clientSecret: env.OIDC_CLIENT_SECRET!,
    scope: env.OIDC_SCOPE,
    groupOfRole: {
      ADMIN: env.OIDC_ADMIN_GROUP,
      SUPPORT: env.OIDC_SUPPORT_GROUP,
      VIEWER: env.OIDC_VIEWER_GROUP,
    },
  };
}
