import type { Query } from '../../connection/query.ts';

/** Returns the encrypted secrets of active webhook endpoints and of alert endpoints. */
export async function listEndpointSecrets(query: Query, limit: number): Promise<Uint8Array[]> {
  const rows = await query<{ secret: Uint8Array }>(
    `select secret from webhook_endpoints where paused_because is null
     union all select secret from alert_endpoints limit ${limit}`,
    [],
  );
  return rows.map(({ secret }) => secret);
}
