import { expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { Organization } from '../../src/db/entities/organization.ts';
import { ask } from '../harness/clients/graphql-client.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { cloneTemplate } from '../harness/servers/test-database.ts';
import { startServiceOn } from '../harness/servers/test-service.ts';

it('reads queries from the replica, and the result of a mutation from the primary', async () => {
  // Two different databases stand in for a primary and a replica that lags behind.
  const [primary, replica] = [await cloneTemplate(), await cloneTemplate()];
  const behind = await openPostgresql({ url: replica.url, poolSize: 1 });
  const em = behind.em();
  em.create(Organization, { id: crypto.randomUUID(), name: 'only on the replica' });
  await em.flush();
  await behind.close();

  const database = await openPostgresql({ url: primary.url, replicaUrl: replica.url, poolSize: 2 });
  const service = await startServiceOn({ database, url: primary.url, drop: () => database.close() });
  const { secret } = await service.factories.operator('ADMIN');
  const names = async () => {
    const { data } = await ask<{ organizations: { nodes: { name: string }[] } }, never>(
      service,
      secret,
      '{ organizations { nodes { name } } }',
    );
    return data.organizations.nodes.map(({ name }) => name);
  };
  expect(await names()).toEqual(['only on the replica']);
  const { data } = await ask<{ createOrganization: { name: string; courts: unknown[] } }, never>(
    service,
    secret,
    'mutation { createOrganization(input: { name: "new" }) { ... on Organization { name courts { id } } } }',
  );
  expect(data.createOrganization).toEqual({ name: 'new', courts: [] });
  expect(await names()).toEqual(['only on the replica']);

  const { externalServiceId, courtIds, token } = await service.factories.tenant();
  const body = bookingBody(courtIds[0]);
  await service.upsertCourtBooking(externalServiceId, 'taken', { token, body });
  const blocked = await ask<{ blockCourt: { conflicts: unknown[] } }, never>(
    service,
    secret,
    `mutation { blockCourt(input: { courtId: "${courtIds[0]}", startDate: "${body.startDate}", endDate: "${body.endDate}", reason: "x" }) { ... on CourtBookingOverlapError { conflicts { externalCourtBookingId } } } }`,
  );
  expect(blocked.data.blockCourt.conflicts).toEqual([{ externalCourtBookingId: 'taken' }]);

  await service.stop();
  await primary.drop();
  await replica.drop();
});
