import type { Query } from '../../connection/query.ts';

/** Stores a build of the SDK, or that it is still offered. */
export async function upsertSdkPackage(query: Query, path: string, bytes: Buffer): Promise<void> {
  await query(
    'insert into sdk_packages (path, bytes) values ($1, $2) on conflict (path) do update set offered_at = now()',
    [path, bytes],
  );
}

export async function selectSdkPackage(query: Query, path: string): Promise<Buffer | undefined> {
  const rows = await query<{ bytes: Uint8Array }>('select bytes from sdk_packages where path = $1', [path]);
  return rows[0] && Buffer.from(rows[0].bytes);
}

export async function deleteSdkPackages(query: Query, olderThanDays: number): Promise<void> {
  await query('delete from sdk_packages where offered_at < now() - make_interval(days => $1)', [
    olderThanDays,
  ]);
}
