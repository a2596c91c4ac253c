import { MikroORM } from '@mikro-orm/postgresql';
import { type Database, toDatabase } from './database.ts';
import { ormOptions } from './orm-options.ts';
import { PreparedClient } from './prepared-client.ts';

export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Connections at most. */
  poolSize: number;
  /** Told of a connection that broke while nobody used it. */
  onWarning?: (message: string) => void;
}

/** Opens a PostgreSQL database, version 15 or later. Does not connect before the first statement. */
export async function openPostgresql({ url, poolSize, onWarning }: PostgresqlOptions): Promise<Database> {
  const orm = await MikroORM.init({
    ...ormOptions,
    clientUrl: url,
    logger: (message: string) => onWarning?.(message),
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      Client: PreparedClient,
      // How long a request waits for a connection: of a dry pool, or of a server that does not answer.
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    },
  });
  return toDatabase(orm);
}
