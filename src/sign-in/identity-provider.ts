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

/** The browser returned without a valid response of the provider. This is not a failure of the provider. */
export class InvalidCallback extends Error {}

/** The provider cannot be reached or violates the protocol. Operators see the message unchanged. */
export class IdentityProviderFailure extends Error {}

/**
 * Signs in operators with the authorization code flow and PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). The
 * provider's metadata is read at the first sign-in, and again after a failure.
 */
export class IdentityProvider {
  readonly settings: IdentityProviderSettings;
  #discovered: Promise<Configuration> | undefined;
  #isKnown = false;

  constructor(settings: IdentityProviderSettings) {
    this.settings = settings;
  }

  /** True if the metadata is known, so that a sign-in begins without a request to the provider. */
  get isKnown(): boolean {
    return this.#isKnown;
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
   * @throws InvalidCallback, IdentityProviderFailure
   */
  async complete(callback: URL, { state, nonce, verifier }: KeptSignIn): Promise<Identity> {
    const client = await import('openid-client');
    // Checked before the first request to the provider. Anybody can send any parameters.
    const code = onlyParameter(callback, 'code');
    const isRejected = callback.searchParams.has('error');
    if (isRejected || code === undefined || onlyParameter(callback, 'state') !== state)
      throw new InvalidCallback();
    const configuration = await this.#discover();
    const { issuer, authorization_response_iss_parameter_supported: needsIssuer } =
      configuration.serverMetadata();
    // RFC 9207, section 2.4.
    if ((needsIssuer || callback.searchParams.has('iss')) && onlyParameter(callback, 'iss') !== issuer)
      throw new InvalidCallback();
    return this.#failing(async () => {
      const response = new URL(callback.pathname, callback);
      response.search = String(new URLSearchParams({ code, state }));
      if (needsIssuer) response.searchParams.set('iss', issuer);
      const tokens = await client
        .authorizationCodeGrant(configuration, response, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw isInvalidCode(error as GrantError) ? new InvalidCallback() : error;
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
      const configuration = await client.discovery(issuer, clientId, clientSecret, undefined, {
        execute,
        timeout: 5,
      });
      this.#isKnown = true;
      return configuration;
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
      if (error instanceof InvalidCallback) throw error;
      throw new IdentityProviderFailure(`${this.settings.issuer.host}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** Returns a parameter of the query that occurs once. */
function onlyParameter({ searchParams }: URL, name: string): string | undefined {
  const values = searchParams.getAll(name);
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

interface GrantError {
  code?: string;
  /** The code of the token endpoint (RFC 6749, section 5.2). */
  error?: string;
  cause?: { cause?: { claim?: string } };
}

/** Returns true if the provider does not know the code, or issued it for another sign-in. */
function isInvalidCode({ code, error, cause }: GrantError): boolean {
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return error === 'invalid_grant' || error === 'invalid_request';
  return code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && cause?.cause?.claim === 'nonce';
}
