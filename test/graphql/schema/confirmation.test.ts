import { type GraphQLInputObjectType, getNamedType } from 'graphql';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { postGraphql } from '../../harness/clients/graphql-client.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

type Result = Record<string, string>;

describe('confirmation of a mutation', () => {
  let passed = 0;
  const service = useTestService('postgresql', { now: () => Date.now() + passed });
  const admin = useOperator(service);
  const tenant = useTenant(service);

  /** Sends exactly this mutation. */
  const mutate = async (name: string, input: object): Promise<Result> => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const ownDryRuns: Record<string, string> = {
      cancelCourtBookings: '... on CourtBookingsCancellation { confirmToken }',
      closeCourtAndCancelBookings: '... on CourtBookingsCancellation { confirmToken }',
      reinstateCourtBookings: '... on CourtBookingsReinstatement { confirmToken }',
      resendFailedWebhookDeliveries: '... on ResentFailedWebhookDeliveries { confirmToken }',
    };
    const dryRun = ownDryRuns[name] ?? '... on Confirmation { summary confirmToken expiresAt }';
    const query = `mutation M($input: ${type}!) { result: ${name}(input: $input) {
      __typename ${dryRun} ... on ApiError { type } } }`;
    const response = await postGraphql(service, admin.secret, { query, variables: { input } });
    return ((await response.json()) as { data?: { result: Result } }).data?.result as Result;
  };
  const user = async () => {
    const body = { email: `${crypto.randomUUID()}@example.com`, externalUserId: crypto.randomUUID() };
    const created = await service.createUser(tenant.externalServiceId, {
      token: tenant.token,
      body: { ...body, firstName: 'Ada', lastName: 'Lovelace' },
    });
    return { id: created.body.id as string, email: body.email };
  };
  const count = (table: string) => valueIn<number>(service, `select count(*)::int as n from ${table}`);

  it('names whom it affects, and changes nothing before the confirmation', async () => {
    const { id, email } = await user();
    const events = await count('audit_events');
    const dryRun = await mutate('eraseUser', { userId: id });
    expect(dryRun).toMatchObject({
      __typename: 'Confirmation',
      summary: `Erases Ada Lovelace (${email}), a user of Partner, in all bookings and records. This cannot be undone.`,
    });
    expect(await count('audit_events')).toBe(events);
    expect(await count(`users where email = '${email}'`)).toBe(1);
    const { confirmToken } = dryRun;
    expect(await mutate('eraseUser', { userId: id, confirmToken })).toEqual({ __typename: 'User' });
    expect(await count(`users where email = '${email}'`)).toBe(0);
    // A repetition has nothing to confirm.
    expect(await mutate('eraseUser', { userId: id })).toEqual({ __typename: 'User' });
  });

  it('is rejected for another record, a changed record, and after ten minutes', async () => {
    const [one, other] = [await user(), await user()];
    const { confirmToken } = await mutate('eraseUser', { userId: one.id });
    const outdated = { __typename: 'ConfirmationOutdatedError', type: 'confirmation_outdated' };
    expect(await mutate('eraseUser', { userId: other.id, confirmToken })).toEqual(outdated);
    await service.database.query("update users set first_name = 'Augusta' where id = $1", [one.id]);
    expect(await mutate('eraseUser', { userId: one.id, confirmToken })).toEqual(outdated);
    const again = await mutate('eraseUser', { userId: one.id });
    passed = 10 * 60_000;
    const late = await mutate('eraseUser', { userId: one.id, confirmToken: again.confirmToken });
    passed = 0;
    expect(late).toEqual(outdated);
    expect(await count(`users where id in ('${one.id}', '${other.id}') and erased_at is null`)).toBe(2);
  });

  it('names the record of every other mutation that needs one', async () => {
    const { externalServiceId, organizationId, tokenId } = tenant;
    const { id: userId } = await user();
    const second = await service.factories.tenant();
    await service.factories.grantUser(second.externalServiceId, userId);
    const { id: operatorId } = await service.factories.operator('VIEWER');
    const summaries = [
      await mutate('eraseGuest', { email: 'guest@example.com' }),
      await mutate('revokeApiToken', { apiTokenId: tokenId }),
      await mutate('revokeApiTokens', { externalServiceId }),
      await mutate('revokeOrganizationAccess', { externalServiceId, organizationId }),
      await mutate('revokeUserAccess', { externalServiceId: second.externalServiceId, userId }),
      await mutate('revokeOperator', { operatorId }),
    ].map(({ summary }) => summary);
    expect(summaries).toEqual([
      'Erases guest@example.com from 0 bookings and all records. This cannot be undone.',
      expect.stringMatching(/^Revokes the API token “.+” of Partner, (?:never used|last used at .+ UTC)\./),
      expect.stringMatching(/^Revokes 1 valid API token of Partner \(.+\)\./),
      expect.stringMatching(/^Partner can no longer book the courts of .+\. Existing bookings are kept\.$/),
      'Partner can no longer name Ada Lovelace in its bookings.',
      'Ends the token and the sessions of VIEWER of a test (VIEWER).',
    ]);
  });

  type Example = () => Promise<{ name: string; input: object; effects: () => Promise<number> }>;
  const events = (action: string) => count(`audit_events where action = '${action}'`);
  const example = async (name: string, input: object) => {
    const before = await events(name);
    return { name, input, effects: async () => (await events(name)) - before };
  };
  const booking = async () => {
    const { externalServiceId, courtIds } = await service.factories.tenant(1);
    const start = Date.UTC(2027, 0, 1);
    await service.factories.booking(externalServiceId, courtIds[0]!, [start, start + 3_600_000]);
    return {
      courtId: courtIds[0]!,
      from: '2027-01-01T00:00:00Z',
      to: '2027-01-02T00:00:00Z',
      reason: 'Flood',
    };
  };
  const endpoint = async () => {
    const { externalServiceId } = await service.factories.tenant(0);
    return valueIn(
      service,
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret)
       values (gen_random_uuid(), $1, 'https://partner.example.com/hook', '{}', 'HMAC_SHA256', '') returning id`,
      externalServiceId,
    );
  };
  const examples: Record<string, Example> = {
    eraseUser: async () => example('eraseUser', { userId: (await user()).id }),
    exchangeAddresses: async () => {
      const [one, other] = [await user(), await user()];
      const given = await example('exchangeAddresses', { userId: one.id, otherUserId: other.id });
      // Each user has an event.
      return { ...given, effects: async () => (await given.effects()) / 2 };
    },
    eraseGuest: () => example('eraseGuest', { email: `${crypto.randomUUID()}@example.com` }),
    revokeApiToken: async () =>
      example('revokeApiToken', { apiTokenId: (await service.factories.tenant(0)).tokenId }),
    revokeApiTokens: async () =>
      example('revokeApiTokens', {
        externalServiceId: (await service.factories.tenant(0)).externalServiceId,
      }),
    revokeOperator: async () =>
      example('revokeOperator', { operatorId: (await service.factories.operator('VIEWER')).id }),
    revokeOrganizationAccess: async () => {
      const { externalServiceId, organizationId } = await service.factories.tenant(0);
      return example('revokeOrganizationAccess', { externalServiceId, organizationId });
    },
    revokeUserAccess: async () => {
      const { externalServiceId } = await service.factories.tenant(0);
      const { id: userId } = await user();
      await service.factories.grantUser(externalServiceId, userId);
      return example('revokeUserAccess', { externalServiceId, userId });
    },
    deleteWebhookEndpoint: async () =>
      example('deleteWebhookEndpoint', { webhookEndpointId: await endpoint() }),
    resendFailedWebhookDeliveries: async () => {
      const webhookEndpointId = await endpoint();
      await service.database.query(
        `insert into webhook_deliveries (endpoint_id, id, last_error) values ($1, $2, 'No response.')`,
        [webhookEndpointId, uuidv7()],
      );
      return example('resendFailedWebhookDeliveries', { webhookEndpointId, from: '2026-01-01T00:00:00Z' });
    },
    cancelCourtBookings: async () => example('cancelCourtBookings', await booking()),
    closeCourtAndCancelBookings: async () => {
      const courtId = (await service.factories.tenant(1)).courtIds[0];
      return example('closeCourtAndCancelBookings', { courtId, reason: 'Sold' });
    },
    reinstateCourtBookings: async () => {
      const { courtId } = await booking();
      await service.database.query(
        "update court_bookings set cancelled_at = '2026-11-20', cancellation_reason = 'Flood' where court_id = $1",
        [courtId],
      );
      return example('reinstateCourtBookings', { courtId, cancelledFrom: '2026-11-01T00:00:00Z' });
    },
  };

  it('has an example of every mutation that takes a token', () => {
    const fields = Object.values(schema.getMutationType()!.getFields());
    const confirmed = fields.filter(({ args }) =>
      Object.hasOwn((getNamedType(args[0]!.type) as GraphQLInputObjectType).getFields(), 'confirmToken'),
    );
    expect(Object.keys(examples).sort()).toEqual(confirmed.map(({ name }) => name).sort());
  });

  it.each(Object.entries(examples))('%s has one effect for 16 requests with one token', async (_, make) => {
    const { name, input, effects } = await make();
    const { confirmToken } = await mutate(name, input);
    const results = await Promise.all(
      Array.from({ length: 16 }, () => mutate(name, { ...input, confirmToken })),
    );
    expect(await effects(), JSON.stringify(results)).toBe(1);
    // A request that waits too long for the others has no result, but the error service_unavailable.
    const answered = results.filter((result) => result !== undefined);
    expect(answered.filter(({ type }) => type === undefined).length).toBeGreaterThanOrEqual(1);
  });

  it.each(Object.entries(examples))('%s that was rolled back can be sent again', async (_, make) => {
    const { name, input, effects } = await make();
    const { confirmToken } = await mutate(name, input);
    await service.database.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'full'; end $$`,
      [],
    );
    await service.database.query(
      `create trigger fail before insert on audit_events for each row when (new.action = '${name}') execute function fail()`,
      [],
    );
    expect(await mutate(name, { ...input, confirmToken })).toBeUndefined();
    await service.database.query('drop function fail cascade', []);
    expect(await effects()).toBe(0);
    expect(await mutate(name, { ...input, confirmToken })).not.toHaveProperty('type');
    expect(await effects()).toBe(1);
  });

  it('without a token changes nothing, also if there was nothing to confirm before it had its locks', async () => {
    const { externalServiceId, organizationId } = await service.factories.tenant(0);
    const remove = 'delete from organization_grants where external_service_id = $1';
    await service.database.query(remove, [externalServiceId]);
    const grant = 'insert into organization_grants (external_service_id, organization_id) values ($1, $2)';
    const { id, email } = await user();
    const rename = "update users set email = 'new-' || email where id = $1";
    const byEmail = `${databaseFunctions().schema}.email_key($1)`;
    const [access, byAccess] = [`access/${externalServiceId}`, 'hashtextextended($1, 0)'];
    const both = [externalServiceId, organizationId];
    for (const [name, input, key, keyed, change, changed] of [
      ['revokeOrganizationAccess', { externalServiceId, organizationId }, byAccess, access, grant, both],
      ['eraseGuest', { email }, byEmail, email, rename, [id]],
    ] as const) {
      const { effects } = await example(name, input);
      const send = () => mutate(name, input);
      const meanwhile = (holder: Client) => holder.query(change, [...changed]);
      const lock = [`select pg_advisory_xact_lock(${key})`, keyed] as const;
      const result = await inLineBehind(service.url, lock, send, 1, meanwhile);
      expect([result, await effects()]).toMatchObject([{ type: 'confirmation_outdated' }, 0]);
      expect(await send()).toMatchObject({ __typename: 'Confirmation' });
    }
  });

  it('confirms one erasure of a guest, even if nothing was left to erase', async () => {
    const { name, input, effects } = await examples.eraseGuest!();
    const { confirmToken } = await mutate(name, input);
    expect(await mutate(name, { ...input, confirmToken })).not.toHaveProperty('type');
    expect(await mutate(name, { ...input, confirmToken })).toMatchObject({ type: 'confirmation_outdated' });
    expect(await effects()).toBe(1);
  });

  it('does not cancel a booking that was reinstated, with the token that cancelled it', async () => {
    const input = await booking();
    const { confirmToken } = await mutate('cancelCourtBookings', input);
    const done = await mutate('cancelCourtBookings', { ...input, confirmToken });
    expect(done).not.toHaveProperty('type');
    await service.database.query(
      'update court_bookings set cancelled_at = null, cancellation_reason = null where court_id = $1',
      [input.courtId],
    );
    expect(await mutate('cancelCourtBookings', { ...input, confirmToken })).toMatchObject({
      type: 'confirmation_outdated',
    });
  });
});
