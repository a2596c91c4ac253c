import { formatInstant } from '../../../../src/rules/instant.ts';
import type { Token, World } from './world.ts';

/** The rate limit that responses report. The kit does not enforce it. */
export const rateLimit = { perSecond: 50, burst: 100 };

export function getToken(world: World, { externalService, label, scopes, expiresAt }: Token) {
  const organizations = [...externalService.organizations]
    .map((id) => ({ ...world.organizations.get(id)! }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    externalServiceId: externalService.id,
    externalServiceName: externalService.name,
    label,
    scopes,
    ...(expiresAt === undefined ? {} : { expiresAt: formatInstant(expiresAt) }),
    organizations,
    rateLimit,
  };
}
