import pino, { type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'flush' | 'level'>;

/**
 * Lines are written as soon as so many bytes have come together, or so much time has passed: a write for each was 8 to 11 % of what the
 * service takes to answer a request. Who ends writes the rest; who is killed has lost the lines of that time.
 */
const together = { minLength: 4_096, periodicFlush: 100 };

/** A log of one JSON object a line on the standard output. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 1, sync: false, ...together }),
  );
}

/**
 * What a log line may say of an error. Messages of the database quote what people sent, e-mails among it; so of
 * an error there is its kind, its codes, and where it happened.
 *
 * @param withStack by default true, except for `service_unavailable`: while the database is away, every request has one
 */
export function describeError(
  error: unknown,
  withStack = (error as { type?: string } | undefined)?.type !== 'service_unavailable',
): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error === 'string' ? error : typeof error };
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  const ours = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return {
    name: error.name,
    ...(ours ? { message: error.message } : {}),
    code,
    constraint,
    table,
    ...(withStack ? { stack: frames?.slice(0, 12).map((line) => line.trim()) } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause, withStack) }),
  };
}
