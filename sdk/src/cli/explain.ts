import type { PartnerError } from '../index.ts';
import { type Finding, operator, you } from './finding.ts';

const tell = 'tell an operator.';

/** Explains why a call to the service failed. `url`: the address that the user gave. */
export function explain(error: PartnerError, url: string): Finding {
  const { host } = new URL(url);
  const request = error.requestId === undefined ? '' : ` The request id is ${error.requestId}.`;
  const retry = `Try again in a minute. If it remains, ${tell}${request}`;
  switch (error.type) {
    case 'network_error':
      return explainNetwork(error.cause, host);
    case 'timeout':
      return operator(
        `${host} did not respond in time.`,
        `Check that your network allows the connection. ${retry}`,
      );
    case 'unexpected_answer':
      return explainForeignAnswer(error.status, error.response.headers.get('Location'), url, retry);
    case 'missing_api_token':
      return you('The token did not arrive.', 'A proxy removes the header Authorization. Configure it.');
    case 'invalid_api_token':
      return you(
        'The service rejects the token. It is mistyped, expired or revoked, or belongs to another system.',
        'Check that TOKEN is complete and that BASE_URL is its system (test or production). Otherwise ask an operator for a new token. Do not retry with this one.',
      );
    case 'scope_permission_denied':
      return operator(error.message, 'Ask for a token with this scope.');
    case 'rate_limit_exceeded':
      return you(
        'The rate limit is used up.',
        'Another program uses this token, or an invalid one was sent too often from your address. Stop it, or wait a minute.',
      );
    case 'service_unavailable':
    case 'internal_server_error':
      return operator(error.message, retry);
    case 'cursor_expired':
      return you(
        'The changes after this cursor are no longer stored, or the cursor belongs to another system.',
        'Pass --from start for all stored changes, or --from latest for new ones.',
      );
    default:
      return you(error.message, `If the cause is not yours, ask an operator.${request}`);
  }
}

const certificate = 'The certificate of HOST';
/** Codes of Node and OpenSSL, and what they mean for a host. The first match counts. */
const networkReasons: [codes: RegExp, finding: Finding][] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    you('The name HOST cannot be resolved.', 'Check the spelling of BASE_URL, and your network and DNS.'),
  ],
  [
    /ECONNREFUSED/,
    you('Nothing listens at HOST.', `Check host and port of BASE_URL. If they are right, ${tell}`),
  ],
  [
    /CERT_HAS_EXPIRED|ALTNAME/,
    operator(`${certificate} has expired or is for another name.`, `Check BASE_URL. If it is right, ${tell}`),
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO/,
    you(
      `${certificate} comes from an authority that Node does not know.`,
      'If your network has its own authority, set NODE_EXTRA_CA_CERTS to its certificate. Otherwise ask an operator.',
    ),
  ],
  [
    /ERR_SSL|EPROTO/,
    you('HOST does not speak TLS on this port.', 'Check whether BASE_URL needs http:// or another port.'),
  ],
  [
    /^/,
    you(
      'No response arrived from HOST.',
      `Check your network, firewall and proxy (HTTPS_PROXY with NODE_USE_ENV_PROXY=1). If others reach it, ${tell}`,
    ),
  ],
];

function explainNetwork(cause: unknown, host: string): Finding {
  const codes = codesOf(cause);
  const [, finding] = networkReasons.find(([pattern]) => pattern.test(codes))!;
  return { ...finding, text: finding.text.replace('HOST', host) };
}

/** The codes of an error and of its causes. */
function codesOf(error: unknown): string {
  const {
    code,
    cause,
    errors = [],
  } = (error ?? {}) as { code?: string; cause?: unknown; errors?: unknown[] };
  return [code, ...[cause, ...errors].filter(Boolean).map(codesOf)].filter(Boolean).join(' ');
}

function explainForeignAnswer(status: number, location: string | null, url: string, retry: string): Finding {
  if (location !== null && URL.canParse(location, url)) {
    const given = new URL(url).href.replace(/\/+$/, '');
    const { origin, pathname } = new URL(location, url);
    const page = origin + pathname;
    const base = page.replace(/\/api\/v1\/.*$/, '');
    // A page of the same host, such as that of a sign-in, is no other address of the service.
    const isItself = base === given || (base === page && page.startsWith(`${given}/`));
    return you(
      `The address redirects to ${isItself ? page : base}. Redirects are not followed, so that the token reaches no other host.`,
      isItself
        ? 'A proxy intercepts the call. Let it pass calls with a token.'
        : 'If that host belongs to the platform, set BASE_URL to it.',
    );
  }
  if (/\/api(\/|$)/.test(new URL(url).pathname))
    return you(
      `The response has status ${status}, because the address contains a part of the path.`,
      'Set BASE_URL to the part before /api.',
    );
  if (status >= 500)
    return operator(`A proxy responds with ${status}, because it does not reach the service.`, retry);
  return you(
    `The response (status ${status}) does not come from the partner interface of Courtbridge.`,
    'Check host, port and path of BASE_URL, and whether a proxy of yours intercepts the call.',
  );
}
