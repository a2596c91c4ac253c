import { DataDirInUse } from './db/data-dir-lock.ts';
import { classifyFailure } from './db/database-failure.ts';
import { UnsuitableDatabase } from './db/migrate.ts';
import { ConfigurationError } from './env.ts';

type Source = Record<string, string | undefined>;

/** Why the service could not start and what to do: one line a fault, no stack for what an operator can mend. */
export function explainStartFailure(error: unknown, source: Source): string {
  const said = [ConfigurationError, DataDirInUse, UnsuitableDatabase];
  if (said.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const where = `${source.HOST ?? '127.0.0.1'}:${source.PORT ?? 4000}`;
  if (code === 'EADDRINUSE')
    return `Port taken: something else listens on ${where}. Choose another with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cannot listen on ${where}: this machine has no such address. Correct HOST.`;
  if (code === 'EACCES') return `No permission: ${message}. Choose another PORT or DATA_DIR.`;
  if (source.DATABASE_URL) {
    const database = withoutPassword(source.DATABASE_URL);
    if (code === '28P01' || code === '28000')
      return `PostgreSQL at ${database} refuses the user or password. Correct DATABASE_URL.`;
    if (code === '3D000')
      return `PostgreSQL at ${database} has no such database. Create it, or correct DATABASE_URL.`;
    if (code === '42501') return `PostgreSQL at ${database} does not let the user migrate: ${message}`;
    if (classifyFailure(error) === 'unavailable')
      return `PostgreSQL at ${database} is away (${code ?? message}). Start it, or correct DATABASE_URL.`;
  }
  return stack ?? String(error);
}

function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
