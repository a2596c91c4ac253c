import { ApiError } from '../errors.ts';

/** What a failed statement means for the caller. */
export type Failure = 'lost_race' | 'unavailable' | 'unexpected';

// SQLSTATE: PostgreSQL's documentation, appendix A.
const lostRaces = new Set(['40001', '40P01', '23505', '23P01']);
const unavailableStates = new Set([
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25006',
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
// What pg and its pool say without a code.
const clientMessages = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

/** Sorts an error of the database, its driver or its pool by what is to be done. */
export function classifyFailure(error: unknown): Failure {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (lostRaces.has(code)) return 'lost_race';
  if (unavailableStates.has(code) || code.startsWith('08') || networkCodes.has(code)) return 'unavailable';
  if (clientMessages.some((known) => message.includes(known))) return 'unavailable';
  // A host with several addresses: each was refused.
  if (error instanceof AggregateError) return classifyFailure(error.errors[0]);
  return 'unexpected';
}

export function databaseUnavailable(cause: unknown): ApiError<'service_unavailable'> {
  return new ApiError('service_unavailable', { retryAfterSeconds: 1, cause });
}

/**
 * Whether a connection ended under a statement: an administrator or a restart ended it, or the network did. The server
 * itself may be well, and another connection work at once.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    ['57P01', '08003', '08006', 'ECONNRESET', 'EPIPE'].includes(code) ||
    message.includes('Connection terminated')
  );
}
