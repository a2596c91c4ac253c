import { bookingBody, type Tenant, userBody } from '../data/factories.ts';
import { bodyOf, type Identifying, type Place } from '../data/isolation-matrix.ts';
import type { Call, TestService } from '../servers/test-service.ts';

export type Operation = Place['operation'];
/** A place of a call, and the name to send there. */
export type Named = Pick<Place, 'where' | 'name'> & { value: string };

let calls = 0;

/**
 * Returns a call of an operation that is valid except for the given place. Its body is an example of the document with the tenant's own
 * court and user, and with new names.
 */
export async function validCall(
  service: TestService,
  tenant: Tenant,
  operation: Operation,
  { where, name, value, example = bodyOf(operation) }: Partial<Named> & { example?: object } = {},
): Promise<{ path: string; call: Call }> {
  calls += 1;
  const { externalServiceId, organizationId, token, courtIds } = tenant;
  const named = (place: Place['where']) => (where === place ? { [name!]: value! } : {});
  const { body: user } = await service.createUser(externalServiceId, { token, body: userBody() });
  const own: Record<string, string> = {
    ...{ externalServiceId, organizationId, courtId: courtIds[0], userId: user.id },
    ...{
      externalCourtBookingId: `mine-${calls}`,
      externalUserId: `mine-${calls}`,
      requestId: `mine-${calls}`,
    },
    ...(operation.path.includes('{webhookEndpointId}')
      ? { webhookEndpointId: await createEndpoint(service, tenant) }
      : {}),
    ...named('path'),
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(own[name]!),
  );
  const query = new URLSearchParams(named('query'));
  const needed: Record<string, string> = {
    externalUpdatedAt: '2026-11-20T12:00:00Z',
    ...(operation.path.endsWith('/occupancy')
      ? { from: '2027-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' }
      : {}),
  };
  for (const { in: place, name } of operation.parameters)
    if (place === 'query' && needed[name]) query.set(name, needed[name]);
  const body = example && filled(example, courtIds[0], named('body'));
  return {
    path: `${path}?${query}`.replace(/\?$/, ''),
    call: { method: operation.method, token, ...(body ? { body } : {}) },
  };
}

/** Returns the id of a new webhook endpoint of a tenant. Nobody listens there. */
export async function createEndpoint(service: TestService, tenant: Tenant): Promise<string> {
  const { externalServiceId, token } = tenant;
  const path = `/api/v1/external-services/${externalServiceId}/webhook-endpoints`;
  const endpoint = { url: `http://127.0.0.1:9/${calls}`, types: ['user.created'] };
  return (await service.call(path, { method: 'POST', token, body: endpoint })).body.id;
}

/** Only the first item of a batch is kept. */
function filled(example: object, courtId: string, replaced: Partial<Record<Identifying, string>>): object {
  const { startDate, endDate } = bookingBody(courtId, {}, calls) as Record<string, string>;
  const ours: Record<string, string> = {
    ...{ courtId, startDate: startDate!, endDate: endDate! },
    ...{ externalCourtBookingId: `mine-${calls}`, externalUserId: `mine-${calls}` },
    email: `mine-${calls}@example.com`,
    ...replaced,
  };
  const visit = (node: unknown): unknown =>
    Array.isArray(node)
      ? node.slice(0, 1).map(visit)
      : typeof node === 'object' && node !== null
        ? Object.fromEntries(
            Object.entries(node).map(([key, value]) => [
              key,
              typeof value === 'string' ? (ours[key] ?? value) : visit(value),
            ]),
          )
        : node;
  const body = visit(example) as { participants?: object[] };
  if (body.participants && replaced.userId) body.participants = [{ userId: replaced.userId }];
  return body;
}
