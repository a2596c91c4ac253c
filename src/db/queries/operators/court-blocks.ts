import type { Query } from '../../connection/query.ts';

/** Inserts an external service, unless it exists. */
export async function insertExternalService(
  query: Query,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await query('insert into external_services (id, name) values ($1, $2) on conflict (id) do nothing', [
    id,
    name,
  ]);
}

/** Grants an external service access to the organization of a court, if the court exists. */
export async function insertGrantForCourt(
  query: Query,
  externalServiceId: string,
  courtId: string,
): Promise<void> {
  await query(
    `insert into organization_grants (external_service_id, organization_id)
     select $1, organization_id from courts where id = $2 on conflict do nothing`,
    [externalServiceId, courtId],
  );
}
