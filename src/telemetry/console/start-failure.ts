import { DataDirInUse } from '../../db/connection/data-dir-lock.ts';
import { classifyFailure, isTlsFailure } from '../../db/connection/database-failure.ts';
import { UnusableDataDir } from '../../db/connection/prepare-data-dir.ts';
import { UnsuitableDatabase } from '../../db/migrate.ts';
import { ConfigurationError, embedded, variables } from '../../env.ts';

type Source = Record<string, string | undefined>;
type SystemError = NodeJS.ErrnoException & { hostname?: string; port?: number };

/** Writes why the process could not start, and ends it. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${explainStartFailure(error, process.env)}\n`);
  process.exit(1);
}

/**
 * Returns why the service could not start and what to do: one line per fault, without a stack if an operator can fix
 * it.
 */
export function explainStartFailure(error: unknown, source: Source): string {
  const explained = [ConfigurationError, DataDirInUse, UnsuitableDatabase];
  if ([...explained, UnusableDataDir].some((kind) => error instanceof kind)) return (error as Error).message;
  const cause = causeWithCode(error as SystemError);
  return (
    explainAddress(cause, source) ??
    (source.DATABASE_URL && source.DATABASE_URL !== embedded
      ? explainPostgresql(cause, source.DATABASE_URL)
      : explainEmbedded(cause, source)) ??
    (error as Error).stack ??
    String(error)
  );
}

/** Returns the underlying error. The service wraps database failures in its own errors. */
function causeWithCode(error: SystemError): SystemError {
  return error.code === undefined && error.cause instanceof Error ? causeWithCode(error.cause) : error;
}

function explainAddress(
  { code = '', message, hostname, port }: SystemError,
  source: Source,
): string | undefined {
  const variable = source.METRICS_PORT && port === Number(source.METRICS_PORT) ? 'METRICS_PORT' : 'PORT';
  const host = source.HOST || variables.HOST.default;
  const where = `${host}:${source[variable] || variables.PORT.default}`;
  if (code === 'EADDRINUSE')
    return `Port taken: something else listens on ${where}. Choose another with ${variable}.`;
  if (code === 'EADDRNOTAVAIL' || (unknownHost.has(code) && hostname === host))
    return `Cannot listen on ${where}: this machine has no such address. Correct HOST.`;
  if (code === 'EACCES') return `No permission: ${message}. Choose another ${variable}.`;
  return undefined;
}

function explainEmbedded({ code = '', message }: SystemError, source: Source): string | undefined {
  const dataDir = source.DATA_DIR || variables.DATA_DIR.default;
  if (fullDisk.has(code))
    return `No space left on the disk of the data folder ${dataDir}. Make room (an empty database takes 40 MB), or choose another folder with DATA_DIR.`;
  if (code === 'ERR_SQLITE_ERROR')
    return `The data folder ${dataDir} cannot be locked: ${message}. Choose another folder with DATA_DIR.`;
  return undefined;
}

function explainPostgresql(error: SystemError, url: string): string | undefined {
  const { code = '', message } = error;
  const database = withoutPassword(url);
  if (code === '28P01')
    return `PostgreSQL at ${database} rejects the user or password. Correct DATABASE_URL.`;
  // Such as "no pg_hba.conf entry … no encryption" or "connection requires a valid client certificate".
  if (code.startsWith('28'))
    return `PostgreSQL at ${database} rejects the connection: ${message}. Correct the user or the TLS parameters in DATABASE_URL.`;
  if (message.includes('The server does not support SSL connections'))
    return `PostgreSQL at ${database} does not offer TLS, and sslmode in DATABASE_URL requires it. Turn on TLS there.`;
  if (isTlsFailure(code))
    return `The TLS connection to PostgreSQL at ${database} failed: ${message} (${code}). Correct the certificates, or sslmode and sslrootcert in DATABASE_URL.`;
  if (code === '3D000')
    return `PostgreSQL at ${database} has no such database. Create it, or correct DATABASE_URL.`;
  if (code === '42501') return `PostgreSQL at ${database} does not let the user migrate: ${message}`;
  if (fullDisk.has(code)) return `PostgreSQL at ${database} has no space left on its disk. Make room there.`;
  if (unknownHost.has(code))
    return `PostgreSQL at ${database} cannot be found: its host has no address (${code}). Correct DATABASE_URL.`;
  if (lostStatement.has(code))
    return `The pooler at ${database} does not keep prepared statements (${code}). Set PREPARE_STATEMENTS=0, or install PgBouncer 1.21 or later with max_prepared_statements.`;
  if (classifyFailure(error) === 'unavailable')
    return `PostgreSQL at ${database} is away (${code || message}). Start it, or correct DATABASE_URL.`;
  return undefined;
}

const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN']);
// A prepared statement already exists, or does not exist.
const lostStatement = new Set(['42P05', '26000']);
// Codes of the file system and of PostgreSQL.
const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
