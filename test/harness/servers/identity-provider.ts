import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import type { IdentityProviderSettings } from '../../../src/sign-in/identity-provider.ts';
import { listenLocally } from './listen-locally.ts';

interface Person {
  name: string;
  groups: string[];
}

/** Starts a real OpenID Connect provider that accepts any password for the known people. */
export async function startIdentityProvider(people: Record<string, Person>) {
  const redirectUris: string[] = [];
  const faults = { withoutIdToken: false };
  const asked: URLSearchParams[] = [];
  const tokenRequests: string[] = [];
  const server = createServer();
  const { address: issuer, close } = await listenLocally(server);
  const clientSecret = 'a-secret-of-a-test-that-is-long-enough';
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'courtbridge',
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1:1/sign-in/callback'],
      },
    ],
    // Accepts any local port, because the service listens on a free one.
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: true,
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(people[id] ?? { name: id, groups: [] }) }),
    }),
  });
  const { Client } = provider;
  const allowed = Client.prototype.redirectUriAllowed;
  Client.prototype.redirectUriAllowed = function (uri: string) {
    return redirectUris.includes(uri) || allowed.call(this, uri);
  };
  provider.use(async (context, next) => {
    if (context.path === '/auth') asked.push(new URLSearchParams(context.querystring));
    if (context.path === '/token') tokenRequests.push(context.method);
    await next();
    if (context.path === '/token' && faults.withoutIdToken) delete context.body.id_token;
  });
  server.on('request', provider.callback());
  return {
    issuer,
    /** The settings with which a service uses this provider for sign-in. */
    settings: {
      issuer: new URL(issuer),
      clientId: 'courtbridge',
      clientSecret,
      scope: 'openid profile groups',
      groupOfRole: { ADMIN: 'court-admins', SUPPORT: 'court-support', VIEWER: 'court-viewers' },
    } satisfies IdentityProviderSettings,
    /** Requests to its authorization endpoint, oldest first. */
    asked,
    /** Requests to its token endpoint. */
    tokenRequests,
    /** Protocol violations that a test turns on. */
    faults,
    register: (address: string) => redirectUris.push(`${address}/sign-in/callback`),
    people,
    stop: close,
  };
}
