import { generateKeyPairSync } from 'node:crypto';
import type { Database } from '../db/connection/database.ts';
import { UnsuitableDatabase } from '../db/migrate.ts';

/** The content that only a sandbox's database has. */
export interface SandboxDatabase {
  /** Signs reports. An Ed25519 key in PEM (PKCS #8), the same for all processes and restarts. */
  privateKey: string;
  /** Stores the final state of a run. */
  store(id: string, ended: unknown): Promise<void>;
  /** Returns the final state of a run, or undefined if it has not ended here. */
  find(id: string): Promise<unknown>;
}

/**
 * Marks an empty database as a sandbox, or opens one that was marked before. To be called before `migrate`.
 *
 * @throws UnsuitableDatabase if the database belongs to an ordinary service
 */
export async function openSandboxDatabase(database: Database): Promise<SandboxDatabase> {
  await database.transaction(async (em) => {
    const [known] = await em.execute<{ sandbox: boolean; service: boolean }[]>(
      `select to_regclass('courtbridge_sandbox.signing_key') is not null as sandbox,
         to_regclass('mikro_orm_migrations') is not null as service`,
    );
    if (known!.sandbox) return;
    if (known!.service)
      throw new UnsuitableDatabase(
        'This database was not created as a sandbox, and the sandbox never uses the data of a service. ' +
          'Set DATABASE_URL to an empty database, or leave it unset for the embedded database.',
      );
    const { privateKey } = generateKeyPairSync('ed25519');
    await em.execute('create schema courtbridge_sandbox');
    await em.execute('create table courtbridge_sandbox.signing_key (private_key text not null)');
    await em.execute(
      'create table courtbridge_sandbox.runs (id uuid primary key, ended jsonb not null, ended_at timestamptz not null default now())',
    );
    await em.execute('insert into courtbridge_sandbox.signing_key values (?)', [
      privateKey.export({ format: 'pem', type: 'pkcs8' }),
    ]);
  });
  const em = () => database.em();
  const [row] = await em().execute<{ private_key: string }[]>(
    'select private_key from courtbridge_sandbox.signing_key',
  );
  return {
    privateKey: row!.private_key,
    store: async (id, ended) => {
      await em().execute(
        'insert into courtbridge_sandbox.runs (id, ended) values (?, ?::jsonb) on conflict do nothing',
        [id, JSON.stringify(ended)],
      );
    },
    find: async (id) => {
      const [found] = await em().execute<{ ended: unknown }[]>(
        'select ended from courtbridge_sandbox.runs where id = ?',
        [id],
      );
      return found?.ended;
    },
  };
}
