/** Explains to an operator why there was no response. The operator forwards it to the receiver's staff. */
export function explainFailure(error: unknown, host: string, port: string): string {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  // The error codes of name servers differ in meaning from those of connections.
  if (syscall.startsWith('query') && !noAddress.test(code)) return unresolved(host, port, code);
  const known = explanations.find(([codes]) => codes.test(code));
  return known ? known[1](host, port, code) : `${host} could not be reached (${code || 'unknown'}).`;
}

type Explain = (host: string, port: string, code: string) => string;

const noAddress = /^(ENOTFOUND|ENODATA|EBADNAME)$/;
const unresolved: Explain = (host, _port, code) => `The name servers did not say where ${host} is (${code}).`;

const explanations: [codes: RegExp, explain: Explain][] = [
  [
    noAddress,
    (host) => `The name ${host} has no address: correct the URL, or the entries of its name server.`,
  ],
  [/^EAI_AGAIN$/, unresolved],
  [
    /^ECONNREFUSED$/,
    (host, port) =>
      `${host} refused the connection to port ${port}: nothing listens there, or a firewall is in the way.`,
  ],
  [
    /^(ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/,
    (host, port, code) => `${host} could not be reached at port ${port} (${code}).`,
  ],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, (host) => `${host} closed the connection without a response.`],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (host) => `The certificate is not one of ${host}: give the receiver one of that name.`,
  ],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_|ERROR_IN_)/,
    (host, _port, code) =>
      `The certificate of ${host} is not trusted (${code}): renew it, and send it with those between it and a public authority.`,
  ],
  [
    /^(ERR_SSL_|ERR_TLS_|EPROTO)/,
    (host, port, code) => `${host} does not speak TLS at port ${port} (${code}).`,
  ],
  [/^HPE_/, (host, port, code) => `The response of ${host} at port ${port} is not HTTP/1.1 (${code}).`],
];
