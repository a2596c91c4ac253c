import { randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { ask, postGraphql } from '../harness/clients/graphql-client.ts';
import { contentsOf } from '../harness/data/contents.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** Each instant is later than the previous one, so that the end of a range is after its start. */
let instants = 0;
function nextInstant(): string {
  instants += 1;
  return new Date(Date.UTC(2026, 4, 1) + instants * 60_000).toISOString();
}

/** Returns a value of the type, for a call that is rejected before the value is checked. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [anyValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, anyValue(field.type)]));
  }
  if (type.name === 'Int') return 1;
  if (type.name === 'DateTime') return nextInstant();
  return type.name === 'ID' ? randomUUID() : 'xy';
}

const mutations = Object.values(schema.getMutationType()!.getFields());
const queries = Object.values(schema.getQueryType()!.getFields());
const required = (args: readonly GraphQLArgument[]) => args.filter(({ type }) => isNonNullType(type));

describe('default deny for every query and mutation in the schema', () => {
  const service = useTestService('postgresql');
  let viewer: string;
  let support: string;
  beforeAll(async () => {
    viewer = (await service.factories.operator('VIEWER')).secret;
    support = (await service.factories.operator('SUPPORT')).secret;
  });

  const mutate = async (token: string, { name, args }: (typeof mutations)[number]) => {
    const input = anyValue(args.find((arg) => arg.name === 'input')!.type);
    const { data, errors } = await ask<Record<string, unknown>, Record<string, unknown>>(
      service,
      token,
      `mutation M($input: ${args[0]!.type}) { ${name}(input: $input) { __typename ... on ApiError { type message } } }`,
      { input: input as Record<string, unknown> },
    );
    expect(errors).toBeUndefined();
    return data[name];
  };
  const refused = { __typename: 'OperatorPermissionDeniedError', type: 'operator_permission_denied' };

  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    '%s rejects a VIEWER with an error result and changes nothing',
    async (_name, mutation) => {
      const before = await contentsOf(service.database);
      expect(await mutate(viewer, mutation)).toMatchObject(refused);
      expect(await contentsOf(service.database)).toEqual(before);
    },
  );

  const ofSupport = [
    'createUser',
    'updateUser',
    'exchangeAddresses',
    'eraseUser',
    'eraseGuest',
    'exportPerson',
    'upsertCourtBooking',
    'moveCourtBooking',
    'cancelCourtBooking',
    'cancelCourtBookings',
    'blockCourt',
    'unblockCourt',
    'reinstateCourtBooking',
    'reinstateCourtBookings',
    'resetCancellation',
    'resetCourtBookingVersion',
  ];
  it.each(
    mutations
      .filter(({ name }) => !ofSupport.includes(name))
      .map((mutation) => [mutation.name, mutation] as const),
  )(
    '%s rejects SUPPORT and changes nothing, as it concerns neither a booking nor a user',
    async (_name, mutation) => {
      const before = await contentsOf(service.database);
      expect(await mutate(support, mutation)).toMatchObject(refused);
      expect(await contentsOf(service.database)).toEqual(before);
    },
  );
  it.each(
    mutations
      .filter(({ name }) => ofSupport.includes(name))
      .map((mutation) => [mutation.name, mutation] as const),
  )('%s returns the same result to SUPPORT and to an ADMIN', async (_name, mutation) => {
    const { secret: admin } = await service.factories.operator('ADMIN');
    const answer = await mutate(support, mutation);
    expect(answer).not.toMatchObject(refused);
    expect(answer).toEqual(await mutate(admin, mutation));
  });

  it.each(queries.map((query) => [query.name, query] as const))(
    '%s is readable for a VIEWER',
    async (name, { args }) => {
      const all = required(args);
      const list = (toText: (arg: GraphQLArgument) => string) =>
        all.length === 0 ? '' : `(${all.map(toText).join(', ')})`;
      const { errors } = await ask<unknown, Record<string, unknown>>(
        service,
        viewer,
        `query Q${list((arg) => `$${arg.name}: ${arg.type}`)} { ${name}${list((arg) => `${arg.name}: $${arg.name}`)} { __typename } }`,
        Object.fromEntries(all.map((arg) => [arg.name, anyValue(arg.type)])),
      );
      expect(errors).toBeUndefined();
    },
  );

  it.each([
    ['nobody', () => ({})],
    [
      "a partner's token",
      async () => ({ Authorization: `Bearer ${(await service.factories.tenant()).token}` }),
    ],
    ['an unknown token', () => ({ Authorization: 'Bearer cbo_nobody' })],
    ['another scheme', () => ({ Authorization: `Basic ${viewer}` })],
    ['an unknown session', () => ({ Cookie: 'courtbridge_session=cbo_nobody' })],
  ])('%s: responds with 401 to every document, including introspection', async (_who, headers) => {
    for (const query of ['{ __schema { types { name } } }', '{ me { id } }', 'not even graphql']) {
      const response = await postGraphql(service, undefined, { query }, await headers());
      expect(response.status).toBe(401);
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['operator_token_invalid']);
    }
  });

  it('rejects an operator token on the partner interface', async () => {
    const admin = await service.factories.operator('ADMIN');
    const { externalServiceId } = await service.factories.tenant();
    expect(
      (await service.createUser(externalServiceId, { token: admin.secret, body: {} })).body.error.type,
    ).toBe('invalid_api_token');
  });

  it('rejects a revoked operator and the operator’s sessions at once', async () => {
    const { id, secret } = await service.factories.operator('VIEWER');
    const form = await fetch(`${service.address}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: secret }),
    });
    const cookie = form.headers.get('set-cookie')!.split(';')[0]!;
    const status = async (headers: Record<string, string>) =>
      (await postGraphql(service, undefined, { query: '{ me { id } }' }, headers)).status;
    expect(await status({ Cookie: cookie })).toBe(200);
    await service.database.em().execute('update operators set revoked_at = now() where id = ?', [id]);
    expect(await status({ Cookie: cookie })).toBe(401);
    expect(await status({ Authorization: `Bearer ${secret}` })).toBe(401);
  });
});
