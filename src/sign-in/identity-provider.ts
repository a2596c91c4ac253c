import type { Configuration } from 'openid-client';
import type { GroupOfRole, Identity } from '../services/operators/sign-in-by-identity.ts';

/** An OpenID Connect provider and the groups that may sign in. */
export interface IdentityProviderSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  scope: string;
  groupOfRole: GroupOfRole;
}

/** The data that the browser keeps during the sign-in at the provider. */
export interface KeptSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider cannot be reached or violates the protocol. Operators see the message unchanged. */
export class IdentityProviderFailure extends Error {}

/**
 * Signs in operators with the authorization code flow and PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). The
 * provider's metadata is read at the first sign-in, and again after a failure.
 */
export class IdentityProvider {
  readonly settings: IdentityProviderSettings;
  #discovered: Promise<Configuration> | undefined;

  constructor(settings: IdentityProviderSettings) {
    this.settings = settings;
  }

  /**
   * Returns the address to redirect the browser to, and what it keeps until it returns to `redirectUri`.
   *
   * @throws IdentityProviderFailure
   */
  async begin(redirectUri: string): Promise<{ location: string; kept: KeptSignIn }> {
    const client = await import('openid-client');
    const configuration = await this.#discover();
    const kept = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.settings.scope,
      state: kept.state,
      nonce: kept.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, kept };
  }

  /**
   * Returns the identity of the person who has returned from the provider.
   *
   * @param callback the redirect URI with the parameters that the provider added
   * @throws IdentityProviderFailure
   */
  async complete(callback: URL, { state, nonce, verifier }: KeptSignIn): Promise<Identity> {
    const client = await import('openid-client');
    const configuration = await this.#discover();
    return this.#failing(async () => {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
      const further = hasMore
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      const all: Record<string, unknown> = { ...claims, ...further };
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: String(all.name ?? all.preferred_username ?? all.email ?? claims.sub),
        groups: [all.groups ?? []].flat().map(String),
      };
    });
  }

  #discover(): Promise<Configuration> {
    this.#discovered ??= this.#failing(async () => {
      const client = await import('openid-client');
      const { issuer, clientId, clientSecret } = this.settings;
      // env.ts allows http only for this machine.
      const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
      return client.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: 5 });
    });
    this.#discovered.catch(() => {
      this.#discovered = undefined;
    });
    return this.#discovered;
  }

  async #failing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw new IdentityProviderFailure(`${this.settings.issuer.host}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
