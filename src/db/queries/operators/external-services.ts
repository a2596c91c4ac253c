import type { Query } from '../../connection/query.ts';

export async function findExternalService(
  query: Query,
  id: string,
): Promise<{ active: boolean } | undefined> {
  const [service] = await query<{ active: boolean }>('select active from external_services where id = $1', [
    id,
  ]);
  return service;
}
