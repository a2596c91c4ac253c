import { MikroORM } from '@mikro-orm/postgresql';
import { type Database, toDatabase } from './database.ts';
import { ormOptions } from './orm-options.ts';
import { PreparedClient, type StatementLimit } from './prepared-client.ts';

export interface PostgresqlOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Of a read replica, for what operators read. */
  replicaUrl?: string | undefined;
  /** Connections at most, to each. */
  poolSize: number;
  /** Told of a connection that broke while nobody used it. */
  onWarning?: (message: string) => void;
}

/** A lock is waited for 2 s at most (see the functions); a server that says nothing for longer is away. */
const statementMillis = 2_200;

/** Opens a PostgreSQL database, version 15 or later. Does not connect before the first statement. */
export async function openPostgresql({ url, replicaUrl, ...options }: PostgresqlOptions): Promise<Database> {
  const statementLimit: StatementLimit = { millis: statementMillis };
  return toDatabase({
    orm: await init(url, statementLimit, options),
    replica: replicaUrl === undefined ? undefined : await init(replicaUrl, statementLimit, options),
    statementLimit,
  });
}

function init(
  clientUrl: string,
  statementLimit: StatementLimit,
  { poolSize, onWarning }: Omit<PostgresqlOptions, 'url' | 'replicaUrl'>,
) {
  return MikroORM.init({
    ...ormOptions,
    clientUrl,
    logger: (message: string) => onWarning?.(message),
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      Client: PreparedClient,
      statementLimit,
      // How long a request waits for a connection: of a dry pool, or of a server that does not answer.
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    },
  });
}
