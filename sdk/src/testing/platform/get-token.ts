import { formatInstant } from './instant.ts';
import type { Token, World } from './world.ts';

/** How fast a token may send, as it is told; the kit does not count. */
export const rateLimit = { perSecond: 50, burst: 100 };

/** What a token may do. */
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
