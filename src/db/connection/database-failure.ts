import { ApiError } from '../../api-error.ts';

/** What a failed statement means for the caller. */
export type Failure = 'lost_race' | 'unavailable' | 'unexpected';

// SQLSTATE: PostgreSQL's documentation, appendix A. A class is the first two characters.
const lostRaces = new Set(['40001', '40P01', '23505', '23P01']);
const unavailableClasses = new Set([
  // Connection; authentication, which fails while a password or certificate is replaced; resources (disk, memory,
  // connections); operator intervention or timeout; system error.
  '08',
  '28',
  '53',
  '57',
  '58',
]);
const unavailableStates = new Set([
  // A read-only server: a standby, or a primary that is read-only because its disk is full.
  '25006',
  // The server ended a transaction whose process stalled.
  '25P03',
  // A lock timeout.
  '55P03',
  // A pooler switched the server behind the connection: the prepared statement already exists, or no longer exists.
  '42P05',
  '26000',
  // The schema with this version's functions was dropped, because no process seemed to use it. A restart creates it
  // again.
  '3F000',
]);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
]);
// Errors of pg and its pool without a code.
const clientMessages = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
];

/** Classifies an error of the database, its driver or its pool, also if MikroORM has wrapped it. */
export function classifyFailure(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return 'unexpected';
  // Already classified.
  if (error instanceof ApiError) return error.type === 'service_unavailable' ? 'unavailable' : 'unexpected';
  const { code, message, constraint, cause } = error as Record<string, unknown>;
  // A check without a name is the bound of a partition, which was created meanwhile.
  if (code === '23514' && constraint === undefined) return 'lost_race';
  const failure = classify(typeof code === 'string' ? code : '', typeof message === 'string' ? message : '');
  if (failure !== 'unexpected') return failure;
  // A host with several addresses, all of which failed.
  if (error instanceof AggregateError) return classifyFailure(error.errors[0]);
  return cause === undefined ? 'unexpected' : classifyFailure(cause);
}

function classify(code: string, message: string): Failure {
  if (lostRaces.has(code)) return 'lost_race';
  const isState = /^[0-9A-Z]{5}$/.test(code);
  if (isState && unavailableClasses.has(code.slice(0, 2))) return 'unavailable';
  if (unavailableStates.has(code) || networkCodes.has(code) || isTlsFailure(code)) return 'unavailable';
  // Undefined function, like 3F000. The same state also means that an operator does not accept the types, which is a
  // bug. Only the message about a function contains parentheses, in every language of the server.
  if (code === '42883' && message.includes('(')) return 'unavailable';
  if (clientMessages.some((known) => message.includes(known))) return 'unavailable';
  return 'unexpected';
}

/** Returns whether an error means that TLS could not be established: Node's own codes, and OpenSSL's certificate errors. */
export function isTlsFailure(code: string): boolean {
  return code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || certificateFailures.test(code);
}

// From Node's TLS documentation, "X509 certificate error codes".
const certificateFailures =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;

export function databaseUnavailable(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError('service_unavailable', { retryAfterSeconds: 1, cause });
}

/**
 * Returns whether the connection was lost during a statement, because of an administrator, a restart or the network.
 * The server may be healthy, and a new connection may work immediately.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    ['57P01', '25P03', '08003', '08006', 'ECONNRESET', 'EPIPE'].includes(code) ||
    message.includes('Connection terminated') ||
    // A later statement of a transaction.
    message.includes('is not queryable')
  );
}
