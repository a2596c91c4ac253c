import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ask } from '../harness/clients/graphql-client.ts';
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import { startOwnPostgresql } from '../harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from '../harness/servers/postgresql.ts';
import { startServiceOn, type TestService } from '../harness/servers/test-service.ts';

describe('reading', () => {
  let server: PostgresqlServer;
  let service: TestService;
  let token: string;
  let tenant: Tenant;
  const bookings = 100;
  // PostgreSQL's own log is the counter. It has one line for each statement.
  const logged = () => server.readLog().match(/LOG: {2}(?:statement|execute [^:]+):/g)?.length ?? 0;
  beforeAll(async () => {
    server = await startOwnPostgresql({ settings: ['log_statement=all', 'fsync=off'] });
    const database = await openPostgresql({ url: server.url, poolSize: 4 });
    await migrate(database);
    service = await startServiceOn({ database, url: server.url, drop: () => database.close() });
    token = (await service.factories.operator('VIEWER')).secret;
    tenant = await service.factories.tenant(10);
    for (let n = 0; n < bookings; n += 1) {
      const user = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        body: userBody(),
      });
      const participants = [{ userId: user.body.id }, { email: `guest-${n}@example.com` }];
      const answer = await service.upsertCourtBooking(tenant.externalServiceId, `b-${n}`, {
        token: tenant.token,
        body: bookingBody(tenant.courtIds[n % 10]!, { participants }, n),
      });
      expect(answer.status).toBe(201);
    }
    // Closing flushes what is buffered and stops background jobs. Running statements may still finish on a busy machine, so wait until the
    // log is quiet.
    await service.app.close();
    for (let [before, now] = [-1, logged()]; before !== now; [before, now] = [now, logged()])
      await pause(1_000);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  const read = async (query: string) => {
    // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
    const { data, errors } = await ask<any, never>(service, token, query);
    expect(errors).toBeUndefined();
    return data;
  };
  it('reads a page in one statement in addition to the token lookup, whatever its depth and size', async () => {
    const deepest = (first: number, others = '') => `{
      courtBookings(first: ${first}) {
        ${others}
        nodes {
          court { organization { courts(first: 2) { courtBookings(first: 1) { externalService { name } } } } }
          externalService { apiTokens(first: 2) { history(first: 1) { actor { __typename } } } organizations(first: 1) { name } }
          participants { email user { managedBy { name } externalUserId grantedTo(first: 1) { id } courtBookings(first: 1) { court { name } } } }
          history(first: 2) { subject { __typename } actor { ... on ApiToken { label externalService { name } } } }
        }
      }
    }`;
    const counted = async (first: number, others?: string) => {
      const before = logged();
      await read(deepest(first, others));
      return logged() - before;
    };
    // One statement for the operator's token, one for the page.
    expect([await counted(5), await counted(50)]).toEqual([2, 2]);
    // The total is counted in a separate statement, and only on request.
    expect(await counted(10, 'totalCount')).toBe(3);
  });

  it('pages through everything, forwards and backwards, each row once', async () => {
    const walk = async (direction: 'first' | 'last') => {
      const seen: string[] = [];
      let cursor: string | null = null;
      while (true) {
        const bound: string =
          cursor === null ? '' : `, ${direction === 'first' ? 'after' : 'before'}: "${cursor}"`;
        const { courtBookings } = await read(
          `{ courtBookings(${direction}: 17${bound}) { nodes { externalCourtBookingId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        );
        const page = courtBookings.nodes.map(
          (node: { externalCourtBookingId: string }) => node.externalCourtBookingId,
        );
        seen.push(...(direction === 'first' ? page : page.reverse()));
        const { pageInfo } = courtBookings;
        if (!(direction === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen;
        cursor = direction === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
      }
    };
    const newestFirst = Array.from({ length: bookings }, (_, n) => `b-${bookings - 1 - n}`);
    expect(await walk('first')).toEqual(newestFirst);
    expect(await walk('last')).toEqual(newestFirst.reverse());
  });

  it('filters bookings by the fields that operators know', async () => {
    const found = async (filter: string) =>
      (
        await read(
          `{ courtBookings(first: 100, filter: { ${filter} }) { nodes { externalCourtBookingId } } }`,
        )
      ).courtBookings.nodes.map((node: { externalCourtBookingId: string }) => node.externalCourtBookingId);
    const { startDate, endDate } = bookingBody('', {}, 7) as Record<string, string>;
    expect(await found(`externalCourtBookingId: "b-7"`)).toEqual(['b-7']);
    expect(await found(`participantEmail: "GUEST-7@example.com"`)).toEqual(['b-7']);
    expect(await found(`courtId: "${tenant.courtIds[7]}"`)).toHaveLength(10);
    expect(await found(`organizationId: "${tenant.organizationId}"`)).toHaveLength(100);
    expect(
      await found(
        `externalServiceId: "${tenant.externalServiceId}", from: "${startDate}", until: "${endDate}"`,
      ),
    ).toEqual(['b-7']);
    expect(
      await found(
        `conflictsWith: { courtId: "${tenant.courtIds[7]}", startDate: "${startDate}", endDate: "${endDate}" }`,
      ),
    ).toEqual(['b-7']);
    expect(
      await found(
        `conflictsWith: { courtId: "${tenant.courtIds[6]}", startDate: "${startDate}", endDate: "${endDate}" }`,
      ),
    ).toEqual([]);
    expect(await found('status: CANCELLED')).toEqual([]);
    await service.factories.cancelBooking(tenant.externalServiceId, 'b-7');
    expect(await found('status: CANCELLED')).toEqual(['b-7']);
    expect(
      await found(
        `conflictsWith: { courtId: "${tenant.courtIds[7]}", startDate: "${startDate}", endDate: "${endDate}" }`,
      ),
    ).toEqual([]);

    const { courtBookings } = await read(
      `{ courtBookings(filter: { externalCourtBookingId: "b-9" }) { nodes { participants { user { id email } } } } }`,
    );
    const { id, email } = courtBookings.nodes[0].participants[0].user;
    expect(await found(`participantUserId: "${id}"`)).toEqual(['b-9']);
    expect(await found(`participantEmail: "${email}"`)).toEqual(['b-9']);
  });

  it('shows the last use of the tokens of an external service', async () => {
    const lastUse = async () =>
      (
        await read(
          `{ externalService(id: "${tenant.externalServiceId}") { apiTokens { label lastUsedAt } } }`,
        )
      ).externalService.apiTokens[0].lastUsedAt;
    expect(await lastUse()).toEqual(expect.any(String));
  });
});
