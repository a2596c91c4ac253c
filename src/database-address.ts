import { checkServerIdentity } from 'node:tls';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** The parameters that an address may have. They mean the same as in libpq. */
const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
// `allow` and `prefer` are left out: both continue without TLS when the server, or an attacker in between, claims not
// to support it.
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/** The connection options for `pg`. `PGUSER` and `PGPASSWORD` apply only to an address without a user or a password. */
export type ConnectionOptions = Pick<
  ClientConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'application_name'
>;

/**
 * Parses the address of a PostgreSQL database and reads the certificates that it names.
 *
 * @throws Error that says what is wrong. It leaves out the address, which may contain a password.
 */
export function toConnectionOptions(address: string): ConnectionOptions {
  const url = parseUrl(address);
  checkParameters(url.searchParams);
  const { host, port, user, password, database, application_name, ssl } = toClientConfig(
    readAddress(address, url.searchParams),
  );
  if (!host) throw new Error(`has no host: it must be like ${example}.`);
  if (!database) throw new Error(`has no database name: it must be like ${example}.`);
  return {
    host,
    port: port ?? 5432,
    user,
    password,
    database,
    // Explicit, so that PGSSLMODE does not apply. A Unix socket never uses TLS.
    ssl: host.startsWith('/') || !ssl ? false : withHostCheck(ssl, host, url.searchParams.get('sslmode')),
    ...(application_name === undefined ? {} : { application_name }),
  };
}

const example = 'postgres://user:password@host:5432/database';

function parseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new Error(`must be an address such as ${example}.`);
  const { username, password, hostname, pathname } = url;
  for (const part of [username, password, hostname, pathname]) {
    try {
      decodeURIComponent(part);
    } catch {
      throw new Error('has a % that begins no escape: write the sign itself as %25.');
    }
  }
  return url;
}

function checkParameters(given: URLSearchParams): void {
  for (const name of given.keys()) {
    if (!parameters.includes(name))
      throw new Error(`has the unknown parameter "${name}". Known are ${parameters.join(', ')}.`);
    if (given.getAll(name).length > 1) throw new Error(`has the parameter "${name}" twice.`);
  }
  const mode = given.get('sslmode') ?? 'disable';
  const [root, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => given.get(name));
  if (!sslModes.includes(mode))
    throw new Error(`has the sslmode "${mode}". It must be one of ${sslModes.join(', ')}.`);
  if (mode === 'disable' && (root || certificate || key))
    throw new Error('names certificates, but its sslmode does not use TLS. Add sslmode=verify-full.');
  if (mode === 'verify-ca' && !root)
    throw new Error('has sslmode=verify-ca without sslrootcert. Add sslrootcert, or use verify-full.');
  if (!certificate !== !key) throw new Error('must have both sslcert and sslkey, or neither.');
}

function readAddress(address: string, given: URLSearchParams) {
  try {
    return parse(address, { useLibpqCompat: true });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    const name = parameters.find((parameter) => path !== undefined && given.get(parameter) === path);
    if (name) throw new Error(`names a file in ${name} that cannot be read: ${path} (${code}).`);
    throw error;
  }
}

/** `pg` passes no name for an IP address. Node would then compare the certificate with "localhost". */
function withHostCheck(ssl: NonNullable<ClientConfig['ssl']>, host: string, mode: string | null) {
  if (mode !== 'verify-full') return ssl;
  return {
    ...(ssl === true ? {} : ssl),
    checkServerIdentity: (_name: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  };
}
